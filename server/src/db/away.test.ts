import { describe, expect, test } from 'vitest'
import { isAway, isFull, whileAway } from './away.ts'

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('what an error says about the database and the disk', () => {
  const cases: [string, unknown, { away: boolean; full: boolean }][] = [
    ['a full disk of the database', failure('53100'), { away: true, full: true }],
    ['a full disk of the files', failure('ENOSPC'), { away: false, full: true }],
    [
      'a full disk that refused the data folder',
      new Error('Data folder /data cannot be used: ENOSPC: no space left on device, write.'),
      { away: false, full: true },
    ],
    ['a used up quota of the files', failure('EDQUOT'), { away: false, full: true }],
    [
      'a used up quota of the database',
      failure('58030', 'could not extend file "base/5/2": Disk quota exceeded'),
      { away: false, full: true },
    ],
    ['a database that crashed', failure('57P02'), { away: true, full: false }],
    ['a database that recovers', failure('57P03'), { away: true, full: false }],
    ['no room for a connection', failure('53300'), { away: true, full: false }],
    [
      'no server on the socket',
      Object.assign(failure('ENOENT'), { syscall: 'connect' }),
      { away: true, full: false },
    ],
    ['a file that is not there', failure('ENOENT'), { away: false, full: false }],
    [
      'a connection that took too long',
      new Error('Connection terminated due to connection timeout'),
      { away: true, full: false },
    ],
    ['a wrong password', failure('28P01'), { away: false, full: false }],
    ['a unique value', failure('23505'), { away: false, full: false }],
    ['no error at all', undefined, { away: false, full: false }],
  ]
  test.each(cases)('%s', (_, error, expected) => {
    expect({ away: isAway(error), full: isFull(error) }).toEqual(expected)
  })
})

describe('work while the database is away', () => {
  const tried = async (
    failures: unknown[],
    milliseconds = 1_000,
    stopping = new AbortController().signal,
  ) => {
    const waits: unknown[] = []
    let times = 0
    const work = async () => {
      times += 1
      if (failures.length > 0) throw failures.shift()
      return 'done'
    }
    const onWait = (error: unknown) => waits.push(error)
    const patience = { milliseconds, pauseMilliseconds: 1, onWait, stopping }
    const result = await whileAway(patience, work).catch((error: unknown) => error)
    return { result, times, waits: waits.length }
  }

  test('is done again until it succeeds, and the wait is told once', async () => {
    expect(await tried([failure('57P03'), failure('ECONNREFUSED')])).toEqual({
      ...{ result: 'done', times: 3, waits: 1 },
    })
  })
  test('is done again when a disk is full, until there is space', async () => {
    const refused = new Error(
      'Data folder /data: the database does not start. FATAL: No space left on device',
    )
    expect(await tried([failure('ENOSPC'), failure('53100'), refused])).toEqual({
      ...{ result: 'done', times: 4, waits: 1 },
    })
  })
  test('is not done again when the service is to stop', async () => {
    const full = failure('ENOSPC')
    expect(await tried([full, full], 1_000, AbortSignal.abort())).toEqual({
      result: full,
      times: 1,
      waits: 1,
    })
  })
  test('is not done again when it fails for another reason', async () => {
    const wrong = failure('28P01')
    expect(await tried([failure('57P03'), wrong])).toEqual({ result: wrong, times: 2, waits: 1 })
  })
  test('is given up when it takes too long', async () => {
    const away = failure('57P03')
    expect(await tried([away, away], 0)).toEqual({ result: away, times: 1, waits: 1 })
  })
})
