import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Peers } from '../db/peers.ts'

/**
 * Metrics for operators: the number, duration and status of requests, and the load of the service. They are sums over its
 * processes; delays are averages.
 */
export interface Metrics {
  observe(route: string, method: string, status: number, milliseconds: number): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

/** A figure of a room, read when the metrics are asked for. */
export interface RoomGauge {
  readonly name: string
  readonly help: string
  /** The one label that its values have. */
  readonly label: string
  read(): Promise<readonly { readonly label: string; readonly value: number }[]>
}

/** The figures of one process. */
interface ProcessFigures {
  readonly figures: object[]
  readonly series: readonly Series[]
}

export function openMetrics(
  watch: { inside(): number; waiting(): number },
  gauges: readonly RoomGauge[] = [],
  peers?: Peers,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being served.',
    registers: [registry],
    collect() {
      this.set(watch.inside())
    },
  })
  new Gauge({
    name: 'database_requests_waiting',
    help: 'Requests waiting for a database connection.',
    registers: [registry],
    collect() {
      this.set(watch.waiting())
    },
  })
  // What the rooms count is the same for all processes.
  const rooms = new Registry()
  for (const { name, help, label, read } of gauges)
    new Gauge({
      ...{ name, help, labelNames: [label], registers: [rooms] },
      async collect() {
        this.reset()
        for (const { label: labelled, value } of await read()) this.set({ [label]: labelled }, value)
      },
    })
  const requests = requestSeries()
  const own = async (): Promise<ProcessFigures> => ({
    figures: await registry.getMetricsAsJSON(),
    series: requests.all(),
  })
  peers?.on('metrics', own)
  return {
    observe: requests.observe,
    async text() {
      // The others are our own code, and answer with `own`.
      const others = ((await peers?.ask({ kind: 'metrics' })) ?? []) as readonly ProcessFigures[]
      const all = others.length > 0 ? [await own(), ...others] : undefined
      const summed = all ? AggregatorRegistry.aggregate(all.map(({ figures }) => figures)) : registry
      const series = all ? sumOf(all.flatMap((one) => one.series)) : requests.all()
      return [await summed.metrics(), await rooms.metrics(), textOf(series)].join('\n')
    },
    contentType: registry.contentType,
  }
}

const BOUNDS_MILLISECONDS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

interface Series {
  readonly labels: string
  /** One count for each bound, and one for longer requests. */
  readonly counts: number[]
  milliseconds: number
}

/**
 * Requests by operation, method and status. Counted here, not by the library, because every request pays for it:
 * finding a series by one key and adding to three numbers costs about half.
 */
function requestSeries() {
  const series = new Map<string, Series>()
  function observe(route: string, method: string, status: number, milliseconds: number): void {
    const key = `${method} ${status} ${route}`
    let entry = series.get(key)
    if (!entry) {
      const labels = `route="${route}",method="${method}",status="${status}"`
      entry = { labels, counts: new Array<number>(BOUNDS_MILLISECONDS.length + 1).fill(0), milliseconds: 0 }
      series.set(key, entry)
    }
    let at = 0
    while (at < BOUNDS_MILLISECONDS.length && milliseconds > (BOUNDS_MILLISECONDS[at] ?? 0)) at += 1
    entry.counts[at] = (entry.counts[at] ?? 0) + 1
    entry.milliseconds += milliseconds
  }
  return { observe, all: (): readonly Series[] => [...series.values()] }
}

/** One series for each operation, method and status. */
function sumOf(all: readonly Series[]): Series[] {
  const sums = new Map<string, Series>()
  for (const { labels, counts, milliseconds } of all) {
    const sum = sums.get(labels)
    if (!sum) {
      sums.set(labels, { labels, counts: [...counts], milliseconds })
      continue
    }
    counts.forEach((count, at) => {
      sum.counts[at] = (sum.counts[at] ?? 0) + count
    })
    sum.milliseconds += milliseconds
  }
  return [...sums.values()]
}

function textOf(series: readonly Series[]): string {
  const name = 'http_request_duration_seconds'
  const lines = [
    `# HELP ${name} How long requests took, by operation, method and status.`,
    `# TYPE ${name} histogram`,
  ]
  for (const { labels, counts, milliseconds } of series) {
    let sum = 0
    counts.forEach((count, at) => {
      sum += count
      const bound = BOUNDS_MILLISECONDS[at]
      lines.push(`${name}_bucket{${labels},le="${bound === undefined ? '+Inf' : bound / 1000}"} ${sum}`)
    })
    lines.push(`${name}_sum{${labels}} ${milliseconds / 1000}`, `${name}_count{${labels}} ${sum}`)
  }
  return `${lines.join('\n')}\n`
}
