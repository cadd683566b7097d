import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trialSeed, trials } from '../../test/support/service/trials.ts'
import { decideSchedule, dueTime } from './due-time.ts'

const due = (cron: string, timeZone: string, from: string, to: string) =>
  dueTime({ cron, timeZone, handledUntil: new Date(from) }, new Date(to))
    ?.toISOString()
    .replace(':00.000Z', 'Z')

describe('dueTime', () => {
  test.each([
    // A time is due from its minute on, and once.
    ['30 2 * * *', 'UTC', '2026-11-16T00:00Z', '2026-11-16T02:29:59Z', undefined],
    ['30 2 * * *', 'UTC', '2026-11-16T00:00Z', '2026-11-16T02:30Z', '2026-11-16T02:30Z'],
    ['30 2 * * *', 'UTC', '2026-11-16T02:30Z', '2026-11-17T02:29:59.999Z', undefined],
    ['30 2 * * *', 'America/Chicago', '2026-11-16T00:00Z', '2026-11-16T09:00Z', '2026-11-16T08:30Z'],
    // Of what was missed, the latest.
    ['30 2 * * *', 'UTC', '2026-11-13T02:30Z', '2026-11-16T12:00Z', '2026-11-16T02:30Z'],
    ['*/15 * * * *', 'UTC', '2026-11-13T02:30Z', '2026-11-16T12:16Z', '2026-11-16T12:15Z'],
    ['0 3 1 * *', 'America/Chicago', '2026-11-16T00:00Z', '2036-11-16T00:00Z', '2036-11-01T08:00Z'],
    // A clock that was moved back.
    ['* * * * *', 'UTC', '2026-11-16T12:00Z', '2026-11-16T12:00Z', undefined],
    ['* * * * *', 'UTC', '2026-11-16T12:00Z', '2026-11-15T12:00Z', undefined],
    // Year end.
    ['59 23 31 12 *', 'UTC', '2026-12-31T00:00Z', '2027-01-01T00:00Z', '2026-12-31T23:59Z'],
    ['0 0 1 1 *', 'America/Chicago', '2026-12-31T00:00Z', '2027-01-01T05:59Z', undefined],
    ['0 0 1 1 *', 'America/Chicago', '2026-12-31T00:00Z', '2027-01-01T06:00Z', '2027-01-01T06:00Z'],
    // Leap days, also over a century without one.
    ['0 0 29 2 *', 'UTC', '2024-03-01T00:00Z', '2028-02-28T23:59Z', undefined],
    ['0 0 29 2 *', 'UTC', '2024-03-01T00:00Z', '2028-02-29T00:00Z', '2028-02-29T00:00Z'],
    ['0 0 29 2 *', 'UTC', '2024-01-01T00:00Z', '2027-12-31T00:00Z', '2024-02-29T00:00Z'],
    ['0 0 29 2 *', 'UTC', '2095-01-01T00:00Z', '2104-02-28T00:00Z', '2096-02-29T00:00Z'],
    ['0 0 31 * *', 'UTC', '2026-11-01T00:00Z', '2026-11-30T23:00Z', undefined],
    // Dates that do not exist.
    ['0 0 31 2 *', 'UTC', '1970-01-01T00:00Z', '2400-01-01T00:00Z', undefined],
    ['0 0 31 4,6,9,11 *', 'UTC', '1970-01-01T00:00Z', '2400-01-01T00:00Z', undefined],
    // Days of the month and of the week: 2026-11-16 is a Monday.
    ['0 0 20 * MON', 'UTC', '2026-11-15T12:00Z', '2026-11-19T00:00Z', '2026-11-16T00:00Z'],
    ['0 0 20 * MON', 'UTC', '2026-11-16T12:00Z', '2026-11-22T00:00Z', '2026-11-20T00:00Z'],
    ['0 0 * * MON-FRI', 'UTC', '2026-11-14T00:00Z', '2026-11-15T23:59Z', undefined],
    ['0 0 * * 7', 'UTC', '2026-11-14T00:00Z', '2026-11-15T23:59Z', '2026-11-15T00:00Z'],
    // Spring forward in Chicago: 02:00 to 03:00 on 2026-03-08 at 08:00 UTC.
    ['30 2 * * *', 'America/Chicago', '2026-03-08T00:00Z', '2026-03-08T07:59Z', undefined],
    ['30 2 * * *', 'America/Chicago', '2026-03-08T00:00Z', '2026-03-08T08:00Z', '2026-03-08T08:00Z'],
    ['30 2 * * *', 'America/Chicago', '2026-03-08T08:00Z', '2026-03-09T07:29Z', undefined],
    ['30 2 * * *', 'America/Chicago', '2026-03-08T08:00Z', '2026-03-09T07:30Z', '2026-03-09T07:30Z'],
    // Several skipped times, and the end itself, are one.
    ['*/10 2,3 * * *', 'America/Chicago', '2026-03-08T00:00Z', '2026-03-08T08:09Z', '2026-03-08T08:00Z'],
    ['*/10 2,3 * * *', 'America/Chicago', '2026-03-08T08:00Z', '2026-03-08T08:09Z', undefined],
    // Fall back in Chicago: 02:00 to 01:00 on 2026-11-01 at 07:00 UTC. 01:30 is at 06:30 and at 07:30.
    ['30 1 * * *', 'America/Chicago', '2026-11-01T00:00Z', '2026-11-01T06:30Z', '2026-11-01T06:30Z'],
    ['30 1 * * *', 'America/Chicago', '2026-11-01T06:30Z', '2026-11-01T12:00Z', undefined],
    ['30 1 * * *', 'America/Chicago', '2026-11-01T00:00Z', '2026-11-01T07:10Z', '2026-11-01T06:30Z'],
    ['*/15 * * * *', 'America/Chicago', '2026-11-01T06:45Z', '2026-11-01T07:59Z', undefined],
    ['*/15 * * * *', 'America/Chicago', '2026-11-01T06:45Z', '2026-11-01T08:00Z', '2026-11-01T08:00Z'],
    // Midnight was skipped in Sao Paulo on 2018-11-04, and came twice on 2019-02-17 (23:00 to 24:00 on the 16th).
    ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00Z', '2018-11-04T02:59Z', undefined],
    ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00Z', '2018-11-04T03:00Z', '2018-11-04T03:00Z'],
    ['30 23 * * *', 'America/Sao_Paulo', '2019-02-16T12:00Z', '2019-02-17T01:30Z', '2019-02-17T01:30Z'],
    ['30 23 * * *', 'America/Sao_Paulo', '2019-02-17T01:30Z', '2019-02-17T12:00Z', undefined],
    ['0 0 * * *', 'America/Sao_Paulo', '2019-02-16T12:00Z', '2019-02-17T02:59Z', undefined],
    ['0 0 * * *', 'America/Sao_Paulo', '2019-02-16T12:00Z', '2019-02-17T03:00Z', '2019-02-17T03:00Z'],
    // Offsets of 45 and of 30 minutes.
    ['0 6 * * *', 'Asia/Kathmandu', '2026-11-16T00:00Z', '2026-11-16T00:15Z', '2026-11-16T00:15Z'],
    ['0 6 * * *', 'Asia/Kathmandu', '2026-11-16T00:00Z', '2026-11-16T00:14Z', undefined],
    // Lord Howe skips 02:00 to 02:30 on 2026-10-04 (15:30 UTC the day before) and repeats 01:30 to 02:00 on 2026-04-05.
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', '2026-10-03T15:29Z', undefined],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', '2026-10-03T15:30Z', '2026-10-03T15:30Z'],
    ['45 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', '2026-10-03T15:45Z', '2026-10-03T15:45Z'],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00Z', '2026-04-04T14:45Z', '2026-04-04T14:45Z'],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:45Z', '2026-04-04T18:00Z', undefined],
    // Samoa skipped the whole of 2011-12-30 at 10:00 UTC.
    ['0 12 30 * *', 'Pacific/Apia', '2011-12-29T20:00Z', '2011-12-30T09:59Z', undefined],
    ['0 12 30 * *', 'Pacific/Apia', '2011-12-29T20:00Z', '2011-12-30T10:00Z', '2011-12-30T10:00Z'],
    // A faulty schedule never runs.
    ['0 24 * * *', 'UTC', '2026-11-16T00:00Z', '2026-11-18T00:00Z', undefined],
  ])('%s in %s, handled until %s, at %s: %s', (cron, timeZone, from, to, expected) => {
    expect(due(cron, timeZone, from, to)).toBe(expected)
  })

  test('finds quickly that nothing is due in a thousand years', () => {
    const start = performance.now()
    due('0 0 31 2 MON', 'UTC', '1026-01-01T00:00Z', '2026-01-01T00:00Z')
    expect(due('0 0 31 2 *', 'UTC', '1026-01-01T00:00Z', '2026-01-01T00:00Z')).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('decideSchedule', () => {
  const schedule = { cron: '30 2 * * *', timeZone: 'UTC' }
  const handled = { ...schedule, handledUntil: new Date('2026-11-16T02:30Z') }
  const runs = (time: string) => ({ action: 'run', scheduledFor: new Date(time) })
  const begins = { action: 'begin' }
  const rests = { action: 'rest' }
  test.each([
    ['is new', undefined, schedule, '2026-11-17T02:30Z', begins],
    ['has another text', handled, { ...schedule, cron: '0 2 * * *' }, '2026-11-17T02:30Z', begins],
    ['has another time zone', handled, { ...schedule, timeZone: 'Asia/Tokyo' }, '2026-11-17T02:30Z', begins],
    ['has its time', handled, schedule, '2026-11-17T02:30Z', runs('2026-11-17T02:30Z')],
    ['waits', handled, schedule, '2026-11-17T02:29Z', rests],
    ['missed three days', handled, schedule, '2026-11-19T12:00Z', runs('2026-11-19T02:30Z')],
    ['missed ten years', handled, schedule, '2036-11-16T00:00Z', runs('2036-11-15T02:30Z')],
    ['sees the clock a day back', handled, schedule, '2026-11-15T02:31Z', rests],
    ['sees the clock two days back', handled, schedule, '2026-11-14T02:30Z', rests],
    ['sees the clock more than two days back', handled, schedule, '2026-11-14T02:29:59Z', begins],
    ['sees the clock ten years back', handled, schedule, '2016-11-14T02:29:59Z', begins],
  ] as const)('a schedule that %s', (_, stored, wanted, now, expected) => {
    expect(decideSchedule(stored, wanted, new Date(now))).toEqual(expected)
  })
})

// The same by walking from minute to minute, with another reading of the fields.

const MINUTE = 60_000
const zones = [
  ...[
    'UTC',
    'America/Chicago',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Europe/Dublin',
  ],
  ...[
    'Africa/Casablanca',
    'Asia/Tehran',
    'America/St_Johns',
    'Pacific/Apia',
    'Antarctica/Troll',
    'Asia/Gaza',
  ],
] as const
/** Times beside which clocks of these zones were changed. */
const changes = [
  ...[
    '2026-03-08T08:00Z',
    '2026-11-01T07:00Z',
    '2018-11-04T03:00Z',
    '2019-02-17T02:00Z',
    '2026-10-03T15:30Z',
  ],
  ...[
    '2026-04-04T15:00Z',
    '2026-03-29T01:00Z',
    '2026-10-25T01:00Z',
    '2011-12-30T10:00Z',
    '2022-09-21T19:30Z',
  ],
  ...['2024-03-10T02:00Z', '2024-04-14T02:00Z', '2026-12-31T23:00Z', '2024-02-29T12:00Z'],
]

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }),
  ]),
)

/** The minute that a clock shows, counted as if it were UTC. Clocks are changed at full quarters of an hour. */
function shownAt(timeZone: (typeof zones)[number], instant: number): number {
  const minute = instant / MINUTE
  const quarter = Math.floor(minute / 15) * 15
  const key = `${timeZone} ${quarter}`
  const known = quarters.get(key) ?? shownAtQuarter(timeZone, quarter * MINUTE)
  quarters.set(key, known)
  return known + minute - quarter
}

const quarters = new Map<string, number>()

function shownAtQuarter(timeZone: (typeof zones)[number], instant: number): number {
  const [year = 0, month = 1, day, hour, minute] = (formats.get(timeZone)?.format(instant) ?? '')
    .split(/\D+/)
    .map(Number)
  return Date.UTC(year, month - 1, day, hour, minute) / MINUTE
}

function matchesNaively(cron: string, shown: number): boolean {
  const date = new Date(shown * MINUTE)
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = cron.split(' ')
  // Days of the month and months count from 1.
  const has = (field: string, value: number, lowest = 0) =>
    field.split(',').some((part) => {
      const [span = '', step = '1'] = part.split('/')
      const [from = 0, to = from] = span === '*' ? [0, 99] : span.split('-').map(Number)
      const first = span === '*' ? lowest : from
      return value >= from && value <= to && (value - first) % Number(step) === 0
    })
  const isDayOfMonth = has(dayOfMonth, date.getUTCDate(), 1)
  const isDayOfWeek = has(dayOfWeek, date.getUTCDay()) || (date.getUTCDay() === 0 && has(dayOfWeek, 7))
  const isStar = dayOfMonth.startsWith('*') || dayOfWeek.startsWith('*')
  return (
    has(minute, date.getUTCMinutes()) &&
    has(hour, date.getUTCHours()) &&
    has(month, date.getUTCMonth() + 1, 1) &&
    (isStar ? isDayOfMonth && isDayOfWeek : isDayOfMonth || isDayOfWeek)
  )
}

function dueNaively(cron: string, timeZone: (typeof zones)[number], handledUntil: number, now: number) {
  let latest: number | undefined
  const start = Math.floor(handledUntil / MINUTE) * MINUTE
  // What the clock has shown before does not count again.
  let seen = shownAt(timeZone, start - 25 * 60 * MINUTE)
  for (let at = start - 25 * 60 * MINUTE; at <= now; at += MINUTE) {
    const shown = shownAt(timeZone, at)
    for (let minute = seen + 1; minute <= shown; minute += 1)
      if (at > handledUntil && matchesNaively(cron, minute)) latest = at
    seen = Math.max(seen, shown)
  }
  return latest
}

describe('random schedules', () => {
  const seed = trialSeed('due times', 'DUE_TIME_SEED')
  const field = (from: number, to: number, stars: number) =>
    fc.oneof(
      { weight: stars, arbitrary: fc.constant('*') },
      { weight: 3, arbitrary: fc.integer({ min: from, max: to }).map(String) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.integer({ min: from, max: to }),
            fc.integer({ min: from, max: to }),
            fc.integer({ min: 1, max: 9 }),
          )
          .map(([a, b, step]) => `${Math.min(a, b)}-${Math.max(a, b)}/${Math.min(step, to)}`),
      },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 9 }).map((step) => `*/${Math.min(step, to)}`) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.integer({ min: from, max: to }).map(String), { minLength: 2, maxLength: 4 })
          .map((values) => values.join(',')),
      },
    )
  const crons = fc
    // Mostly in the hours at which clocks are changed.
    .tuple(
      field(0, 59, 1),
      fc.oneof(field(0, 4, 1), field(0, 23, 1)),
      field(1, 31, 6),
      field(1, 12, 9),
      field(0, 7, 6),
    )
    .map((fields) => fields.join(' '))
  const instants = fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...changes).map((change) => Date.parse(change)),
        fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2099, 0) }),
      ),
      fc.integer({ min: -36 * 60, max: 36 * 60 }),
      fc.integer({ min: 0, max: 59_999 }),
      fc.integer({ min: 0, max: 48 * 60 }),
    )
    .map(([base, shift, odd, length]) => ({
      now: base + shift * MINUTE + odd,
      handledUntil: base + (shift - length) * MINUTE,
    }))

  test('are due as a walk from minute to minute finds', () => {
    fc.assert(
      fc.property(crons, fc.constantFrom(...zones), instants, (cron, timeZone, { now, handledUntil }) => {
        const schedule = { cron, timeZone, handledUntil: new Date(handledUntil) }
        const expected = dueNaively(cron, timeZone, handledUntil, now)
        expect(dueTime(schedule, new Date(now))?.getTime()).toBe(expected)
      }),
      { numRuns: trials(2_000), seed },
    )
  })

  test('run each time once, however often they are looked at', () => {
    fc.assert(
      fc.property(
        crons,
        fc.constantFrom(...zones),
        instants,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (cron, timeZone, { now, handledUntil }, looks) => {
          const atOnce = dueTime({ cron, timeZone, handledUntil: new Date(handledUntil) }, new Date(now))
          let handled = new Date(handledUntil)
          for (const look of [...looks, 1].sort((a, b) => a - b)) {
            const at = new Date(handledUntil + look * (now - handledUntil))
            const found = dueTime({ cron, timeZone, handledUntil: handled }, at)
            if (found === undefined) continue
            expect(found > handled && found <= at).toBe(true)
            handled = found
          }
          // Whether looked at once or often, the last time is the same.
          expect(handled.getTime()).toBe(atOnce?.getTime() ?? handledUntil)
        },
      ),
      { numRuns: trials(20_000), seed },
    )
  })
})
