import type { ReactNode } from 'react'
import { useFormat } from '../words/format.ts'
import { useKitText } from '../words/kit-text.ts'

export interface LifeBarProps {
  /** Calendar dates of the contract. */
  readonly from: string
  readonly to: string
  readonly today: string
  /** The last day on which the whole price is given back. */
  readonly freeLookUntil?: string | null | undefined
  /** Odometer at the sale, at the end and last known. Without an end only time is shown. */
  readonly miles?:
    | {
        readonly from: number
        readonly to: number
        readonly now?: number | null | undefined
        readonly unit?: 'Miles' | 'Km' | null | undefined
      }
    | undefined
  /** Other days to mark, such as a cancel date. */
  readonly marks?: readonly { readonly date: string; readonly title: string }[] | undefined
}

/** How much of a contract's time and miles is used. */
export function LifeBar({ from, to, today, freeLookUntil, miles, marks = [] }: LifeBarProps) {
  const t = useKitText()
  const { date, miles: reading } = useFormat()
  const place = (day: string) => share(dayNumber(day) - dayNumber(from), dayNumber(to) - dayNumber(from))
  const isFree = freeLookUntil && today <= freeLookUntil
  const used = place(today)
  return (
    <div className="life">
      <Bar label={t('life.time')} used={used} start={date(from)} end={date(to)} text={`${Math.round(used)}%`}>
        {freeLookUntil && <span className="life-free" style={{ inlineSize: `${place(freeLookUntil)}%` }} />}
        {marks.map((mark) => (
          <span
            key={mark.date + mark.title}
            className="life-mark"
            style={{ insetInlineStart: `${place(mark.date)}%` }}
            title={t('life.mark', { title: mark.title, date: date(mark.date) })}
          />
        ))}
        <span
          className="life-today"
          style={{ insetInlineStart: `${used}%` }}
          title={`${t('life.today')}: ${date(today)}`}
        />
      </Bar>
      {miles?.now != null && (
        <Bar
          label={t('life.miles')}
          used={share(miles.now - miles.from, miles.to - miles.from)}
          start={reading(miles.from, miles.unit)}
          end={reading(miles.to, miles.unit)}
          text={reading(miles.now, miles.unit)}
        />
      )}
      <ul className="life-notes">
        <li>
          {t('life.today')}: {date(today)}
        </li>
        {freeLookUntil && (
          <li>{t(isFree ? 'life.freeLook' : 'life.freeLookOver', { date: date(freeLookUntil) })}</li>
        )}
        {marks.map((mark) => (
          <li key={mark.date + mark.title}>{t('life.mark', { title: mark.title, date: date(mark.date) })}</li>
        ))}
      </ul>
    </div>
  )
}

interface BarProps {
  readonly label: string
  /** Percent. */
  readonly used: number
  readonly start: string
  readonly end: string
  readonly text: string
  readonly children?: ReactNode
}

function Bar({ label, used, start, end, text, children }: BarProps) {
  return (
    <div className="life-row">
      <span className="life-label">
        {label} <b>{text}</b>
      </span>
      {/* The words around it say the same. */}
      <div className="life-bar" aria-hidden="true">
        <span className="life-used" style={{ inlineSize: `${used}%` }} />
        {children}
      </div>
      <span className="life-ends">
        <span>{start}</span>
        <span>{end}</span>
      </span>
    </div>
  )
}

/** Days since 1970, counted in UTC so that every day has 24 hours. */
const dayNumber = (date: string) => Math.round(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000)

/** Percent between 0 and 100. */
const share = (part: number, whole: number) =>
  whole <= 0 ? 100 : Math.min(100, Math.max(0, (part / whole) * 100))
