// Comma-separated values by RFC 4180, with the line that each record starts on. A byte order mark and both kinds of
// line ends are accepted. Anything else that breaks the format is a fault; the reader does not guess.

export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

interface CsvText {
  readonly records: readonly CsvRecord[]
  readonly faults: readonly { readonly line: number; readonly reason: string }[]
}

/** The records of a text, with the header. Empty lines are skipped. */
export function readCsv(text: string): CsvText {
  const records: CsvRecord[] = []
  const faults: { line: number; reason: string }[] = []
  const cursor: Cursor = { text, at: text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0, line: 1 }
  while (cursor.at < text.length) {
    const { line } = cursor
    const record = readRecord(cursor)
    if ('reason' in record) faults.push(record)
    else if (record.cells.length > 1 || record.cells[0] !== '') records.push({ line, ...record })
  }
  return { records, faults }
}

const BYTE_ORDER_MARK = 0xfeff

/** The position in the text. It is changed in cursor: a copy for each cell of a large file would cost the most. */
interface Cursor {
  readonly text: string
  at: number
  line: number
}

type ReadRecord = { readonly cells: readonly string[] } | { readonly line: number; readonly reason: string }

function readRecord(cursor: Cursor): ReadRecord {
  const { text } = cursor
  const cells: string[] = []
  for (;;) {
    const { line } = cursor
    const cell = text[cursor.at] === '"' ? quotedCell(cursor) : plainCell(cursor)
    if (cell === undefined) return { line, reason: 'A quoted cell starts here and has no closing quote.' }
    cells.push(cell)
    const next = text[cursor.at]
    if (next === ',') {
      cursor.at += 1
      continue
    }
    if (endLine(cursor)) return { cells }
    const reason =
      next === '\r'
        ? 'The line ends with a carriage return only. End it with a line feed.'
        : 'There is a quote inside a cell. Put the whole cell in quotes and double the quote inside it.'
    return skipLine(cursor, reason)
  }
}

const PLAIN = /[^,"\r\n]*/y

function plainCell(cursor: Cursor): string {
  PLAIN.lastIndex = cursor.at
  const cell = PLAIN.exec(cursor.text)?.[0] ?? ''
  cursor.at += cell.length
  return cell
}

function quotedCell(cursor: Cursor): string | undefined {
  const { text } = cursor
  let cell = ''
  let from = cursor.at + 1
  for (;;) {
    const to = text.indexOf('"', from)
    if (to < 0) {
      cursor.at = text.length
      return undefined
    }
    cell += text.slice(from, to)
    if (text[to + 1] !== '"') {
      cursor.at = to + 1
      cursor.line += cell.split('\n').length - 1
      return cell
    }
    cell += '"'
    from = to + 2
  }
}

/** Moves past the end of a line. False if there is no line end. */
function endLine(cursor: Cursor): boolean {
  const { text, at } = cursor
  if (at >= text.length) return true
  const length = text.startsWith('\r\n', at) ? 2 : text[at] === '\n' ? 1 : 0
  if (length === 0) return false
  cursor.at += length
  cursor.line += 1
  return true
}

function skipLine(cursor: Cursor, reason: string): ReadRecord {
  const { line, text } = cursor
  const end = text.indexOf('\n', cursor.at)
  cursor.at = end < 0 ? text.length : end + 1
  cursor.line += 1
  return { line, reason }
}
