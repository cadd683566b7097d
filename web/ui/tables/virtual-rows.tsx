import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowProps, TableRow, type TableRowsProps } from './table-row.tsx'

const ROW_PIXELS = 40

/** The rows in view of a long table. Empty rows above and below keep the height, so that the page scrolls as usual. */
export default function VirtualRows<Row>(props: TableRowsProps<Row>) {
  const { rows, rowKey, columns, isTickable } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
    scrollMargin: top,
  })
  const shown = virtual.getVirtualItems()
  const above = (shown[0]?.start ?? top) - top
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  const span = columns.length + (isTickable ? 1 : 0)
  const isPrinting = useIsPrinting()
  if (isPrinting)
    return (
      <tbody ref={body}>
        {rows.map((row, index) => (
          <TableRow key={rowKey(row)} {...rowProps(props, row, index)} />
        ))}
      </tbody>
    )
  return (
    <tbody ref={body}>
      <Space pixels={above} span={span} />
      {shown.map(({ index }) => {
        const row = rows[index]
        return row === undefined ? null : (
          <TableRow
            key={rowKey(row)}
            {...rowProps(props, row, index)}
            ariaRowIndex={index + 2}
            measure={virtual.measureElement}
          />
        )
      })}
      <Space pixels={below} span={span} />
    </tbody>
  )
}

function Space({ pixels, span }: { readonly pixels: number; readonly span: number }) {
  if (pixels <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused
    <tr aria-hidden="true" className="table-space">
      <td colSpan={span} style={{ blockSize: pixels }} />
    </tr>
  )
}

/** Paper shows every row. They are drawn before the browser takes the page. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const set = (isOn: boolean) => () => flushSync(() => setPrinting(isOn))
    const [begin, end] = [set(true), set(false)]
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
