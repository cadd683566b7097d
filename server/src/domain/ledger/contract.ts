import { type Cents, ZERO } from '../money.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan } from './plan.ts'
import { dealerDueDate, type NewLedgerRow, opposite, type PayWhen, type RowState, SALES_TAX } from './rows.ts'

/** The parts of a contract that the ledger needs. */
export interface ContractLines {
  readonly contractId: number
  readonly dealerId: number
  readonly productId: number | null
  /** Including the dealer's MARKUP. Each code occurs once. */
  readonly lines: readonly ContractLine[]
  /** The tax that the dealer collects and remits, if any. */
  readonly salesTax: Pick<ContractLine, 'amount' | 'accountHolderId' | 'groupCode'> | null
}

export interface ContractLine {
  readonly code: string
  readonly groupCode: string | null
  readonly amount: Cents
  readonly accountHolderId: number
  /** The account belongs to the administrator: the amount is earned, not paid out. */
  readonly isInternal: boolean
  readonly includedInDealerCost: boolean
  readonly payWhen: PayWhen
}

/** The rows of a new contract. They are not in the books until the contract is finalized. */
export function planNewContract(contract: ContractLines, dates: PostingDates): LedgerPlan {
  return ledgerPlan({
    insert: contractShares(contract).flatMap((share) =>
      shareRows(contract, share, { ledgerType: 'ContractDisbursement', ...NOT_IN_FORCE, ...dates }),
    ),
  })
}

export const NOT_IN_FORCE = { status: 'Pending', waitsFor: 'Finalize' } as const

/** The share of one account holder in a contract: a ledger row without its state. */
export type Share = Pick<
  NewLedgerRow,
  'accountHolderId' | 'disbursementCode' | 'disbursementGroup' | 'isMemo' | 'amount' | 'payWhen'
> & { readonly isInDealerCost: boolean }

/** The shares of the contract with an amount above 0, in order. */
export function contractShares({ lines, salesTax }: ContractLines): Share[] {
  const codes = new Set(lines.map(({ code }) => code))
  if (codes.size !== lines.length) throw new Error('A contract has two lines with the same code.')
  const shares = lines.map((line): Share => {
    // An amount outside dealer cost is never paid to the administrator.
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
  if (all.some(({ amount }) => amount < 0)) throw new Error('The amount of a contract line is below zero.')
  return all.filter(({ amount }) => amount > 0)
}

const MEMO = { isMemo: true, payWhen: null, isInDealerCost: false } as const

/** The rows of one share: the dealer's side, if it is in dealer cost, then the share. A reversal has both directions swapped. */
export function shareRows(
  contract: ContractLines,
  share: Share,
  as: ShareState,
  direction: 'Pay' | 'Receive' = 'Pay',
): NewLedgerRow[] {
  const { accountHolderId, disbursementCode, isMemo, payWhen, isInDealerCost } = share
  const isPaid = direction === 'Pay'
  const isRefinalize = as.ledgerType === 'Refinalize'
  const ownSide = (line: NewLedgerRow | null): ShareSide => ({
    ledgerType: disbursementCode === SALES_TAX && !isRefinalize ? 'SalesTax' : as.ledgerType,
    direction,
    accountHolderId,
    isMemo,
    isDealerCost: false,
    payWhen: isPaid ? payWhen : null,
    line,
  })
  if (!isInDealerCost) return [shareRow(contract, share, as, ownSide(null))]
  const dealerSide = shareRow(contract, share, as, {
    ledgerType: as.ledgerType,
    direction: opposite(direction),
    accountHolderId: contract.dealerId,
    isMemo: false,
    isDealerCost: true,
    payWhen: isPaid ? null : 'OnFinalize',
    line: null,
  })
  return [dealerSide, shareRow(contract, share, as, ownSide(dealerSide))]
}

type ShareState = Pick<RowState, 'status' | 'waitsFor'> &
  PostingDates & { readonly ledgerType: 'ContractDisbursement' | 'Refinalize' }

/** What is not the same for both rows of a share. */
type ShareSide = Pick<
  NewLedgerRow,
  'ledgerType' | 'direction' | 'accountHolderId' | 'isMemo' | 'isDealerCost' | 'payWhen' | 'line'
>

/** Named one by one: a sale makes twenty of these, and an object of several spreads takes ten times as long. */
function shareRow(
  { contractId, dealerId, productId }: ContractLines,
  { disbursementCode, disbursementGroup, amount }: Share,
  as: ShareState,
  side: ShareSide,
): NewLedgerRow {
  const isDueLater = side.ledgerType === 'Refinalize' || side.accountHolderId === dealerId
  return {
    ledgerType: side.ledgerType,
    direction: side.direction,
    accountHolderId: side.accountHolderId,
    disbursementCode,
    disbursementGroup,
    contractId,
    claimId: null,
    cancelId: null,
    productId,
    amount,
    paidAmount: ZERO,
    status: as.status,
    waitsFor: as.waitsFor,
    isMemo: side.isMemo,
    isDealerCost: side.isDealerCost,
    payWhen: side.payWhen,
    effectiveDate: as.effectiveDate,
    accountingDate: as.accountingDate,
    dueDate: isDueLater ? dealerDueDate(as.effectiveDate) : as.effectiveDate,
    reason: null,
    holdId: null,
    inProcessCashTransactionId: null,
    offsetOfLedgerId: null,
    line: side.line,
  }
}
