import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What an operator watches: how many requests, how long, how they ended, and how full the service is. */
export interface Metrics {
  readonly registry: Registry
  observe(route: string, method: string, status: number, seconds: number): void
}

export function openMetrics(watch: { inside(): number; waiting(): number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by operation and method.',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'http_requests_total',
    help: 'Requests by operation, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
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
    help: 'Requests that wait for a database connection.',
    registers: [registry],
    collect() {
      this.set(watch.waiting())
    },
  })
  return {
    registry,
    observe(route, method, status, seconds) {
      durations.observe({ route, method }, seconds)
      answers.inc({ route, method, status })
    },
  }
}
