import type { FileFault, NamedAccount } from '../domain/rate-book/book.ts'

/** The files that are read, and what has been found in them so far. */
export interface FileReading {
  readonly files: ReadonlyMap<string, string>
  /** The reason why a text is not a valid criteria rule, or undefined. */
  checkCriteria(text: string): string | undefined
  readonly faults: FileFault[]
  /** The files that were read or looked for. */
  readonly filesRead: Set<string>
  readonly accounts: NamedAccount[]
}

export interface FilePlace {
  readonly file: string
  readonly line: number
}

/** One row of a table, or one object, with its line. */
export interface FileRow<T> {
  readonly line: number
  /** False where a fault was found: its values are stand-ins then. */
  readonly isSound: boolean
  readonly values: T
  /** The lines of an object's fields. */
  readonly fieldLines?: ReadonlyMap<string, number>
}

/** The line of a field, or of the whole row where it is left out. */
export const fieldLine = ({ line, fieldLines }: FileRow<unknown>, field: string) =>
  fieldLines?.get(field) ?? line

export function reportFault(reading: FileReading, { file, line }: FilePlace, reason: string): void {
  reading.faults.push({ file, line, reason })
}

/** The text of a file. A required file that is missing is reported. */
export function readFileText(
  reading: FileReading,
  file: string,
  need: 'needed' | 'optional',
): string | undefined {
  reading.filesRead.add(file)
  const text = reading.files.get(file)
  if (text === undefined && need === 'needed') reportFault(reading, { file, line: 1 }, 'The file is missing.')
  const damaged = text?.indexOf('\uFFFD') ?? -1
  if (text !== undefined && damaged >= 0)
    reportFault(
      reading,
      { file, line: text.slice(0, damaged).split('\n').length },
      'The file has a character that cannot be read. Save the file as UTF-8.',
    )
  return text
}

/** Reports codes that appear twice. Letter case does not count. */
export function reportRepeats<T>(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<T>[],
  codeOf: (values: T) => string,
): void {
  const firstLines = new Map<string, number>()
  for (const { line, values } of rows) {
    const code = codeOf(values)
    const firstLine = firstLines.get(code.toLowerCase())
    if (firstLine === undefined) firstLines.set(code.toLowerCase(), line)
    else if (code !== '') reportFault(reading, { file, line }, `${code} is already on line ${firstLine}.`)
  }
}

/** Reports a code that does not exist. An empty list of known codes is reported once, where the list is read. */
export function reportUnknown(
  reading: FileReading,
  place: FilePlace,
  named: {
    readonly what: string
    readonly code: string
    readonly known: readonly string[]
    /** What the known ones belong to. */
    readonly within?: string
  },
): void {
  const { what, code, known, within } = named
  if (code === '' || known.length === 0 || known.includes(code)) return
  const where = within === undefined ? '' : ` in ${within}`
  const choices = `${known.slice(0, 12).join(', ')}${known.length > 12 ? ' and so on' : ''}`
  reportFault(reading, place, `There is no ${what} ${code}${where}. Use one of ${choices}.`)
}

/** Reports a table without rows that the book needs. */
export function reportEmpty(
  reading: FileReading,
  file: string,
  rows: readonly unknown[],
  what: string,
): void {
  if (rows.length === 0 && reading.files.has(file) && !reading.faults.some((fault) => fault.file === file))
    reportFault(reading, { file, line: 1 }, `The file has no ${what}; without them nothing can be sold.`)
}

/** Reports a range that ends before it starts. Calendar dates compare as texts do. */
export function reportReversedRange<T extends string | number>(
  reading: FileReading,
  place: FilePlace,
  range: {
    readonly what: string
    readonly from: T | null
    readonly to: T | null
    /** How a bound is written in the file. */
    readonly format?: (bound: T) => string
  },
): void {
  const { what, from, to, format = String } = range
  if (from === null || to === null || from <= to) return
  const bounds = `it starts at ${format(from)} and ends at ${format(to)}`
  reportFault(reading, place, `The ${what} range is reversed: ${bounds}.`)
}
