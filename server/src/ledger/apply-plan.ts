import { seesCostLines } from '../access/cost-visibility.ts'
import { besideTable } from '../db/beside.ts'
import type { Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { command } from '../db/statement.ts'
import { columnName } from '../db/table.ts'
import { type TakenNumbers, takeNumbers, type WantedNumbers } from '../db/take-numbers.ts'
import { unitOf } from '../db/unit-of-work.ts'
import { accountText, type NewEntry } from '../domain/ledger/journal.ts'
import type { LedgerEdit, LedgerPlan, LedgerUpdate } from '../domain/ledger/plan.ts'
import type { LedgerRow, NewLedgerRow, RowState } from '../domain/ledger/rows.ts'
import { amountOf } from '../domain/money.ts'
import type { Acting } from '../http/caller.ts'
import { ledgerTable } from './ledger-table.ts'
import { readLedgers } from './ledger-view.ts'
import type { JournalModel } from './models.ts'

/** Who writes, and when. */
export type Writing = Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name' | 'scopes'> }

export interface Applied {
  /** In the order of the plan. */
  readonly inserted: readonly LedgerRow[]
}

/** The numbers of the new rows, entries and postings of a plan, in its order. */
export interface PlanNumbers extends JournalNumbers {
  readonly ids: readonly number[]
}

interface JournalNumbers {
  readonly entryIds: readonly number[]
  readonly postingIds: readonly number[]
}

const ROWS = 'ledger_id_seq'
const ENTRIES = 'journal_entry_id_seq'
const POSTINGS = 'journal_id_seq'

/** How many numbers a plan needs. */
export function numbersOfPlan({ insert, journal }: NewInPlan): WantedNumbers {
  const postings = journal.reduce((count, entry) => count + entry.postings.length, 0)
  return { [ROWS]: insert.length, [ENTRIES]: postings > 0 ? journal.length : 0, [POSTINGS]: postings }
}

type NewInPlan = Pick<LedgerPlan, 'insert' | 'journal'>

/** The numbers of a plan among those that were taken. */
export function planNumbers(taken: TakenNumbers, plan: NewInPlan): PlanNumbers {
  const wanted = numbersOfPlan(plan)
  return {
    ids: taken(ROWS, wanted[ROWS]),
    entryIds: taken(ENTRIES, wanted[ENTRIES]),
    postingIds: taken(POSTINGS, wanted[POSTINGS]),
  }
}

async function takePlanNumbers(tx: Tx, plan: NewInPlan): Promise<PlanNumbers> {
  const wanted = numbersOfPlan(plan)
  const [ids, entryIds, postingIds] = await runAll([
    takeNumbers(tx, ROWS, wanted[ROWS] ?? 0),
    takeNumbers(tx, ENTRIES, wanted[ENTRIES] ?? 0),
    takeNumbers(tx, POSTINGS, wanted[POSTINGS] ?? 0),
  ])
  return { ids, entryIds, postingIds }
}

/**
 * Writes a plan with one statement each for all new rows, all changed rows, the journal and the record of corrections. The
 * caller has locked the rows that the plan changes. With numbers that were taken before, all is sent at once.
 */
export async function applyPlan(
  tx: Tx,
  plan: LedgerPlan,
  writing: Writing,
  taken?: PlanNumbers,
): Promise<Applied> {
  const { insert, update, edits, journal } = plan
  const changes = runAll([updateRows(tx, update, writing), saveEdits(tx, edits, writing)])
  const numbers = taken ?? (await runAll([takePlanNumbers(tx, plan), changes]))[0]
  const newRows = new Map(insert.map((row, at) => [row, numbers.ids[at] ?? 0]))
  const [inserted, posted] = await runAll([
    insertRows(tx, insert, newRows, writing),
    insertJournal(tx, journal, { ...numbers, newRows }, writing),
    changes,
  ])
  recordEffects(tx, writing, [...inserted, ...update.map(({ row }) => row)], posted)
  return { inserted }
}

/** What a dry run answers as its effects, as the caller may see them. */
function recordEffects(
  tx: Tx,
  { caller }: Writing,
  rows: readonly LedgerRow[],
  posted: readonly JournalModel[],
): void {
  const unit = unitOf(tx)
  for (const { id } of rows) unit.ledger.add(id)
  unit.readLedger ??= (ids) => readLedgers(tx, caller, ids)
  if (seesCostLines(caller)) unit.journal.push(...posted)
}

type PlannedName = Exclude<keyof typeof ledgerTable.columns, 'id' | 'lineId'>
const planned = Object.keys(ledgerTable.columns).filter(
  (name) => name !== 'id' && name !== 'lineId',
) as PlannedName[]
const plannedColumns = planned.map(columnName)
const arrayOf = (name: PlannedName, parameter: number) => `$${parameter}::${ledgerTable.columns[name].type}[]`

// Rows of a line name its first row, so the ids are given. Nothing else is added, so the rows are known without an answer.
const INSERT = command(`
  insert into ledger (id, line_id, ${plannedColumns.join(', ')}, created_at, created_by, updated_at, updated_by)
  select new.*, $1, $2, $1, $2
  from unnest($3::bigint[], $4::bigint[], ${planned.map((name, at) => arrayOf(name, at + 5)).join(', ')}) as new
  where ${besideTable('ledger')}`)

async function insertRows(
  tx: Tx,
  rows: readonly NewLedgerRow[],
  idOf: ReadonlyMap<NewLedgerRow, number>,
  { now, caller }: Writing,
): Promise<LedgerRow[]> {
  if (rows.length === 0) return []
  const inserted = rows.map(({ line, ...row }, at): LedgerRow => {
    const id = idOf.get(rows[at] as NewLedgerRow) ?? 0 // The place is one of the list.
    return { ...row, id, lineId: typeof line === 'number' ? line : ((line && idOf.get(line)) ?? id) }
  })
  await INSERT.run(tx, [
    now,
    caller.name,
    inserted.map(({ id }) => id),
    inserted.map(({ lineId }) => lineId),
    ...planned.map((name) => inserted.map((row) => row[name])),
  ])
  return inserted
}

/** The columns of a written row that a plan may change. */
const changing = [
  ...(['status', 'waitsFor', 'amount', 'paidAmount', 'effectiveDate', 'accountingDate', 'dueDate'] as const),
  ...(['reason', 'holdId', 'inProcessCashTransactionId'] as const),
] satisfies readonly (keyof RowState)[]

const UPDATE = command(`
  update ledger set ${changing.map((name) => `${columnName(name)} = new.${columnName(name)}`).join(', ')},
    updated_at = $1, updated_by = $2, row_version = row_version + 1
  from unnest($3::bigint[], ${changing.map((name, at) => arrayOf(name, at + 4)).join(', ')})
    as new (id, ${changing.map(columnName).join(', ')})
  where ledger.id = new.id`)

async function updateRows(tx: Tx, updates: readonly LedgerUpdate[], { now, caller }: Writing): Promise<void> {
  if (updates.length === 0) return
  const rows = updates.map(({ row, changes }) => ({ ...row, ...changes }))
  const ids = rows.map(({ id }) => id)
  await UPDATE.run(tx, [now, caller.name, ids, ...changing.map((name) => rows.map((row) => row[name]))])
}

async function saveEdits(tx: Tx, edits: readonly LedgerEdit[], { now, caller }: Writing): Promise<void> {
  if (edits.length === 0) return
  await INSERT_EDITS.run(tx, [
    now,
    caller.name,
    edits.map(({ kind }) => kind),
    edits.map(({ ledgerId }) => ledgerId),
    edits.map(({ contractId }) => contractId),
    edits.map(({ disbursementCode }) => disbursementCode),
    edits.map(({ date }) => date),
    edits.map(({ accountingDate }) => accountingDate),
    edits.map(({ oldAmount }) => oldAmount),
    edits.map(({ newAmount }) => newAmount),
    edits.map(({ reason }) => reason),
  ])
}

const INSERT_EDITS = command(`
  insert into ledger_edit (kind, ledger_id, contract_id, disbursement_code, edit_date, accounting_date, old_amount,
    new_amount, reason, created_at, created_by)
  select new.*, $1, $2 from unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::date[], $8::date[],
    $9::bigint[], $10::bigint[], $11::text[]) as new`)

/** Writes entries whose ledger rows are there already. */
export async function postJournal(
  tx: Tx,
  entries: readonly NewEntry[],
  newRows: ReadonlyMap<NewLedgerRow, number>,
  writing: Writing,
): Promise<JournalModel[]> {
  const numbers = await takePlanNumbers(tx, { insert: [], journal: entries })
  return insertJournal(tx, entries, { ...numbers, newRows }, writing)
}

interface NewIds extends JournalNumbers {
  readonly newRows: ReadonlyMap<NewLedgerRow, number>
}

/** Writes entries with all their rows in one statement, and gives the rows as they are answered. */
async function insertJournal(
  tx: Tx,
  entries: readonly NewEntry[],
  { entryIds, postingIds, newRows }: NewIds,
  { now, caller }: Writing,
): Promise<JournalModel[]> {
  let place = 0
  const rows = entries.flatMap((entry, at) =>
    entry.postings.map(({ debit, credit, amount, ledger, reversesId }) => ({
      id: postingIds[place++] ?? 0,
      entry,
      entryId: entryIds[at] ?? 0,
      amount,
      reversesId,
      debit: accountText(debit),
      credit: accountText(credit),
      ledgerId: typeof ledger === 'object' && ledger !== null ? (newRows.get(ledger) ?? null) : ledger,
    })),
  )
  if (rows.length === 0) return []
  await POST.run(tx, [
    rows.map(({ id }) => id),
    rows.map(({ entryId }) => entryId),
    rows.map(({ entry }) => entry.entryType),
    rows.map(({ debit }) => debit),
    rows.map(({ credit }) => credit),
    rows.map(({ amount }) => amount),
    rows.map(({ entry }) => entry.effectiveDate),
    rows.map(({ entry }) => entry.accountingDate),
    rows.map(({ entry }) => entry.contractId),
    rows.map(({ entry }) => entry.claimId ?? null),
    rows.map(({ entry }) => entry.cancelId ?? null),
    rows.map(({ ledgerId }) => ledgerId),
    rows.map(({ entry }) => entry.cashTransactionId ?? null),
    rows.map(({ reversesId }) => reversesId),
    now,
    caller.name,
  ])
  return rows.map(({ id, entry, entryId, debit, credit, amount, ledgerId, reversesId }) => ({
    id,
    entryId,
    entryType: entry.entryType,
    debitAccount: debit,
    creditAccount: credit,
    amount: amountOf(amount),
    effectiveDate: entry.effectiveDate,
    accountingDate: entry.accountingDate,
    contractId: entry.contractId,
    claimId: entry.claimId ?? null,
    cancelId: entry.cancelId ?? null,
    ledgerId,
    cashTransactionId: entry.cashTransactionId ?? null,
    reversesId,
    createdAt: now.toISOString(),
    createdBy: caller.name,
  }))
}

// The ids are given, so that on a cluster the worker does it all.
const POST = command(`
  insert into journal (id, entry_id, entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
    contract_id, claim_id, cancel_id, ledger_id, cash_transaction_id, reverses_id, created_at, created_by)
  select new.*, $15, $16
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::date[], $8::date[],
    $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[]) as new
  where ${besideTable('journal')}`)
