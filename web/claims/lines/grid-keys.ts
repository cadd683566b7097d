import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }

/**
 * Arrow keys and Enter walk through the column of a grid of inputs. Left and right stay with the text of the input; Tab
 * goes to the next one.
 */
export function walkColumn(event: KeyboardEvent<HTMLTableElement>): void {
  const from = event.target
  if (!(from instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return
  const step = steps[event.key]
  const place = from.closest<HTMLElement>('[data-place]')?.dataset.place
  if (step === undefined || place === undefined) return
  const column = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-place="${place}"] input:enabled`),
  ]
  const next = column[column.indexOf(from) + step]
  event.preventDefault()
  next?.focus()
  next?.select()
}
