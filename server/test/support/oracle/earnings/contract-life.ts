import fc from 'fast-check'
import {
  type ContractState,
  type ContractTrigger,
  contractStates,
  contractTriggers,
  isContractInForce,
  move,
} from '../../../../src/domain/contract/states.ts'
import { type ContractLines, planNewContract } from '../../../../src/domain/ledger/contract.ts'
import {
  planFinalize,
  planRefinalize,
  planReplacement,
  planVoid,
} from '../../../../src/domain/ledger/contract-plans.ts'
import {
  type PayablesHold,
  planPayablesHold,
  planPayablesRelease,
} from '../../../../src/domain/ledger/holds.ts'
import { accountText, posting, receivable, unapplied } from '../../../../src/domain/ledger/journal.ts'
import { amountsByCode } from '../../../../src/domain/ledger/lines.ts'
import { type LedgerPlan, ledgerPlan } from '../../../../src/domain/ledger/plan.ts'
import { isInBooks, openAmount } from '../../../../src/domain/ledger/rows.ts'
import { planTransferFee } from '../../../../src/domain/ledger/single.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import { contractR1, emptyLedger, type MemoryLedger, perform, standingIn, who } from './memory-ledger.ts'

// The life of a contract in memory: the state table decides, and the ledger plans follow.

/** An action: a step of the contract, or a payment of one of its rows. */
export interface Attempt {
  readonly what: ContractTrigger | 'pay'
  readonly which: number
  readonly amounts: readonly number[]
}

const tried: readonly Attempt['what'][] = [
  ...contractTriggers.filter((trigger) => trigger !== 'cancel' && trigger !== 'reinstate'),
  ...(['pay', 'finalize', 'submit', 'rerate', 'refinalize', 'hold', 'resolve'] as const),
]

export const attempts: fc.Arbitrary<Attempt> = fc.record({
  what: fc.constantFrom(...tried),
  which: fc.nat(60),
  amounts: fc.array(fc.nat(2_000_00), { minLength: 9, maxLength: 9 }),
})

export interface Life {
  state: ContractState
  ledger: MemoryLedger
  /** The price, and the price that waits for a refinalize. */
  lines: ContractLines
  pending: ContractLines | null
  holds: readonly PayablesHold[]
}

const dates = { effectiveDate: '2024-03-15', accountingDate: '2024-03-15' }

export const begun = (): Life => ({
  state: { status: 'Quote', heldFrom: null },
  ledger: emptyLedger(),
  lines: contractR1,
  pending: null,
  holds: [],
})

type Outcome = 'done' | 'refused'

/** Tries a step. If the state table or the ledger refuses it, nothing changes. */
export function attempt(life: Life, { what, which, amounts }: Attempt): Outcome {
  if (what === 'pay') return pay(life, which)
  const result = move(life.state, what)
  if ('refused' in result) return 'refused'
  const plan = planFor(life, what, { which, amounts })
  if (!plan || 'refused' in plan) return 'refused'
  perform(life.ledger, plan)
  life.state = what === 'resolve' && life.holds.length > 0 ? life.state : result.to
  if (life.state.status === 'Voided' || life.state.status === 'Expired')
    Object.assign(life, { holds: [], pending: null })
  return 'done'
}

type Plan = LedgerPlan | { readonly refused: string } | undefined

function planFor(life: Life, what: ContractTrigger, { which, amounts }: Omit<Attempt, 'what'>): Plan {
  const { rows } = life.ledger
  switch (what) {
    case 'submit':
      return planNewContract(life.lines, dates)
    case 'finalize':
      return planFinalize(731, rows, dates)
    case 'refinalize': {
      const { pending } = life
      if (!pending) return { refused: 'NothingToRefinalize' }
      Object.assign(life, { lines: pending, pending: null })
      return planRefinalize(rows, pending, dates)
    }
    case 'rerate':
      return rerate(life, linesOf(amounts))
    case 'hold': {
      const codes =
        which % 2 === 0 ? ('all' as const) : contractR1.lines.map(({ code }) => code).slice(which % 8)
      const hold = { holdId: rows.length + life.holds.length + 1, codes }
      life.holds = [...life.holds, hold]
      return planPayablesHold(rows, hold)
    }
    case 'resolve': {
      const resolved = life.holds[which % (life.holds.length || 1)]
      if (!resolved) return { refused: 'AlreadyResolved' }
      life.holds = life.holds.filter((hold) => hold !== resolved)
      return planPayablesRelease(rows, life.holds)
    }
    case 'void':
      return planVoid(731, rows, standingIn(life.ledger), dates)
    case 'transfer':
      return planTransferFee(
        { contractId: 731, accountHolderId: 90, amount: 4000 as Cents, productId: 1 },
        dates,
      )
    default:
      return ledgerPlan({})
  }
}

function rerate(life: Life, lines: ContractLines): Plan {
  if (isContractInForce(life.state)) {
    life.pending = lines
    return ledgerPlan({})
  }
  const plan =
    life.state.status === 'Quote' ? ledgerPlan({}) : planReplacement(life.ledger.rows, lines, dates)
  if (!('refused' in plan)) life.lines = lines
  return plan
}

const linesOf = (amounts: readonly number[]): ContractLines => ({
  ...contractR1,
  lines: contractR1.lines.map((line, at) => ({ ...line, amount: (amounts[at] ?? 0) as Cents })),
  salesTax: contractR1.salesTax && { ...contractR1.salesTax, amount: (amounts[8] ?? 0) as Cents },
})

/** The dealer pays an open row. */
function pay({ ledger, state }: Life, which: number): Outcome {
  const open = ledger.rows.filter(
    (row) => row.status === 'Open' && row.direction === 'Receive' && openAmount(row) > 0,
  )
  const row = open[which % (open.length || 1)]
  if (!row || !isContractInForce(state) || row.accountHolderId !== who.dealer) return 'refused'
  const paid = posting(unapplied(who.dealer), receivable(who.dealer), openAmount(row), row.id)
  perform(
    ledger,
    ledgerPlan({
      update: [{ row, changes: { paidAmount: row.amount, status: 'Paid' } }],
      journal: [{ entryType: 'Cash', ...dates, contractId: 731, postings: [paid] }],
    }),
  )
  return 'done'
}

/** The faults of a contract and its books. It uses simple comparisons because it is called very often. */
export function faultOf({ state, ledger, lines, holds }: Life): string | undefined {
  const { rows, journal } = ledger
  if (!contractStates.some(({ status, heldFrom }) => status === state.status && heldFrom === state.heldFrom))
    return `There is no state ${JSON.stringify(state)}.`
  if ((state.status === 'OnHold') !== holds.length > 0) return 'Holds and state differ.'
  const balances = new Map<string, number>()
  for (const { debit, credit, amount } of journal) {
    if (amount <= 0) return 'A posting is not more than nothing.'
    const [from, to] = [accountText(debit), accountText(credit)]
    balances.set(from, (balances.get(from) ?? 0) + amount)
    balances.set(to, (balances.get(to) ?? 0) - amount)
  }
  const open = new Map<string, number>()
  const booked = new Set(journal.map(({ ledgerId }) => ledgerId))
  for (const row of rows) {
    if (row.amount <= 0 || row.paidAmount < 0 || row.paidAmount > row.amount)
      return `Row ${row.id} has a wrong amount.`
    if (!isInBooks(row) || row.isMemo) continue
    const name = `${row.direction === 'Receive' ? 'Receivable' : 'Payable'}:${row.accountHolderId}`
    open.set(name, (open.get(name) ?? 0) + openAmount(row))
    if (!booked.has(row.id) && !booked.has(row.lineId)) return `Row ${row.id} is in no journal.`
  }
  for (const [name, balance] of balances) {
    const sign = name.startsWith('Receivable') ? 1 : name.startsWith('Payable') ? -1 : 0
    if (sign !== 0 && balance * sign !== (open.get(name) ?? 0)) return `${name} does not reconcile.`
  }
  for (const [name, amount] of open)
    if (amount !== 0 && !balances.has(name)) return `${name} has open rows and no journal.`
  return linesFault(state, rows, lines)
}

function linesFault(
  state: ContractState,
  rows: MemoryLedger['rows'],
  { lines }: ContractLines,
): string | undefined {
  if (state.status === 'Quote') return rows.length > 0 ? 'A quote has rows.' : undefined
  if (state.status === 'Voided') {
    const left = [...amountsByCode(rows).values()].some((amount) => amount !== 0)
    return left ? 'Something is left of a voided contract.' : undefined
  }
  const amounts = amountsByCode(rows)
  for (const { code, amount } of lines)
    if ((amounts.get(code) ?? 0) !== amount) return `The line ${code} is not what the ledger has.`
  return undefined
}
