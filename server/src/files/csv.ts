// Comma-separated values as RFC 4180 has them, with the line that each record begins on. A byte order mark and both
// ends of lines are taken; everything else that is not so written is a fault and never guessed at.

export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvText {
  readonly records: readonly CsvRecord[]
  readonly faults: readonly { readonly line: number; readonly reason: string }[]
}

/** The records of a text, the header among them; empty lines are none. */
export function readCsv(text: string): CsvText {
  const records: CsvRecord[] = []
  const faults: { line: number; reason: string }[] = []
  const place: Place = { text, at: text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0, line: 1 }
  while (place.at < text.length) {
    const { line } = place
    const record = readRecord(place)
    if ('reason' in record) faults.push(record)
    else if (record.cells.length > 1 || record.cells[0] !== '') records.push({ line, ...record })
  }
  return { records, faults }
}

const BYTE_ORDER_MARK = 0xfeff

/** Where the reading is. Moved along, because a copy for each cell of a large file is what would cost most. */
interface Place {
  readonly text: string
  at: number
  line: number
}

type ReadRecord = { readonly cells: readonly string[] } | { readonly line: number; readonly reason: string }

function readRecord(place: Place): ReadRecord {
  const { text } = place
  const cells: string[] = []
  for (;;) {
    const { line } = place
    const cell = text[place.at] === '"' ? quotedCell(place) : plainCell(place)
    if (cell === undefined)
      return { line, reason: 'A quoted cell begins here and its closing quote is missing.' }
    cells.push(cell)
    const next = text[place.at]
    if (next === ',') {
      place.at += 1
      continue
    }
    if (endLine(place)) return { cells }
    const reason =
      next === '\r'
        ? 'A line ends with a carriage return alone; end it with a line feed.'
        : 'A quote stands inside a cell: put the whole cell in quotes and write the quote twice.'
    return skipLine(place, reason)
  }
}

const PLAIN = /[^,"\r\n]*/y

function plainCell(place: Place): string {
  PLAIN.lastIndex = place.at
  const cell = PLAIN.exec(place.text)?.[0] ?? ''
  place.at += cell.length
  return cell
}

function quotedCell(place: Place): string | undefined {
  const { text } = place
  let cell = ''
  let from = place.at + 1
  for (;;) {
    const to = text.indexOf('"', from)
    if (to < 0) {
      place.at = text.length
      return undefined
    }
    cell += text.slice(from, to)
    if (text[to + 1] !== '"') {
      place.at = to + 1
      place.line += cell.split('\n').length - 1
      return cell
    }
    cell += '"'
    from = to + 2
  }
}

/** Moves behind the end of a line, or tells that there is none here. */
function endLine(place: Place): boolean {
  const { text, at } = place
  if (at >= text.length) return true
  const length = text.startsWith('\r\n', at) ? 2 : text[at] === '\n' ? 1 : 0
  if (length === 0) return false
  place.at += length
  place.line += 1
  return true
}

function skipLine(place: Place, reason: string): ReadRecord {
  const { line, text } = place
  const end = text.indexOf('\n', place.at)
  place.at = end < 0 ? text.length : end + 1
  place.line += 1
  return { line, reason }
}
