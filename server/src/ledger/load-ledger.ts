import type { Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { command, statement } from '../db/statement.ts'
import { listColumns } from '../db/table.ts'
import { type Account, type Posting, parseAccount } from '../domain/ledger/journal.ts'
import type { LedgerRow } from '../domain/ledger/rows.ts'
import { journalTable } from './journal-table.ts'
import { ledgerTable } from './ledger-table.ts'

/** All rows of a contract, locked. The contract is locked as well, because rows that are being added cannot be locked. */
export async function lockContractLedger(tx: Tx, contractId: number): Promise<LedgerRow[]> {
  const [, rows] = await runAll([LOCK_CONTRACT.run(tx, [contractId]), lockLedgerOfLocked(tx, contractId)])
  return rows
}

/** The same for a contract that is locked already. */
export const lockLedgerOfLocked = (tx: Tx, contractId: number): Promise<LedgerRow[]> =>
  LOCK_ROWS_OF_CONTRACT.rows(tx, [contractId])

/** One row that belongs to no contract, locked. */
export const lockLedgerRow = (tx: Tx, id: number): Promise<LedgerRow | undefined> => LOCK_ROW.first(tx, [id])

const LOCK_CONTRACT = command('select from contract where id = $1 for update')
const LOCK_ROWS_OF_CONTRACT = statement(
  ledgerTable.columns,
  `select ${ledgerTable.list()} from ledger where contract_id = $1 order by id for update`,
)
const LOCK_ROW = statement(
  ledgerTable.columns,
  `select ${ledgerTable.list()} from ledger where id = $1 for update`,
)

/** The postings of these rows that are still in the books: not cash, not earnings, and not reversed. */
export async function loadStanding(tx: Tx, rows: readonly LedgerRow[]): Promise<Posting[]> {
  const lines = [...new Set(rows.map(({ lineId }) => lineId))]
  const found = await STANDING.rows(tx, [lines])
  return found.map(({ id, ledgerId, debitAccount, creditAccount, amount }) => ({
    ...{ id, ledgerId: ledgerId as number, amount },
    ...{ debit: accountNamed(debitAccount), credit: accountNamed(creditAccount) },
  }))
}

/** The account that the journal names. */
export function accountNamed(text: string): Account {
  const account = parseAccount(text)
  if (!account) throw new Error(`The journal names an unknown account: ${text}`)
  return account
}

const posting = journalTable.pick('id', 'ledgerId', 'debitAccount', 'creditAccount', 'amount')
const STANDING = statement(
  posting,
  `select ${listColumns(posting, 'j')} from journal j
  where j.ledger_id = any($1::bigint[]) and j.entry_type <> all('{Cash,Earning}') and j.reverses_id is null
    and not exists (select 1 from journal r where r.reverses_id = j.id)
  order by j.id`,
)
