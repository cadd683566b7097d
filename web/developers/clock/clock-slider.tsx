import { useId, useState } from 'react'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { addDays, daysBetween } from './days.ts'

/** How far the slider reaches before and after today. */
const BEFORE = 1_096
const AFTER = 2_557

interface Props {
  readonly day: string
  readonly today: string
  readonly onChange: (day: string) => void
}

/** A day along some years. The arrow keys move it by a day, Page Up and Page Down further. */
export function ClockSlider({ day, today, onChange }: Props) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  // The ends stay where they were when the page was opened, so that the knob moves and not the scale.
  const [first] = useState(() => addDays(today, -BEFORE))
  const last = addDays(first, BEFORE + AFTER)
  return (
    <div className="developers-slider">
      <label htmlFor={id}>{t('clock.slider')}</label>
      <output htmlFor={id}>{format.date(day)}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={BEFORE + AFTER}
        value={Math.min(BEFORE + AFTER, Math.max(0, daysBetween(first, day)))}
        aria-valuetext={format.date(day)}
        onChange={({ target }) => onChange(addDays(first, Number(target.value)))}
      />
      <div className="developers-slider-ends muted small" aria-hidden="true">
        <span>{format.date(first)}</span>
        <span>{format.date(last)}</span>
      </div>
    </div>
  )
}
