import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RunReport, reportRun } from './run-report.ts'
import { counterNames, finalStatus, isAbandoned, runStatuses } from './run-rules.ts'

const counters = { candidates: 10, succeeded: 5, skipped: 2, failed: 1 }
const running = { ...counters, status: 'Running', executor: 'Caller' } as const
const all = { candidates: 10, succeeded: 7, skipped: 2, failed: 1 }

describe('a report about a run', () => {
  test.each<[string, RunReport, object]>([
    ['a sign of life', {}, { ...counters, status: 'Running' }],
    ['its status again', { status: 'Running' }, { ...counters, status: 'Running' }],
    ['the same counters', counters, { ...counters, status: 'Running' }],
    ['higher counters', { succeeded: 6 }, { ...counters, succeeded: 6, status: 'Running' }],
    [
      'more done than found, while it runs',
      { succeeded: 60 },
      { ...counters, succeeded: 60, status: 'Running' },
    ],
    [
      'an end with errors',
      { ...all, status: 'CompletedWithErrors' },
      { ...all, status: 'CompletedWithErrors' },
    ],
    ['a breakdown halfway', { status: 'Failed' }, { ...counters, status: 'Failed' }],
    ['giving up halfway', { status: 'Aborted' }, { ...counters, status: 'Aborted' }],
  ])('is %s', (_, report, expected) => {
    expect(reportRun(running, report)).toEqual(expected)
  })

  test.each<[string, RunReport, string, string[]]>([
    ['a lower counter', { succeeded: 4 }, 'CountersNotMonotone', ['succeeded']],
    [
      'several lower counters, all named',
      { candidates: 9, succeeded: 6, failed: 0 },
      'CountersNotMonotone',
      ['candidates', 'failed'],
    ],
    ['Completed with failures', { ...all, status: 'Completed' }, 'CountersInconsistent', ['status']],
    [
      'Completed with failures and before it is done',
      { status: 'Completed' },
      'CountersInconsistent',
      ['status', 'candidates'],
    ],
    [
      'CompletedWithErrors before it is done',
      { status: 'CompletedWithErrors' },
      'CountersInconsistent',
      ['candidates'],
    ],
    [
      'an end with more done than found',
      { status: 'Aborted', skipped: 20 },
      'CountersInconsistent',
      ['candidates'],
    ],
  ])('refuses %s', (_, report, refused, fields) => {
    const reported = reportRun(running, report)
    expect(reported).toMatchObject({ refused })
    expect('faults' in reported && reported.faults.map(({ field }) => field)).toEqual(fields)
  })

  test('finished runs never change', () => {
    for (const status of runStatuses.filter((each) => each !== 'Running'))
      for (const report of [{}, { status: 'Aborted' as const }, { candidates: 20 }])
        expect(reportRun({ ...running, status }, report)).toEqual({ refused: 'RunFinished' })
  })

  test('a run of the service can only be stopped', () => {
    const service = { ...running, executor: 'Service' } as const
    expect(reportRun(service, { status: 'Aborted' })).toEqual({ ...counters, status: 'Aborted' })
    for (const report of [
      {},
      { status: 'Completed' as const },
      { succeeded: 6 },
      { status: 'Aborted' as const, errors: [] },
    ])
      expect(reportRun(service, report)).toEqual({ refused: 'RunOfService' })
  })

  test('counters never go down, and completed runs add up', () => {
    const count = fc.option(fc.nat(20), { nil: undefined })
    const reports = fc.record({
      status: fc.option(fc.constantFrom(...runStatuses), { nil: undefined }),
      candidates: count,
      succeeded: count,
      skipped: count,
      failed: count,
    })
    fc.assert(
      fc.property(reports, (report) => {
        const next = reportRun(running, report)
        if ('refused' in next) return
        for (const name of counterNames) expect(next[name]).toBeGreaterThanOrEqual(running[name])
        if (next.status.startsWith('Completed'))
          expect(next.succeeded + next.skipped + next.failed).toBe(next.candidates)
      }),
    )
  })
})

test.each([
  ['Caller', 0, false],
  ['Caller', 29, false],
  ['Caller', 30, true],
  // The clock was set back.
  ['Caller', -29, false],
  ['Caller', -60, true],
  ['Service', 6_000, false],
] as const)(
  'a run of a %s without a sign of life for %i minutes is abandoned: %s',
  (executor, minutes, is) => {
    const now = new Date('2024-03-15T15:00:00Z')
    const heartbeatAt = new Date(now.getTime() - minutes * 60_000)
    expect(isAbandoned({ executor, heartbeatAt }, now)).toBe(is)
  },
)

test('a run with failures completes with errors', () => {
  expect(finalStatus({ failed: 0 })).toBe('Completed')
  expect(finalStatus({ failed: 1 })).toBe('CompletedWithErrors')
})
