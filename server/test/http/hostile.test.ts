import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../src/http/problems.ts'
import { sendBytes, sendRaw } from '../support/hostile/raw-http.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { isSoak } from '../support/service/trials.ts'

const TIMES = isSoak ? 20 : 4
const ROUNDS = isSoak ? 3 : 1
const MEGABYTE = 1024 * 1024

const service = await testService()
const authorization = `Bearer ${await service.api.token('sandbox-admin')}`

const medians: Record<string, number> = {}
afterAll(() => {
  console.log(
    `Median of ${TIMES} refusals, in ms: ${Object.entries(medians)
      .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
      .join(', ')}`,
  )
})

interface Attack {
  readonly target?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly code: ProblemCode
}

const named = (value: string) => `{"code":"x","name":${value}}`
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

const attacks: Readonly<Record<string, Attack>> = {
  'lists a hundred thousand deep': { body: '['.repeat(100_000), code: 'MalformedJson' },
  'objects a hundred thousand deep': {
    body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    code: 'MalformedJson',
  },
  'lists and objects in turns': {
    body: named(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`),
    code: 'MalformedJson',
  },
  'brackets inside a text': { body: named(JSON.stringify('[{'.repeat(100_000))), code: 'ValidationFailed' },
  'ten megabytes': { body: named(`"${'x'.repeat(10 * MEGABYTE)}"`), code: 'PayloadTooLarge' },
  'ten megabytes in chunks': {
    body: chunked(named(`"${'x'.repeat(10 * MEGABYTE)}"`)),
    headers: { 'Transfer-Encoding': 'chunked' },
    code: 'PayloadTooLarge',
  },
  'ten announced gigabytes': {
    body: '{}',
    headers: { 'Content-Length': String(10 * 1024 * MEGABYTE) },
    code: 'PayloadTooLarge',
  },
  'a prototype': { body: '{"__proto__":{"isAdmin":true}}', code: 'ValidationFailed' },
  'fifty thousand unknown names': {
    body: `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    code: 'ValidationFailed',
  },
  'a megabyte of zeros in a list': {
    body: `{"code":"x","name":"x","productIds":[${'0,'.repeat(500_000)}0]}`,
    code: 'ValidationFailed',
  },
  'a hundred thousand texts that cannot be stored': {
    body: `{"code":"x","name":"x","productIds":[${'"\\u0000",'.repeat(100_000)}0]}`,
    code: 'ValidationFailed',
  },
  'broken UTF-8': { body: '\xff\xfe'.repeat(100_000), code: 'MalformedJson' },
  'a wrong type': {
    body: 'x'.repeat(MEGABYTE),
    headers: { 'Content-Type': 'text/plain' },
    code: 'UnsupportedMediaType',
  },
  'a parameter four thousand times': {
    target: `/portalvisibilitygroups?${'a=&'.repeat(4_000)}`,
    body: '{}',
    code: 'ValidationFailed',
  },
  'a form with one field ninety thousand times': {
    target: '/oauth/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: '' },
    body: `${'client_id=&'.repeat(90_000)}%ff`,
    code: 'ValidationFailed',
  },
}

function sent({ target = '/portalvisibilitygroups', headers = {}, body = '' }: Attack) {
  // One byte a character, so that broken UTF-8 arrives broken.
  const bytes = Buffer.from(body, 'latin1')
  const length = 'Transfer-Encoding' in headers ? {} : { 'Content-Length': String(bytes.length) }
  return sendRaw(service.url, {
    method: 'POST',
    target,
    headers: { Authorization: authorization, 'Content-Type': 'application/json', ...length, ...headers },
    body: bytes,
  })
}

describe('a hostile request is refused quickly, with a small problem document', () => {
  test.each(Object.entries(attacks))('%s', async (name, attack) => {
    const times: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now()
      const answer = await sent(attack)
      times.push(performance.now() - began)
      expectProblem(answer, attack.code)
      expect(answer.text.length).toBeLessThan(50_000)
    }
    const median = times.sort((left, right) => left - right)[TIMES / 2] ?? 0
    medians[name] = median
    // Sending and reading are in it, and the machine may be busy; what is quadratic or copied takes far longer.
    expect(median).toBeLessThan(5_000)
  })

  test('nothing of it is stored', async () => {
    // Rubbish that the collector has not come to would look as if it were kept.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const kept = async () => {
      // Buffers are given back after the collection that finds them, and sockets end a moment after their answers.
      for (let time = 0; time < 5; time += 1) {
        collect()
        await setTimeout(20)
      }
      return process.memoryUsage().heapUsed + process.memoryUsage().external
    }
    const round = async () => {
      for (const attack of Object.values(attacks)) await sent(attack)
    }
    const rounds = async (count: number) => {
      for (let time = 0; time < count; time += 1) await round()
      return kept()
    }
    // The first rounds fill buffers that are used again. Each round sends 25 MB.
    const before = await rounds(ROUNDS)
    expect((await rounds(ROUNDS)) - before).toBeLessThan(10 * MEGABYTE)
  })
})

describe('input that is not HTTP', () => {
  test.each([
    ['a wrong first line', 'GARBAGE\r\n\r\n'],
    ['a method that there is not', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
    ['a header with a control character', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: \u0001\r\n\r\n'],
    ['a header of a hundred kilobytes', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['an address of a hundred kilobytes', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['two lengths', 'POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s is answered with a problem document', async (_, text) => {
    expectProblem(await sendBytes(service.url, Buffer.from(text, 'latin1')), 'ValidationFailed')
  })

  test('the service works afterward', async () => {
    expect((await service.api.as('sandbox-admin').get('/me')).status).toBe(200)
    expect((await service.api.anonymous.get('/readyz')).status).toBe(200)
  })
})
