import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import { dateIn } from '../domain/dates.ts'
import type { FileFault } from '../domain/rate-book/book.ts'
import { diffBooks } from '../domain/rate-book/diff.ts'
import { accountFaults, type ReadyBook } from '../rates/book/apply-book.ts'
import { checkBook, countParts } from '../rates/book/check-book.ts'
import { readBookFolder } from '../rates/book/folder.ts'
import { loadBookInForce, putInForce } from '../rates/book/put-in-force.ts'
import type { ReadBook } from '../rates/book/read-book.ts'
import { lockBooks } from '../rates/book/store.ts'
import { loadOverrideNotes } from '../rates/disbursements/override-notes.ts'
import {
  type Administrator,
  type Options,
  type Outcome,
  operatorEntry,
  UsageRefused,
  withAdministrator,
} from './command.ts'

/** Lists every error in a rate book with its file and line. Needs no database. */
export async function checkRateBook({ folder }: Options): Promise<Outcome> {
  if (!folder) throw new UsageRefused('ratebook check needs --folder.')
  const read = await readRateBook(folder)
  if ('faults' in read)
    return {
      lines: read.faults.map(faultLine),
      data: { ok: false, faults: read.faults },
      faults: true,
    }
  const counts = countParts(read.book)
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return {
    lines: [`The rate book "${read.book.name}" is valid: ${parts.join(', ')}.`],
    data: { ok: true, name: read.book.name, ...counts },
    faults: false,
  }
}

/** Shows what a rate book would change in the live one. */
export function diffRateBook(options: Options): Promise<Outcome> {
  return withBook('ratebook diff', options, async ({ db, ready, tenant }) => {
    const [live, faults] = await Promise.all([loadBookInForce(db), accountFaults(db, ready.accounts)])
    const changes = live ? diffBooks(live.book, ready.book) : [firstBook(ready)]
    const lines = changes.length > 0 ? changes : ['The live rate book is the same.']
    // A sandbox's clock may be set to any day.
    const day = tenant.isSandbox ? '' : dateIn(tenant.timeZone, new Date())
    const overridden = live ? await loadOverrideNotes(db, { live: live.book, next: ready.book }, day) : []
    return {
      lines: [...lines, ...overridden, ...faults.map(faultLine)],
      data: { changes, overridden, faults },
      faults: faults.length > 0,
    }
  })
}

/** Makes a rate book live. */
export function applyRateBook(options: Options): Promise<Outcome> {
  return withBook('ratebook apply', options, async ({ db, ready, keys, tenant }) => {
    const entry = operatorEntry('ratebook apply', `tenants/${tenant.number}/ratebook`)
    return inTransaction(db, async (tx): Promise<Outcome> => {
      await lockBooks(tx)
      const live = await loadBookInForce(tx)
      const changes = live ? diffBooks(live.book, ready.book) : [firstBook(ready)]
      if (changes.length === 0)
        return {
          lines: ['The live rate book is the same. Nothing was changed.'],
          data: { changes },
          faults: false,
        }
      const made = { at: entry.at, by: entry.actorName, previous: live?.version ?? null }
      const applied = await putInForce(tx, ready, made)
      if ('faults' in applied)
        return {
          lines: [...applied.faults.map(faultLine), 'Nothing was changed.'],
          data: { ok: false, faults: applied.faults },
          faults: true,
        }
      const { version } = applied
      const audited = changes.map((change) => ({ pointer: '', before: null, after: change }))
      await closeWrite(tx, keys, { ...entry, changes: audited })
      return {
        lines: [...changes, `The rate book is live as version ${version}.`],
        data: { version, changes },
        faults: false,
      }
    })
  })
}

const firstBook = ({ book }: ReadyBook) => `This is the first rate book: ${book.name}.`

const faultLine = ({ file, line, reason }: FileFault) => `${file}:${line}: ${reason}`

interface Work extends Administrator {
  readonly ready: ReadyBook
}

/** The folder is read and checked before the database is opened. */
async function withBook(
  command: string,
  { tenant: number, folder }: Options,
  work: (opened: Work) => Promise<Outcome>,
): Promise<Outcome> {
  if (!number || !folder) throw new UsageRefused(`${command} needs --tenant and --folder.`)
  const read = await readRateBook(folder)
  if ('faults' in read)
    return { lines: read.faults.map(faultLine), data: { ok: false, faults: read.faults }, faults: true }
  return withAdministrator(number, (opened) => work({ ...opened, ready: read }))
}

async function readRateBook(folder: string): Promise<ReadBook> {
  let files: Map<string, string>
  try {
    files = readBookFolder(folder)
  } catch (error) {
    throw new UsageRefused(`The folder cannot be read: ${(error as Error).message}`)
  }
  return checkBook(files)
}
