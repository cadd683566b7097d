import { useMemo } from 'react'
import { useTimeZone } from '../api/session.ts'
import { type Language, useLanguage } from './text.ts'

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
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** The formats of the page's language. */
export function useFormat(): Format {
  const language = useLanguage()
  const timeZone = useTimeZone()
  return useMemo(() => formats(language, timeZone), [language, timeZone])
}

export function formats(language: Language, timeZone: string): Format {
  const locale = locales[language]
  const number = (options: Intl.NumberFormatOptions) => {
    const { format } = new Intl.NumberFormat(locale, options)
    return (value: Maybe<number>) => (value === null || value === undefined ? NONE : format(value))
  }
  const day = calendar(locale, { year: 'numeric', month: 'short', day: 'numeric' })
  const month = calendar(locale, { year: 'numeric', month: 'long' })
  const name = calendar(locale, { month: 'long' })
  const readings = {
    Miles: number({ style: 'unit', unit: 'mile' }),
    Km: number({ style: 'unit', unit: 'kilometer' }),
  }
  return {
    money: number({ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    date: day,
    month,
    monthName: (month) => name(`2000-${String(month).padStart(2, '0')}`),
    instant: moment(locale, {
      ...{ year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' },
    }),
    time: moment(locale, { hour: 'numeric', minute: '2-digit', timeZone }),
    count: number({ maximumFractionDigits: 0 }),
    miles: (value, unit) => readings[unit ?? 'Miles'](value),
    percent: (value) =>
      value === null || value === undefined ? NONE : `${number({ maximumFractionDigits: 6 })(value)}%`,
  }
}

/** Writes a calendar date or month from its parts. It has no time zone, so it is the same day everywhere. */
function calendar(locale: string, options: Intl.DateTimeFormatOptions): (date: Maybe<string>) => string {
  const { format } = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (date) => {
    const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(date ?? '')
    if (!parts) return date || NONE
    return format(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3] ?? 1)))
  }
}

function moment(locale: string, options: Intl.DateTimeFormatOptions): (iso: Maybe<string>) => string {
  const { format } = new Intl.DateTimeFormat(locale, options)
  return (iso) => (iso ? format(new Date(iso)) : NONE)
}
