import { useGo } from '../../api/address.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { LineChart } from '../../ui/charts/chart.tsx'
import { columnTitle, type Text, useText } from '../text.ts'
import { useCellFormat } from './cell-format.ts'
import type { ChartModel } from './chart-model.ts'

interface Props {
  readonly label: string
  readonly model: ChartModel
  readonly height?: number | undefined
  /** The page shows all figures in a table of its own. */
  readonly hasOwnTable?: boolean | undefined
}

/** Draws a report. A press on a bar, or Enter, opens its rows. */
export function ReportChart(props: Props) {
  const t = useText()
  return (
    <>
      <Drawing {...props} />
      {props.model.isCut ? <p className="muted small">{t('chart.cut')}</p> : null}
    </>
  )
}

function Drawing({ label, model, height, hasOwnTable = false }: Props) {
  const t = useText()
  const go = useGo()
  const format = useCellFormat()
  const nameOf = (series: string) => seriesName(t, format, model, series)
  const names = new Map(model.points.map(({ x, name }) => [x, name]))
  const formatX = (x: string) =>
    model.places === 'months'
      ? format('Month', x)
      : model.places === 'columns'
        ? columnTitle(t, x)
        : (names.get(x) ?? x)
  const formatY = (y: number) => format(model.unit, y)
  if (model.kind === 'lines')
    return (
      <LineChart
        {...{ label, formatX, formatY, height }}
        series={model.series.map((series) => ({
          name: nameOf(series),
          points: model.points.flatMap(({ x, parts }) =>
            parts.filter((part) => part.series === series).map(({ y, to }) => ({ x, y, to })),
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
      placeTitle={hasOwnTable ? undefined : columnTitle(t, model.place)}
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
