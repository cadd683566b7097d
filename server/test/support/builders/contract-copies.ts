import { type Db, run } from '../../../src/db/database.ts'

/** Everything that a sold contract has, with the columns that change in a copy. Each begins with the original's value. */
const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contract: { id: 'id + k.nth * $2', number: `number || '-' || k.nth::text` },
  contract_line: { contract_id: 'contract_id + k.nth * $2' },
  ledger: {
    id: 'id + k.nth * $2',
    contract_id: 'contract_id + k.nth * $2',
    line_id: 'line_id + k.nth * $2',
    offset_of_ledger_id: 'offset_of_ledger_id + k.nth * $2',
  },
  journal: {
    id: 'id + k.nth * $2',
    entry_id: 'entry_id + k.nth * $2',
    contract_id: 'contract_id + k.nth * $2',
    ledger_id: 'ledger_id + k.nth * $2',
    reverses_id: 'reverses_id + k.nth * $2',
  },
  contract_odometer: { id: 'id + k.nth * $2', contract_id: 'contract_id + k.nth * $2' },
  contract_event: {
    id: 'id + k.nth * $2',
    contract_id: 'contract_id + k.nth * $2',
    subject_id: 'subject_id + k.nth * $2',
  },
  earning: { id: 'id + k.nth * $2', contract_id: 'contract_id + k.nth * $2' },
}

/** Every id of the originals must be below this. */
const STRIDE = 1_000
const AT_ONCE = 250

/**
 * Copies contracts with their lines, ledger and journal, so many times each, by SQL: selling them would take a hundred times as
 * long. Copy n of contract 3 is contract n003. There must be no other contracts.
 */
export async function copyContracts(db: Db, ids: readonly number[], copies: number): Promise<void> {
  for (const [table, changed] of Object.entries(parts)) {
    const columns = await run<{ name: string }>(
      db,
      `select column_name as name from information_schema.columns
       where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )
    const names = columns.map(({ name }) => name)
    const owner = table === 'contract' ? 'id' : 'contract_id'
    const insert = `insert into ${table} (${names.join(', ')})
       select ${names.map((name) => (changed[name] ?? name).replace(/^\w+/, 't.$&')).join(', ')}
       from ${table} t cross join generate_series($3::bigint, $4::bigint) as k (nth)
       where t.${owner} = any($1::bigint[]) and $2::bigint > 0 order by k.nth`
    // A statement may not take long.
    for (let first = 1; first <= copies; first += AT_ONCE)
      await run(db, insert, [ids, STRIDE, first, Math.min(copies, first + AT_ONCE - 1)])
    await run(db, `analyze ${table}`, [])
    if ('id' in changed) await continueNumbers(db, table, 'id')
  }
  await continueNumbers(db, 'journal', 'entry_id')
}

/** The next number of a column is above all that it has. */
async function continueNumbers(db: Db, table: string, column: string): Promise<void> {
  const [row] = await run<{ last: number }>(db, `select max(${column}) as last from ${table}`, [])
  const values = [table, column, (row?.last ?? 0) + 1]
  await run(db, 'select setval(pg_get_serial_sequence($1, $2), $3)', values)
}

/** Signatures on the papers of contracts that were deleted. A new contract may get the id of one of them. */
export const withoutSignatures = (db: Db): Promise<unknown> =>
  run(db, `update document set details = details - 'isSigned' where entity_type = 'Contract'`, [])
