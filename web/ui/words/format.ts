import { useTimeZone } from '../../api/session.ts'
import { type Language, useLanguage } from './text.ts'
import { writeNumber } from './write-number.ts'

type Maybe<Value> = Value | null | undefined

/** How the portal writes values. What is not there is written as a dash. */
export interface Format {
  /** Dollars: $1,364.60. */
  money(dollars: Maybe<number>): string
  /** A calendar date, `2026-01-02`: Jan 2, 2026. */
  date(date: Maybe<string>): string
  /** A month, `2026-01`: January 2026. */
  month(month: Maybe<string>): string
  /** The name of a month, 1 to 12. */
  monthName(month: number): string
  /** A moment, in the administrator's time zone: Jan 2, 2026, 3:10 PM EST. */
  instant(iso: Maybe<string>): string
  /** The time of a moment, in the administrator's time zone: 3:10 PM. */
  time(iso: Maybe<string>): string
  /** A whole number: 41,250. */
  count(number: Maybe<number>): string
  /** An odometer reading: 41,250 mi. */
  miles(number: Maybe<number>, unit?: Maybe<'Miles' | 'Km'>): string
  /** A percentage as the API gives it, 90 for 90%. */
  percent(number: Maybe<number>): string
}

const NONE = '—'
/** The names of months and the order of a moment's parts. Numbers are written alike in both languages. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** The formats of the page's language. */
export function useFormat(): Format {
  const language = useLanguage()
  const timeZone = useTimeZone()
  return formats(language, timeZone)
}

const made = new Map<string, Format>()

/** The formats of a language and a time zone. Many cells of a table ask for them, so they are made once. */
export function formats(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`
  const known = made.get(key) ?? makeFormats(language, timeZone)
  made.set(key, known)
  return known
}

function makeFormats(language: Language, timeZone: string): Format {
  const locale = locales[language]
  const calendar = (options: Intl.DateTimeFormatOptions) => {
    const write = later(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
    return ({ year, month, day }: Calendar) => write().format(Date.UTC(year, month - 1, day))
  }
  const moment = (options: Intl.DateTimeFormatOptions) => {
    const write = later(() => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
    return (iso: Maybe<string>) => (iso ? write().format(new Date(iso)) : NONE)
  }
  const name = calendar({ month: 'long' })
  return {
    money: given((dollars) => `${dollars < 0 ? '-' : ''}$${writeNumber(Math.abs(dollars), 2, 2)}`),
    date: fromText(days[language]),
    month: fromText(calendar({ year: 'numeric', month: 'long' })),
    monthName: (month) => name({ year: 2000, month, day: 1 }),
    instant: moment({
      ...{ year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    }),
    time: moment({ hour: 'numeric', minute: '2-digit' }),
    count: given((number) => writeNumber(number, 0, 0)),
    miles: (number, unit) =>
      given((reading) => `${writeNumber(reading, 0, 3)} ${unit === 'Km' ? 'km' : 'mi'}`)(number),
    percent: given((number) => `${writeNumber(number, 0, 6)}%`),
  }
}

const given = (write: (number: number) => string) => (number: Maybe<number>) =>
  number === null || number === undefined ? NONE : write(number)

/** Made when it is needed: a browser takes a moment for the first format, and a screen needs few of them. */
function later<Value>(make: () => Value): () => Value {
  let known: Value | undefined
  return () => {
    known ??= make()
    return known
  }
}

interface Calendar {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Writes a calendar date or month from its parts. It has no time zone, so it is the same day everywhere. */
const fromText = (write: (date: Calendar) => string) => (text: Maybe<string>) => {
  const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(text ?? '')
  if (!parts) return text || NONE
  return write({ year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3] ?? 1) })
}

const months: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
}

/** The frame of every page has a date. Written here, because the browser takes long to begin with its own formats. */
const days: Readonly<Record<Language, (date: Calendar) => string>> = {
  en: ({ year, month, day }) => `${months.en[month - 1]} ${day}, ${year}`,
  es: ({ year, month, day }) => `${day} ${months.es[month - 1]} ${year}`,
}
