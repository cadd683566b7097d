import { flag, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { takeAllNumbers } from '../../db/take-numbers.ts'
import { together } from '../../db/together.ts'
import { lockedOnce, unitOf } from '../../db/unit-of-work.ts'
import { planFinalize } from '../../domain/ledger/contract-plans.ts'
import { fundingStatus } from '../../domain/ledger/funding.ts'
import { ledgerPlan, mergePlans, rowsAfter } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan, numbersOfPlan, planNumbers } from '../../ledger/apply-plan.ts'
import { lockLedgerOfLocked } from '../../ledger/load-ledger.ts'
import { bookPaidAhead } from '../../ledger/paid-ahead.ts'
import { type AccountingDates, accountingDatesInTurn, shareMonths } from '../../ledger/periods.ts'
import { loadSettings } from '../../reference/settings.ts'
import {
  insertEarnings,
  loadPostingInTurn,
  planEarnings,
  type StoredPosting,
} from '../earnings/post-earnings.ts'
import { loadDocumentTypes } from '../form/documents.ts'
import {
  type ContractServices,
  emitAndRead,
  lockContract,
  nextState,
  stateColumns,
} from '../record/change-state.ts'
import { refuseLeased } from '../record/leases.ts'
import type { ContractModel } from '../record/models.ts'
import { readContract } from '../record/read-contract.ts'
import { type ContractRow, lockRow, updateContract } from '../record/rows.ts'
import { checkFields } from '../sale/completeness.ts'
import { draftFromRow, recomputeRate } from '../sale/sale-draft.ts'
import { priceRangeMessage } from '../sale/sale-references.ts'

interface FinalizeRequest {
  readonly finalizeDate?: string | undefined
  readonly note?: string | null | undefined
}

/** Puts a contract in force: its ledger rows become due and its earnings begin. */
export async function finalizeContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  { finalizeDate = acting.today, note }: FinalizeRequest,
): Promise<ContractModel> {
  const [row, , facts] = await runAll([
    lockContract(tx, acting, id),
    shareMonths(tx),
    together(tx, (own) => loadFacts(own, id)),
  ])
  // What is written below changes them.
  unitOf(tx).locked.delete(factsName(id))
  const state = nextState(row, 'finalize')
  requireDay(row, finalizeDate, acting.today)
  await requireReady(services, acting, row, facts)
  const { ledger, needsFunding } = facts
  if (needsFunding && fundingStatus(ledger) !== 'Funded')
    throw new Problem('NotFunded', 'The dealer has not paid for the contract in full.')
  const dates = facts.postingDates(finalizeDate)
  const earnings = planEarnings({ ...row, finalize_date: finalizeDate }, facts.posting, finalizeDate)
  const finalized = planFinalize(id, ledger, dates)
  const plan = mergePlans(finalized, ledgerPlan({ journal: earnings.journal }))
  const numbers = planNumbers(await takeAllNumbers(tx, numbersOfPlan(plan)), plan)
  const changes = {
    ...stateColumns(state),
    funding_status: fundingStatus(rowsAfter(ledger, finalized)),
    finalized_at: acting.now,
    finalize_date: finalizeDate,
    ...(note ? { notes: withNote(row, note) } : {}),
  }
  const newEarnings = earnings.added.map((earning) => ({ contractId: id, earning }))
  // The read is queued behind the writes.
  const [, contract] = await runAll([
    together(tx, (own) =>
      runAll([
        applyPlan(own, plan, acting, numbers),
        bookPaidAhead(own, ledger, dates.accountingDate),
        updateContract(own, acting, id, changes),
        insertEarnings(own, acting, newEarnings),
      ]),
    ),
    emitAndRead(tx, services, acting, id, 'finalized'),
  ])
  return contract
}

/** The locked contract as it is answered, for If-Match and the audit, read together with what finalize decides on. */
export async function contractToFinalize(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
): Promise<ContractModel> {
  // The reads are queued behind the locks on the same connection.
  const [, , [contract]] = await runAll([
    lockRow(tx, acting.caller, id),
    shareMonths(tx),
    together(tx, (own) =>
      runAll([
        readContract(own, { ...acting, seals: services.seals }, id),
        refuseLeased(own, acting, id),
        loadFacts(own, id),
      ]),
    ),
  ])
  return contract
}

/** What finalize decides on, besides the contract itself. */
interface FinalizeFacts {
  readonly ledger: readonly LedgerRow[]
  readonly posting: StoredPosting
  readonly postingDates: AccountingDates
  /** Whether the dealer must pay before the contract is finalized. */
  readonly needsFunding: boolean
  readonly documents: ReadonlySet<string>
  readonly accounts: readonly RowOf<typeof accountColumns>[]
}

/** Loads the facts with nothing to wait for between them. The contract is locked, and months are shared. */
const loadFacts = (tx: Tx, id: number): Promise<FinalizeFacts> =>
  lockedOnce(tx, factsName(id), async () => {
    const [ledger, posting, postingDates, dealer, settings, documents, accounts] = await runAll([
      lockLedgerOfLocked(tx, id),
      loadPostingInTurn(tx, id),
      accountingDatesInTurn(tx),
      DEALER.first(tx, [id]),
      loadSettings(tx, ['requireFundingToFinalize']),
      loadDocumentTypes(tx, id),
      ACCOUNTS.rows(tx, [id]),
    ])
    // The dealer's own term overrides the general setting.
    const needsFunding = dealer?.requires_funding ?? settings.requireFundingToFinalize
    return { ledger, posting, postingDates, needsFunding, documents, accounts }
  })

const factsName = (id: number) => `facts to finalize contract ${id}`

const DEALER = statement(
  { requires_funding: orNull(flag) },
  `select d.require_funding_to_finalize as requires_funding
   from contract c join dealer d on d.id = c.dealer_id where c.id = $1`,
)

/** The notes with another one added below. */
export const withNote = ({ notes }: Pick<ContractRow, 'notes'>, note: string) =>
  notes ? `${notes}\n${note}` : note

function requireDay({ sale_date }: ContractRow, day: string, today: string): void {
  if (day >= sale_date && day <= today) return
  const message = `The finalize date must be between ${sale_date} and ${today}.`
  throw new Problem('FinalizeDateOutOfRange', message, {
    errors: [{ pointer: '/finalizeDate', code: 'FinalizeDateOutOfRange', message }],
  })
}

/** Checks everything besides the status: custom fields, documents, the price, and that the accounts are active. */
async function requireReady(
  services: ContractServices,
  { caller }: Acting,
  row: ContractRow,
  { documents, accounts }: FinalizeFacts,
): Promise<void> {
  await requireFields(services, caller, row)
  requireDocuments(row, documents)
  requirePrice(row)
  const faults = inactiveAccounts(accounts)
  const [first] = faults
  if (first) throw new Problem('AccountInactive', first.message, { errors: faults })
}

/** Whether a field is required may depend on the rate. The rate is computed again only when a required field is missing. */
async function requireFields(services: ContractServices, caller: Caller, row: ContractRow): Promise<void> {
  const { inputs, sold, custom_fields, rate_quote_id } = row
  const given = new Set(Object.keys(custom_fields).map((code) => code.toLowerCase()))
  const live = await services.books.findVersion(caller, inputs.bookVersion)
  const lacks = live?.book.contractFields.some(
    ({ product, isRequired, code }) =>
      isRequired && (product === null || product === sold.product.code) && !given.has(code.toLowerCase()),
  )
  if (lacks === false) return
  const sale = await recomputeRate(services, caller, draftFromRow(row), rate_quote_id)
  const values = Object.entries(custom_fields).map(([code, value]) => ({ code, value }))
  const { missing } = checkFields('Finalize', sale, values)
  if (missing.length > 0) throw refuse(missing)
}

/** Checks the documents that the program requires. A document that was announced but not uploaded does not count. */
function requireDocuments({ sold: { requiredDocuments } }: ContractRow, uploaded: ReadonlySet<string>): void {
  const documents = requiredDocuments.filter((code) => !uploaded.has(code))
  if (documents.length > 0)
    throw new Problem('MissingDocuments', `These documents are missing: ${documents.join(', ')}.`, {
      members: { documents },
    })
}

function requirePrice({ retail_price, sold: { minimum, maximum } }: ContractRow): void {
  const price = amountOf(retail_price)
  if (price >= minimum && (maximum === null || price <= maximum)) return
  throw new Problem('RetailOutOfRange', priceRangeMessage(minimum, maximum), {
    members: { min: minimum, max: maximum },
  })
}

const accountColumns = { type: text, number: text, status: text }

/** The dealer, agent and insurer of a contract. */
const ACCOUNTS = statement(
  accountColumns,
  `select h.type, h.number, h.status from contract c
   join account_holder h on h.id = any(array[c.dealer_id, c.agent_id, c.insurer_id]) where c.id = $1 order by h.id`,
)

/** Faults of a dealer, agent or insurer that is not active. */
const inactiveAccounts = (accounts: FinalizeFacts['accounts']): Fault[] =>
  accounts
    .filter(({ status }) => status !== 'Active')
    .map(({ type, number, status }) => ({
      pointer: '',
      code: 'AccountInactive',
      message: `${type} ${number} is ${status}; it must be Active.`,
    }))
