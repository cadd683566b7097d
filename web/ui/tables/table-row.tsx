import { type MouseEvent, memo, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Link } from '../link.tsx'
import { useKitText } from '../words/kit-text.ts'

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
  readonly canTick?: ((row: Row) => boolean) | undefined
  readonly detail?: ((row: Row) => ReactNode) | undefined
  readonly rowTone?: ((row: Row) => string | undefined) | undefined
  readonly isTickable: boolean
  /** The same object for as long as the table is shown. */
  readonly acts: RowActs<Row>
}

/** What a press on a row does. */
export interface RowActs<Row> {
  open(row: Row): void
  tick(row: Row): void
}

interface TableRowProps {
  readonly row: unknown
  readonly index: number
  readonly columns: readonly Column<unknown>[]
  readonly to: string | undefined
  readonly isOpening: boolean
  readonly tone: string | undefined
  readonly isTickable: boolean
  readonly isTicked: boolean
  readonly canTick: boolean
  readonly below: ReactNode
  readonly acts: RowActs<unknown>
  /** The place among all rows, if not all of them are drawn. */
  readonly ariaRowIndex?: number | undefined
  readonly measure?: ((element: HTMLTableRowElement | null) => void) | undefined
}

/** What a row shows, as values that are the same as long as it looks the same. */
export function rowProps<Row>(props: TableRowsProps<Row>, row: Row, index: number): TableRowProps {
  const to = props.rowLink?.(row)
  return {
    ...{ row, index, to, isTickable: props.isTickable },
    columns: props.columns as readonly Column<unknown>[],
    isOpening: props.onOpen !== undefined || to !== undefined,
    tone: props.rowTone?.(row),
    isTicked: props.ticked?.has(props.rowKey(row)) ?? false,
    canTick: props.canTick?.(row) ?? true,
    below: props.detail?.(row),
    acts: props.acts as RowActs<unknown>,
  }
}

/** A row is drawn again only if it looks different: a tick or a key draws one row, not the table. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, columns, to, isOpening, tone, isTickable, isTicked, below, acts } = props
  return (
    <>
      <tr
        ref={props.measure}
        data-index={index}
        data-tone={tone}
        className={classes(isOpening && 'opens', isTicked && 'is-ticked')}
        tabIndex={-1}
        aria-rowindex={props.ariaRowIndex}
        onClick={isOpening ? (event) => openRow(event, () => acts.open(row)) : undefined}
      >
        {isTickable && <Tick {...props} />}
        <Cells columns={columns} row={row} to={to} />
      </tr>
      {below && (
        <tr className="table-detail">
          <td colSpan={columns.length + (isTickable ? 1 : 0)}>{below}</td>
        </tr>
      )}
    </>
  )
}, looksSame)

function looksSame(
  { columns: before, ...one }: TableRowProps,
  { columns: now, ...other }: TableRowProps,
): boolean {
  const names = Object.keys(other) as (keyof typeof other)[]
  return areSame(before, now) && names.every((name) => one[name] === other[name])
}

/** The list of columns is a new one each time; its columns are not. */
const areSame = (before: readonly Column<unknown>[], now: readonly Column<unknown>[]) =>
  before.length === now.length && before.every((column, place) => column === now[place])

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
  (before, now) => before.row === now.row && before.to === now.to && areSame(before.columns, now.columns),
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

function Tick({ row, index, isTicked, canTick, acts }: TableRowProps) {
  const t = useKitText()
  return (
    <td className="tick">
      <label className="tick-target">
        <input
          type="checkbox"
          className="checkbox"
          checked={isTicked}
          disabled={!canTick}
          aria-label={t('table.row', { number: index + 1 })}
          onChange={() => acts.tick(row)}
        />
      </label>
    </td>
  )
}
