import { flag, int, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { planFinalize } from '../../domain/ledger/contract-plans.ts'
import { fundingStatus } from '../../domain/ledger/funding.ts'
import { rowsAfter } from '../../domain/ledger/plan.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { bookPaidAhead } from '../../ledger/paid-ahead.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadSettings } from '../../reference/settings.ts'
import { postEarnings } from '../earnings/post-earnings.ts'
import { loadDocumentTypes } from '../form/documents.ts'
import {
  type ContractServices,
  emitAndRead,
  lockContract,
  nextState,
  stateColumns,
} from '../record/change-state.ts'
import type { ContractModel } from '../record/models.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
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
  const row = await lockContract(tx, acting, id)
  const state = nextState(row, 'finalize')
  requireDay(row, finalizeDate, acting.today)
  const [rows, postingDates, , needsFunding] = await runAll([
    lockContractLedger(tx, id),
    accountingDates(tx),
    requireReady(tx, services, acting, row),
    requiresFunding(tx, row),
  ])
  if (needsFunding && fundingStatus(rows) !== 'Funded')
    throw new Problem('NotFunded', 'The dealer has not paid for the contract in full.')
  const dates = postingDates(finalizeDate)
  const plan = planFinalize(id, rows, dates)
  const changes = {
    ...stateColumns(state),
    funding_status: fundingStatus(rowsAfter(rows, plan)),
    finalized_at: acting.now,
    finalize_date: finalizeDate,
    ...(note ? { notes: withNote(row, note) } : {}),
  }
  await runAll([
    applyPlan(tx, plan, acting),
    bookPaidAhead(tx, rows, dates.accountingDate),
    updateContract(tx, acting, id, changes),
    postEarnings(tx, acting, { ...row, finalize_date: finalizeDate }, finalizeDate),
  ])
  return emitAndRead(tx, services, acting, id, 'finalized')
}

const DEALER = statement(
  { requires_funding: orNull(flag) },
  'select require_funding_to_finalize as requires_funding from dealer where id = $1',
)

/** Whether the dealer must pay before the contract is finalized. The dealer's own term overrides the general setting. */
async function requiresFunding(tx: Tx, { dealer_id }: ContractRow): Promise<boolean> {
  const [dealer, { requireFundingToFinalize }] = await runAll([
    DEALER.first(tx, [dealer_id]),
    loadSettings(tx, ['requireFundingToFinalize']),
  ])
  return dealer?.requires_funding ?? requireFundingToFinalize
}

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
  tx: Tx,
  services: ContractServices,
  { caller }: Acting,
  row: ContractRow,
): Promise<void> {
  await requireFields(services, caller, row)
  const [documents, faults] = await runAll([loadDocuments(tx, row), inactiveAccounts(tx, row)])
  requireDocuments(row, documents)
  requirePrice(row)
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

const loadDocuments = async (tx: Tx, { id, sold: { requiredDocuments } }: ContractRow) =>
  requiredDocuments.length === 0 ? new Set<string>() : loadDocumentTypes(tx, id)

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

const ACCOUNTS = statement(
  { id: int, type: text, number: text, status: text },
  `select h.id, h.type, h.number, h.status
   from account_holder h where h.id = any($1::bigint[]) order by h.id`,
)

/** Faults of a dealer, agent or insurer that is not active. */
async function inactiveAccounts(tx: Tx, row: ContractRow): Promise<Fault[]> {
  const ids = [row.dealer_id, row.agent_id, row.insurer_id].filter((id) => id !== null)
  const accounts = await ACCOUNTS.rows(tx, [ids])
  return accounts
    .filter(({ status }) => status !== 'Active')
    .map(({ type, number, status }) => ({
      pointer: '',
      code: 'AccountInactive',
      message: `${type} ${number} is ${status}; it must be Active.`,
    }))
}
