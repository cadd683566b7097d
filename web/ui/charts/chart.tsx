import { type PointerEvent, useCallback, useState } from 'react'
import { useKitText } from '../words/kit-text.ts'
import { ChartTable } from './chart-table.tsx'
import { linearScale, pointScale } from './scales.ts'

export interface Series {
  readonly name: string
  /** A point with a screen behind it leads there from the table. */
  readonly points: readonly { readonly x: string; readonly y: number; readonly to?: string | undefined }[]
}

export interface LineChartProps {
  readonly label: string
  /** The points of all series stand at the same places, in order. */
  readonly series: readonly Series[]
  readonly formatY: (y: number) => string
  readonly formatX?: ((x: string) => string) | undefined
  /** A place to mark, such as today. */
  readonly mark?: { readonly x: string; readonly title: string } | undefined
  readonly height?: number | undefined
}

const EDGE = { top: 12, right: 12, bottom: 26, left: 68 }

/** Lines over time. The arrow keys read the points; the figures also stand in a table below. */
export function LineChart(props: LineChartProps) {
  const { label, series, height = 240 } = props
  const t = useKitText()
  const [width, watch] = useWidth()
  const [at, setAt] = useState<number>()
  const xs = series.reduce<readonly string[]>(
    (most, { points }) => (points.length > most.length ? points.map(({ x }) => x) : most),
    [],
  )
  if (xs.length === 0) return <p className="chart-empty">{t('chart.empty')}</p>
  const point = (event: PointerEvent<SVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left - EDGE.left) / (box.width - EDGE.left - EDGE.right)
    setAt(Math.min(xs.length - 1, Math.max(0, Math.round(share * (xs.length - 1)))))
  }
  const read = at === undefined ? '' : reading(props, xs[at] ?? '')
  return (
    <figure className="chart" ref={watch}>
      <Legend series={series} />
      <div className="chart-plot">
        <svg
          className="chart-drawing"
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(undefined)}
        >
          <Drawing {...props} {...{ xs, width, height, at }} />
        </svg>
        {/* Lies unseen over the drawing: its arrow keys read the points, and screen readers know what it is. */}
        <input
          type="range"
          className="chart-reader"
          aria-label={t('chart.points', { label })}
          aria-valuetext={read || t('chart.keys')}
          min={0}
          max={xs.length - 1}
          value={at ?? 0}
          onFocus={() => setAt((now) => now ?? 0)}
          onBlur={() => setAt(undefined)}
          onChange={({ target }) => setAt(Number(target.value))}
        />
      </div>
      <p className="chart-reading" aria-hidden="true">
        {read}
      </p>
      <ChartTable
        {...{ label, xs, formatX: props.formatX ?? String, formatY: props.formatY }}
        series={series.map(({ name }) => name)}
        valueAt={(x, name) => series.find((one) => one.name === name)?.points.find((point) => point.x === x)}
      />
    </figure>
  )
}

function reading({ series, formatX = String, formatY }: LineChartProps, x: string): string {
  const values = series.flatMap(({ name, points }) => {
    const found = points.find((point) => point.x === x)
    return found ? [`${name} ${formatY(found.y)}`] : []
  })
  return `${formatX(x)}: ${values.join(', ')}`
}

/** The series by their colors. One alone needs none. */
export function Legend({
  series,
  colors = 4,
}: {
  readonly series: readonly { readonly name: string }[]
  readonly colors?: number
}) {
  if (series.length < 2) return null
  return (
    <ul className="chart-legend">
      {series.map(({ name }, index) => (
        <li key={name} data-series={index % colors}>
          {name}
        </li>
      ))}
    </ul>
  )
}

interface DrawingProps extends LineChartProps {
  readonly xs: readonly string[]
  readonly width: number
  readonly height: number
  readonly at: number | undefined
}

function Drawing({ series, formatX = String, formatY, mark, xs, width, height, at }: DrawingProps) {
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y))
  const y = linearScale([Math.min(0, ...ys), Math.max(0, ...ys)], [height - EDGE.bottom, EDGE.top])
  const x = pointScale(xs, [EDGE.left, width - EDGE.right])
  const shown = at === undefined ? undefined : xs[at]
  // The day to mark may lie between two points: then it stands at the one before.
  const marked = mark && (xs.findLast((one) => one <= mark.x) ?? xs[0])
  return (
    <g>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={EDGE.left} x2={width - EDGE.right} y1={y(tick)} y2={y(tick)} />
          <text className="chart-text" x={EDGE.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatY(tick)}
          </text>
        </g>
      ))}
      {someOf(xs, width).map(({ x: value, anchor }) => (
        <text key={value} className="chart-text" x={x(value)} y={height - 8} textAnchor={anchor}>
          {formatX(value)}
        </text>
      ))}
      {mark && marked !== undefined && (
        <g>
          <line
            className="chart-mark"
            x1={x(marked)}
            x2={x(marked)}
            y1={EDGE.top}
            y2={height - EDGE.bottom}
          />
          <text className="chart-text" x={x(marked)} y={EDGE.top} dx="4" dy="0.4em">
            {mark.title}
          </text>
        </g>
      )}
      {series.map(({ name, points }, index) => (
        <path
          key={name}
          className="chart-line"
          data-series={index % 4}
          d={pathOf(
            points.flatMap((point) => {
              const left = x(point.x)
              return left === undefined ? [] : [`${left},${y(point.y)}`]
            }),
          )}
        />
      ))}
      {shown !== undefined && (
        <g>
          <line
            className="chart-cursor"
            x1={x(shown)}
            x2={x(shown)}
            y1={EDGE.top}
            y2={height - EDGE.bottom}
          />
          {series.flatMap(({ name, points }, index) => {
            const found = points.find((point) => point.x === shown)
            return found
              ? [
                  <circle
                    key={name}
                    className="chart-dot"
                    data-series={index % 4}
                    cx={x(shown)}
                    cy={y(found.y)}
                    r="4"
                  />,
                ]
              : []
          })}
        </g>
      )}
    </g>
  )
}

/** A line through the points. One alone is closed, which makes a dot of it. */
const pathOf = (points: readonly string[]) =>
  points.length === 0 ? '' : `M${points.join('L')}${points.length === 1 ? 'Z' : ''}`

/** As many words below the axis as fit, the first and the last among them. */
function someOf(
  xs: readonly string[],
  width: number,
): readonly { readonly x: string; readonly anchor: 'start' | 'middle' | 'end' }[] {
  const most = Math.max(2, Math.floor((width - EDGE.left) / 110))
  const step = Math.max(1, Math.ceil((xs.length - 1) / (most - 1)))
  return xs.flatMap((x, index) => {
    const isLast = index === xs.length - 1
    if (!isLast && (index % step !== 0 || xs.length - 1 - index < step)) return []
    return [{ x, anchor: index === 0 ? 'start' : isLast ? 'end' : 'middle' } as const]
  })
}

/** The width that the page gives to the chart. */
export function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(640)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setWidth(Math.max(240, element.clientWidth))
    // At once, so that the first drawing that is painted fits. The observer tells only after that.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, watch]
}
