import { createHash } from 'node:crypto'
import { z } from 'zod'
import { requireCostLines } from '../../access/cost-visibility.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import { Problem } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { putInForce } from '../book/put-in-force.ts'
import { liveVersion, lockBooks } from '../book/store.ts'
import { loadLiveBook } from '../lists/book-lists.ts'
import type { QuoteRecords } from '../quotes/records.ts'
import { bookFromSentText, readSentBook } from './book-files.ts'
import type { BookThread } from './book-thread.ts'
import { compareBook, compareWithLive } from './compare-book.ts'
import {
  BookCheck,
  BookComparison,
  BookFiles,
  BookVersion,
  BookVersionDetails,
  NewBook,
  Rehearsal,
  RehearsalData,
} from './models.ts'
import { rehearseBook } from './rehearse-book.ts'
import { readVersion, readVersionDetails, readVersions, versionDetails } from './versions.ts'

export interface BookVersionServices {
  readonly books: LiveBooks
  readonly bookThread: BookThread
  readonly quotes: Pick<QuoteRecords, 'flush'>
}

const tag = 'RateBooks'
const asked = { tag, permission: 'rates:write', isLarge: true } as const

/** Rate books: those that were applied, and a new one from the first check until it is in force. */
export const bookVersionRoutes = ({
  books,
  quotes,
  bookThread: thread,
}: BookVersionServices): readonly Route[] => [
  route.read({
    tag,
    path: '/Rates/books',
    summary: 'List the rate books that were applied',
    description:
      'The newest first. The first is in force. Not for callers that are limited to account holders.',
    permission: 'rates:costs',
    answer: z.array(BookVersion),
    pages: ['version', 'name', 'appliedAt', 'appliedBy'],
    async handler({ db, caller }) {
      requireCostLines(caller, 'rates:costs')
      return readVersions(db)
    },
  }),
  route.read({
    tag,
    path: '/Rates/books/{version}',
    summary: 'Read a rate book that was applied, and what it changed',
    description: 'The changes are those in the version before. The first version lists none.',
    permission: 'rates:costs',
    answer: BookVersionDetails,
    async handler({ db, caller, params: { version } }) {
      requireCostLines(caller, 'rates:costs')
      return readVersionDetails(thread, db, version)
    },
  }),
  route.ask({
    ...asked,
    path: '/Rates/books/checks',
    summary: 'Check the files of a rate book',
    description:
      'Every fault is listed with its file and line, also account holders that do not exist. A book with faults is answered with 200, and `isValid` is false.',
    body: BookFiles,
    answer: BookCheck,
    async handler({ db, caller, body }) {
      requireCostLines(caller, 'rates:write')
      const [sent, live = null] = await Promise.all([readSentBook(thread, db, body), liveVersion(db)])
      return 'faults' in sent
        ? { isValid: false, name: null, counts: null, faults: [...sent.faults], liveVersion: live }
        : { isValid: true, name: sent.name, counts: sent.counts, faults: [], liveVersion: live }
    },
  }),
  route.ask({
    ...asked,
    path: '/Rates/books/comparisons',
    summary: 'Compare the files of a rate book with the book in force',
    description:
      '`changes` tells what comes, goes and changes, one fact at a time; `grids` has the tables of figures, old beside new.',
    body: BookFiles,
    answer: BookComparison,
    async handler({ db, body, params: _, ...acting }) {
      requireCostLines(acting.caller, 'rates:write')
      return compareBook({ thread, books }, db, acting, await readSentBook(thread, db, body))
    },
  }),
  route.ask({
    ...asked,
    path: '/Rates/books/rehearsals',
    summary: 'Try a rate book on the last recorded quotes',
    description:
      'Each quote is rated twice with its recorded inputs: with the book in force, and with the one that is sent. Nothing is stored.',
    body: RehearsalData,
    answer: Rehearsal,
    async handler({ db, caller, body }) {
      requireCostLines(caller, 'rates:write')
      const [sent, live] = await Promise.all([
        readSentBook(thread, db, body),
        loadLiveBook(books, caller),
        quotes.flush(),
      ])
      const none = { quotes: 0, reasons: [], samples: [] }
      const tried =
        'faults' in sent
          ? { quotes: 0, from: null, to: null, unchanged: 0, plans: [], lost: none, gained: none }
          : await rehearseBook(db, { live, draft: await bookFromSentText(sent.text) }, body)
      return {
        isValid: !('faults' in sent),
        faults: 'faults' in sent ? [...sent.faults] : [],
        liveVersion: live.version === 0 ? null : live.version,
        ...tried,
      }
    },
  }),
  route.upload({
    tag,
    permission: 'rates:write',
    path: '/Rates/books',
    summary: 'Apply a rate book',
    description:
      'The book is in force for all quotes within two seconds. Sold contracts keep their terms, and quotes that were given are honored. It is applied whole or not at all. A dry run shows what would change.',
    body: NewBook,
    answer: BookVersionDetails,
    status: 201,
    subject: 'ratebooks/{version}',
    location: '/Rates/books/{version}',
    problems: ['RateBookMoved', 'RateBookUnchanged', 'RateBookInvalid'],
    // A large book takes seconds to read and compare, so that is done before the transaction.
    async receive({ caller, body }) {
      requireCostLines(caller, 'rates:write')
      if (!('json' in body)) throw new Error('A rate book is sent as JSON.')
      const { files, ...rest } = body.json
      const sent = await readSentBook(thread, caller.db, { files })
      const compared = 'faults' in sent ? undefined : await compareWithLive(thread, caller.db, sent)
      const checksum = createHash('sha256').update(JSON.stringify(files)).digest('hex')
      return { taken: { ...rest, sent, compared }, fingerprint: { ...rest, checksum }, ...NOTHING_KEPT }
    },
    async recorded({ tx }) {
      await lockBooks(tx)
      const version = await liveVersion(tx)
      return version === undefined ? {} : readVersion(tx, version)
    },
    async handler({ tx, caller, now, body: { sent, compared, expectedVersion } }) {
      if ('faults' in sent) throw invalid(sent.faults)
      await lockBooks(tx)
      const live = (await liveVersion(tx)) ?? 0
      if (expectedVersion !== live || compared?.live !== live) throw moved(expectedVersion, live)
      if (live > 0 && compared.changeCount === 0)
        throw new Problem('RateBookUnchanged', 'The rate book is the same as the one in force.')
      const ready = { book: await bookFromSentText(sent.text), accounts: sent.accounts }
      const previous = live === 0 ? null : live
      const applied = await putInForce(tx, ready, { at: now, by: caller.name, previous })
      if ('faults' in applied) throw invalid(applied.faults)
      return versionDetails(await readVersion(tx, applied.version), previous, compared)
    },
  }),
]

/** The files of a book are not stored: the book itself is. */
const NOTHING_KEPT = { keep: async () => undefined, drop: async () => undefined }

function invalid(faults: readonly FileFault[]): Problem {
  const [first] = faults
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
  const where = first ? ` The first: ${first.file}:${first.line}: ${first.reason}` : ''
  return new Problem('RateBookInvalid', `The rate book has ${count}.${where}`, { members: { faults } })
}

const moved = (expectedVersion: number, live: number) =>
  new Problem(
    'RateBookMoved',
    `The book was compared with version ${expectedVersion}, but version ${live} is in force.`,
    { members: { expectedVersion, liveVersion: live } },
  )
