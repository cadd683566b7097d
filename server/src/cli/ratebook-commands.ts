import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import { compileCriteria } from '../domain/criteria/criteria.ts'
import { dateIn } from '../domain/dates.ts'
import type { Book, FileFault, UnnumberedBook } from '../domain/rate-book/book.ts'
import { diffBooks } from '../domain/rate-book/diff.ts'
import { formFaultMessages } from '../forms/printer.ts'
import { accountFaults, applyBook, type ReadyBook } from '../rates/book/apply-book.ts'
import { readBookFolder } from '../rates/book/folder.ts'
import { type ReadBook, readBook } from '../rates/book/read-book.ts'
import { liveVersion, loadBook } from '../rates/book/store.ts'
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
    const [live, faults] = await Promise.all([liveBook(db), accountFaults(db, ready.accounts)])
    const changes = changesTo(live, ready)
    const lines = changes.length > 0 ? changes : ['The live rate book is the same.']
    // A sandbox's clock may be set to any day.
    const day = tenant.isSandbox ? '' : dateIn(tenant.timeZone, new Date())
    const overridden = live ? await loadOverrideNotes(db, { live, next: ready.book }, day) : []
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
      const live = await liveBook(tx)
      const changes = changesTo(live, ready)
      if (live && changes.length === 0)
        return {
          lines: ['The live rate book is the same. Nothing was changed.'],
          data: { changes },
          faults: false,
        }
      const applied = await applyBook(tx, ready, { at: entry.at, by: entry.actorName })
      if ('faults' in applied)
        return {
          lines: [...applied.faults.map(faultLine), 'Nothing was changed.'],
          data: { ok: false, faults: applied.faults },
          faults: true,
        }
      const audited = changes.map((change) => ({ pointer: '', before: null, after: change }))
      await closeWrite(tx, keys, { ...entry, changes: audited })
      const { version } = applied
      return {
        lines: [...changes, `The rate book is live as version ${version}.`],
        data: { version, changes },
        faults: false,
      }
    })
  })
}

const changesTo = (live: Book | undefined, { book }: ReadyBook) =>
  live ? diffBooks(live, book) : [`This is the first rate book: ${book.name}.`]

const faultLine = ({ file, line, reason }: FileFault) => `${file}:${line}: ${reason}`

async function liveBook(db: Db): Promise<Book | undefined> {
  const version = await liveVersion(db)
  return version === undefined ? undefined : loadBook(db, version)
}

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
  const read = readBook(files, criteriaFault)
  if ('faults' in read) return read
  const faults = await formFaults(read.book)
  return faults.length > 0 ? { faults } : read
}

/** Errors in the forms of the book, such as a PDF that cannot be filled. */
async function formFaults({ forms }: UnnumberedBook): Promise<FileFault[]> {
  if (forms.length === 0) return []
  const { findFormFault } = await import('../forms/fill.ts')
  const found = await Promise.all(forms.map(({ content }) => findFormFault(Buffer.from(content, 'base64'))))
  return found.flatMap((fault, at) =>
    fault ? [{ file: `forms/${forms[at]?.formNumber}.pdf`, line: 1, reason: formFaultMessages[fault] }] : [],
  )
}

/** Why a text is not a valid criteria rule. */
export function criteriaFault(text: string): string | undefined {
  const compiled = compileCriteria(text)
  if (!('invalid' in compiled)) return undefined
  const { message, position } = compiled.invalid
  return `${message} (at character ${position.start + 1} of ${text})`
}

function countParts({ products, vehicles }: UnnumberedBook) {
  const programs = products.flatMap((product) => product.programs)
  return {
    products: products.length,
    programs: programs.length,
    plans: programs.flatMap(({ plans }) => plans).length,
    rates: programs.reduce((sum, { rates }) => sum + rates.length, 0),
    vehicles: vehicles.length,
  }
}
