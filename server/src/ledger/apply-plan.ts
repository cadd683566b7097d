import { seesCostLines } from '../access/cost-visibility.ts'
import { run, type Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { unitOf } from '../db/unit-of-work.ts'
import type { LedgerPlan, LedgerUpdate } from '../domain/ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../domain/ledger/rows.ts'
import type { Acting } from '../http/caller.ts'
import { postJournal } from './post-journal.ts'
import { COLUMNS, modelOf, NAMED, rowOf, SHOWN, type ShownRow, seenOf } from './view.ts'

/** Who writes, and when. */
export type Writing = Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name' | 'scopes'> }

export interface Applied {
  /** In the order of the plan. */
  readonly inserted: readonly LedgerRow[]
  readonly updated: readonly LedgerRow[]
}

/**
 * Writes what a plan says: a statement for all new rows, one for all changed ones, one for the journal and one for the
 * record of corrections. The rows that it changes are locked by whoever has made the plan.
 */
export async function applyPlan(tx: Tx, plan: LedgerPlan, writing: Writing): Promise<Applied> {
  const noNewRows = plan.insert.length === 0
  const [inserted, updated, , early] = await runAll([
    insertRows(tx, plan.insert, writing),
    updateRows(tx, plan.update, writing),
    saveEdits(tx, plan, writing),
    // The journal names new rows by their ids, and waits for them only where there are any.
    noNewRows ? postJournal(tx, plan.journal, new Map(), writing) : undefined,
  ])
  const ids = new Map(plan.insert.map((row, at) => [row, inserted[at]?.id ?? 0]))
  const posted = early ?? (await postJournal(tx, plan.journal, ids, writing))
  const written = [...inserted, ...updated]
  const { ledger, journal } = unitOf(tx)
  if (seesCostLines(writing.caller)) {
    ledger.push(...written.map(modelOf))
    journal.push(...posted)
  } else
    ledger.push(
      ...(await seenOf(
        tx,
        writing.caller,
        written.map(({ id }) => id),
      )),
    )
  return { inserted: inserted.map(rowOf), updated: updated.map(rowOf) }
}

/** The columns that a plan gives, with their types and where they come from. */
const given: readonly (readonly [column: string, type: string, of: (row: NewLedgerRow) => unknown])[] = [
  ['ledger_type', 'text', (row) => row.ledgerType],
  ['status', 'text', (row) => row.status],
  ['waits_for', 'text', (row) => row.waitsFor],
  ['direction', 'text', (row) => row.direction],
  ['account_holder_id', 'bigint', (row) => row.accountHolderId],
  ['contract_id', 'bigint', (row) => row.contractId],
  ['claim_id', 'bigint', (row) => row.claimId],
  ['cancel_id', 'bigint', (row) => row.cancelId],
  ['product_id', 'bigint', (row) => row.productId],
  ['disbursement_code', 'text', (row) => row.disbursementCode],
  ['disbursement_group', 'text', (row) => row.disbursementGroup],
  ['amount', 'bigint', (row) => row.amount],
  ['paid_amount', 'bigint', (row) => row.paidAmount],
  ['effective_date', 'date', (row) => row.effectiveDate],
  ['accounting_date', 'date', (row) => row.accountingDate],
  ['due_date', 'date', (row) => row.dueDate],
  ['is_memo', 'boolean', (row) => row.isMemo],
  ['is_dealer_cost', 'boolean', (row) => row.isDealerCost],
  ['pay_when', 'text', (row) => row.payWhen],
  ['reason', 'text', (row) => row.reason],
  ['hold_id', 'bigint', (row) => row.holdId],
  ['in_process_cash_transaction_id', 'bigint', (row) => row.inProcessCashTransactionId],
  ['offset_of_ledger_id', 'bigint', (row) => row.offsetOfLedgerId],
]
const columns = given.map(([column]) => column).join(', ')
const arrays = given.map(([, type], at) => `$${at + 3}::${type}[]`).join(', ')

// Ids are taken before the rows are written, in the order of the plan, because rows of one line name the first of it.
const INSERT = `
  with numbered as materialized (
    select nextval('ledger_id_seq') as new_id, given.* from
      unnest(${arrays}, $${given.length + 3}::bigint[], $${given.length + 4}::bigint[])
      with ordinality as given (${columns}, line, line_at, position)),
  l as (
    insert into ledger (id, line_id, ${columns}, created_at, created_by, updated_at, updated_by)
    select new.new_id, coalesce(new.line, first.new_id, new.new_id), ${given.map(([column]) => `new.${column}`).join(', ')},
      $1, $2, $1, $2
    from numbered new left join numbered first on first.position = new.line_at
    returning ${COLUMNS.join(', ')})
  select ${SHOWN} from l ${NAMED} order by l.id`

async function insertRows(
  tx: Tx,
  rows: readonly NewLedgerRow[],
  { now, caller }: Writing,
): Promise<ShownRow[]> {
  if (rows.length === 0) return []
  const places = new Map(rows.map((row, at) => [row, at + 1]))
  return run<ShownRow>(tx, INSERT, [
    now,
    caller.name,
    ...given.map(([, , of]) => rows.map(of)),
    rows.map(({ line }) => (typeof line === 'number' ? line : null)),
    rows.map(({ line }) => (typeof line === 'object' && line !== null ? places.get(line) : null)),
  ])
}

const changing: readonly (readonly [column: string, type: string, of: (row: LedgerRow) => unknown])[] = [
  ['status', 'text', (row) => row.status],
  ['waits_for', 'text', (row) => row.waitsFor],
  ['amount', 'bigint', (row) => row.amount],
  ['paid_amount', 'bigint', (row) => row.paidAmount],
  ['effective_date', 'date', (row) => row.effectiveDate],
  ['accounting_date', 'date', (row) => row.accountingDate],
  ['due_date', 'date', (row) => row.dueDate],
  ['reason', 'text', (row) => row.reason],
  ['hold_id', 'bigint', (row) => row.holdId],
  ['in_process_cash_transaction_id', 'bigint', (row) => row.inProcessCashTransactionId],
]

const UPDATE = `
  with l as (
    update ledger set ${changing.map(([column]) => `${column} = new.${column}`).join(', ')},
      updated_at = $1, updated_by = $2, row_version = row_version + 1
    from unnest($3::bigint[], ${changing.map(([, type], at) => `$${at + 4}::${type}[]`).join(', ')})
      as new (id, ${changing.map(([column]) => column).join(', ')})
    where ledger.id = new.id
    returning ${COLUMNS.map((name) => `ledger.${name}`).join(', ')})
  select ${SHOWN} from l ${NAMED} order by l.id`

async function updateRows(
  tx: Tx,
  updates: readonly LedgerUpdate[],
  { now, caller }: Writing,
): Promise<ShownRow[]> {
  if (updates.length === 0) return []
  const rows = updates.map(({ row, changes }) => ({ ...row, ...changes }))
  const ids = rows.map(({ id }) => id)
  return run<ShownRow>(tx, UPDATE, [now, caller.name, ids, ...changing.map(([, , of]) => rows.map(of))])
}

async function saveEdits(tx: Tx, { edits }: LedgerPlan, { now, caller }: Writing): Promise<void> {
  if (edits.length === 0) return
  await run(tx, INSERT_EDITS, [
    now,
    caller.name,
    edits.map(({ kind }) => kind),
    edits.map(({ ledgerId }) => ledgerId),
    edits.map(({ contractId }) => contractId),
    edits.map(({ disbursementCode }) => disbursementCode),
    edits.map(({ date }) => date),
    edits.map(({ oldAmount }) => oldAmount),
    edits.map(({ newAmount }) => newAmount),
    edits.map(({ reason }) => reason),
  ])
}

const INSERT_EDITS = `
  insert into ledger_edit (kind, ledger_id, contract_id, disbursement_code, edit_date, old_amount, new_amount, reason,
    created_at, created_by)
  select new.*, $1, $2 from unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::date[], $8::bigint[],
    $9::bigint[], $10::text[]) as new`
