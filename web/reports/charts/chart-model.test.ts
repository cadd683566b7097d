import { expect, test } from 'vitest'
import type { Report } from '../../../sdk/src/types.gen.ts'
import { chartOf } from './chart-model.ts'

const cell = (value: string | number | null, query?: Readonly<Record<string, string>>) => ({
  value,
  list: query ? { path: '/v2/contracts', query } : null,
})

const report = (
  name: string,
  columns: Report['columns'],
  rows: readonly (readonly ReturnType<typeof cell>[])[],
  totals: readonly ReturnType<typeof cell>[] = [],
): Report => ({
  ...{ name, columns, totals, isCut: false },
  ...{ fromDate: '2026-01-01', toDate: '2026-12-31', asOfDate: '2026-12-31' },
  rows: rows.map((cells, at) => ({ key: String(at), cells })),
})

test('production is a bar a month with a part for each product, which opens its contracts', () => {
  const columns = [
    { key: 'month', kind: 'Month' },
    { key: 'product', kind: 'Text' },
    { key: 'retail', kind: 'Money' },
  ] as const
  const model = chartOf(
    report('production', columns, [
      [cell('2026-02'), cell('GAP'), cell(900.5)],
      [cell('2026-01'), cell('VSC'), cell(2995, { productId: '1' })],
    ]),
  )
  expect(model?.series).toEqual(['GAP', 'VSC'])
  expect(model?.points).toEqual([
    { x: '2026-01', parts: [{ series: 'VSC', y: 2995, to: '/contracts?productId=1' }] },
    { x: '2026-02', parts: [{ series: 'GAP', y: 900.5, to: undefined }] },
  ])
})

test('the largest come first, and what has no figure has no bar', () => {
  const columns = [
    { key: 'plan', kind: 'Text' },
    { key: 'lossRatio', kind: 'Ratio' },
  ] as const
  const model = chartOf(
    report('loss-ratio', columns, [
      [cell('GOLD'), cell(0.2)],
      [cell('BASIC'), cell(null)],
      [cell('PLATINUM'), cell(0.7)],
    ]),
  )
  expect(model?.points.map(({ name, parts }) => [name, parts.length])).toEqual([
    ['PLATINUM', 1],
    ['GOLD', 1],
    ['BASIC', 0],
  ])
})

test('plans of one name are told apart by their product, and what is left out is said', () => {
  const columns = [
    { key: 'product', kind: 'Text' },
    { key: 'plan', kind: 'Text' },
    { key: 'lossRatio', kind: 'Ratio' },
  ] as const
  const plans = (count: number) =>
    chartOf(
      report('loss-ratio', columns, [
        [cell('Standard'), cell('GOLD'), cell(0.2)],
        [cell('Certified'), cell('GOLD'), cell(0.1)],
        ...Array.from({ length: count }, (_, at) => [cell('Standard'), cell(`P${at}`), cell(0)]),
      ]),
    )
  expect(plans(0)?.points.map(({ x, name }) => [x, name])).toEqual([
    ['0', 'GOLD (Standard)'],
    ['1', 'GOLD (Certified)'],
  ])
  expect([plans(13)?.isCut, plans(14)?.isCut]).toEqual([false, true])
})

test('aging shows the totals of the spans, and a report without a chart has none', () => {
  const columns = [
    { key: 'accountHolder', kind: 'Text' },
    { key: 'current', kind: 'Money' },
    { key: 'over90', kind: 'Money' },
    { key: 'total', kind: 'Money' },
  ] as const
  const model = chartOf(report('aging', columns, [], [cell(null), cell(10), cell(5), cell(15)]))
  expect(model?.points.map(({ x, parts }) => [x, parts[0]?.y])).toEqual([
    ['current', 10],
    ['over90', 5],
  ])
  expect(chartOf(report('other', columns, []))).toBeUndefined()
})
