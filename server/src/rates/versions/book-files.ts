import type { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { accountFaults } from '../book/apply-book.ts'
import { bookFromText } from '../book/pieces.ts'
import { inSlices } from '../book/store.ts'
import type { BookThread, ReadFiles } from './book-thread.ts'
import type { BookFiles } from './models.ts'

/** The files as a folder has them: hidden ones are skipped. */
const folderOf = (files: z.output<typeof BookFiles>['files']): Map<string, string> =>
  new Map(
    files
      .filter(({ name }) => !name.split('/').some((part) => part.startsWith('.')))
      .map(({ name, content }) => [name, content]),
  )

/** The book that was sent, if it could be applied here; or every fault of it. */
export async function readSentBook(
  thread: BookThread,
  db: Db,
  { files }: Pick<z.output<typeof BookFiles>, 'files'>,
): Promise<ReadFiles> {
  const read = await thread.read(folderOf(files))
  if ('faults' in read) return read
  const faults = await accountFaults(db, read.accounts)
  return faults.length > 0 ? { faults } : read
}

/** The book itself, read piece by piece. */
export const bookFromSentText = async (text: Uint8Array): Promise<UnnumberedBook> =>
  // The thread has written it from a book.
  (await inSlices(bookFromText(Buffer.from(text.buffer, text.byteOffset, text.byteLength)))) as UnnumberedBook
