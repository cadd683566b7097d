import { isCalendarDate } from '../domain/dates.ts'
import { AMOUNT_AT_MOST, type Cents } from '../domain/money.ts'

/**
 * Reads one value from its text. What is wrong is told, and something of the type is given all the same, so that the
 * rest of the file can be looked at too; a book with faults is never used.
 */
export type Cell<T> = (text: string, refuse: (reason: string) => void) => T

/** The text as a whole number of units: with two decimals 7.5 is 750. Nothing if it does not fit exactly. */
export function unitsOf(text: string, decimals: number): number | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  const units = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(units) ? units : undefined
}

interface Decimal {
  readonly what: string
  readonly decimals: number
  readonly example: string
  /** In units. */
  readonly most: number
}

function decimal({ what, decimals, example, most }: Decimal): Cell<number> {
  return (text, refuse) => {
    const units = unitsOf(text, decimals)
    if (units !== undefined && units <= most) return units
    const fraction = text.split('.')[1] ?? ''
    if (/^\d+\.\d+$/.test(text) && fraction.length > decimals)
      refuse(`"${text}" has more than ${decimals} decimals.`)
    else if (/^\d+(\.\d+)?$/.test(text)) refuse(`"${text}" is more than ${what} can be.`)
    else refuse(`"${text}" is not ${what}; write it as ${example}.`)
    return 0
  }
}

/** 780.00, in cents. */
export const money: Cell<Cents> = (text, refuse) =>
  // The units of a text with two decimals are cents.
  amount(text, refuse) as Cents
const amount = decimal({
  what: 'an amount of money',
  decimals: 2,
  example: '780.00',
  most: AMOUNT_AT_MOST * 100,
})

const MILLION = 1_000_000

/** 6.9, in millionths of one percent. */
export const percent = decimal({
  what: 'a percent',
  decimals: 6,
  example: '6.9',
  most: 10_000 * MILLION,
})

/** A percent that is kept as the percent number. */
export const percentNumber: Cell<number> = (text, refuse) => percent(text, refuse) / MILLION

/** A share of something: from 0 to below 100 percent. */
export const share: Cell<number> = (text, refuse) => {
  const read = percent(text, refuse)
  if (read < 100 * MILLION) return read
  refuse(`"${text}" is not below 100 percent.`)
  return 0
}

/** 1.15, in millionths. */
export const factor = decimal({ what: 'a factor', decimals: 6, example: '1.15', most: 10_000 * MILLION })

export const whole =
  (least: number, most: number): Cell<number> =>
  (text, refuse) => {
    const read = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (read >= least && read <= most) return read
    refuse(`"${text}" is not a whole number from ${least} to ${most}.`)
    return least
  }

export const miles = whole(0, 10_000_000)
export const year = whole(1900, 2200)

export const date: Cell<string> = (text, refuse) => {
  if (!isCalendarDate(text)) refuse(`"${text}" is not a date; write it as 2024-03-15.`)
  return text
}

export const state: Cell<string> = (text, refuse) => {
  if (!/^[A-Z]{2}$/.test(text)) refuse(`"${text}" is not a state; write it as two capital letters.`)
  return text
}

export const flag: Cell<boolean> = (text, refuse) => {
  if (text !== 'true' && text !== 'false') refuse(`"${text}" is neither true nor false.`)
  return text === 'true'
}

export function oneOf<const T extends string>(values: readonly [T, ...T[]]): Cell<T> {
  return (text, refuse) => {
    const found = values.find((value) => value === text)
    if (found === undefined) refuse(`"${text}" is not one of ${values.join(', ')}.`)
    return found ?? values[0]
  }
}

/** What people read: on one line, without anything that cannot be seen. */
export const words =
  (most: number): Cell<string> =>
  (text, refuse) => {
    if (text.length > most) refuse(`It has more than ${most} characters.`)
    if (/\p{Cc}/u.test(text) || !text.isWellFormed()) refuse('It has characters that cannot be seen.')
    return text
  }

export const name = words(200)

const codeLike =
  (pattern: RegExp, signs: string): Cell<string> =>
  (text, refuse) => {
    if (pattern.test(text)) return text
    refuse(
      `"${text}" is not a code: it begins with a letter or digit and has letters, digits, ${signs} only, at most 40.`,
    )
    return ''
  }

export const code = codeLike(/^[A-Za-z0-9][\w.-]{0,39}$/, '-, _ and .')
/** Terms have their miles behind a slash. */
export const termCode = codeLike(/^[A-Za-z0-9][\w./-]{0,39}$/, '-, _, . and /')
/** The number of an account holder, as account holders have them. */
export const accountNumber = codeLike(/^[A-Za-z0-9][\w.-]{0,39}$/, '-, _ and .')
