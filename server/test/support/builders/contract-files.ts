import { readdir } from 'node:fs/promises'
import { inTransaction } from '../../../src/db/transaction.ts'
import { applyBook } from '../../../src/rates/book/apply-book.ts'
import { type TestService, testFiles } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { pdf } from './documents.ts'
import { read } from './rate-books.ts'

// Shared by the tests of a contract's documents.

/** The body of a document. */
export const signed = (more: object = {}) => ({
  ...{ documentTypeCode: 'SIGNED', fileName: 'signed.pdf', documentData: pdf().toString('base64') },
  ...more,
})

/** The number of files in the folder of the service. */
export async function filesLeft(): Promise<number> {
  const entries = await readdir(testFiles, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

/** Applies a book of these files. */
export async function applyFiles(service: TestService, files: ReadonlyMap<string, string>): Promise<void> {
  const ready = read(files)
  if ('faults' in ready) throw new Error(JSON.stringify(ready.faults))
  const { db } = await sandboxOf(service)
  const made = { at: new Date('2024-03-15T15:00:00Z'), by: 'test' }
  const applied = await inTransaction(db, (tx) => applyBook(tx, ready, made))
  if ('faults' in applied) throw new Error(JSON.stringify(applied.faults))
  service.app.services.books.clear()
}

interface Told {
  readonly type: string
  readonly subject: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The events of a subject, in order. */
export async function eventsOf({ databases }: TestService, subject: string): Promise<Told[]> {
  const { rows } = await databases.platformPool.query<Told>(
    'select type, subject, data from tenant_adm1.event where subject = $1 order by sequence',
    [subject],
  )
  return rows
}
