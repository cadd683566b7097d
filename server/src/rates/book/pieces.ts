// A stored book is one text: the book on the first line, with its long lists left empty, and a piece of one of these
// lists on each further line. A line is read in a millisecond or two, so requests go on while a large book loads. A book
// without long lists is one line, as all books were before there were pieces.

/** A list longer than this is stored in pieces of this length. */
const PIECE = 500

interface Piece {
  /** Where the list is: names and positions, from the book down. */
  readonly path: readonly (string | number)[]
  readonly items: readonly unknown[]
}

export function bookToText(book: object): string {
  const pieces: Piece[] = []
  const first = JSON.stringify(withoutLongLists(book, [], pieces))
  return [first, ...pieces.map((piece) => JSON.stringify(piece))].join('\n')
}

function withoutLongLists(value: unknown, path: Piece['path'], pieces: Piece[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, withoutLongLists(part, [...path, name], pieces)]),
    )
  if (value.length <= PIECE) return value.map((item, at) => withoutLongLists(item, [...path, at], pieces))
  for (let at = 0; at < value.length; at += PIECE) pieces.push({ path, items: value.slice(at, at + PIECE) })
  return []
}

/** Reads the text of a book, one line at a time. */
export function* bookFromText(text: Buffer): Generator<void, object> {
  let end = lineEnd(text, 0)
  const book = parseLine(text, 0, end) as object
  while (end < text.length) {
    yield
    const begin = end + 1
    end = lineEnd(text, begin)
    const { path, items } = parseLine(text, begin, end) as Piece
    const list = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], book)
    for (const item of items) (list as unknown[]).push(item)
  }
  return book
}

function lineEnd(text: Buffer, from: number): number {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}

const parseLine = (text: Buffer, begin: number, end: number): unknown =>
  JSON.parse(text.toString('utf8', begin, end))
