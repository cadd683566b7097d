import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import {
  contents,
  docx,
  form,
  jpg,
  pdf,
  pdfOf,
  png,
  serveDocuments,
  tif,
} from '../support/builders/documents.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { isSoak } from '../support/service/trials.ts'

// `npm test` uses a smaller limit than the default, which only moves more bytes.
const LIMIT = (isSoak ? 25 : 3) * 1024 * 1024

const service = await testService()
const server = await serveDocuments(service, { fileBytes: LIMIT })
afterAll(() => server.stop())
beforeEach(() => {
  server.locked.clear()
  server.added.length = 0
})

/** Asks for a file as JSON instead of its bytes. */
const inJson = { headers: { accept: 'application/json' } }
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const admin = () => server.api.as('sandbox-admin')
const documents = () => `/dealers/${server.own}/documents`
const files = () => `/dealers/${server.own}/files`
const sent = (content: Buffer, more: object = {}) => ({
  documentTypeCode: 'SIGNED',
  fileName: 'signed.pdf',
  documentData: content.toString('base64'),
  ...more,
})
const upload = (name: string, content: Buffer, type?: string, headers = {}) => {
  const { body, headers: ofForm } = form(name, content, type)
  return admin().post(files(), body, { ...ofForm, ...headers })
}

describe('a document', () => {
  test('is added, listed, and read with its content', async () => {
    const content = pdf('first')
    const made = await admin().post(documents(), sent(content, { description: 'as signed' }))
    expect(made.status).toBe(201)
    const { documentId, fileId } = made.body
    expect(made.body).toEqual({
      ...{ documentId: expect.any(Number), fileId: expect.any(Number) },
      ...{ checksumSha256: sha256(content), uploadLink: null, generatedDocument: null },
    })
    expect(made.headers.get('location')).toBe(`/documents/${documentId}`)

    const listed = (await admin().get(documents())).body
    const document = {
      id: documentId,
      ...{ documentTypeId: 2, documentTypeCode: 'SIGNED', documentTypeName: 'SignedContract' },
      ...{ fileName: 'signed.pdf', contentType: 'application/pdf', sizeBytes: content.length },
      ...{ description: 'as signed', entityType: 'AccountHolder', entityId: server.own },
      versions: [
        {
          ...{ version: 1, fileId, uploadedAt: expect.any(String), uploadedBy: 'sandbox-admin' },
          checksumSha256: sha256(content),
          hasActiveContent: false,
        },
      ],
      ...{ createdAt: expect.any(String), createdBy: 'sandbox-admin' },
    }
    expect(listed).toEqual([document])
    for (const path of [`/documents/${documentId}`, `${documents()}/${documentId}`]) {
      const read = await admin().get(path)
      expect(read.body).toEqual({ ...document, documentData: content.toString('base64') })
      expect(read.headers.get('content-length')).toBe(String(read.text.length))
      const again = await admin().get(path, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
    expect(server.added).toEqual([
      {
        ...{ fileId, fileName: 'signed.pdf', documentId, documentTypeCode: 'SIGNED' },
        ...{ at: expect.any(Date), by: 'sandbox-admin' },
      },
    ])
  })

  test('with the same name and type gets a new version; otherwise it is a new document', async () => {
    const [one, two] = [pdf('version one'), pdf('version two, longer')]
    const first = await admin().post(documents(), sent(one, { fileName: 'form.pdf' }))
    const second = await admin().post(documents(), sent(two, { fileName: 'form.pdf', description: 'new' }))
    expect(second.body.documentId).toBe(first.body.documentId)
    expect(second.body.fileId).not.toBe(first.body.fileId)
    const read = (await admin().get(`/documents/${first.body.documentId}`)).body
    expect(
      read.versions.map(({ version, fileId, checksumSha256 }: Record<string, unknown>) => [
        version,
        fileId,
        checksumSha256,
      ]),
    ).toEqual([
      [1, first.body.fileId, sha256(one)],
      [2, second.body.fileId, sha256(two)],
    ])
    expect(read).toMatchObject({ sizeBytes: two.length, description: 'new' })
    expect(read.documentData).toBe(two.toString('base64'))
    // The old version is still there.
    expect((await admin().get(`/files/${first.body.fileId}`, inJson)).body.data).toBe(one.toString('base64'))
    const otherType = await admin().post(
      documents(),
      sent(one, { fileName: 'form.pdf', documentTypeCode: 'OTHER' }),
    )
    const otherName = await admin().post(documents(), sent(one, { fileName: 'Form.pdf' }))
    expect(new Set([first, otherType, otherName].map(({ body }) => body.documentId)).size).toBe(3)
    const ofType = (await admin().get(`${documents()}?documentTypeId=17`)).body
    expect(ofType.map(({ id }: { id: number }) => id)).toEqual([otherType.body.documentId])
  })

  test('is a row of the CSV list', async () => {
    const { text } = await admin().get(documents(), { headers: { accept: 'text/csv' } })
    const [head, first] = text.split('\r\n')
    expect(head).toBe(
      'id,documentTypeId,documentTypeCode,documentTypeName,fileName,contentType,sizeBytes,description,entityType,entityId,versions,createdAt,createdBy',
    )
    expect(first).toMatch(/^\d+,2,SIGNED,SignedContract,signed\.pdf,application\/pdf,\d+,as signed,/)
  })

  test('gets version numbers without gaps when many are added concurrently', async () => {
    const posts = Array.from({ length: 8 }, (_, at) =>
      admin().post(documents(), sent(pdf(`race ${at}`), { fileName: 'race.pdf' })),
    )
    const ids = (await Promise.all(posts)).map(({ body }) => body.documentId)
    expect(new Set(ids).size).toBe(1)
    const { versions } = (await admin().get(`/documents/${ids[0]}`)).body
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('names its type by code, name or id, which must agree', async () => {
    const post = (named: object) =>
      admin().post(documents(), { ...sent(pdf()), documentTypeCode: undefined, ...named })
    for (const named of [
      { documentTypeCode: 'payoff' },
      { documentTypeName: 'PayoffLetter' },
      { documentTypeId: 4, documentTypeCode: 'PAYOFF', documentTypeName: 'PayoffLetter' },
    ])
      expect((await post(named)).status).toBe(201)
    expectProblem(await post({ documentTypeCode: 'NONE' }), 'UnknownReference')
    expectProblem(await post({ documentTypeId: 99 }), 'UnknownReference')
    expectProblem(await post({ documentTypeId: 4, documentTypeCode: 'SIGNED' }), 'UnknownReference')
    expect(faultsIn(await post({}))).toEqual(['/documentTypeCode Required'])
  })

  test('needs either content or a request for an upload link; every fault is listed', async () => {
    expect(faultsIn(await admin().post(documents(), {}))).toEqual(
      expect.arrayContaining(['/documentData Required', '/fileName Required', '/documentTypeCode Required']),
    )
    expect(faultsIn(await admin().post(documents(), sent(pdf(), { requestUpload: true })))).toEqual([
      '/requestUpload Unknown',
    ])
    const wrong = { documentData: 'not base64!', fileName: '../up.pdf', colour: 'red' }
    expect(faultsIn(await admin().post(documents(), { ...sent(pdf()), ...wrong })).sort()).toEqual([
      '/colour Unknown',
      '/documentData Format',
      '/fileName Format',
    ])
  })

  test.each([
    '%%%%',
    'JVBERi0',
    'JVBE\nRi0x',
    'JVBERi0-',
    'JVBERi0_',
    'data:application/pdf;base64,JVBERi0x',
    'JVBE====',
    '=VBE',
  ])('with content %j is not base64', async (documentData) => {
    expect(faultsIn(await admin().post(documents(), { ...sent(pdf()), documentData }))).toEqual([
      '/documentData Format',
    ])
  })

  test('is not stored in a dry run, and is listed as an effect', async () => {
    const [before, left] = [await checksums(service), await server.left()]
    const dry = await admin().post(`${documents()}?dryRun=true`, sent(pdf('dry'), { fileName: 'dry.pdf' }))
    expect(dry.status).toBe(201)
    expect(dry.body.effects.documents).toMatchObject([
      {
        fileName: 'dry.pdf',
        documentTypeCode: 'SIGNED',
        sizeBytes: pdf('dry').length,
        versions: [{ version: 1 }],
      },
    ])
    expect(await checksums(service)).toEqual(before)
    expect(await server.left()).toEqual(left)
    expectProblem(await admin().get(`/documents/${dry.body.documentId}`), 'NotFound')
  })

  test('leaves an audit record without its content', async () => {
    const made = await admin().post(documents(), sent(pdf('audited'), { fileName: 'audited.pdf' }))
    const { rows } = await service.databases.platformPool.query(
      'select operation, subject, changes::text as changes from tenant_adm1.audit_record where subject = $1',
      [`documents/${made.body.documentId}`],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].operation).toBe('POST /dealers/{dealerId}/documents')
    expect(rows[0].changes).not.toContain(pdf('audited').toString('base64'))
  })
})

describe('a file', () => {
  test.each([
    ['a.pdf', pdf(), 'application/pdf'],
    ['a.PDF', pdf(), 'application/pdf'],
    ['a.jpg', jpg(), 'image/jpeg'],
    ['a.jpeg', jpg(), 'image/jpeg'],
    ['a.png', png(), 'image/png'],
    ['a.tif', tif(), 'image/tiff'],
    ['a.tiff', tif(), 'image/tiff'],
    ['a.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('%s is uploaded in a form or in JSON, and downloaded unchanged', async (name, content, type) => {
    const asForm = await upload(name, content, type)
    const asJson = await admin().post(files(), { fileName: name, data: content.toString('base64') })
    for (const made of [asForm, asJson]) {
      expect(made.status).toBe(201)
      const { id } = made.body
      expect(made.body).toEqual({
        ...{ id: expect.any(Number), fileName: name, contentType: type, sizeBytes: content.length },
        ...{ checksumSha256: sha256(content), createdAt: expect.any(String), createdBy: 'sandbox-admin' },
        hasActiveContent: false,
      })
      for (const path of [`/files/${id}`, `${files()}/${id}`])
        expect((await admin().get(path, inJson)).body).toEqual({
          ...{ fileId: id, fileName: name, contentType: type, data: content.toString('base64') },
          hasActiveContent: false,
        })
      expect((await admin().get(`${files()}?pageSize=200`)).body).toContainEqual(made.body)
    }
  })

  test('is downloaded as an attachment, by the query or by the Accept header', async () => {
    const { id } = (await upload('Übergröße “x” 100%.pdf'.replaceAll('"', ''), pdf())).body
    const token = await service.api.token('sandbox-admin')
    const get = (search: string, accept?: string) =>
      fetch(`${server.url}/files/${id}${search}`, {
        headers: { authorization: `Bearer ${token}`, ...(accept ? { accept } : {}) },
      })
    for (const answer of [
      await get('?download=true'),
      await get(''),
      await get('', '*/*'),
      await get('', 'text/html,application/xhtml+xml,*/*;q=0.8'),
      await get('', 'application/octet-stream'),
      await get('', 'application/pdf'),
      await get('', 'application/pdf, */*;q=0.1'),
      await get('', 'application/json;q=0.5, application/pdf'),
    ]) {
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf())
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('content-length')).toBe(String(pdf().length))
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      )
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="_bergr__e _x_ 100_.pdf"; filename*=UTF-8''%C3%9Cbergr%C3%B6%C3%9Fe%20%E2%80%9Cx%E2%80%9D%20100%25.pdf`,
      )
      expect(answer.headers.get('etag')).toBe(`"${sha256(pdf())}"`)
    }
    for (const accept of [
      'application/json',
      'application/json, */*',
      'application/json, application/pdf;q=0.5',
    ])
      expect((await get('', accept)).headers.get('content-type')).toMatch(/^application\/json/)
    expect((await get('', 'image/png')).status).toBe(406)
    const head = await fetch(`${server.url}/files/${id}?download=true`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(head.headers.get('content-length')).toBe(String(pdf().length))
  })

  test('has a limit, in a form and in JSON; one more byte is refused and not stored', async () => {
    const most = pdfOf(LIMIT)
    const made = await upload('most.pdf', most)
    expect(made.body).toMatchObject({ sizeBytes: LIMIT, checksumSha256: sha256(most) })
    const asJson = await admin().post(files(), { fileName: 'most.pdf', data: most.toString('base64') })
    expect(asJson.body).toMatchObject({ sizeBytes: LIMIT, checksumSha256: sha256(most) })
    const read = await admin().get(`/files/${asJson.body.id}`, inJson)
    expect(sha256(Buffer.from(read.body.data, 'base64'))).toBe(sha256(most))
    const [before, left] = [await checksums(service), await server.left()]
    const over = pdfOf(LIMIT + 1)
    expectProblem(await upload('over.pdf', over), 'PayloadTooLarge')
    expectProblem(
      await admin().post(files(), { fileName: 'over.pdf', data: over.toString('base64') }),
      'PayloadTooLarge',
    )
    expectProblem(await admin().post(documents(), sent(over)), 'PayloadTooLarge')
    expect(await checksums(service)).toEqual(before)
    expect(await server.left()).toEqual(left)
  })

  test('in a form is the one part named file', async () => {
    const { headers } = form('', pdf())
    const boundary = '----test-boundary'
    const part = (head: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
    const post = (...parts: string[]) =>
      admin().post(files(), `${parts.join('')}--${boundary}--\r\n`, headers)
    const file = part('name="file"; filename="a.pdf"', '%PDF-1.7')
    const left = await server.left()
    expect(faultsIn(await post())).toEqual(['/file Required'])
    expect(faultsIn(await post(part('name="other"', 'x')))).toEqual(['/other Unknown'])
    expect(faultsIn(await post(file, part('name="note"', 'x')))).toEqual(['/note Unknown'])
    expect(faultsIn(await post(file, file))).toEqual(['/file Format'])
    expect(faultsIn(await post(part('name="file"', '%PDF-1.7')))).toEqual(['/file Format'])
    expect(faultsIn(await admin().post(files(), file, headers))).toEqual([' Format'])
    expect(faultsIn(await admin().post(files(), 'x', { 'content-type': 'multipart/form-data' }))).toEqual([
      ' Format',
    ])
    expect(await server.left()).toEqual(left)
  })

  test('is refused with any other content type, and documents are JSON only', async () => {
    expectProblem(
      await admin().post(files(), pdf(), { 'content-type': 'application/pdf' }),
      'UnsupportedMediaType',
    )
    const { body, headers } = form('a.pdf', pdf())
    expectProblem(await admin().post(documents(), body, headers), 'UnsupportedMediaType')
    expectProblem(
      await admin().post(files(), body, { ...headers, 'content-encoding': 'gzip' }),
      'UnsupportedMediaType',
    )
  })
})

describe('an idempotency key', () => {
  const key = (name: string) => ({ 'idempotency-key': name })

  test('covers the content of a form: the same is replayed, another is refused, and neither is stored', async () => {
    const first = await upload('keyed.pdf', pdf('keyed'), undefined, key('form'))
    const left = await server.left()
    const again = await upload('keyed.pdf', pdf('keyed'), undefined, key('form'))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expectProblem(await upload('keyed.pdf', pdf('other'), undefined, key('form')), 'IdempotencyKeyReused')
    expectProblem(await upload('other.pdf', pdf('keyed'), undefined, key('form')), 'IdempotencyKeyReused')
    expect(await server.left()).toEqual(left)
    expect((await admin().get(`/files/${first.body.id}`)).status).toBe(200)
  })

  test('covers the content of JSON, and refusals are replayed too', async () => {
    const post = (content: Buffer) =>
      admin().post(documents(), sent(content, { fileName: 'keyed.pdf' }), key('json'))
    const first = await post(pdf('keyed'))
    expect((await post(pdf('keyed'))).body).toEqual(first.body)
    expectProblem(await post(pdf('other')), 'IdempotencyKeyReused')
    const left = await server.left()
    server.locked.add(server.own)
    const refused = await admin().post(documents(), sent(pdf()), key('locked'))
    expectProblem(refused, 'Locked')
    server.locked.clear()
    const replayed = await admin().post(documents(), sent(pdf()), key('locked'))
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expectProblem(await admin().post(documents(), sent(pdf()), key('x'.repeat(300))), 'ValidationFailed')
    expect(await server.left()).toEqual(left)
  })
})

describe('access to documents', () => {
  test('a limited caller sees and adds documents only within its scope', async () => {
    const dealer = server.api.as('sandbox-dealer-d1001')
    const [own, foreign] = [server.own, server.other]
    const made = await dealer.post(`/dealers/${own}/documents`, sent(pdf('own'), { fileName: 'own.pdf' }))
    expect(made.status).toBe(201)
    const other = await admin().post(`/dealers/${foreign}/documents`, sent(pdf('foreign')))
    const loose = await admin().post(`/dealers/${foreign}/files`, {
      fileName: 'a.pdf',
      data: pdf().toString('base64'),
    })
    expect((await dealer.get(`/documents/${made.body.documentId}`)).status).toBe(200)
    const left = await server.left()
    for (const path of [
      `/dealers/${foreign}/documents`,
      `/dealers/${foreign}/files`,
      `/dealers/${foreign}/files/${loose.body.id}`,
      `/dealers/${foreign}/documents/${other.body.documentId}`,
      `/dealers/${own}/files/${loose.body.id}`,
      `/dealers/${own}/documents/${other.body.documentId}`,
    ])
      expectProblem(await dealer.get(path), 'NotFound')
    // What is not the caller's is answered as what is not there.
    for (const [path, id] of [
      ['documents', other.body.documentId],
      ['files', loose.body.id],
    ])
      expect((await dealer.get(`/${path}/${id}`)).body.detail).toBe(
        `There is no ${String(path).slice(0, -1)} ${id}.`,
      )
    expectProblem(await dealer.post(`/dealers/${foreign}/documents`, sent(pdf())), 'NotFound')
    expectProblem(
      await dealer.post(`/dealers/${foreign}/files`, { fileName: 'a.pdf', data: pdf().toString('base64') }),
      'NotFound',
    )
    expect(await server.left()).toEqual(left)
  })

  test('is refused without permission, and while the record is locked', async () => {
    expectProblem(await server.api.anonymous.get(documents()), 'Unauthenticated')
    expectProblem(await server.api.as('sandbox-auditor').post(documents(), sent(pdf())), 'Forbidden')
    server.locked.add(server.own)
    const left = await server.left()
    expectProblem(await admin().post(documents(), sent(pdf())), 'Locked')
    expectProblem(await upload('a.pdf', pdf()), 'Locked')
    expect(await server.left()).toEqual(left)
  })

  test('a document of an unknown entity type is not visible', async () => {
    const made = await admin().post(documents(), sent(pdf('moved'), { fileName: 'moved.pdf' }))
    const [tenant] = await service.databases.tenants()
    if (!tenant) throw new Error('There is no administrator.')
    const db = service.databases.of(tenant)
    for (const table of ['document', 'file'])
      await run(db, `update ${table} set entity_type = 'Claim' where file_name = 'moved.pdf'`, [])
    expectProblem(await admin().get(`/documents/${made.body.documentId}`), 'NotFound')
    expectProblem(await admin().get(`/files/${made.body.fileId}`), 'NotFound')
  })
})

test('the store holds the bytes under names that no caller chose', async () => {
  const content = pdf('looked for on the disk')
  await upload('looked-for.pdf', content)
  const paths = await server.left()
  for (const path of paths)
    expect(path.slice(server.folder.length)).toMatch(/^\/kept\/\d+\/[\da-f]{2}\/[\da-f-]{36}$/)
  expect((await contents(paths)).filter((kept) => kept.equals(content))).toHaveLength(1)
})
