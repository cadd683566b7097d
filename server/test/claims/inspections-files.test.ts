import { describe, expect, test } from 'vitest'
import { eventsOf } from '../support/builders/contract-files.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { pdf, png } from '../support/builders/documents.ts'
import { claimToInspect, orderInspection } from '../support/builders/inspections.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const company = service.api.as('sandbox-inspector-ic100')
await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const contract = await sellAndFinalize(admin)
const claim = await claimToInspect(service, contract.id)
const lone = await holderId(service, 'InspectionCompany', 'IC100')
const id: number = (await orderInspection(admin, claim.id, lone)).body.id

const photo = { fileName: 'pump.png', contentType: 'image/png', data: png().toString('base64') }
const upload = (body: object, caller = company, inspectionId = id) =>
  caller.post(`/claims/${claim.id}/inspectionfiles/${inspectionId}`, body)
const filesOf = async (inspectionId = id) =>
  (await admin.get(`/claims/inspections/${inspectionId}`)).body.files

describe('a file of an inspection', () => {
  test('is stored, listed, and read by those who see the inspection', async () => {
    const stored = await upload({ ...photo, takenAt: '2024-03-15T10:30:00-05:00' })
    expect(stored.status, stored.text).toBe(201)
    const { fileId } = stored.body
    expect(stored.body).toEqual({ fileId, status: 'Stored' })
    expect(stored.headers.get('location')).toBe(`/files/${fileId}`)
    const report = { fileName: 'report.pdf', contentType: 'application/pdf', data: pdf().toString('base64') }
    const second = (await upload(report, admin)).body.fileId
    await upload({ ...report, fileName: 'bid.pdf', kind: 'Estimate' })
    expect(await filesOf()).toMatchObject([
      {
        id: fileId,
        fileName: 'pump.png',
        contentType: 'image/png',
        kind: 'Photo',
        takenAt: '2024-03-15T15:30:00.000Z',
      },
      { id: second, fileName: 'report.pdf', kind: 'Report', takenAt: null },
      { fileName: 'bid.pdf', kind: 'Estimate' },
    ])
    for (const caller of [company, admin, service.api.as('sandbox-adjuster')])
      expect(
        (await caller.get(`/files/${fileId}`, { headers: { accept: 'application/json' } })).body,
      ).toEqual({
        ...{ fileId, ...photo, hasActiveContent: false },
      })
    const bytes = await company.get(`/files/${fileId}?download=true`)
    expect(bytes.headers.get('content-type')).toBe('image/png')
    const types = (await eventsOf(service, `inspections/${id}`)).map(({ type }) => type)
    expect(types).toEqual(['inspection.ordered', ...Array(3).fill('inspection.fileAdded')])
  })

  test('is not seen by another company, a dealer, or who may only read documents', async () => {
    const { fileId } = (await upload(photo)).body
    const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' }
    const other = (await admin.post('/inspectioncompanies', { name: 'Other', number: 'IC901', address })).body
      .id
    const scopes = [{ type: 'InspectionCompany', id: other }]
    const { body } = await admin.post('/oauthclients', { name: 'Other', roles: ['InspectionEngine'], scopes })
    const stranger = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    expectProblem(await stranger.get(`/files/${fileId}`), 'NotFound')
    expectProblem(await upload(photo, stranger), 'NotFound')
    for (const name of ['sandbox-dealer-d1001', 'sandbox-entry'])
      expectProblem(await service.api.as(name).get(`/files/${fileId}`), 'NotFound')
    expectProblem(await service.api.as('sandbox-rates').get(`/files/${fileId}`), 'Forbidden')
  })

  test('lets a company read no other files', async () => {
    const file = { fileName: 'deal.pdf', data: pdf().toString('base64') }
    const { body } = await admin.post(`/contracts/${contract.id}/files`, file)
    expectProblem(await company.get(`/files/${body.id}`), 'NotFound')
    // Not even staff whose role is about inspections alone.
    const { body: role } = await admin.post('/oauthclients', { name: 'Desk', roles: ['InspectionEngine'] })
    const desk = service.api.with(await service.api.token(role.clientId, role.clientSecret))
    expectProblem(await desk.get(`/files/${body.id}`), 'NotFound')
    expect((await admin.get(`/files/${body.id}`)).status).toBe(200)
  })

  test('must be base64 of an allowed type, and of an inspection of the claim', async () => {
    const before = await filesOf()
    for (const data of ['%%%%', 'JVBERi0xLjcK=', 'JVBERi0x\nLjcK', 'JVBE-i0x'])
      expect(expectProblem(await upload({ ...photo, data }), 'InvalidBase64')).toMatchObject({
        errors: [{ pointer: '/data', code: 'InvalidBase64' }],
      })
    const program = Buffer.from('MZ and more').toString('base64')
    expectProblem(
      await upload({ fileName: 'run.exe', contentType: 'application/x-msdownload', data: program }),
      'UnsupportedMediaType',
    )
    expectProblem(await upload({ ...photo, data: program }), 'UnsupportedMediaType')
    expect(faultsIn(await upload({ ...photo, data: '' }))).toEqual(['/data Length'])
    expect(faultsIn(await upload({ kind: 'Song' })).sort()).toEqual([
      ...['/contentType Required', '/data Required', '/fileName Required', '/kind Enum'],
    ])
    expectProblem(await upload(photo, company, 987_654), 'NotFound')
    expect(await filesOf()).toEqual(before)
  })

  test('may come after the end of the inspection', async () => {
    const late: number = (await orderInspection(admin, claim.id, lone)).body.id
    await admin.put(`/claims/${claim.id}/inspections`, { id: late, status: 'Cancelled' })
    expect((await upload(photo, company, late)).status).toBe(201)
    expect(await filesOf(late)).toHaveLength(1)
  })
})
