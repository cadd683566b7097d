import { type Cents, ZERO } from '../money.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan } from './plan.ts'
import { dealerDueDate, type NewLedgerRow, opposite, type PayWhen, type RowState, SALES_TAX } from './rows.ts'

/** What a contract is made up of, as the ledger needs to know it. */
export interface ContractLines {
  readonly contractId: number
  readonly dealerId: number
  readonly productId: number | null
  /** With MARKUP, which is the dealer's. Each code stands once. */
  readonly lines: readonly ContractLine[]
  /** What the dealer collects and remits; null where there is none. */
  readonly salesTax: Pick<ContractLine, 'amount' | 'accountHolderId' | 'groupCode'> | null
}

export interface ContractLine {
  readonly code: string
  readonly groupCode: string | null
  readonly amount: Cents
  readonly accountHolderId: number
  /** An account of the administrator's own: what is in it is earned, not paid out. */
  readonly isInternal: boolean
  readonly includedInDealerCost: boolean
  readonly payWhen: PayWhen
}

/** The rows of a contract that is not in force yet: they wait for its finalize, and are in no books. */
export function planNewContract(contract: ContractLines, dates: PostingDates): LedgerPlan {
  return ledgerPlan({
    insert: contractShares(contract).flatMap((share) =>
      shareRows(contract, share, { ledgerType: 'ContractDisbursement', ...NOT_IN_FORCE, ...dates }),
    ),
  })
}

export const NOT_IN_FORCE = { status: 'Pending', waitsFor: 'Finalize' } as const

/** A share as it is to be: its row without what a state adds. */
export type Share = Pick<
  NewLedgerRow,
  'accountHolderId' | 'disbursementCode' | 'disbursementGroup' | 'isMemo' | 'amount' | 'payWhen'
> & { readonly isInDealerCost: boolean }

/** Every share of the contract that is not nothing, in order. */
export function contractShares({ lines, salesTax }: ContractLines): Share[] {
  const codes = new Set(lines.map(({ code }) => code))
  if (codes.size !== lines.length) throw new Error('A code stands twice among the lines of a contract.')
  const shares = lines.map((line): Share => {
    // What is not in dealer cost never passes through the administrator's hands.
    const isMemo = line.isInternal || !line.includedInDealerCost
    return {
      accountHolderId: line.accountHolderId,
      disbursementCode: line.code,
      disbursementGroup: line.groupCode,
      isMemo,
      amount: line.amount,
      payWhen: isMemo ? null : line.payWhen,
      isInDealerCost: line.includedInDealerCost,
    }
  })
  const tax = salesTax ? [{ ...MEMO, ...salesTax, disbursementCode: SALES_TAX }] : []
  const all = [...shares, ...tax.map(({ groupCode, ...rest }) => ({ ...rest, disbursementGroup: groupCode }))]
  if (all.some(({ amount }) => amount < 0)) throw new Error('A line of a contract is less than nothing.')
  return all.filter(({ amount }) => amount > 0)
}

const MEMO = { isMemo: true, payWhen: null, isInDealerCost: false } as const

/** The rows of one share: the dealer's side, where there is one, then the share. Taken back, both the other way. */
export function shareRows(
  { contractId, dealerId, productId }: ContractLines,
  { isInDealerCost, payWhen, ...share }: Share,
  as: Pick<RowState, 'status' | 'waitsFor'> &
    PostingDates & { readonly ledgerType: 'ContractDisbursement' | 'Refinalize' },
  direction: 'Pay' | 'Receive' = 'Pay',
): NewLedgerRow[] {
  const both = {
    ...share,
    ...as,
    contractId,
    claimId: null,
    cancelId: null,
    productId,
    paidAmount: ZERO,
    reason: null,
    holdId: null,
    inProcessCashTransactionId: null,
    offsetOfLedgerId: null,
  } as const
  const isRefinalize = as.ledgerType === 'Refinalize'
  const due = (accountHolderId: number) =>
    isRefinalize || accountHolderId === dealerId ? dealerDueDate(as.effectiveDate) : as.effectiveDate
  const dealerSide: NewLedgerRow = {
    ...both,
    accountHolderId: dealerId,
    direction: opposite(direction),
    isMemo: false,
    isDealerCost: true,
    payWhen: direction === 'Pay' ? null : 'OnFinalize',
    dueDate: due(dealerId),
    line: null,
  }
  const own: NewLedgerRow = {
    ...both,
    ledgerType: share.disbursementCode === SALES_TAX && !isRefinalize ? 'SalesTax' : as.ledgerType,
    direction,
    isDealerCost: false,
    payWhen: direction === 'Pay' ? payWhen : null,
    dueDate: due(share.accountHolderId),
    line: isInDealerCost ? dealerSide : null,
  }
  return isInDealerCost ? [dealerSide, own] : [own]
}
