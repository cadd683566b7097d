import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../../src/http/problems.ts'
import { type DocumentServer, pdf, serveDocuments } from '../support/builders/documents.ts'
import { unshared } from '../support/oracle/lists/unshared.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

let service: TestService
let server: DocumentServer
let drawn = 0
beforeAll(async () => {
  service = await testService()
  server = await serveDocuments(service, {
    owner: {
      documentTypes: ['CONTRACTFORM', 'SIGNED'],
      documentFields: {
        sent: { isSigned: z.boolean().optional(), signedAt: z.string().optional() },
        shown: { isSigned: z.boolean(), signedAt: z.string().nullable() },
        show: ({ isSigned = false, signedAt = null }) => ({ isSigned, signedAt }),
      },
      async generate(_acting, id) {
        if (id !== server.own) throw new Problem('NotFound', `There is no dealer ${id}.`)
        drawn += 1
        return {
          ...{ documentTypeCode: 'CONTRACTFORM', fileName: `form-${id}.pdf`, isDraft: true },
          content: pdf(`drawn ${drawn}`),
        }
      },
    },
  })
})
afterAll(() => server.stop())

const admin = () => server.api.as('sandbox-admin')
const documents = () => `/dealers/${server.own}/documents`
const signed = (more: object = {}) => ({
  ...{ documentTypeCode: 'SIGNED', fileName: 'signed.pdf', documentData: pdf().toString('base64') },
  ...more,
})

describe('an owner with additional fields', () => {
  test('accepts them, keeps them from version to version, and shows them', async () => {
    const { documentId } = (await admin().post(documents(), signed())).body
    const read = async () => (await admin().get(`${documents()}/${documentId}`)).body
    expect(await read()).toMatchObject({ isSigned: false, signedAt: null })
    await admin().post(documents(), signed({ isSigned: true, signedAt: '2024-03-15' }))
    await admin().post(documents(), signed())
    expect(await read()).toMatchObject({ isSigned: true, signedAt: '2024-03-15', versions: [{}, {}, {}] })
    expect((await admin().get(documents())).body).toMatchObject([{ isSigned: true }])
    expect(faultsIn(await admin().post(documents(), signed({ isSigned: 'yes' })))).toEqual(['/isSigned Type'])
    const dry = await admin().post(
      `${documents()}?dryRun=true`,
      signed({ fileName: 'dry.pdf', isSigned: true }),
    )
    expect(dry.body.effects.documents).toMatchObject([{ fileName: 'dry.pdf', isSigned: true }])
  })

  test('accepts only its own types', async () => {
    expectProblem(await admin().post(documents(), signed({ documentTypeCode: 'POLICE' })), 'UnknownReference')
  })
})

describe('a document generated from the record', () => {
  test('is stored and returned at once; the next one is a new version', async () => {
    const first = await admin().post(documents(), { generate: true })
    expect(first.status).toBe(201)
    const fileName = `form-${server.own}.pdf`
    const data = pdf(`drawn ${drawn}`).toString('base64')
    expect(first.body.generatedDocument).toEqual({
      ...{ documentId: first.body.documentId, fileName, isDraft: true },
      pdf: { fileName, contentType: 'application/pdf', data },
    })
    const second = await admin().post(documents(), { generate: true })
    expect(second.body.documentId).toBe(first.body.documentId)
    const read = (await admin().get(`/documents/${first.body.documentId}`)).body
    expect(read).toMatchObject({ documentTypeCode: 'CONTRACTFORM', versions: [{}, {}] })
    expect(read.documentData).toBe(second.body.generatedDocument.pdf.data)
    const { rows } = await service.databases.platformPool.query(
      'select changes::text as changes from tenant_adm1.audit_record where subject = $1',
      [`documents/${first.body.documentId}`],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0].changes).toContain(first.body.checksumSha256)
    expect(rows[0].changes).not.toContain(data)
  })

  test('is the same with the same key, and is not stored in a dry run or when refused', async () => {
    const key = { 'idempotency-key': 'generate' }
    const first = await admin().post(documents(), { generate: true }, key)
    const again = await admin().post(documents(), { generate: true }, key)
    expect(again.body).toEqual(first.body)
    const [before, left] = [await checksums(service), await server.left()]
    expect((await admin().post(`${documents()}?dryRun=true`, { generate: true })).status).toBe(201)
    expectProblem(await admin().post(`/dealers/${server.other}/documents`, { generate: true }), 'NotFound')
    expect(faultsIn(await admin().post(documents(), { generate: true, fileName: 'x.pdf' }))).toEqual([
      '/fileName Unknown',
    ])
    expect(await checksums(service)).toEqual(before)
    expect(await server.left()).toEqual(left)
  })
})

describe('the OpenAPI document', () => {
  test('shows what is accepted and returned', async () => {
    const { paths } = unshared((await server.api.anonymous.get('/openapi.json')).body)
    const files = paths['/dealers/{dealerId}/files']
    expect(Object.keys(files.post.requestBody.content)).toEqual(['application/json', 'multipart/form-data'])
    expect(Object.keys(paths['/files/{fileId}'].get.responses['200'].content)).toEqual([
      'application/json',
      '*/*',
    ])
    expect(paths['/uploads/{link}'].put.requestBody).toMatchObject({ required: true })
    expect(paths['/downloads/{link}'].get.responses['200'].content).toHaveProperty(['*/*'])
    const codes = Object.values(
      paths['/dealers/{dealerId}/documents'].post.responses as Record<string, Record<string, string[]>>,
    ).flatMap((response) => response['x-problem-codes'] ?? [])
    expect(codes).toEqual(
      expect.arrayContaining(['PayloadTooLarge', 'UnsupportedMediaType', 'UnknownReference', 'Locked']),
    )
  })
})

describe('large bodies', () => {
  const { hostname } = new URL('http://127.0.0.1')
  /** A body that is announced and does not come. */
  async function begin(token: string): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), hostname)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.on('error', () => undefined)
    socket.write(
      `POST ${documents()} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 30000000\r\n\r\n{"',
    )
    return socket
  }

  test('are limited in number, and small ones do not wait for them', async () => {
    const token = await server.api.token('sandbox-admin')
    const sockets = await Promise.all(Array.from({ length: 8 }, () => begin(token)))
    const large = () => admin().post(documents(), signed({ description: 'x'.repeat(3_000_000) }))
    await expect.poll(async () => (await large()).status).toBe(503)
    const refused = await large()
    expectProblem(refused, 'NotReady')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await admin().post(documents(), signed())).status).toBe(201)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await large()).status).toBe(400)
  })

  test('are accepted up to 34 MiB, only by operations that take a file', async () => {
    const beyond = { documentData: 'A'.repeat(34 * 1024 * 1024) }
    expectProblem(await admin().post(documents(), signed(beyond)), 'PayloadTooLarge')
    const { api } = service
    expectProblem(
      await api.as('sandbox-admin').post('/portalvisibilitygroups', { name: 'x'.repeat(2_000_000) }),
      'PayloadTooLarge',
    )
  })
})
