import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { doorway, rateLimiter } from './limits.ts'

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
})
