import { useGo } from '../../api/address.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { LineChart } from '../../ui/chart.tsx'
import { columnTitle, type Text, useText } from '../text.ts'
import { useCellFormat } from './cell-format.ts'
import type { ChartModel } from './chart-model.ts'

interface Props {
  readonly label: string
  readonly model: ChartModel
  readonly height?: number | undefined
}

/** Draws a report. A press on a bar, or Enter, opens its rows. */
export function ReportChart({ label, model, height }: Props) {
  const t = useText()
  const go = useGo()
  const format = useCellFormat()
  const nameOf = (series: string) => seriesName(t, format, model, series)
  const formatX = (x: string) =>
    model.places === 'months' ? format('Month', x) : model.places === 'columns' ? columnTitle(t, x) : x
  const formatY = (y: number) => format(model.unit, y)
  if (model.kind === 'lines')
    return (
      <LineChart
        {...{ label, formatX, formatY, height }}
        series={model.series.map((series) => ({
          name: nameOf(series),
          points: model.points.flatMap(({ x, parts }) =>
            parts.filter((part) => part.series === series).map(({ y }) => ({ x, y })),
          ),
        }))}
      />
    )
  return (
    <BarChart
      {...{ label, formatX, formatY, height }}
      isStacked={model.isStacked}
      isSideways={model.isSideways}
      series={model.series.map(nameOf)}
      bars={model.points.map(({ x, parts }) => ({
        x,
        parts: parts.map((part) => ({ ...part, series: nameOf(part.series) })),
      }))}
      onOpen={go}
    />
  )
}

/** The series are columns, months or words of the data. */
function seriesName(
  t: Text,
  format: ReturnType<typeof useCellFormat>,
  { isByColumn, places }: ChartModel,
  series: string,
): string {
  if (isByColumn) return columnTitle(t, series)
  return places === 'columns' ? format('Month', series) : series
}
