import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { doorway, rateAllowances, rateLimiter, sharedRateLimiter } from './limits.ts'

describe('the rate limiter', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2024-03-15T15:00:00.100Z'), toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const counted = (limiter: ReturnType<typeof rateLimiter>, key: string) => {
    const headers: Record<string, string> = {}
    const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
    try {
      limiter.count(key, reply as unknown as FastifyReply)
      return { headers, refused: undefined }
    } catch (error) {
      return { headers, refused: error }
    }
  }

  test('counts the requests left, refuses one too many, and starts again with the next second', () => {
    const limiter = rateLimiter(3)
    const left = () => counted(limiter, 'ann')
    expect(left().headers).toEqual({
      'RateLimit-Policy': '"default";q=3;w=1',
      RateLimit: '"default";r=2;t=1',
    })
    expect(left().headers).toMatchObject({ RateLimit: '"default";r=1;t=1' })
    expect(left()).toMatchObject({ headers: { RateLimit: '"default";r=0;t=1' }, refused: undefined })
    expect(left()).toMatchObject({
      headers: { RateLimit: '"default";r=0;t=1' },
      refused: { code: 'TooManyRequests', headers: { 'Retry-After': '1' } },
    })
    expect(counted(limiter, 'ben').refused).toBeUndefined()
    vi.setSystemTime(new Date('2024-03-15T15:00:01.000Z'))
    expect(left()).toMatchObject({ headers: { RateLimit: '"default";r=2;t=1' }, refused: undefined })
  })
})

describe('the rate limiter of several processes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2024-03-15T15:00:00.100Z'), toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Counts requests of a caller, each in one of the processes, and gives which were admitted. */
  const sent = (processes: number, perSecond: number) => {
    const allowances = rateAllowances(perSecond, processes)
    const asked = vi.fn(async (key: string, wanted: number) => allowances(key, wanted))
    const limiters = Array.from({ length: processes }, () => sharedRateLimiter(perSecond, asked))
    const headers: Record<string, string> = {}
    const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
    const send = async (at: number, key = 'ann') => {
      try {
        await limiters[at]?.count(key, reply as unknown as FastifyReply)
        return true
      } catch (error) {
        expect(error).toMatchObject({ code: 'TooManyRequests', headers: { 'Retry-After': '1' } })
        return false
      }
    }
    return { send, asked, headers }
  }
  const admitted = (answers: readonly boolean[]) => answers.filter(Boolean).length

  test.each([
    [2, 1],
    [2, 3],
    [2, 100],
    [3, 100],
    [8, 1_000],
  ])('%i processes admit at most %i together, and nearly as many', async (processes, perSecond) => {
    const { send } = sent(processes, perSecond)
    const answers: boolean[] = []
    for (let number = 0; number < 2 * perSecond; number += 1) answers.push(await send(number % processes))
    expect(admitted(answers)).toBeLessThanOrEqual(perSecond)
    expect(admitted(answers)).toBeGreaterThanOrEqual(perSecond - 4 * processes)
  })

  test('a process that has used little keeps little from the others', async () => {
    const { send, headers } = sent(2, 100)
    expect(await send(0)).toBe(true)
    const answers: boolean[] = []
    for (let number = 0; number < 150; number += 1) answers.push(await send(1))
    expect(admitted(answers)).toBeGreaterThanOrEqual(96)
    expect(admitted(answers)).toBeLessThanOrEqual(99)
    expect(headers).toEqual({ 'RateLimit-Policy': '"default";q=100;w=1', RateLimit: '"default";r=0;t=1' })
    // Each caller for itself, and all anew in the next second.
    expect(await send(1, 'ben')).toBe(true)
    vi.setSystemTime(new Date('2024-03-15T15:00:01.000Z'))
    expect(await send(1)).toBe(true)
  })

  test('of many requests at once no more are admitted, and most are counted without asking', async () => {
    const { send, asked } = sent(2, 1_000)
    const answers = await Promise.all(Array.from({ length: 3_000 }, (_, number) => send(number % 2)))
    expect(admitted(answers)).toBeLessThanOrEqual(1_000)
    expect(admitted(answers)).toBeGreaterThanOrEqual(990)
    expect(asked.mock.calls.length).toBeLessThan(100)
  })

  test('what was granted for a second that is over is not used', async () => {
    const allowances = rateAllowances(4, 2)
    const limiter = sharedRateLimiter(4, async (key, wanted) => {
      const allowance = allowances(key, wanted)
      vi.setSystemTime(new Date('2024-03-15T15:00:01.000Z'))
      return allowance
    })
    await limiter.count('ann', { header: () => undefined } as unknown as FastifyReply)
    // The limiter has asked again in the new second, and got one of four. This is the next one.
    expect(allowances('ann', 4)).toMatchObject({ granted: 1, left: 2 })
  })
})

describe('the request gate', () => {
  test('admits up to the limit, and one more when one has left', () => {
    const door = doorway(2)
    door.enter()
    door.enter()
    expect(() => door.enter()).toThrow(
      expect.objectContaining({ code: 'NotReady', headers: { 'Retry-After': '1' } }),
    )
    expect(door.inside()).toBe(2)
    door.leave()
    door.enter()
    expect(door.inside()).toBe(2)
  })

  test('exclusive work waits for running requests, and new ones wait for it', async () => {
    const door = doorway(10)
    const story: string[] = []
    door.enter()
    door.enter()
    const alone = door.alone(async () => story.push('alone'))
    expect(door.closed()).toBeInstanceOf(Promise)
    door.closed()?.then(() => story.push('open'))
    await Promise.resolve()
    story.push('the other leaves')
    door.leave()
    await alone
    expect(door.closed()).toBeUndefined()
    await Promise.resolve()
    expect(story).toEqual(['the other leaves', 'alone', 'open'])
  })

  test('two pieces of exclusive work at once run one after the other', async () => {
    const door = doorway(10)
    let busy = 0
    const turn = async () => {
      busy += 1
      expect(busy).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy -= 1
    }
    const guest = () => {
      door.enter()
      return door.alone(turn).finally(door.leave)
    }
    await Promise.all([guest(), guest(), guest()])
    expect(door.inside()).toBe(0)
    expect(door.closed()).toBeUndefined()
  })

  test('requests are admitted again after exclusive work failed', async () => {
    const door = doorway(10)
    door.enter()
    await expect(door.alone(() => Promise.reject(new Error('It failed.')))).rejects.toThrow('It failed.')
    expect(door.closed()).toBeUndefined()
    await expect(door.alone(async () => 'done')).resolves.toBe('done')
  })

  test('exclusive work waits for the doors of the others, and for whoever is inside', async () => {
    const story: string[] = []
    let othersAreClosed: () => void = () => undefined
    const closing = new Promise<void>((resolve) => {
      othersAreClosed = resolve
    })
    const door = doorway(10, async (work) => {
      await closing
      story.push('others are closed')
      return work().finally(() => story.push('others are open'))
    })
    door.enter()
    const alone = door.alone(async () => story.push('alone'))
    // Another process comes first. Whoever waits to be alone does not keep it from closing this door.
    await door.whileClosed(async () => story.push('another process'))
    expect(door.closed()).toBeUndefined()
    othersAreClosed()
    await alone
    door.leave()
    expect(story).toEqual(['another process', 'others are closed', 'alone', 'others are open'])
    expect(door.inside()).toBe(0)
  })
})
