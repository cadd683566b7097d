import type { Fault, NamedAccount } from '../domain/rate-book/book.ts'

/** What the reading of a book goes by, and what it has found so far. */
export interface Reading {
  readonly files: ReadonlyMap<string, string>
  /** Says why a text is no criteria rule, or nothing. */
  checkCriteria(text: string): string | undefined
  readonly faults: Fault[]
  /** The files that were asked for: any other is one that nothing reads. */
  readonly asked: Set<string>
  readonly accounts: NamedAccount[]
}

/** A place in the files that faults are told of. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** One row of a table, or one object, with where it stands. */
export interface Row<T> {
  readonly line: number
  /** False where a fault was found in it: what it says besides is not to be relied on. */
  readonly isSound: boolean
  readonly values: T
  /** Of an object: the lines of its members. */
  readonly lines?: ReadonlyMap<string, number>
}

/** The line of a member, or of the whole where it is absent. */
export const lineOf = ({ line, lines }: Row<unknown>, member: string) => lines?.get(member) ?? line

export function refuse(reading: Reading, { file, line }: Place, reason: string): void {
  reading.faults.push({ file, line, reason })
}

/** Tells of a required file that is missing. */
export function textOf(reading: Reading, file: string, need: 'needed' | 'optional'): string | undefined {
  reading.asked.add(file)
  const text = reading.files.get(file)
  if (text === undefined && need === 'needed') refuse(reading, { file, line: 1 }, 'The file is missing.')
  const damaged = text?.indexOf('\uFFFD') ?? -1
  if (text !== undefined && damaged >= 0)
    refuse(
      reading,
      { file, line: text.slice(0, damaged).split('\n').length },
      'There is a character that cannot be read; save the file as UTF-8.',
    )
  return text
}

/** Tells of codes that stand twice, whatever their letter case: people and programs do not tell them apart by it. */
export function refuseRepeats<T>(
  reading: Reading,
  file: string,
  rows: readonly Row<T>[],
  codeOf: (values: T) => string,
): void {
  const first = new Map<string, number>()
  for (const { line, values } of rows) {
    const code = codeOf(values)
    const before = first.get(code.toLowerCase())
    if (before === undefined) first.set(code.toLowerCase(), line)
    else if (code !== '') refuse(reading, { file, line }, `${code} stands on line ${before} already.`)
  }
}

/** Tells of a code that names nothing. That there are none at all is told once, where they should be. */
export function refuseUnknown(
  reading: Reading,
  place: Place,
  { what, code, known }: { what: string; code: string; known: readonly string[] },
): void {
  if (code === '' || known.length === 0 || known.includes(code)) return
  const listed = `there are ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' and others' : ''}`
  refuse(reading, place, `There is no ${what} ${code}; ${listed}.`)
}

/** Tells of a table without rows that the book cannot do without. */
export function refuseNone(reading: Reading, file: string, rows: readonly unknown[], what: string): void {
  if (rows.length === 0 && reading.files.has(file) && !reading.faults.some((fault) => fault.file === file))
    refuse(reading, { file, line: 1 }, `There are no ${what} here, so that nothing could be sold.`)
}

/** Tells of a range that is upside down. Calendar dates compare as texts do. */
export function refuseUpsideDown<T extends string | number>(
  reading: Reading,
  place: Place,
  range: {
    readonly what: string
    readonly from: T | null
    readonly to: T | null
    /** As it is written in the file. */
    readonly shown?: (end: T) => string
  },
): void {
  const { what, from, to, shown = String } = range
  if (from === null || to === null || from <= to) return
  const ends = `it begins at ${shown(from)} and ends at ${shown(to)}`
  refuse(reading, place, `The range of ${what} is upside down: ${ends}.`)
}
