import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { documentPage } from './document-page.ts'

test('a document is made once, sent compressed or plain, and not sent again to who has it', async () => {
  let made = 0
  const server = Fastify()
  const text = '{"a":1}'.repeat(1_000)
  server.get(
    '/document',
    documentPage('application/json', () => {
      made += 1
      return text
    }),
  )
  const ask = (headers: Record<string, string>) => server.inject({ url: '/document', headers })
  const packed = await ask({ 'accept-encoding': 'br, gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(text)
  expect((await ask({})).payload).toBe(text)
  const known = await ask({ 'if-none-match': String(packed.headers.etag) })
  expect([known.statusCode, known.payload]).toEqual([304, ''])
  expect(made).toBe(1)
  await server.close()
})
