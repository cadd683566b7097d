import { run, type Tx } from '../db/database.ts'
import { accountText, type NewEntry } from '../domain/ledger/journal.ts'
import type { NewLedgerRow } from '../domain/ledger/rows.ts'
import { amountOf } from '../domain/money.ts'
import type { Writing } from './apply-plan.ts'
import type { JournalModel } from './models.ts'

/** Writes entries with all their rows in one statement; the rows as they are shown. */
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
  const posted = await run<{ id: number; entry_id: number }>(tx, POST, [
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

// Rows get their ids in the order in which they stand in the entries, and answer in that order.
const POST = `
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
  select id, entry_id from posted order by id`
