import { Link } from '../link.tsx'
import { type Column, Table } from '../tables/table.tsx'
import { useKitText } from '../words/kit-text.ts'

interface ChartTableProps {
  readonly label: string
  /** The title of the first column; without one, it is time. */
  readonly placeTitle?: string | undefined
  /** The places along the axis, in order. */
  readonly xs: readonly string[]
  readonly series: readonly string[]
  readonly formatX: (x: string) => string
  readonly formatY: (y: number) => string
  readonly valueAt: (x: string, series: string) => ChartValue | undefined
}

export interface ChartValue {
  readonly y: number
  /** The screen with the rows behind it. */
  readonly to?: string | undefined
}

/** The figures of a chart as a table, folded below it. A figure with rows behind it opens them. */
export function ChartTable(props: ChartTableProps) {
  const { label, placeTitle, xs, series, formatX, formatY, valueAt } = props
  const t = useKitText()
  const columns: readonly Column<string>[] = [
    { key: 'x', title: placeTitle ?? t('chart.when'), isWrapping: true, cell: formatX },
    ...series.map(
      (name): Column<string> => ({
        key: `of ${name}`,
        title: name,
        isNumeric: true,
        cell: (x) => <Value value={valueAt(x, name)} formatY={formatY} />,
      }),
    ),
  ]
  return (
    <details className="chart-table">
      <summary>{t('chart.table')}</summary>
      <Table label={label} layout="table" columns={columns} rows={xs} rowKey={(x) => x} />
    </details>
  )
}

interface ValueProps {
  readonly value: ChartValue | undefined
  readonly formatY: ChartTableProps['formatY']
}

function Value({ value, formatY }: ValueProps) {
  if (!value) return '—'
  const words = formatY(value.y)
  return value.to === undefined ? words : <Link to={value.to}>{words}</Link>
}
