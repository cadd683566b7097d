import { expect, test } from 'vitest'
import { openClaims } from '../support/builders/claims.ts'
import { eventsOf, signed } from '../support/builders/contract-files.ts'
import { pdf } from '../support/builders/documents.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// Documents of a claim: estimates, invoices, photos. Who sees the claim sees them.

const service = await testService()
const claims = await openClaims(service)
const { id } = await claims.done(claims.enter(await claims.sellVsc()), 201)
const path = `/claims/${id}/documents`
const shop = claims.as('sandbox-facility-rf100')
const stranger = claims.as('sandbox-dealer-d2001')

const paper = (documentTypeCode: string, fileName: string, content = 'paper') =>
  signed({ documentTypeCode, fileName, documentData: pdf(content).toString('base64') })

test('a shop sends its estimate, and everyone who sees the claim reads it', async () => {
  const { documentId } = await claims.done(shop.post(path, paper('ESTIMATE', 'estimate.pdf')), 201)
  expect(await claims.done(shop.get(path))).toMatchObject([
    { id: documentId, documentTypeCode: 'ESTIMATE', entityType: 'Claim', entityId: id, versions: [{}] },
  ])
  for (const reader of [shop, claims.as('sandbox-dealer-d1001'), claims.adjuster]) {
    const read = await claims.done(reader.get(`${path}/${documentId}`))
    expect(Buffer.from(read.documentData, 'base64')).toEqual(pdf('paper'))
    expect((await reader.get(`/documents/${documentId}`)).body).toEqual(read)
  }
  expect((await claims.read(id)).documents).toMatchObject([
    { id: documentId, documentTypeCode: 'ESTIMATE', fileName: 'estimate.pdf' },
  ])
  expect((await eventsOf(service, `claims/${id}`)).at(-1)?.type).toBe('claim.updated')
})

test('the same name again is another version, and a list has one type if asked', async () => {
  await claims.done(shop.post(path, paper('ESTIMATE', 'estimate.pdf', 'dearer')), 201)
  const invoice = await claims.done(claims.adjuster.post(path, paper('INVOICE', 'invoice.pdf')), 201)
  expect(await claims.done(shop.get(path))).toMatchObject([
    { fileName: 'estimate.pdf', versions: [{ version: 1 }, { version: 2 }] },
    { fileName: 'invoice.pdf' },
  ])
  const [{ documentTypeId }] = await claims.done(shop.get(path))
  expect(await claims.done(shop.get(`${path}?documentTypeId=${documentTypeId}`))).toHaveLength(1)
  const [version] = (await shop.get(`${path}/${invoice.documentId}`)).body.versions
  expect((await shop.get(`/files/${version.fileId}`)).status).toBe(200)
})

test('every type of a claim is taken, and no other', async () => {
  for (const type of [
    'PHOTO',
    'SETTLEMENT',
    'PAYOFF',
    'FINANCE',
    'POLICE',
    'INSPECTION',
    'OTHER',
    'DECISION',
  ])
    expect((await claims.adjuster.post(`${path}?dryRun=true`, paper(type, 'paper.pdf'))).status).toBe(201)
  for (const type of ['SIGNED', 'CANCELFORM', 'NOSUCH'])
    expectProblem(await claims.adjuster.post(path, paper(type, 'paper.pdf')), 'UnknownReference')
})

test('others do not find them', async () => {
  const { documentId } = await claims.done(shop.post(path, paper('PHOTO', 'photo.pdf')), 201)
  const [version] = (await shop.get(`${path}/${documentId}`)).body.versions
  for (const place of [path, `${path}/${documentId}`, `/documents/${documentId}`, `/files/${version.fileId}`])
    expectProblem(await stranger.get(place), 'NotFound')
  expectProblem(await stranger.post(path, paper('PHOTO', 'photo.pdf')), 'NotFound')
  // Whoever may read documents and not claims does not read the documents of claims.
  expectProblem(await claims.entry.get(path), 'Forbidden')
  expectProblem(await claims.entry.get(`/documents/${documentId}`), 'NotFound')
  expectProblem(await claims.entry.get(`/files/${version.fileId}`), 'NotFound')
  expectProblem(await claims.as('sandbox-accounting').post(path, paper('PHOTO', 'photo.pdf')), 'Forbidden')
  const contractDocument = await claims.entry.post(
    `/contracts/${(await claims.read(id)).contract.contractId}/documents`,
    signed(),
  )
  expectProblem(await claims.adjuster.get(`${path}/${contractDocument.body.documentId}`), 'NotFound')
})
