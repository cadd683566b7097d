import { isCalendarDate } from '../domain/dates.ts'
import { MILLION, WHOLE_PERCENT } from '../domain/fraction.ts'
import { AMOUNT_AT_MOST, type Cents } from '../domain/money.ts'
import { isBlank, turnsDirection } from '../domain/readable-text.ts'

/**
 * Reads one value from its text and reports what is wrong with it. It always returns a value of its type, so that the
 * rest of the file can be checked too; a file with faults is never used.
 */
export type CellReader<T> = (text: string, report: (reason: string) => void) => T

/** A column of a table or a field of an object: how its text is read, and what it means when it is left out. */
export interface FileField<T> {
  readonly cell: CellReader<T>
  readonly isRequired: boolean
  /** The value when the text is empty or left out. */
  readonly empty: T
}

export const requiredField = <T>(cell: CellReader<T>): FileField<T> => ({
  cell,
  isRequired: true,
  empty: cell('', () => undefined),
})

export const optionalField = <T>(cell: CellReader<T>): FileField<T | null> => ({
  cell,
  isRequired: false,
  empty: null,
})

export const defaultedField = <T>(cell: CellReader<T>, empty: T): FileField<T> => ({
  cell,
  isRequired: false,
  empty,
})

/** The text as a whole number of units: with two decimals, 7.5 is 750. Undefined if it does not fit exactly. */
export function decimalUnits(text: string, decimals: number): number | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  const units = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(units) ? units : undefined
}

interface DecimalFormat {
  readonly what: string
  readonly decimals: number
  readonly example: string
  /** In units. */
  readonly maximum: number
}

function decimalCell({ what, decimals, example, maximum }: DecimalFormat): CellReader<number> {
  return (text, report) => {
    const units = decimalUnits(text, decimals)
    if (units !== undefined && units <= maximum) return units
    const fraction = text.split('.')[1] ?? ''
    if (/^\d+\.\d+$/.test(text) && fraction.length > decimals)
      report(`"${text}" has more than ${decimals} decimals.`)
    else if (/^\d+(\.\d+)?$/.test(text)) report(`"${text}" is too large for ${what}.`)
    else report(`"${text}" is not ${what}; write it as ${example}.`)
    return 0
  }
}

/** 780.00, in cents. */
export const moneyCell: CellReader<Cents> = (text, report) =>
  // The units of a text with two decimals are cents.
  amountCell(text, report) as Cents
const amountCell = decimalCell({
  what: 'an amount of money',
  decimals: 2,
  example: '780.00',
  maximum: AMOUNT_AT_MOST * 100,
})

/** 6.9, in millionths of one percent. */
export const percentCell = decimalCell({
  what: 'a percent',
  decimals: 6,
  example: '6.9',
  maximum: 10_000 * MILLION,
})

/** A percent that is stored as the percent number. */
export const percentNumberCell: CellReader<number> = (text, report) => percentCell(text, report) / MILLION

/** A share of something: from 0 to below 100 percent. */
export const shareCell: CellReader<number> = (text, report) => {
  const share = percentCell(text, report)
  if (share < WHOLE_PERCENT) return share
  report(`"${text}" must be below 100 percent.`)
  return 0
}

/** 1.15, in millionths. */
export const factorCell = decimalCell({
  what: 'a factor',
  decimals: 6,
  example: '1.15',
  maximum: 10_000 * MILLION,
})

export const wholeNumberCell =
  (minimum: number, maximum: number): CellReader<number> =>
  (text, report) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    report(`"${text}" is not a whole number from ${minimum} to ${maximum}.`)
    return minimum
  }

export const milesCell = wholeNumberCell(0, 10_000_000)
export const yearCell = wholeNumberCell(1900, 2200)

export const dateCell: CellReader<string> = (text, report) => {
  if (!isCalendarDate(text)) report(`"${text}" is not a date; write it as 2024-03-15.`)
  return text
}

export const stateCell: CellReader<string> = (text, report) => {
  if (!/^[A-Z]{2}$/.test(text)) report(`"${text}" is not a state; write it as two capital letters.`)
  return text
}

export const booleanCell: CellReader<boolean> = (text, report) => {
  if (text !== 'true' && text !== 'false') report(`"${text}" must be true or false.`)
  return text === 'true'
}

export function choiceCell<const T extends string>(values: readonly [T, ...T[]]): CellReader<T> {
  return (text, report) => {
    const found = values.find((value) => value === text)
    if (found === undefined) report(`"${text}" is not one of ${values.join(', ')}.`)
    return found ?? values[0]
  }
}

/** Text that people read: one line, without control characters. */
export const textCell =
  (maxLength: number): CellReader<string> =>
  (text, report) => {
    if (text.length > maxLength) report(`The text is longer than ${maxLength} characters.`)
    if (/\p{Cc}/u.test(text) || !text.isWellFormed()) report('The text has control characters; remove them.')
    if (turnsDirection(text))
      report('The text has invisible characters that turn the reading direction; remove them.')
    if (isBlank(text)) report('The text is blank.')
    return text
  }

export const nameCell = textCell(200)

const codeLike =
  (pattern: RegExp, signs: string): CellReader<string> =>
  (text, report) => {
    if (pattern.test(text)) return text
    report(
      `"${text}" is not a valid code. A code starts with a letter or digit, has only letters, digits, ${signs}, and is at most 40 characters long.`,
    )
    return ''
  }

export const codeCell = codeLike(/^[A-Za-z0-9][\w.-]{0,39}$/, '-, _ and .')
/** Terms have their miles after a slash. */
export const termCodeCell = codeLike(/^[A-Za-z0-9][\w./-]{0,39}$/, '-, _, . and /')
/** The number of an account holder. */
export const accountNumberCell = codeCell
