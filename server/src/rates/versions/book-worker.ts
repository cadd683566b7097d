import { parentPort } from 'node:worker_threads'
import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { checkBook, countParts } from '../book/check-book.ts'
import { bookToText } from '../book/pieces.ts'
import { bookFromContent } from '../book/store.ts'
import { bookFromSentText } from './book-files.ts'
import type { BookAnswer, BookSource, BookTask } from './book-thread.ts'
import { comparedBooks } from './compared-books.ts'

// The thread that reads and compares rate books, one after the other. It knows only the task it is sent.

async function answerTo(task: BookTask): Promise<BookAnswer> {
  try {
    if (task.kind === 'compare')
      return comparedBooks(task.before && (await bookFrom(task.before)), await bookFrom(task.after))
    const read = await checkBook(task.files)
    if ('faults' in read) return read
    const { book, accounts } = read
    const text = new TextEncoder().encode(bookToText(book))
    return { name: book.name, counts: countParts(book), accounts, text }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const bookFrom = (source: BookSource): Promise<UnnumberedBook> =>
  'text' in source ? bookFromSentText(source.text) : bookFromContent(source.content)

// Tasks are answered in their order, whatever each of them waits for.
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (task: BookTask) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(task)))
})
