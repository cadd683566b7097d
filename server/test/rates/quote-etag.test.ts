import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pathOf, ratesIn, truck } from '../support/builders/quotes.ts'
import { DAY, rateLists } from '../support/builders/rate-lists.ts'
import { holderId } from '../support/service/sandbox.ts'

const lists = await rateLists()
const admin = lists.admin

const path = pathOf('D1001', { ...truck, productTypeCode: 'VSC' })
const etagOf = async (quotePath = path, caller = admin) => {
  const { status, headers } = await caller.get(quotePath)
  expect(status).toBe(200)
  return headers.get('etag') ?? ''
}

describe('the ETag of a quote', () => {
  test('stays the same while nothing changes, and gives 304', async () => {
    const etag = await etagOf()
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(await etagOf()).toBe(etag)
    const again = await admin.get(path, { headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('differs for other inputs and other rights', async () => {
    const etag = await etagOf()
    const others = [
      await etagOf(pathOf('D1002', { ...truck, productTypeCode: 'VSC' })),
      await etagOf(pathOf('D1001', { ...truck, productTypeCode: 'VSC', odometer: 12_001 })),
      await etagOf(pathOf('D1001', { ...truck, productTypeCode: 'VSC', includeDisbursements: true })),
      await etagOf(path, lists.service.api.as('sandbox-dealer-d1001')),
    ]
    expect(new Set([etag, ...others]).size).toBe(5)
  })

  test('differs when the dealer, a setting or the date changes', async () => {
    const etag = await etagOf()
    const id = await holderId(lists.service, 'Dealer', 'D1001')
    const changed = await admin.patch(`/dealers/${id}`, { expirationDate: '2030-01-01' })
    expect(changed.status).toBe(200)
    const other = await etagOf()
    expect(other).not.toBe(etag)
    await admin.patch(`/dealers/${id}`, { expirationDate: null })
    expect(await etagOf()).toBe(etag)

    const { body } = await admin.get('/generalSettings?key=newMaxOdometer')
    await admin.patch(`/generalSettings/${body[0].id}`, { value: 999 })
    expect(await etagOf()).not.toBe(etag)
    await admin.patch(`/generalSettings/${body[0].id}`, { value: 1_000 })
    expect(await etagOf()).toBe(etag)

    await admin.put('/sandbox/clock', { now: '2024-03-15T20:00:00Z' })
    expect(await etagOf()).toBe(etag)
    await admin.put('/sandbox/clock', { now: '2024-03-16T15:00:00Z' })
    expect(await etagOf()).not.toBe(etag)
    await admin.put('/sandbox/clock', { now: DAY })
  })
})

describe('a long answer', () => {
  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('is compressed with %s if the caller accepts it', async (encoding, unpack) => {
    const token = await lists.service.api.token('sandbox-admin')
    const { request } = await import('node:http')
    const packed = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        request(
          `${lists.service.url}${path}`,
          { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }))
          },
        )
          .on('error', reject)
          .end()
      },
    )
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.body.length),
      vary: 'Accept-Encoding',
      etag: await etagOf(),
    })
    const body = JSON.parse(unpack(packed.body).toString())
    expect(ratesIn(body)).toHaveLength(105)
    expect(packed.body.length).toBeLessThan(JSON.stringify(body).length / 5)
  })

  test('is not compressed otherwise, and a short one never is', async () => {
    const plain = await admin.get(path, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const short = await admin.get('/sandbox/clock', { headers: { 'accept-encoding': 'gzip' } })
    expect(short.headers.get('content-encoding')).toBeNull()
  })
})
