import { beforeEach, describe, expect, test } from 'vitest'
import { eventsOf, signed } from '../support/builders/contract-files.ts'
import { finalize, sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { form, pdf, png } from '../support/builders/documents.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
let id: number
beforeEach(async () => {
  id = (await sellR1(staff())).body.id
})

const staff = () => service.api.as('sandbox-entry')
const dealer = () => service.api.as('sandbox-dealer-d1001')
const otherDealer = () => service.api.as('sandbox-dealer-d2001')
const documents = () => `/contracts/${id}/documents`
const files = () => `/contracts/${id}/files`
const upload = (name: string, content: Buffer, caller = staff()) => {
  const { body, headers } = form(name, content)
  return caller.post(files(), body, headers)
}

describe('a document of a contract', () => {
  test('is added, listed with its signature, and read with its content', async () => {
    const said = { isSigned: true, signedAt: '2024-03-15T14:30:00Z' }
    const made = await staff().post(documents(), signed(said))
    expect(made.status, made.text).toBe(201)
    expect(made.headers.get('location')).toBe(`/documents/${made.body.documentId}`)
    const [listed, ...others] = (await dealer().get(documents())).body
    expect(others).toEqual([])
    expect(listed).toMatchObject({
      ...{ id: made.body.documentId, documentTypeCode: 'SIGNED', entityType: 'Contract', entityId: id },
      ...said,
    })
    const read = (await dealer().get(`/documents/${made.body.documentId}`)).body
    expect(read.documentData).toBe(pdf().toString('base64'))
  })

  test('keeps its signature when a new version does not mention it', async () => {
    await staff().post(documents(), signed({ isSigned: true, signedAt: '2024-03-15T14:30:00Z' }))
    await staff().post(documents(), signed({ documentData: pdf('again').toString('base64') }))
    expect((await staff().get(documents())).body).toMatchObject([{ isSigned: true, versions: [{}, {}] }])
    await staff().post(documents(), signed({ fileName: 'other.pdf' }))
    expect((await staff().get(`${documents()}?sortBy=fileName`)).body).toMatchObject([
      { fileName: 'other.pdf', isSigned: false, signedAt: null },
      { fileName: 'signed.pdf', isSigned: true },
    ])
  })

  test('emits an event of the contract and is in its history', async () => {
    await staff().post(documents(), signed())
    await upload('photo.png', png())
    const { number } = (await staff().get(`/contracts/${id}`)).body
    const data = { id, number, status: 'Pending' }
    expect(await eventsOf(service, `contracts/${id}`)).toMatchObject([
      { type: 'contract.created', data },
      { type: 'contract.updated', data },
      { type: 'contract.updated', data },
    ])
    const { items } = (await staff().get(`/contracts/${id}/history`)).body
    expect(items.map(({ operation }: { operation: string }) => operation)).toEqual([
      'POST /contracts/{contractId}/files',
      'POST /contracts/{contractId}/documents',
      'POST /contracts',
    ])
  })

  test('does not change the version of the contract', async () => {
    const before = await staff().get(`/contracts/${id}`)
    await staff().post(documents(), signed())
    const after = await staff().get(`/contracts/${id}`)
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
  })

  test('needs a known type and a valid date', async () => {
    expectProblem(
      await staff().post(documents(), signed({ documentTypeCode: 'SIGNATURE' })),
      'UnknownReference',
    )
    expect(faultsIn(await staff().post(documents(), signed({ signedAt: 'today' })))).toEqual([
      '/signedAt Format',
    ])
  })
})

describe('in every contract status', () => {
  const states: Readonly<Record<string, () => Promise<number>>> = {
    Quote: async () => (await sellR1(staff(), { status: 'Quote' })).body.id,
    Pending: async () => (await sellR1(staff())).body.id,
    Active: async () => (await sellAndFinalize(staff())).id,
    OnHold: async () => {
      const { id: held } = await sellAndFinalize(staff())
      const [reason] = (await staff().get('/contracts/holdreasons')).body
      await staff().post(`/contracts/${held}/holds`, { holdReasonId: reason.id })
      return held
    },
    Voided: async () => {
      const { id: voided } = (await sellR1(staff())).body
      await staff().patch(`/contracts/${voided}`, { status: 'Voided', voidReason: 'Deal unwound' })
      return voided
    },
  }
  test.each(Object.entries(states))('%s: documents and files are accepted', async (status, make) => {
    id = await make()
    expect((await staff().get(`/contracts/${id}`)).body.status).toBe(status)
    expect((await staff().post(documents(), signed())).status).toBe(201)
    expect((await upload('photo.png', png())).status).toBe(201)
  })
})

describe('a file of a contract', () => {
  test('is added as a form or as JSON, listed, and read as JSON or bytes', async () => {
    const made = await upload('photo.png', png(), dealer())
    expect(made.status, made.text).toBe(201)
    const inJson = { fileName: 'scan.pdf', data: pdf().toString('base64') }
    expect((await staff().post(files(), inJson)).status).toBe(201)
    expect((await staff().get(`${files()}?sortBy=fileName`)).body).toMatchObject([
      { fileName: 'photo.png', createdBy: 'sandbox-dealer-d1001' },
      { fileName: 'scan.pdf' },
    ])
    const read = await dealer().get(`${files()}/${made.body.id}`, { headers: { accept: 'application/json' } })
    expect(read.body).toMatchObject({ fileName: 'photo.png', data: png().toString('base64') })
    const bytes = await dealer().get(`${files()}/${made.body.id}?download=true`)
    expect(bytes.headers.get('content-disposition')).toBe('attachment; filename="photo.png"')
    expect(bytes.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is not found under another contract', async () => {
    const { id: fileId } = (await upload('photo.png', png())).body
    const other = (await sellR1(staff())).body.id
    expectProblem(await staff().get(`/contracts/${other}/files/${fileId}`), 'NotFound')
  })
})

describe('access to documents', () => {
  test('a contract outside the scope of the caller shows and takes no documents', async () => {
    const { documentId, fileId } = (await staff().post(documents(), signed())).body
    const { id: own } = (await upload('photo.png', png())).body
    for (const path of [
      ...[documents(), files(), `${files()}/${own}`],
      ...[`/documents/${documentId}`, `/files/${fileId}`, `/files/${own}`],
    ])
      expectProblem(await otherDealer().get(path), 'NotFound')
    expectProblem(await otherDealer().post(documents(), signed()), 'NotFound')
    expectProblem(await otherDealer().post(documents(), { generate: true }), 'NotFound')
    expectProblem(await upload('photo.png', png(), otherDealer()), 'NotFound')
    expectProblem(await staff().post('/contracts/987654/documents', signed()), 'NotFound')
  })

  test('reading and adding need the permission for documents', async () => {
    const admin = service.api.as('sandbox-admin')
    const rights = { name: 'no documents', permissions: ['contracts:read', 'contracts:write'] }
    const caller = service.api.with((await admin.post('/apikeys', rights)).body.key)
    expectProblem(await caller.get(documents()), 'Forbidden')
    expectProblem(await caller.post(documents(), signed()), 'Forbidden')
    expectProblem(await caller.get(files()), 'Forbidden')
  })

  test('a lock keeps other users out, even with an earlier upload link', async () => {
    const asked = await dealer().post(documents(), {
      ...{ documentTypeCode: 'OTHER', fileName: 'later.pdf', requestUpload: true },
    })
    const link = asked.body.uploadLink.url
    const put = () => service.api.anonymous.put(link, pdf('later'), { 'content-type': 'application/pdf' })
    expect((await staff().post(`/contracts/${id}/lock`)).status).toBe(201)
    expectProblem(await dealer().post(documents(), signed()), 'Locked')
    expectProblem(await upload('photo.png', png(), dealer()), 'Locked')
    expectProblem(await put(), 'Locked')
    expect((await dealer().get(documents())).body).toEqual([])
    expect((await staff().post(documents(), signed())).status).toBe(201)
    expect((await staff().delete(`/contracts/${id}/lock`)).status).toBe(204)
    expect((await put()).status).toBe(204)
    expect((await dealer().get(documents())).body).toHaveLength(2)
    expect((await eventsOf(service, `contracts/${id}`)).filter(isUpdate)).toHaveLength(2)
  })
})

const isUpdate = ({ type }: { type: string }) => type === 'contract.updated'

test('a contract whose program requires no documents is finalized without any', async () => {
  expect((await finalize(staff(), id)).status).toBe(200)
})
