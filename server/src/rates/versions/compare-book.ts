import type { Db } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { liveVersion, loadContent } from '../book/store.ts'
import { loadOverrideNotes } from '../disbursements/override-notes.ts'
import { bookFromSentText } from './book-files.ts'
import type { BookThread, ReadFiles, SentBook } from './book-thread.ts'
import type { ComparedBooks } from './compared-books.ts'
import type { BookComparisonModel } from './models.ts'

/** What a book changes in the one in force, and which that is; 0 if there is none. */
export interface ComparedWithLive extends ComparedBooks {
  readonly live: number
}

export async function compareWithLive(
  thread: BookThread,
  db: Db,
  { text }: Pick<SentBook, 'text'>,
): Promise<ComparedWithLive> {
  const live = await liveVersion(db)
  const content = live === undefined ? undefined : await loadContent(db, live)
  return { live: live ?? 0, ...(await thread.compare(content ? { content } : null, { text })) }
}

/** The comparison as it is answered, with the agreements that the book affects. */
export async function compareBook(
  { thread, books }: { readonly thread: BookThread; readonly books: LiveBooks },
  db: Db,
  { caller, today }: Acting,
  sent: ReadFiles,
): Promise<BookComparisonModel> {
  const live = await books.findLive(caller)
  const about = { liveVersion: live?.version ?? null, liveName: live?.book.name ?? null }
  if ('faults' in sent)
    return { ...NOTHING, ...about, isValid: false, faults: [...sent.faults], isSame: false }
  if (!live) return { ...NOTHING, ...about, name: sent.name, isSame: false }
  const content = found(await loadContent(db, live.version), `rate book version ${live.version}`)
  const { counts, changes, changeCount, grids } = await thread.compare({ content }, { text: sent.text })
  // A sandbox's clock may be set to any day.
  const day = caller.tenant.isSandbox ? '' : today
  const next = await bookFromSentText(sent.text)
  return {
    ...{ isValid: true, faults: [], ...about, name: sent.name, isSame: changeCount === 0 },
    ...{ counts, changes, changeCount, grids },
    overridden: await loadOverrideNotes(db, { live: live.book, next }, day),
  }
}

const NOTHING = {
  ...{ isValid: true, faults: [], name: null, counts: { new: 0, changed: 0, removed: 0 } },
  ...{ changes: [], changeCount: 0, grids: [], overridden: [] },
}
