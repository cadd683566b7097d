import { describe, expect, test } from 'vitest'
import { bodyOf, newKey, urlOf } from './request.ts'

describe('the address', () => {
  test.each([
    ['', '/session', {}, {}, '/session'],
    ['https://a.example/', '/contracts/{contractId}', { contractId: 5 }, {}, 'https://a.example/contracts/5'],
    ['/api', '/v2/contracts/{identifier}', { identifier: 'V/1 é' }, {}, '/api/v2/contracts/V%2F1%20%C3%A9'],
    [
      '',
      '/contracts',
      {},
      { status: ['Active', 'Held'], pageSize: 5 },
      '/contracts?status=Active%2CHeld&pageSize=5',
    ],
    [
      '',
      '/contracts',
      {},
      { vin: undefined, text: null, hasOpenHold: false },
      '/contracts?hasOpenHold=false',
    ],
  ])('%s%s with %j and %j', (baseUrl, path, values, query, expected) => {
    expect(urlOf(baseUrl, path, values, query)).toBe(expected)
  })

  test.each(['', '.', '..', undefined, null])('a path cannot have %j as a segment', (identifier) => {
    expect(() => urlOf('', '/v2/contracts/{identifier}', { identifier })).toThrow(TypeError)
  })
})

describe('the body', () => {
  const json = { sendsForm: false }

  test('is JSON, a form, or bytes', async () => {
    expect(await bodyOf(undefined, json)).toEqual({ content: undefined })
    expect(await bodyOf({ a: 1, b: undefined }, json)).toEqual({
      content: '{"a":1}',
      type: 'application/json',
    })
    expect(await bodyOf({ grant_type: 'x y' }, { sendsForm: true })).toEqual({
      content: 'grant_type=x+y',
      type: 'application/x-www-form-urlencoded',
    })
    expect(await bodyOf(new Blob(['%PDF'], { type: 'application/pdf' }), json)).toMatchObject({
      type: 'application/pdf',
    })
    expect(await bodyOf(new Uint8Array([1, 2]), json)).toEqual({ content: new Uint8Array([1, 2]) })
  })

  test('of a form with files is encoded once, so that a repetition is the same request', async () => {
    const form = new FormData()
    form.set('file', new Blob(['%PDF'], { type: 'application/pdf' }), 'scan.pdf')
    const { content, type } = await bodyOf(form, json)
    const boundary = type?.match(/^multipart\/form-data; boundary=(.+)$/)?.[1]
    expect(new TextDecoder().decode(content as Uint8Array)).toContain(`--${boundary}\r\n`)
  })
})

test('a key is drawn also where randomUUID is missing', () => {
  const { randomUUID } = crypto
  try {
    Object.assign(crypto, { randomUUID: undefined })
    expect(newKey()).toMatch(/^[\da-f]{32}$/)
  } finally {
    Object.assign(crypto, { randomUUID })
  }
  expect(newKey()).not.toBe(newKey())
})
