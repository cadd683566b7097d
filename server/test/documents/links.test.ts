import { afterAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { minutesFrom, sealLink } from '../../src/documents/links.ts'
import { jpg, pdf, pdfOf, serveDocuments } from '../support/builders/documents.ts'
import { sweepFiles } from '../support/builders/sweep-files.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const server = await serveDocuments(service)
const [tenant] = await service.databases.tenants()
if (!tenant) throw new Error('There is no administrator.')
const db = service.databases.of(tenant)
const tenantId = tenant.id
afterAll(() => server.stop())

const admin = () => server.api.as('sandbox-admin')
const documents = () => `/dealers/${server.own}/documents`
const ask = (fileName: string, more: object = {}) =>
  admin().post(documents(), { documentTypeCode: 'PHOTO', fileName, requestUpload: true, ...more })
const pathOf = (url: string) => new URL(url, server.url).pathname
const put = (url: string, content: Buffer, type = 'application/pdf') =>
  server.api.anonymous.put(pathOf(url), content, { 'content-type': type })
const expire = (fileId: number) =>
  run(db, `update file set expires_at = now() - interval '1 second' where id = $1`, [fileId])

describe('an upload link', () => {
  test('is returned in place of the content; the document is hidden until the content arrives', async () => {
    const requested = await ask('later.pdf', { description: 'later' })
    expect(requested.status).toBe(201)
    const { documentId, fileId, uploadLink, checksumSha256 } = requested.body
    expect(checksumSha256).toBeNull()
    expect(uploadLink).toMatchObject({ method: 'PUT', headers: { 'Content-Type': 'application/pdf' } })
    // Without a public address a link is relative, and never what the Host header says.
    expect(uploadLink.url).toMatch(/^\/uploads\//)
    const minutes = (Date.parse(uploadLink.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)

    const added = server.added.length
    expectProblem(await admin().get(`/documents/${documentId}`), 'NotFound')
    expectProblem(await admin().get(`/files/${fileId}`), 'NotFound')
    expect((await admin().get(documents())).text).not.toContain('later.pdf')
    expect(server.added).toHaveLength(added)

    // Whoever has the link needs no sign-in, and nothing but what the link says.
    const { url, method, headers } = uploadLink
    const answer = await fetch(new URL(url, server.url), { method, headers, body: pdf('later') })
    expect(answer.status).toBe(204)
    const read = (await admin().get(`/documents/${documentId}`)).body
    expect(read).toMatchObject({
      description: 'later',
      sizeBytes: pdf('later').length,
      createdBy: 'sandbox-admin',
    })
    expect(read.versions).toMatchObject([{ version: 1, fileId, uploadedBy: 'sandbox-admin' }])
    expect(read.documentData).toBe(pdf('later').toString('base64'))
    expect(server.added.at(-1)).toMatchObject({ documentId, fileId, documentTypeCode: 'PHOTO' })

    const { rows } = await service.databases.platformPool.query(
      `select actor_name, changes::text as changes from tenant_adm1.audit_record
       where operation = 'PUT /uploads/{link}' and subject = $1`,
      [`documents/${documentId}`],
    )
    expect(rows).toEqual([{ actor_name: 'sandbox-admin', changes: '[]' }])
  })

  test('takes one content: the same again is a retry, another is refused', async () => {
    const { uploadLink, documentId } = (await ask('once.pdf')).body
    expect((await put(uploadLink.url, pdf('one'))).status).toBe(204)
    const left = await server.left()
    expect((await put(uploadLink.url, pdf('one'))).status).toBe(204)
    expectProblem(await put(uploadLink.url, pdf('two')), 'NotEditable')
    expect((await admin().get(`/documents/${documentId}`)).body.versions).toHaveLength(1)
    expect(await server.left()).toEqual(left)
  })

  test('is filled once by two concurrent uploads', async () => {
    const { uploadLink, documentId } = (await ask('race.pdf')).body
    const answers = await Promise.all([1, 2, 3, 4].map((nth) => put(uploadLink.url, pdf(`race ${nth}`))))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
    expect((await admin().get(`/documents/${documentId}`)).body.versions).toHaveLength(1)
  })

  test('adds a version to an existing document when the content arrives', async () => {
    const first = (await ask('versions.pdf')).body
    const second = (await ask('versions.pdf')).body
    expect(second.documentId).toBe(first.documentId)
    await put(second.uploadLink.url, pdf('came first'))
    await put(first.uploadLink.url, pdf('came second'))
    const { versions } = (await admin().get(`/documents/${first.documentId}`)).body
    expect(versions.map(({ fileId }: { fileId: number }) => fileId)).toEqual([second.fileId, first.fileId])
  })

  test('applies the rules for documents, and stays valid after a refusal', async () => {
    const { uploadLink } = (await ask('photo.jpg')).body
    const left = await server.left()
    const send = (content: Buffer, type: string) => put(uploadLink.url, content, type)
    expect(expectProblem(await send(pdf(), 'image/jpeg'), 'UnsupportedMediaType').seen).toBe('a PDF')
    expectProblem(await send(jpg(), 'application/pdf'), 'UnsupportedMediaType')
    expectProblem(await send(jpg(), 'application/json'), 'UnsupportedMediaType')
    expectProblem(await send(jpg(), 'text/html'), 'UnsupportedMediaType')
    expectProblem(await send(Buffer.alloc(0), 'image/jpeg'), 'ValidationFailed')
    expectProblem(await send(pdfOf(25 * 1024 * 1024 + 1), 'image/jpeg'), 'PayloadTooLarge')
    expectProblem(await server.api.anonymous.put(pathOf(uploadLink.url)), 'ValidationFailed')
    expect(await server.left()).toEqual(left)
    expect((await send(jpg(), 'image/jpeg')).status).toBe(204)
  })

  test('is not made for a name or type that is not allowed', async () => {
    expectProblem(await ask('page.html'), 'UnsupportedMediaType')
    expectProblem(await ask('page.pdf', { contentType: 'text/html' }), 'UnsupportedMediaType')
  })

  test('is refused if it is forged, expired, or for another use, file or administrator', async () => {
    const { uploadLink, fileId, documentId } = (await ask('forged.pdf')).body
    const token = uploadLink.url.split('/').at(-1) as string
    const [tenant, file, until, seal] = token.split('.')
    const keys = service.keys.data
    const expiresAt = minutesFrom(new Date(), 15)
    const sealed = (use: 'upload' | 'download', more = {}) =>
      sealLink(keys, { use, tenantId, fileId, expiresAt, ...more })
    const other = [{ id: 'other', secret: Buffer.alloc(32, 7) }]
    const links = [
      `${tenant}.${file}.${Number(until) + 60_000}.${seal}`,
      `${tenant}.${Number(file) + 1}.${until}.${seal}`,
      `${Number(tenant) + 1}.${file}.${until}.${seal}`,
      `${tenant}.${file}.${until}.${seal?.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))}`,
      `${tenant}.${file}.${until}.`,
      `${tenant}.${file}.${until}`,
      sealLink(other, { use: 'upload', tenantId, fileId, expiresAt }),
      sealed('download'),
      // Of another time: the same id may have come again.
      sealed('upload'),
      sealed('upload', { tenantId: 987654 }),
      sealed('upload', { fileId: 987654 }),
      sealed('upload', { expiresAt: new Date(Date.now() - 1) }),
      'x',
      '%00',
    ]
    const left = await server.left()
    for (const link of links) expectProblem(await put(`${server.url}/uploads/${link}`, pdf()), 'NotFound')
    expect(await server.left()).toEqual(left)
    expectProblem(await admin().get(`/documents/${documentId}`), 'NotFound')
    expect((await put(uploadLink.url, pdf())).status).toBe(204)
  })

  test('is gone after it expires, with the document if nothing was uploaded', async () => {
    const { uploadLink, documentId, fileId } = (await ask('gone.pdf')).body
    await expire(fileId)
    expectProblem(await put(uploadLink.url, pdf()), 'NotFound')
    expect((await sweepFiles(server.services)).awaited).toBe(1)
    expect(await run(db, 'select from document where id = $1', [documentId])).toEqual([])
    expect(await run(db, 'select from file where id = $1', [fileId])).toEqual([])
    // A document with a version stays when a further one does not come.
    const kept = (await ask('kept.pdf')).body
    await put(kept.uploadLink.url, pdf())
    await expire((await ask('kept.pdf')).body.fileId)
    await expire(kept.fileId)
    expect((await sweepFiles(server.services)).awaited).toBe(1)
    expect((await admin().get(`/documents/${kept.documentId}`)).body.versions).toHaveLength(1)
  })

  test('is null in a dry run, and encrypted in a stored answer', async () => {
    const body = { documentTypeCode: 'PHOTO', fileName: 'keyed.pdf', requestUpload: true }
    const dry = await admin().post(`${documents()}?dryRun=true`, body)
    expect(dry.body.uploadLink).toBeNull()
    expect(dry.body.effects.documents).toEqual([])
    const headers = { 'idempotency-key': 'link' }
    const first = await admin().post(documents(), body, headers)
    const again = await admin().post(documents(), body, headers)
    expect(again.body).toEqual(first.body)
    const [stored] = await run<{ body: string }>(db, `select body from idempotency where key = 'link'`, [])
    expect(stored?.body).not.toContain('uploads')
  })
})

describe('a download link', () => {
  test('is given to a caller who may see the file, and to no other', async () => {
    const made = await admin().post(documents(), {
      ...{ documentTypeCode: 'OTHER', fileName: 'handed.pdf', documentData: pdf('on').toString('base64') },
    })
    const path = `/files/${made.body.fileId}/downloadlink`
    const { status, body, headers } = await admin().get(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ method: 'GET', headers: {} })
    expect(headers.get('cache-control')).toMatch(/private/)
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(16)
    const answer = await server.api.anonymous.get(body.url)
    expect(answer.text).toBe(pdf('on').toString())
    expectProblem(await server.api.as('sandbox-rates').get(path), 'Forbidden')
    expectProblem(await admin().get('/files/987654/downloadlink'), 'NotFound')
    expectProblem(await server.api.anonymous.get(path), 'Unauthenticated')
  })

  test('serves the file as a download to anyone who has the link, until it expires', async () => {
    const made = await admin().post(documents(), {
      ...{ documentTypeCode: 'OTHER', fileName: 'sent.pdf', documentData: pdf('sent').toString('base64') },
    })
    const { fileId } = made.body
    const link = (expiresAt: Date, use: 'upload' | 'download' = 'download') =>
      `/downloads/${sealLink(service.keys.data, { use, tenantId, fileId, expiresAt })}`
    const soon = minutesFrom(new Date(), 5)
    const answer = await server.api.anonymous.get(link(soon), { headers: { accept: 'image/webp' } })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(pdf('sent').toString())
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sent.pdf"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expectProblem(await server.api.anonymous.get(link(new Date(Date.now() - 1))), 'NotFound')
    expectProblem(await server.api.anonymous.get(link(soon, 'upload')), 'NotFound')
    expectProblem(await server.api.anonymous.get(`${link(soon)}x`), 'NotFound')
  })
})
