import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { run, type Tx } from '../db/database.ts'
import { encrypt, type Key, keyedHash } from '../db/keys.ts'
import { migrationsFingerprint, quoted } from '../db/migrations.ts'
import { projectRoot } from '../db/project-root.ts'
import { sealedColumns } from '../db/sealed.ts'
import { readBookFolder, sandboxBookFolder } from '../rates/book/folder.ts'

// The part of the seed with fixed dates is the same on every machine. Its use cases take most of the time of a first start, so
// the rows that they make are kept in a file. `npm run seed` makes the file, and a test compares it with the use cases.

export const seedFilePath = join(projectRoot, 'server', 'data', 'sandbox-seed.json.br')

/** The rows of the seed without the last twelve months. */
export interface SeedFile {
  /** The migrations and the rate book that the rows belong to. */
  readonly madeFor: string
  /** Each after the tables that it refers to. */
  readonly tables: readonly FileTable[]
  readonly sealed: readonly SealedValues[]
  /** The last number of each sequence. */
  readonly numbers: Readonly<Record<string, number>>
}

interface FileTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The rows as PostgreSQL writes them, with `ROW_SEPARATOR` between them. */
  readonly rows: string
}

/** The values of an encrypted column, as plain text. In the rows they are absent, because each installation has its own keys. */
interface SealedValues {
  readonly table: string
  readonly column: string
  readonly ids: readonly number[]
  readonly texts: readonly string[]
}

/** No text of the seed contains it. */
export const ROW_SEPARATOR = '\u001e'

/** Changes with the migrations and the rate book of the sandbox. */
export function seedInputs(): string {
  const hash = createHash('sha256').update(migrationsFingerprint())
  for (const [file, text] of readBookFolder(sandboxBookFolder)) hash.update(file).update(text)
  return hash.digest('hex')
}

/** Nothing if there is no file, or if it was made for other migrations or another rate book. */
export async function findSeedFile(): Promise<SeedFile | undefined> {
  if (!existsSync(seedFilePath)) return undefined
  const bytes = await promisify(brotliDecompress)(await readFile(seedFilePath))
  const file = JSON.parse(bytes.toString()) as SeedFile
  return file.madeFor === seedInputs() ? file : undefined
}

/** What is different in each installation. */
interface Installation {
  readonly dataKeys: readonly Key[]
  readonly passwordHash: string
}

/** Fills the tables of a new administrator with the rows of the file. */
export async function loadSeedFile(
  tx: Tx,
  { tables, sealed, numbers }: SeedFile,
  { dataKeys, passwordHash }: Installation,
): Promise<void> {
  // Some migrations write first rows, and the file has these as well. All statements are sent without waiting for answers.
  await Promise.all([
    ...tables.toReversed().map(({ name }) => run(tx, `delete from ${quoted(name)}`, [])),
    ...tables.map((table) => insertRows(tx, table)),
    ...sealed.map((values) => sealValues(tx, values, dataKeys)),
    run(tx, 'update app_user set password_hash = $1', [passwordHash]),
    run(
      tx,
      'select setval(name::regclass, last) from unnest($1::text[], $2::bigint[]) as kept (name, last)',
      [Object.keys(numbers), Object.values(numbers)],
    ),
  ])
}

function insertRows(tx: Tx, { name, columns, rows }: FileTable): Promise<unknown> {
  const names = columns.map(quoted)
  // Without `offset 0`, PostgreSQL would read the row anew for each column.
  return run(
    tx,
    `insert into ${quoted(name)} (${names.join(', ')}) overriding system value
     select ${names.map((column) => `(given.made).${column}`).join(', ')}
     from (select line::${quoted(name)} as made from string_to_table($1, $2) as line offset 0) given`,
    [rows, ROW_SEPARATOR],
  )
}

function sealValues(
  tx: Tx,
  { table, column, ids, texts }: SealedValues,
  keys: readonly Key[],
): Promise<unknown> {
  const hash = sealedColumns.find((sealed) => sealed.table === table && sealed.column === column)?.hash
  const setHash = hash ? `, ${quoted(hash.column)} = new.hash` : ''
  return run(
    tx,
    `update ${quoted(table)} kept set ${quoted(column)} = new.sealed${setHash}
     from unnest($1::bigint[], $2::text[], $3::bytea[]) as new (id, sealed, hash) where kept.id = new.id`,
    [
      ids,
      texts.map((text) => encrypt(keys, text)),
      texts.map((text) => (hash ? keyedHash(keys, hash.use, text) : null)),
    ],
  )
}
