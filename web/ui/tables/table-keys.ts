import { type RefObject, useRef } from 'react'
import { useShortcut } from '../keys.ts'
import { useKitText } from '../words/kit-text.ts'

interface RowActions<Row> {
  readonly rows: readonly Row[]
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly rowLink?: ((row: Row) => string | undefined) | undefined
  readonly onTick?: unknown
}

/** `j` and `k` move over the rows, Enter opens, `x` ticks. Of several tables, the one with the focus gets the keys. */
export function useRowKeys<Row>(
  table: RefObject<HTMLTableElement | null>,
  { rows, onOpen, rowLink, onTick }: RowActions<Row>,
): void {
  const t = useKitText()
  const last = useRef(-1)
  const hasOpen = onOpen !== undefined || rowLink !== undefined
  const isOff = rows.length === 0 || (!hasOpen && onTick === undefined)

  const focused = () => {
    const row = document.activeElement?.closest('tr')
    return row && table.current?.contains(row) ? row : undefined
  }
  const move = (step: 1 | -1) => () => {
    if (isElsewhere(table.current)) return false
    const from = focused()
    const at = from ? Number(from.dataset.index ?? -1) : last.current
    const next = Math.min(rows.length - 1, Math.max(0, at + step))
    last.current = next
    focusRow(table.current, next)
    return true
  }
  const press = (selector: string) => () => {
    const target = focused()?.querySelector<HTMLElement>(selector)
    if (!target) return false
    target.click()
    return true
  }
  const open = (event: KeyboardEvent) => {
    const row = focused()
    // Enter on a link or button inside the row is its own.
    if (!row || event.target !== row) return false
    row.click()
    return true
  }
  useShortcut('j', move(1), { title: t('key.next'), isOff })
  useShortcut('k', move(-1), { title: t('key.previous'), isOff })
  useShortcut('Enter', open, { title: t('key.open'), isOff: isOff || !hasOpen })
  useShortcut('x', press('.tick input'), { title: t('key.tick'), isOff: isOff || onTick === undefined })
}

/** Whether the focus is in another table. */
function isElsewhere(table: HTMLTableElement | null): boolean {
  const other = document.activeElement?.closest('table[data-rows]')
  return other !== null && other !== undefined && other !== table
}

function focusRow(table: HTMLTableElement | null, index: number): void {
  const row = table?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
