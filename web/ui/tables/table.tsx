import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useKitText } from '../words/kit-text.ts'
import { useRowKeys } from './table-keys.ts'
import { type Column, type RowActs, rowProps, TableRow, type TableRowsProps } from './table-row.tsx'

export type { Column } from './table-row.tsx'

export type SortDirection = 'Asc' | 'Desc'

export interface TableProps<Row> {
  /** The name of the table, as its heading. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** What Enter and a press on the row do. */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The screen of the row: its first cell becomes a link to it, so that cell must not hold a link or button. */
  readonly rowLink?: ((row: Row) => string | undefined) | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: SortDirection | undefined
  readonly onSort?: ((sortBy: string, direction: SortDirection) => void) | undefined
  /** The keys of the ticked rows. */
  readonly ticked?: ReadonlySet<string | number> | undefined
  readonly onTick?: ((ticked: ReadonlySet<string | number>) => void) | undefined
  readonly canTick?: ((row: Row) => boolean) | undefined
  readonly caption?: ReactNode
  /** Cells of a last row, by the key of their column: totals that the service gave. */
  readonly foot?: Readonly<Record<string, ReactNode>> | undefined
  /** More below a row, such as its details; undefined for none. */
  readonly detail?: ((row: Row) => ReactNode) | undefined
  /** On a phone: a card a row, or still a table, which then scrolls sideways if it must. */
  readonly layout?: 'cards' | 'table' | undefined
  readonly rowTone?: ((row: Row) => 'good' | 'wait' | 'bad' | 'off' | 'info' | undefined) | undefined
}

/** Up to here all rows are drawn; above, only those in view. */
const DRAWN_MOST = 200
const VirtualRows = lazy(() => import('./virtual-rows.tsx'))

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, ticked, onTick, caption, foot, layout = 'cards' } = props
  const body = useRef<HTMLTableElement>(null)
  const [isScrolling, watch] = useSidewaysScroll()
  const t = useKitText()
  useRowKeys(body, props)
  const rowsProps: TableRowsProps<Row> = {
    ...{ columns, rows, rowKey, ticked },
    ...{ onOpen: props.onOpen, rowLink: props.rowLink, canTick: props.canTick },
    ...{ detail: props.detail, rowTone: props.rowTone },
    isTickable: onTick !== undefined,
    acts: useActs(props),
  }
  const drawn = (
    <tbody>
      {rows.slice(0, DRAWN_MOST).map((row, index) => (
        <TableRow key={rowKey(row)} {...rowProps(rowsProps, row, index)} />
      ))}
    </tbody>
  )
  return (
    <div
      className={classes('table-frame', layout === 'cards' && 'table-cards', isScrolling && 'table-scrolls')}
      ref={watch}
      {...(isScrolling ? { tabIndex: 0, role: 'group', 'aria-label': t('table.scroll', { label }) } : {})}
    >
      <table className="table" aria-label={label} ref={body} data-rows="">
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {onTick && <TickAll {...props} ticked={ticked ?? new Set()} onTick={onTick} />}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        {rows.length <= DRAWN_MOST ? (
          drawn
        ) : (
          <Suspense fallback={drawn}>
            <VirtualRows {...(rowsProps as TableRowsProps<unknown>)} />
          </Suspense>
        )}
        {foot && <Foot columns={columns} foot={foot} isTickable={onTick !== undefined} />}
      </table>
    </div>
  )
}

/** What the rows do. They keep it for good, so it asks for what is to be done when it is done. */
function useActs<Row>(props: TableProps<Row>): RowActs<Row> {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [acts] = useState<RowActs<Row>>(() => ({
    open: (row) => latest.current.onOpen?.(row),
    tick(row) {
      const { ticked = new Set(), rowKey, onTick } = latest.current
      const next = new Set(ticked)
      if (!next.delete(rowKey(row))) next.add(rowKey(row))
      onTick?.(next)
    },
  }))
  return acts
}

function HeadCell<Row>({
  column,
  sortBy,
  sortDirection = 'Asc',
  onSort,
}: TableProps<Row> & { readonly column: Column<Row> }) {
  const t = useKitText()
  const { sort, title, isNumeric, width, isTitleHidden } = column
  const isSorted = sort !== undefined && sort === sortBy
  const words = isTitleHidden ? <span className="visually-hidden">{title}</span> : title
  const next: SortDirection = isSorted && sortDirection === 'Asc' ? 'Desc' : 'Asc'
  return (
    <th
      scope="col"
      className={classes(isNumeric && 'is-numeric')}
      style={width ? { inlineSize: width } : undefined}
      aria-sort={isSorted ? (sortDirection === 'Asc' ? 'ascending' : 'descending') : undefined}
    >
      {sort && onSort ? (
        <button
          type="button"
          className="sort"
          data-sorted={isSorted || undefined}
          onClick={() => onSort(sort, next)}
        >
          <span>{words}</span>
          <Icon name={isSorted && sortDirection === 'Asc' ? 'up' : 'down'} size={14} />
          {isSorted && <span className="visually-hidden">, {t(`table.sorted.${sortDirection}`)}</span>}
        </button>
      ) : (
        words
      )}
    </th>
  )
}

interface TickAllProps<Row> extends TableProps<Row> {
  readonly ticked: ReadonlySet<string | number>
  readonly onTick: (ticked: ReadonlySet<string | number>) => void
}

function TickAll<Row>({ rows, rowKey, canTick, ticked, onTick }: TickAllProps<Row>) {
  const t = useKitText()
  const keys = rows.filter((row) => canTick?.(row) ?? true).map(rowKey)
  const count = keys.filter((key) => ticked.has(key)).length
  const isSome = count > 0 && count < keys.length
  const mark = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) box.indeterminate = isSome
    },
    [isSome],
  )
  const change = () => onTick(new Set(count === keys.length ? [] : keys))
  return (
    <th scope="col" className="tick">
      <label className="tick-target">
        <input
          type="checkbox"
          className="checkbox"
          ref={mark}
          checked={keys.length > 0 && count === keys.length}
          disabled={keys.length === 0}
          aria-label={t('table.all')}
          onChange={change}
        />
      </label>
    </th>
  )
}

function Foot<Row>({
  columns,
  foot,
  isTickable,
}: {
  readonly columns: readonly Column<Row>[]
  readonly foot: Readonly<Record<string, ReactNode>>
  readonly isTickable: boolean
}) {
  return (
    <tfoot>
      <tr>
        {isTickable && <td className="tick" />}
        {columns.map(({ key, title, isNumeric }) => (
          <td key={key} className={classes(isNumeric && 'is-numeric')} data-title={title}>
            {foot[key]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** Whether the table is wider than its frame. Only then the frame scrolls; otherwise the head sticks to the page. */
function useSidewaysScroll(): [boolean, (frame: HTMLDivElement | null) => (() => void) | undefined] {
  const [isScrolling, setScrolling] = useState(false)
  const watch = useCallback((frame: HTMLDivElement | null) => {
    const table = frame?.firstElementChild
    if (!frame || !table) return
    const measure = () => setScrolling(table.scrollWidth > frame.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return [isScrolling, watch]
}
