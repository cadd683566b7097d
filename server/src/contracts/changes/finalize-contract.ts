import { run, type Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { finalizeContract as planFinalize } from '../../domain/ledger/finalize.ts'
import { fundingStatus } from '../../domain/ledger/funding.ts'
import { rowsAfter } from '../../domain/ledger/plan.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { postEarnings } from '../earnings/post-earnings.ts'
import { documentTypesOn } from '../form/documents.ts'
import { columnsOfState, emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import type { ContractModel } from '../record/models.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { settingOf } from '../record/settings.ts'
import { fieldsGiven } from '../sale/completeness.ts'
import { draftOfContract, rateOfDraft } from '../sale/sale-draft.ts'

export interface Finalize {
  readonly finalizeDate?: string | undefined
  readonly note?: string | null | undefined
}

/** Puts a contract in force: its rows enter the books. */
export async function finalizeContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  { finalizeDate = acting.today, note }: Finalize,
): Promise<ContractModel> {
  const row = await lockContract(tx, acting, id)
  const state = nextState(row, 'finalize')
  requireDay(row, finalizeDate, acting.today)
  const [rows, on, , asksFirst] = await runAll([
    lockContractLedger(tx, id),
    accountingDates(tx),
    requireReady(tx, services, acting, row),
    asksForFunding(tx, row),
  ])
  if (asksFirst && fundingStatus(rows) !== 'Funded')
    throw new Problem('NotFunded', 'The dealer has not paid for the contract.')
  const plan = planFinalize(id, rows, on(finalizeDate))
  const changes = {
    ...columnsOfState(state),
    funding_status: fundingStatus(rowsAfter(rows, plan)),
    finalized_at: acting.now,
    finalize_date: finalizeDate,
    ...(note ? { notes: withNote(row, note) } : {}),
  }
  await runAll([
    applyPlan(tx, plan, acting),
    updateContract(tx, acting, id, changes),
    postEarnings(tx, acting, { ...row, finalize_date: finalizeDate }, finalizeDate),
  ])
  return emitAndRead(tx, services, acting, id, 'finalized')
}

/** Whether the dealer's money is to come first: what is agreed with the dealer goes before what is set for all. */
async function asksForFunding(tx: Tx, { dealer_id }: ContractRow): Promise<boolean> {
  const [[dealer], setting] = await runAll([
    run<{ asks: boolean | null }>(
      tx,
      'select require_funding_to_finalize as asks from dealer where id = $1',
      [dealer_id],
    ),
    settingOf(tx, 'requireFundingToFinalize'),
  ])
  return dealer?.asks ?? setting === true
}

/** A note goes below those that are there. */
export const withNote = ({ notes }: Pick<ContractRow, 'notes'>, note: string) =>
  notes ? `${notes}\n${note}` : note

function requireDay({ sale_date }: ContractRow, day: string, today: string): void {
  if (day >= sale_date && day <= today) return
  const message = `It is finalized from ${sale_date} to ${today}.`
  throw new Problem('FinalizeDateOutOfRange', message, {
    errors: [{ pointer: '/finalizeDate', code: 'FinalizeDateOutOfRange', message }],
  })
}

/** What a contract needs besides its state: its fields, its documents, a price that is allowed, and open accounts. */
async function requireReady(
  tx: Tx,
  services: ContractServices,
  { caller }: Acting,
  row: ContractRow,
): Promise<void> {
  await requireFields(services, caller, row)
  const [documents, faults] = await runAll([documentsOf(tx, row), closedAccounts(tx, row)])
  requireDocuments(row, documents)
  requirePrice(row)
  const [first] = faults
  if (first) throw new Problem('AccountInactive', first.message, { errors: faults })
}

/** Whether a field is asked for may hang on the rate, which is computed again only where a field is not there. */
async function requireFields(services: ContractServices, caller: Caller, row: ContractRow): Promise<void> {
  const { inputs, sold, custom_fields, rate_quote_id } = row
  const given = new Set(Object.keys(custom_fields).map((code) => code.toLowerCase()))
  const live = await services.books.findVersion(caller, inputs.bookVersion)
  const lacks = live?.book.contractFields.some(
    ({ product, isRequired, code }) =>
      isRequired && (product === null || product === sold.product.code) && !given.has(code.toLowerCase()),
  )
  if (lacks === false) return
  const sale = await rateOfDraft(services, caller, draftOfContract(row), rate_quote_id)
  const values = Object.entries(custom_fields).map(([code, value]) => ({ code, value }))
  const { missing } = fieldsGiven('Finalize', sale, values)
  if (missing.length > 0) throw refuse(missing)
}

const documentsOf = async (tx: Tx, { id, sold: { requiredDocuments } }: ContractRow) =>
  requiredDocuments.length === 0 ? new Set<string>() : documentTypesOn(tx, id)

/** The documents that the program asks for: one that an upload link still awaits is not there. */
function requireDocuments({ sold: { requiredDocuments } }: ContractRow, there: ReadonlySet<string>): void {
  const documents = requiredDocuments.filter((code) => !there.has(code))
  if (documents.length > 0)
    throw new Problem('MissingDocuments', `The contract has no ${documents.join(' and no ')} document.`, {
      members: { documents },
    })
}

function requirePrice({ retail_price, sold: { minimum, maximum } }: ContractRow): void {
  const price = amountOf(retail_price)
  if (price >= minimum && (maximum === null || price <= maximum)) return
  throw new Problem('RetailOutOfRange', 'The price is not one that the contract may be sold at.', {
    members: { min: minimum, max: maximum },
  })
}

const ACCOUNTS = `select h.id, h.type, h.number, h.status
  from account_holder h where h.id = any($1::bigint[]) order by h.id`

interface AccountRow {
  readonly type: string
  readonly number: string
  readonly status: string
}

/** The dealer, the agent and the insurer must be open. */
async function closedAccounts(tx: Tx, row: ContractRow): Promise<Fault[]> {
  const ids = [row.dealer_id, row.agent_id, row.insurer_id].filter((id) => id !== null)
  const accounts = await run<AccountRow>(tx, ACCOUNTS, [ids])
  return accounts
    .filter(({ status }) => status !== 'Active')
    .map(({ type, number, status }) => ({
      pointer: '',
      code: 'AccountInactive',
      message: `The ${type} ${number} is ${status}.`,
    }))
}
