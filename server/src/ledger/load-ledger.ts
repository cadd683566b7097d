import { run, type Tx } from '../db/database.ts'
import { accountOf, type Posting } from '../domain/ledger/journal.ts'
import type { LedgerRow } from '../domain/ledger/rows.ts'
import type { Cents } from '../domain/money.ts'
import { COLUMNS, rowOf, type StoredRow } from './view.ts'

/**
 * All rows of a contract, locked. The contract is locked first, because rows that somebody is adding cannot be; both
 * travel together.
 */
export async function lockContractLedger(tx: Tx, contractId: number): Promise<LedgerRow[]> {
  const [, rows] = await Promise.all([
    run(tx, 'select from contract where id = $1 for update', [contractId]),
    run<StoredRow>(tx, OF_CONTRACT, [contractId]),
  ])
  return rows.map(rowOf)
}

/** One row that belongs to no contract, locked. */
export async function lockLedgerRow(tx: Tx, id: number): Promise<LedgerRow | undefined> {
  const [row] = await run<StoredRow>(tx, BY_ID, [id])
  return row && rowOf(row)
}

const OF_CONTRACT = `select ${COLUMNS.join(', ')} from ledger where contract_id = $1 order by id for update`
const BY_ID = `select ${COLUMNS.join(', ')} from ledger where id = $1 for update`

/** What of the journal was booked for these rows, and stands: neither cash, nor earnings, nor what was reversed. */
export async function loadStanding(tx: Tx, rows: readonly LedgerRow[]): Promise<Posting[]> {
  const lines = [...new Set(rows.map(({ lineId }) => lineId))]
  const found = await run<PostingRow>(tx, STANDING, [lines])
  return found.map(({ id, ledger_id, debit_account, credit_account, amount }) => ({
    ...{ id, ledgerId: ledger_id, amount },
    ...{ debit: named(debit_account), credit: named(credit_account) },
  }))
}

interface PostingRow {
  id: number
  ledger_id: number
  debit_account: string
  credit_account: string
  amount: Cents
}

function named(text: string) {
  const account = accountOf(text)
  if (!account) throw new Error(`The journal names an account that there is not: ${text}`)
  return account
}

const STANDING = `
  select j.id, j.ledger_id, j.debit_account, j.credit_account, j.amount from journal j
  where j.ledger_id = any($1::bigint[]) and j.entry_type <> all('{Cash,Earning}') and j.reverses_id is null
    and not exists (select 1 from journal r where r.reverses_id = j.id)
  order by j.id`
