import { seesCostLines } from '../access/cost-visibility.ts'
import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { command, statement } from '../db/statement.ts'
import { columnName } from '../db/table.ts'
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

/**
 * Writes a plan with four statements: one for all new rows, one for all changed rows, one for the journal and one for
 * the record of corrections. The caller has locked the rows that the plan changes.
 */
export async function applyPlan(tx: Tx, plan: LedgerPlan, writing: Writing): Promise<Applied> {
  const noNewRows = plan.insert.length === 0
  const [inserted, , , early] = await runAll([
    insertRows(tx, plan.insert, writing),
    updateRows(tx, plan.update, writing),
    saveEdits(tx, plan.edits, writing),
    // The journal names new rows by their ids, so it waits for them when there are any.
    noNewRows ? postJournal(tx, plan.journal, new Map(), writing) : undefined,
  ])
  const ids = new Map(plan.insert.map((row, at) => [row, inserted[at]?.id ?? 0]))
  const posted = early ?? (await postJournal(tx, plan.journal, ids, writing))
  recordEffects(tx, writing, [...inserted, ...plan.update.map(({ row }) => row)], posted)
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

const storedNames = Object.keys(ledgerTable.columns).map(columnName)

type PlannedName = Exclude<keyof typeof ledgerTable.columns, 'id' | 'lineId'>
const planned = Object.keys(ledgerTable.columns).filter(
  (name) => name !== 'id' && name !== 'lineId',
) as PlannedName[]
const plannedColumns = planned.map(columnName)
const arrayOf = (name: PlannedName, parameter: number) => `$${parameter}::${ledgerTable.columns[name].type}[]`

// The ids are taken before the rows are written, in the order of the plan, because rows of a line name its first row.
const INSERT = statement(
  ledgerTable.columns,
  `
  with numbered as materialized (
    select nextval('ledger_id_seq') as new_id, given.* from
      unnest(${planned.map((name, at) => arrayOf(name, at + 3)).join(', ')},
        $${planned.length + 3}::bigint[], $${planned.length + 4}::bigint[])
      with ordinality as given (${plannedColumns.join(', ')}, line, line_at, position)),
  l as (
    insert into ledger (id, line_id, ${plannedColumns.join(', ')}, created_at, created_by, updated_at, updated_by)
    select new.new_id, coalesce(new.line, first.new_id, new.new_id),
      ${plannedColumns.map((name) => `new.${name}`).join(', ')}, $1, $2, $1, $2
    from numbered new left join numbered first on first.position = new.line_at
    returning ${storedNames.join(', ')})
  select ${ledgerTable.list('l')} from l order by l.id`,
)

/** The statement that inserts the new rows of a plan. */
export const INSERT_LEDGER_ROWS = INSERT.text

/** The rows that the insert answers to these values, for who alone takes numbers of the sequence. */
export function insertedLedgerRows(values: readonly unknown[], take: TakeNumbers): Row[] {
  const lists = values.slice(2) as unknown[][]
  const [lines = [], places = []] = lists.slice(planned.length)
  const ids = take('ledger_id_seq', lines.length)
  return ids.map((id, at) => ({
    ...{ id, lineId: lines[at] ?? ids[Number(places[at] ?? at + 1) - 1] },
    ...Object.fromEntries(planned.map((name, place) => [name, lists[place]?.[at] ?? null])),
  }))
}

type TakeNumbers = (sequence: string, count: number) => readonly number[]
type Row = Readonly<Record<string, unknown>>

async function insertRows(
  tx: Tx,
  rows: readonly NewLedgerRow[],
  { now, caller }: Writing,
): Promise<LedgerRow[]> {
  if (rows.length === 0) return []
  const places = new Map(rows.map((row, at) => [row, at + 1]))
  return INSERT.rows(tx, [
    now,
    caller.name,
    ...planned.map((name) => rows.map((row) => row[name])),
    rows.map(({ line }) => (typeof line === 'number' ? line : null)),
    rows.map(({ line }) => (typeof line === 'object' && line !== null ? places.get(line) : null)),
  ])
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

/** Writes entries with all their rows in one statement, and gives the rows as they are answered. */
export async function postJournal(
  tx: Tx,
  entries: readonly NewEntry[],
  newRows: ReadonlyMap<NewLedgerRow, number>,
  { now, caller }: Writing,
): Promise<JournalModel[]> {
  const rows = entries.flatMap((entry, at) =>
    entry.postings.map(({ debit, credit, amount, ledger, reversesId }) => ({
      ...{ entry, at: at + 1, amount, reversesId },
      ...{ debit: accountText(debit), credit: accountText(credit) },
      ledgerId: typeof ledger === 'object' && ledger !== null ? (newRows.get(ledger) ?? null) : ledger,
    })),
  )
  if (rows.length === 0) return []
  const posted = await POST.rows(tx, [
    now,
    caller.name,
    entries.map(({ entryType }) => entryType),
    entries.map(({ effectiveDate }) => effectiveDate),
    entries.map(({ accountingDate }) => accountingDate),
    entries.map(({ contractId }) => contractId),
    entries.map(({ claimId }) => claimId ?? null),
    entries.map(({ cancelId }) => cancelId ?? null),
    entries.map(({ cashTransactionId }) => cashTransactionId ?? null),
    rows.map(({ at }) => at),
    rows.map(({ debit }) => debit),
    rows.map(({ credit }) => credit),
    rows.map(({ amount }) => amount),
    rows.map(({ ledgerId }) => ledgerId),
    rows.map(({ reversesId }) => reversesId),
  ])
  return rows.map(({ entry, debit, credit, amount, ledgerId, reversesId }, at) => ({
    id: posted[at]?.id ?? 0,
    entryId: posted[at]?.entry_id ?? 0,
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

// Rows get their ids in the order of the entries, and are returned in that order.
const POST = statement(
  { id: int, entry_id: int },
  `
  with entry as materialized (
    select nextval('journal_entry_id_seq') as entry_id, given.* from unnest($3::text[], $4::date[], $5::date[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
      with ordinality as given (entry_type, effective_date, accounting_date, contract_id, claim_id, cancel_id,
        cash_transaction_id, position)),
  posted as (
    insert into journal (entry_id, entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
      contract_id, claim_id, cancel_id, ledger_id, cash_transaction_id, reverses_id, created_at, created_by)
    select entry.entry_id, entry.entry_type, new.debit, new.credit, new.amount, entry.effective_date,
      entry.accounting_date, entry.contract_id, entry.claim_id, entry.cancel_id, new.ledger_id,
      entry.cash_transaction_id, new.reverses_id, $1, $2
    from unnest($10::bigint[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::bigint[])
      with ordinality as new (entry, debit, credit, amount, ledger_id, reverses_id, position)
    join entry on entry.position = new.entry order by new.position
    returning id, entry_id)
  select id, entry_id from posted order by id`,
)

/** The statement that writes the journal. */
export const POST_JOURNAL = POST.text

/** The rows that the journal answers to these values, for who alone takes numbers of the sequences. */
export function postedJournalRows(values: readonly unknown[], take: TakeNumbers): Row[] {
  const [entries, places] = [values[2] as readonly unknown[], values[9] as readonly number[]]
  const entryIds = take('journal_entry_id_seq', entries.length)
  return take('journal_id_seq', places.length).map((id, at) => ({
    id,
    entry_id: entryIds[(places[at] ?? 0) - 1],
  }))
}
