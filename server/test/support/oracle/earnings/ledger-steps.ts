import fc from 'fast-check'
import { type ContractLines, planNewContract } from '../../../../src/domain/ledger/contract.ts'
import {
  planFinalize,
  planRefinalize,
  planReplacement,
  planVoid,
} from '../../../../src/domain/ledger/contract-plans.ts'
import { planEdit, planVoidByHand } from '../../../../src/domain/ledger/edits.ts'
import { planFunding } from '../../../../src/domain/ledger/funding.ts'
import {
  type PayablesHold,
  planPayablesHold,
  planPayablesRelease,
} from '../../../../src/domain/ledger/holds.ts'
import { payable, receivable, unapplied } from '../../../../src/domain/ledger/journal.ts'
import type { LedgerPlan } from '../../../../src/domain/ledger/plan.ts'
import { isInBooks, type LedgerRow, openAmount } from '../../../../src/domain/ledger/rows.ts'
import { planManualRow, planTransferFee } from '../../../../src/domain/ledger/single.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import { contractR1, emptyLedger, type MemoryLedger, perform, standingIn } from './memory-ledger.ts'

// Random events of a contract, and checks after each step.

type State = 'Pending' | 'Active' | 'Voided'

export interface Story {
  readonly ledger: MemoryLedger
  state: State
  holds: PayablesHold[]
  /** The sum of the lines without tax. */
  retail: number
  /** The cash on each row. */
  readonly applied: Map<number, number>
}

export interface LedgerStep {
  readonly what:
    | 'finalize'
    | 'replace'
    | 'refinalize'
    | 'void'
    | 'hold'
    | 'release'
    | 'edit'
    | 'delete'
    | 'pay'
    | 'unpay'
    | 'batch'
    | 'unbatch'
    | 'manual'
    | 'transfer'
  /** The index of a row or hold, modulo their number. */
  readonly which: number
  readonly amounts: readonly number[]
  readonly agent: number
  readonly payWhen: 'OnFinalize' | 'WhenFunded'
}

const CODES = contractR1.lines.map(({ code }) => code)

export const ledgerSteps: fc.Arbitrary<LedgerStep> = fc.record({
  what: fc.oneof(
    fc.constantFrom<LedgerStep['what']>('finalize', 'pay', 'edit', 'delete', 'refinalize', 'hold', 'release'),
    fc.constantFrom<LedgerStep['what']>('pay', 'unpay', 'batch', 'unbatch', 'manual', 'transfer', 'replace'),
    fc.constantFrom<LedgerStep['what']>('finalize', 'pay', 'pay', 'edit', 'void'),
  ),
  which: fc.nat(200),
  amounts: fc.array(fc.nat(3_000_00), { minLength: CODES.length + 1, maxLength: CODES.length + 1 }),
  agent: fc.constantFrom(6, 66),
  payWhen: fc.constantFrom('OnFinalize', 'WhenFunded'),
})

const dates = { effectiveDate: '2024-03-15', accountingDate: '2024-04-01' }

export function started(): Story {
  const ledger = emptyLedger()
  perform(ledger, planNewContract(contractR1, dates))
  return { ledger, state: 'Pending', holds: [], retail: 299500, applied: new Map() }
}

function priceOf({ amounts, agent, payWhen }: LedgerStep): ContractLines {
  const lines = contractR1.lines.map((line, at) => ({
    ...line,
    ...{ amount: (amounts[at] ?? 0) as Cents, payWhen },
    accountHolderId: line.code === 'AGENT' ? agent : line.accountHolderId,
  }))
  const salesTax = contractR1.salesTax && { ...contractR1.salesTax, amount: (amounts.at(-1) ?? 0) as Cents }
  return { ...contractR1, lines, salesTax }
}

const retailOf = ({ lines }: ContractLines) => lines.reduce((sum, { amount }) => sum + amount, 0)
const nth = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % (items.length || 1)]

/** Applies the event, or gives false if it is not possible. */
export function takeStep(story: Story, step: LedgerStep): boolean {
  const { ledger } = story
  const plan = planFor(story, step)
  if (!plan || 'refused' in plan) return false
  perform(ledger, plan)
  return true
}

type Plan = LedgerPlan | { readonly refused: string } | undefined

function planFor(story: Story, step: LedgerStep): Plan {
  const { ledger, state } = story
  const { rows } = ledger
  switch (step.what) {
    case 'finalize':
      if (state !== 'Pending' || story.holds.length > 0) return undefined
      story.state = 'Active'
      return planFinalize(731, rows, dates)
    case 'replace': {
      if (state !== 'Pending') return undefined
      const plan = planReplacement(rows, priceOf(step), dates)
      if (!('refused' in plan)) story.retail = retailOf(priceOf(step))
      return plan
    }
    case 'refinalize':
      if (state !== 'Active' || story.holds.length > 0) return undefined
      story.retail = retailOf(priceOf(step))
      return planRefinalize(rows, priceOf(step), dates)
    case 'void': {
      if (state === 'Voided') return undefined
      const plan = planVoid(731, rows, standingIn(ledger), dates)
      if (!('refused' in plan)) story.state = 'Voided'
      return plan
    }
    case 'hold':
    case 'release':
      return holdPlan(story, step)
    case 'edit':
    case 'delete':
      return correctionPlan(story, step)
    case 'pay':
    case 'unpay':
      return cashPlan(story, step)
    case 'batch': {
      const row = nth(rows.filter(isPayable), step.which)
      return row && changed(row, { status: 'InProcess', inProcessCashTransactionId: 1 })
    }
    case 'unbatch': {
      const row = nth(
        rows.filter(({ status }) => status === 'InProcess'),
        step.which,
      )
      const status = row?.waitsFor ? 'Pending' : 'Open'
      return row && changed(row, { status, inProcessCashTransactionId: null })
    }
    case 'manual':
    case 'transfer':
      return singlePlan(step)
    default:
      return step.what satisfies never
  }
}

const changed = (row: LedgerRow, changes: Partial<LedgerRow>): LedgerPlan => ({
  ...{ insert: [], update: [{ row, changes }], journal: [], edits: [] },
})

function holdPlan(story: Story, { what, which }: LedgerStep): Plan {
  const { rows } = story.ledger
  if (what === 'release') {
    const resolved = nth(story.holds, which)
    if (!resolved) return undefined
    story.holds = story.holds.filter((hold) => hold !== resolved)
    return planPayablesRelease(rows, story.holds)
  }
  if (story.state === 'Voided') return undefined
  const codes = which % 3 === 0 ? ('all' as const) : CODES.filter((_, at) => (which >> (at % 6)) % 2 === 0)
  const hold = { holdId: which + 1, codes }
  story.holds.push(hold)
  return planPayablesHold(rows, hold)
}

function correctionPlan({ ledger }: Story, { what, which, amounts }: LedgerStep): Plan {
  const row = nth(ledger.rows, which)
  if (!row) return undefined
  const correction = { rows: ledger.rows, row, reason: 'Because', dates }
  // Mostly a small change, so that the markup is large enough.
  const [by = 0, whole = 1] = amounts
  const amount = (which % 4 === 0 ? whole + 1 : Math.max(1, row.amount + (by % 2001) - 1000)) as Cents
  return what === 'edit' ? planEdit(correction, { amount }) : planVoidByHand(correction, standingIn(ledger))
}

function singlePlan({ what, which, amounts: [amount = 1] }: LedgerStep): Plan {
  const at = { accountHolderId: (which % 9) + 1, amount: (amount + 1) as Cents, productId: null }
  if (what === 'transfer') return planTransferFee({ ...at, contractId: 731 }, dates)
  return planManualRow(
    {
      ...at,
      ...{ direction: which % 2 === 0 ? 'Pay' : 'Receive', reason: 'By hand', claimId: null, dueDate: null },
      ...{ contractId: which % 3 === 0 ? 731 : null, disbursementCode: null },
    },
    dates,
  )
}

/** The rows that can be paid: open rows, and receivables from the dealer for a contract that is not in force. */
const isPayable = (row: LedgerRow) =>
  openAmount(row) > 0 &&
  (row.status === 'Open' ||
    (row.status === 'Pending' && row.waitsFor === 'Finalize' && row.direction === 'Receive'))

/** Books cash between a row and the unapplied cash of its account holder. */
function cashPlan(story: Story, { what, which, amounts: [amount = 1] }: LedgerStep): Plan {
  const { rows } = story.ledger
  const isPaying = what === 'pay'
  const row = nth(
    rows.filter((one) => (isPaying ? isPayable(one) : one.paidAmount > 0 && one.status !== 'InProcess')),
    which,
  )
  if (!row) return undefined
  const most = openAmount(row)
  const moved = isPaying ? (which % 3 === 0 ? (amount % most) + 1 : most) : -row.paidAmount
  const paidAmount = (row.paidAmount + moved) as Cents
  const status = row.waitsFor ? 'Pending' : paidAmount === row.amount ? 'Paid' : 'Open'
  const after = rows.map((one) => (one.id === row.id ? { ...one, paidAmount, status } : one)) as LedgerRow[]
  const [holder, size] = [row.accountHolderId, Math.abs(moved) as Cents]
  const owner = row.direction === 'Receive' ? receivable(holder) : payable(holder)
  const isDebited = (row.direction === 'Pay') === isPaying
  const [debit, credit] = isDebited ? [owner, unapplied(holder)] : [unapplied(holder), owner]
  story.applied.set(row.id, paidAmount)
  const funding = planFunding(after).update.filter((one) => one.row.id !== row.id)
  return {
    ...{ insert: [], edits: [] },
    update: [{ row, changes: { paidAmount, status } }, ...funding],
    journal: isInBooks(row)
      ? [
          {
            ...{ entryType: 'Cash', ...dates, contractId: row.contractId },
            postings: [{ debit, credit, amount: size, ledger: row.id, reversesId: null }],
          },
        ]
      : [],
  }
}
