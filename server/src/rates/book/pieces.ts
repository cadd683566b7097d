// A stored book is one text: the book on the first line, with its long lists left empty, and on each further line a
// piece of one of them. A line is read in a millisecond or two, so that requests go on while a large book is loaded. A
// book without long lists is its first line, as all of them were before there were pieces.

/** Lists longer than this are in pieces of so many. */
const PIECE = 500

interface Piece {
  /** Where the list is: names and numbers from the book down. */
  readonly path: readonly (string | number)[]
  readonly items: readonly unknown[]
}

/** The text of a book. */
export function bookToText(book: object): string {
  const pieces: Piece[] = []
  const first = JSON.stringify(emptied(book, [], pieces))
  return [first, ...pieces.map((piece) => JSON.stringify(piece))].join('\n')
}

function emptied(value: unknown, path: Piece['path'], pieces: Piece[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, emptied(part, [...path, name], pieces)]),
    )
  if (value.length <= PIECE) return value.map((item, at) => emptied(item, [...path, at], pieces))
  for (let at = 0; at < value.length; at += PIECE) pieces.push({ path, items: value.slice(at, at + PIECE) })
  return []
}

/** The book of a text, in steps of a line. */
export function* bookFromText(text: Buffer): Generator<void, object> {
  let end = lineEnd(text, 0)
  const book = parsed(text, 0, end) as object
  while (end < text.length) {
    yield
    const begin = end + 1
    end = lineEnd(text, begin)
    const { path, items } = parsed(text, begin, end) as Piece
    const list = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], book)
    for (const item of items) (list as unknown[]).push(item)
  }
  return book
}

function lineEnd(text: Buffer, from: number): number {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}

const parsed = (text: Buffer, begin: number, end: number): unknown =>
  JSON.parse(text.toString('utf8', begin, end))
