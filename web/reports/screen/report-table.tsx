import type { ReactNode } from 'react'
import type { Report, ReportCell } from '../../../sdk/src/types.gen.ts'
import { Link } from '../../ui/link.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useCellFormat } from '../charts/cell-format.ts'
import type { Unit } from '../charts/chart-model.ts'
import { screenOfList } from '../screen-of-list.ts'
import { columnTitle, useText } from '../text.ts'

interface Props {
  readonly label: string
  readonly report: Report
}

/** The figures. Each one that has rows opens them. */
export function ReportTable({ label, report }: Props) {
  const t = useText()
  const { columns, rows, totals } = report
  const isNumeric = (kind: Unit) => kind !== 'Text' && kind !== 'Month'
  const shown = columns.map(
    ({ key, kind }, at): Column<Report['rows'][number]> => ({
      key,
      title: columnTitle(t, key),
      isNumeric: isNumeric(kind),
      isWrapping: kind === 'Text',
      cell: ({ key: row, cells }) =>
        key === 'late' ? (
          columnTitle(t, `late${row}`)
        ) : (
          <Figure cell={cells[at]} kind={kind} title={columnTitle(t, key)} />
        ),
    }),
  )
  const foot: Record<string, ReactNode> = {}
  columns.forEach(({ key, kind }, at) => {
    const title = columnTitle(t, key)
    foot[key] = at === 0 ? t('total') : <Figure cell={totals[at]} kind={kind} title={title} isTotal />
  })
  return (
    <Table
      label={label}
      columns={shown}
      rows={rows}
      rowKey={({ key }) => key}
      foot={totals.length > 0 ? foot : undefined}
      layout={columns.length > 8 ? 'table' : 'cards'}
    />
  )
}

interface FigureProps {
  readonly cell: ReportCell | undefined
  readonly kind: Unit
  readonly title: string
  readonly isTotal?: boolean
}

function Figure({ cell, kind, title, isTotal = false }: FigureProps) {
  const t = useText()
  const format = useCellFormat()
  if (!cell || (isTotal && cell.value === null)) return null
  const words = format(kind, cell.value)
  const to = screenOfList(cell.list)
  if (to === undefined || cell.value === null) return <>{words}</>
  return (
    <Link to={to} aria-label={t('open', { title, value: words })}>
      {words}
    </Link>
  )
}
