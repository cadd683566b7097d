import { type MouseEvent, memo, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useKitText } from './kit-text.ts'
import { Link } from './link.tsx'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand to the right, below each other. */
  readonly isNumeric?: boolean | undefined
  /** The name that the API sorts by. With it the head is a button. */
  readonly sort?: string | undefined
  /** A CSS width, such as `8rem`. */
  readonly width?: string | undefined
  /** The title is for screen readers only: a column of buttons. */
  readonly isTitleHidden?: boolean | undefined
  /** The text may break into lines. Without it a cell is one line, and a long one is cut with its full text as title. */
  readonly isWrapping?: boolean | undefined
}

export interface TableRowsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly rowLink?: ((row: Row) => string | undefined) | undefined
  readonly ticked?: ReadonlySet<string | number> | undefined
  readonly onTick?: ((ticked: ReadonlySet<string | number>) => void) | undefined
  readonly canTick?: ((row: Row) => boolean) | undefined
  readonly detail?: ((row: Row) => ReactNode) | undefined
  readonly rowTone?: ((row: Row) => string | undefined) | undefined
  readonly isTickable: boolean
}

interface TableRowProps<Row> extends TableRowsProps<Row> {
  readonly row: Row
  readonly index: number
  /** The place among all rows, if not all of them are drawn. */
  readonly ariaRowIndex?: number | undefined
  readonly measure?: ((element: HTMLTableRowElement | null) => void) | undefined
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const {
    row,
    index,
    columns,
    rowKey,
    onOpen,
    rowLink,
    ticked,
    isTickable,
    detail,
    rowTone,
    ariaRowIndex,
    measure,
  } = props
  const key = rowKey(row)
  const to = rowLink?.(row)
  const isOpening = onOpen !== undefined || to !== undefined
  const below = detail?.(row)
  return (
    <>
      <tr
        ref={measure}
        data-index={index}
        data-tone={rowTone?.(row)}
        className={classes(isOpening && 'opens', ticked?.has(key) && 'is-ticked')}
        tabIndex={-1}
        aria-rowindex={ariaRowIndex}
        onClick={isOpening ? (event) => openRow(event, () => onOpen?.(row)) : undefined}
      >
        {isTickable && <Tick {...props} />}
        <Cells columns={columns as readonly Column<unknown>[]} row={row} to={to} />
      </tr>
      {below && (
        <tr className="table-detail">
          <td colSpan={columns.length + (isTickable ? 1 : 0)}>{below}</td>
        </tr>
      )}
    </>
  )
}

interface CellsProps {
  readonly columns: readonly Column<unknown>[]
  readonly row: unknown
  readonly to: string | undefined
}

/** The cells are drawn again only if the row or a column is another one: a tick or a new order leaves them alone. */
const Cells = memo(
  ({ columns, row, to }: CellsProps) =>
    columns.map((column, place) => (
      <Cell key={column.key} column={column} row={row} to={place === 0 ? to : undefined} />
    )),
  (before, now) =>
    before.row === now.row &&
    before.to === now.to &&
    before.columns.length === now.columns.length &&
    before.columns.every((column, place) => column === now.columns[place]),
)

function Cell<Row>({
  column,
  row,
  to,
}: {
  readonly column: Column<Row>
  readonly row: Row
  readonly to: string | undefined
}) {
  const { isNumeric, isWrapping, title, isTitleHidden } = column
  const content = column.cell(row)
  const hint = typeof content === 'string' && !isWrapping ? content : undefined
  return (
    <td
      className={classes(isNumeric && 'is-numeric', isWrapping && 'wraps')}
      data-title={isTitleHidden ? undefined : title}
      title={hint}
    >
      {to === undefined ? content : <Link to={to}>{content}</Link>}
    </td>
  )
}

/** A press on the row is a press on its link. A press on a control inside, or the end of marking a text, is not. */
function openRow(event: MouseEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target instanceof Element && event.target.closest('a, button, input, select, label, summary'))
    return
  if (String(getSelection() ?? '') !== '') return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a.link')
  if (!link) {
    open()
    return
  }
  const { ctrlKey, metaKey, shiftKey } = event
  link.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

function Tick<Row>({ row, index, rowKey, ticked = new Set(), onTick, canTick }: TableRowProps<Row>) {
  const t = useKitText()
  const key = rowKey(row)
  const isTicked = ticked.has(key)
  const change = () => {
    const next = new Set(ticked)
    if (isTicked) next.delete(key)
    else next.add(key)
    onTick?.(next)
  }
  return (
    <td className="tick">
      <label className="tick-target">
        <input
          type="checkbox"
          className="checkbox"
          checked={isTicked}
          disabled={canTick ? !canTick(row) : false}
          aria-label={t('table.row', { number: index + 1 })}
          onChange={change}
        />
      </label>
    </td>
  )
}
