import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filesOver } from '../../src/documents/files.ts'
import { signedHeaders } from '../../src/documents/s3-signature.ts'
import { openS3Store } from '../../src/documents/s3-store.ts'
import { newStoreKey } from '../../src/documents/store.ts'
import { Problem } from '../../src/http/problems.ts'
import { type DocumentServer, form, pdf, pdfOf, serveDocuments } from '../support/builders/documents.ts'
import { sweepFiles } from '../support/builders/sweep-files.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { BUCKET, openS3Server, s3Account } from '../support/service/s3-server.ts'

const s3 = await openS3Server()
const folder = mkdtempSync(join(tmpdir(), 'bulwark-s3-'))
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  s3.objects.clear()
  s3.seen.length = 0
  s3.failures.length = 0
})

const settings = () => ({ ...s3Account, endpoint: s3.endpoint, bucket: BUCKET })
async function arrived(content: Buffer) {
  const path = join(folder, String(Math.random()))
  await writeFile(path, content)
  return { path, sizeBytes: content.length, checksum: createHash('sha256').update(content).digest() }
}

// The example "GET Bucket Lifecycle" and others in the documentation of AWS sign with this key and date.
test('a request is signed as in the AWS documentation', () => {
  const signer = {
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const asked = (url: string) =>
    signedHeaders(signer, {
      method: 'GET',
      url: new URL(url),
      bodyHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: new Date('2013-05-24T00:00:00Z'),
    }).authorization
  expect(asked('https://examplebucket.s3.amazonaws.com/?lifecycle')).toContain(
    'Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(asked('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J')).toContain(
    'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

describe('the store', () => {
  test('stores, reads, lists and removes objects', async () => {
    const store = openS3Store(settings())
    const keys = [newStoreKey(1), newStoreKey(1), newStoreKey(1), newStoreKey(12)]
    for (const key of keys) await store.keep(key, await arrived(pdf(key)))
    const [first = ''] = keys
    expect(await buffer(await store.open(first))).toEqual(pdf(first))
    expect(await store.exists(first)).toBe(true)
    const listed = []
    for await (const { key, storedAt: at } of store.list(1)) {
      listed.push(key)
      expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
    }
    expect(listed.sort()).toEqual(keys.slice(0, 3).sort())
    await store.remove(first)
    await store.remove(first)
    expect(await store.exists(first)).toBe(false)
    await expect(store.open(first)).rejects.toThrow('404 (NoSuchKey)')
    expect(s3.seen.filter((line) => line.endsWith('403'))).toEqual([])
  })

  test('stores a large file with its length', async () => {
    const content = pdfOf(9_000_000)
    const key = newStoreKey(1)
    await openS3Store(settings()).keep(key, await arrived(content))
    expect(s3.objects.get(key)?.content.equals(content)).toBe(true)
  })

  test.each([{ secretKey: 'wrong' }, { accessKey: 'AKOTHER' }, { region: 'us-east-1' }])(
    'is refused with %j',
    async (wrong) => {
      const store = openS3Store({ ...settings(), ...wrong })
      await expect(store.keep(newStoreKey(1), await arrived(pdf()))).rejects.toThrow(
        '403 (SignatureDoesNotMatch)',
      )
      expect(s3.objects.size).toBe(0)
    },
  )

  test('refuses content that does not match the signed hash', async () => {
    const file = { ...(await arrived(pdf())), checksum: Buffer.alloc(32) }
    await expect(openS3Store(settings()).keep(newStoreKey(1), file)).rejects.toThrow('403')
    expect(s3.objects.size).toBe(0)
  })

  test('retries server errors, and then reports that the store is unavailable', async () => {
    const store = openS3Store(settings())
    const key = newStoreKey(1)
    s3.failures.push(503, 500)
    await store.keep(key, await arrived(pdf()))
    expect(s3.objects.get(key)?.content).toEqual(pdf())
    s3.failures.push(503, 503, 503)
    const away = await store.open(key).catch((error: unknown) => error)
    expect(away).toBeInstanceOf(Problem)
    expect(away).toMatchObject({ code: 'NotReady', message: 'The file store answered 503.' })
    const unreachable = openS3Store({ ...settings(), endpoint: 'http://127.0.0.1:1' })
    await expect(unreachable.exists(key)).rejects.toThrow('The file store did not answer.')
  })

  test('accepts only its own object names', async () => {
    const store = openS3Store(settings())
    for (const key of ['../x', '1/ab/x', ''])
      await expect(store.open(key)).rejects.toThrow('not a key of the file store')
    expect(s3.seen).toEqual([])
  })
})

describe('documents in S3', () => {
  let server: DocumentServer
  beforeAll(async () => {
    const service = await testService()
    server = await serveDocuments(service, {
      files: ({ arrivals, fileBytes }) => filesOver(openS3Store(settings()), arrivals, fileBytes),
    })
  })
  afterAll(() => server.stop())
  const upload = () => {
    const { body, headers } = form('a.pdf', pdf('in a bucket'))
    return server.api.as('sandbox-admin').post(`/dealers/${server.own}/files`, body, headers)
  }

  test('are stored there, and nothing stays on this machine', async () => {
    const made = await upload()
    expect(made.status).toBe(201)
    expect(s3.objects.size).toBe(1)
    expect(await server.left()).toEqual([])
    const answer = await server.api.as('sandbox-admin').get(`/files/${made.body.id}?download=true`)
    expect(answer.text).toBe(pdf('in a bucket').toString())
    const [key = ''] = [...s3.objects.keys()]
    s3.objects.set(key, { content: pdf('another'), at: new Date() })
    expectProblem(await server.api.as('sandbox-admin').get(`/files/${made.body.id}`), 'InternalError')
  })

  test('are removed when the write is refused, and leftovers are swept', async () => {
    server.locked.add(server.own)
    expectProblem(await upload(), 'Locked')
    server.locked.clear()
    expect(s3.objects.size).toBe(0)
    const made = await upload()
    s3.objects.set(newStoreKey(1), { content: pdf(), at: new Date(0) })
    expect((await sweepFiles(server.services)).files).toBe(1)
    expect(s3.objects.size).toBe(1)
    expect((await server.api.as('sandbox-admin').get(`/files/${made.body.id}`)).status).toBe(200)
  })

  test('cannot be added while S3 is unavailable', async () => {
    s3.failures.push(503, 503, 503)
    const answer = await upload()
    expectProblem(answer, 'NotReady')
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await server.left()).toEqual([])
  })
})
