import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useKitText } from '../words/kit-text.ts'
import { type Bar, type PlacedPart, reach, sideBySide, stacked } from './bar-layout.ts'
import { Legend, useWidth } from './chart.tsx'
import { ChartTable } from './chart-table.tsx'
import { bandScale, type LinearScale, linearScale, type PlaceScale } from './scales.ts'

export type { Bar, BarPart } from './bar-layout.ts'

export interface BarChartProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** The names of the series, in order. */
  readonly series: readonly string[]
  readonly formatY: (y: number) => string
  readonly formatX?: ((x: string) => string) | undefined
  /** The parts of a bar on top of each other; otherwise beside each other. */
  readonly isStacked?: boolean | undefined
  /** Bars to the right, their names before them: for names that are long. */
  readonly isSideways?: boolean | undefined
  readonly height?: number | undefined
  /** What a press on a part does, and Enter on a bar. */
  readonly onOpen?: ((to: string) => void) | undefined
  /** The title of what the bars stand for, in the table below; undefined if the page has a table of its own. */
  readonly placeTitle?: string | undefined
}

const COLORS = 8
const ROW = 30

/** Bars. The arrow keys read them; a press or Enter opens what a bar stands for. The figures also stand in a table below. */
export function BarChart(props: BarChartProps) {
  const { label, bars, series, isSideways = false, onOpen, placeTitle } = props
  const t = useKitText()
  const [width, watch] = useWidth()
  const [at, setAt] = useState<number>()
  if (bars.length === 0) return <p className="chart-empty">{t('chart.empty')}</p>
  const height = isSideways ? bars.length * ROW + 30 : (props.height ?? 240)
  const shown = at === undefined ? undefined : bars[at]
  const read = shown ? reading(props, shown) : ''
  const open = (event: KeyboardEvent) => {
    const to = shown?.parts.find((part) => part.to !== undefined)?.to
    if (event.key !== 'Enter' || to === undefined || !onOpen) return
    event.preventDefault()
    onOpen(to)
  }
  return (
    <figure className="chart" ref={watch}>
      <Legend series={series.map((name) => ({ name }))} colors={COLORS} />
      <div className="chart-plot">
        <svg
          className="chart-drawing"
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerLeave={() => setAt(undefined)}
        >
          <Drawing {...props} {...{ width, height, at }} onPoint={setAt} />
        </svg>
        {/* Lies unseen over the drawing: its arrow keys read the bars, and screen readers know what it is. */}
        <input
          type="range"
          className="chart-reader"
          aria-label={t('chart.points', { label })}
          aria-valuetext={read || t('chart.keys')}
          min={0}
          max={Math.max(1, bars.length - 1)}
          value={at ?? 0}
          onFocus={() => setAt((now) => now ?? 0)}
          onBlur={() => setAt(undefined)}
          onChange={({ target }) => setAt(Math.min(bars.length - 1, Number(target.value)))}
          onKeyDown={open}
        />
      </div>
      <p className="chart-reading" aria-hidden="true">
        {read}
      </p>
      {placeTitle === undefined ? null : (
        <ChartTable
          {...{ label, placeTitle, series, formatX: props.formatX ?? String, formatY: props.formatY }}
          xs={bars.map(({ x }) => x)}
          valueAt={(x, name) => bars.find((bar) => bar.x === x)?.parts.find((part) => part.series === name)}
        />
      )}
    </figure>
  )
}

function reading({ series, formatX = String, formatY }: BarChartProps, { x, parts }: Bar): string {
  const values = parts.map((part) =>
    series.length > 1 ? `${part.series} ${formatY(part.y)}` : formatY(part.y),
  )
  return `${formatX(x)}: ${values.join(', ')}`
}

interface DrawingProps extends BarChartProps {
  readonly width: number
  readonly height: number
  readonly at: number | undefined
  readonly onPoint: (at: number) => void
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Edge {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

const SIDE: Edge = { top: 4, right: 64, bottom: 26, left: 150 }
const UP: Edge = { top: 12, right: 12, bottom: 26, left: 68 }

function Drawing(props: DrawingProps) {
  const { bars, series, formatX = String, formatY, width, height, at, onPoint } = props
  const { isStacked = false, isSideways = false } = props
  const edge: Edge = isSideways ? { ...SIDE, left: Math.min(SIDE.left, width * 0.4) } : UP
  const placed = bars.map(({ parts }) => (isStacked ? stacked(parts) : sideBySide(parts)))
  const along = linearScale(
    reach(placed),
    isSideways ? [edge.left, width - edge.right] : [height - edge.bottom, edge.top],
  )
  const across = bandScale(
    bars.map(({ x }) => x),
    isSideways ? [edge.top, height - edge.bottom] : [edge.left, width - edge.right],
    0.25,
  )
  const inner = isStacked ? 1 : Math.max(1, series.length)
  const boxOf = (x: string, part: PlacedPart): Box => {
    const thick = across.thickness / inner
    const lane = isStacked ? 0 : Math.max(0, series.indexOf(part.series))
    const start = (across(x) ?? 0) + lane * thick
    const ends = [along(part.from), along(part.until)] as const
    const [low, high] = [Math.min(...ends), Math.max(...ends)]
    return isSideways
      ? { x: low, y: start, width: high - low, height: thick }
      : { x: start, y: low, width: thick, height: high - low }
  }
  return (
    <g>
      <Grid {...{ along, edge, width, height, formatY, isSideways }} />
      {bars.map(({ x }, index) => (
        <g key={x} onPointerEnter={() => onPoint(index)}>
          {index === at && <Shade {...{ across, x, edge, width, height, isSideways }} />}
          <BarName
            {...{ across, x, edge, height, isSideways, index }}
            title={formatX(x)}
            step={stepOf(bars, width)}
          />
          {(placed[index] ?? []).map((part) => (
            <Part key={part.series} {...props} part={part} box={boxOf(x, part)} />
          ))}
        </g>
      ))}
    </g>
  )
}

interface PartProps extends DrawingProps {
  readonly part: PlacedPart
  readonly box: Box
}

function Part({ part, box, series, onOpen }: PartProps) {
  const { to } = part
  const opens = to !== undefined && onOpen !== undefined
  const press = (event: PointerEvent) => {
    if (event.button === 0 && opens) onOpen(to)
  }
  return (
    <rect
      className="chart-bar"
      data-series={Math.max(0, series.indexOf(part.series)) % COLORS}
      data-opens={opens || undefined}
      {...box}
      onPointerUp={press}
    />
  )
}

/** As many words below the bars as fit. */
const stepOf = (bars: readonly Bar[], width: number) =>
  Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor((width - UP.left) / 84))))

interface Placing {
  readonly across: PlaceScale
  readonly x: string
  readonly edge: Edge
  readonly height: number
  readonly isSideways: boolean
}

function BarName(props: Placing & { readonly title: string; readonly step: number; readonly index: number }) {
  const { across, x, edge, height, isSideways, title, step, index } = props
  const middle = (across(x) ?? 0) + across.thickness / 2
  if (isSideways)
    return (
      <text className="chart-text" x={edge.left - 8} y={middle} dy="0.32em" textAnchor="end">
        {cut(title, edge.left)}
      </text>
    )
  if (index % step !== 0) return null
  return (
    <text className="chart-text" x={middle} y={height - 8} textAnchor="middle">
      {title}
    </text>
  )
}

/** About as many letters as have room. The reading and the table have the whole name. */
function cut(title: string, width: number): string {
  const most = Math.max(6, Math.floor((width - 8) / 6.6))
  return title.length > most ? `${title.slice(0, most - 1)}…` : title
}

function Shade({ across, x, edge, width, height, isSideways }: Placing & { readonly width: number }) {
  const [start, thick] = [(across(x) ?? 0) - 2, across.thickness + 4]
  return isSideways ? (
    <rect className="chart-shade" x={edge.left} y={start} width={width - edge.left} height={thick} />
  ) : (
    <rect
      className="chart-shade"
      x={start}
      y={edge.top}
      width={thick}
      height={height - edge.top - edge.bottom}
    />
  )
}

interface GridProps {
  readonly along: LinearScale
  readonly edge: Edge
  readonly width: number
  readonly height: number
  readonly formatY: (y: number) => string
  readonly isSideways: boolean
}

/** About as wide as an amount below the axis. */
const AMOUNT = 84

function Grid({ along, edge, width, height, formatY, isSideways }: GridProps) {
  const ticks = along.ticks(isSideways ? 3 : 4)
  // On a phone there is room for some of the amounts only.
  const step = Math.max(1, Math.ceil((ticks.length * AMOUNT) / Math.max(1, width - edge.left)))
  return ticks.map((tick, index) =>
    isSideways ? (
      <g key={tick}>
        <line
          className="chart-grid"
          x1={along(tick)}
          x2={along(tick)}
          y1={edge.top}
          y2={height - edge.bottom}
        />
        {index % step === 0 && (
          <text className="chart-text" x={along(tick)} y={height - 8} textAnchor="middle">
            {formatY(tick)}
          </text>
        )}
      </g>
    ) : (
      <g key={tick}>
        <line
          className="chart-grid"
          x1={edge.left}
          x2={width - edge.right}
          y1={along(tick)}
          y2={along(tick)}
        />
        <text className="chart-text" x={edge.left - 8} y={along(tick)} dy="0.32em" textAnchor="end">
          {formatY(tick)}
        </text>
      </g>
    ),
  )
}
