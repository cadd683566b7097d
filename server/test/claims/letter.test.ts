import { expect, test } from 'vitest'
import { laborFor, openClaims, waterPump } from '../support/builders/claims.ts'
import { filesLeft } from '../support/builders/contract-files.ts'
import { actingNames, readPdf, unpackedPdf } from '../support/builders/pdf-reading.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'

// The decision on a claim as a letter, read back with another library than the one that drew it.

const service = await testService()
const claims = await openClaims(service)
const contractId = await claims.sellVsc()
const navigation = laborFor(300, {
  components: [{ code: 'NAVIGATION', isPrimaryFailure: true }],
  complaintCode: 'NOISE',
})

const long = laborFor(0, { labor: [{ hoursRequested: 20, rateRequested: 100 }] })

const letter = (id: number) => claims.change(id, { action: 'Letter' })

async function readLetter(id: number) {
  const { generatedDocument } = await claims.done(letter(id))
  expect(generatedDocument.documentTypeCode).toBe('DECISION')
  const { body } = await claims.adjuster.get(`/claims/${id}/documents/${generatedDocument.id}`)
  const file = Buffer.from(body.documentData, 'base64')
  return { file, document: body, ...(await readPdf(file)) }
}

test('tells the customer what was decided and why, and what to do', async () => {
  const claim = await claims.done(claims.enter(contractId, { details: [waterPump, navigation] }), 201)
  const [pump, screen] = claim.details
  await claims.done(claims.adjuster.post(`/claims/${claim.id}/notes`, { text: 'Smells like abuse.' }), 201)
  const note = 'The shop is slow'
  await claims.done(
    claims.change(claim.id, { action: 'Deny', detailIds: [screen.id], deniedReasonCode: 'NOTCOV', note }),
  )
  await claims.done(claims.authorize(claim.id, { detailIds: [pump.id], note: 'Per guide' }))
  const { text, title, isTagged, file, document } = await readLetter(claim.id)
  expect([isTagged, title]).toEqual([true, `Our decision on your claim ${claim.number}`])
  expect(document).toMatchObject({
    ...{ documentTypeCode: 'DECISION', fileName: `${claim.number}-decision.pdf` },
    ...{ entityType: 'Claim', entityId: claim.id, createdBy: 'sandbox-adjuster' },
  })
  const form = (await claims.entry.get(`/contracts/${contractId}`)).body
  for (const words of [
    ...[claim.number, form.number, 'Dana Reyes', '12 Elm St', 'March 10, 2025'],
    'We pay $957.96, and you pay $400.00.',
    'Asked for, before tax $1,080.75',
    'Component not covered',
    'Engine, form',
    'your deductible',
    'You can appeal until May 10, 2025, 60 days from the date of this letter.',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/58\.00|abuse|slow|per guide|guide/i)
  expect(unpackedPdf(file)).not.toMatch(actingNames)
})

test('of an undecided claim lists what is missing; the same letter again is another version', async () => {
  const claim = await claims.done(claims.enter(contractId, { details: [long] }), 201)
  await claims.done(claims.change(claim.id, { action: 'Hold', holdReasonCode: 'MAINTREC' }))
  const { text } = await readLetter(claim.id)
  expect(text).toContain('your maintenance records')
  expect(text).toContain('the inspection of the vehicle')
  expect(text).toContain('When we have decided, you can appeal within 60 days')
  expect(text).not.toMatch(/We pay|You pay/)
  await claims.done(letter(claim.id))
  const listed = await claims.done(claims.adjuster.get(`/claims/${claim.id}/documents`))
  expect(listed).toMatchObject([{ versions: [{ version: 1 }, { version: 2 }] }])
  const { documents, status } = await claims.read(claim.id)
  expect([status, documents.length]).toEqual(['OnHold', 1])
})

test('in a dry run is listed and not kept; others are refused and leave no file', async () => {
  const claim = await claims.done(claims.enter(contractId), 201)
  const [before, left] = [await checksums(service), await filesLeft()]
  const path = `/claims/${claim.id}`
  const tried = await claims.done(claims.adjuster.patch(`${path}?dryRun=true`, { action: 'Letter' }))
  expect(tried.effects.documents).toMatchObject([{ documentTypeCode: 'DECISION', entityId: claim.id }])
  expect(await checksums(service)).toEqual(before)
  await expect.poll(() => filesLeft()).toBe(left)
  // A dealer changes its claims, and does not write our letters.
  expectProblem(await claims.as('sandbox-dealer-d1001').patch(path, { action: 'Letter' }), 'Forbidden')
  expectProblem(await claims.adjuster.patch('/claims/987654', { action: 'Letter' }), 'NotFound')
  expect(await filesLeft()).toBe(left)
})

test('of prepaid services names them', async () => {
  const services = await claims.sellServices()
  const ppmEvents = [{ serviceCode: 'OIL', serviceDate: '2025-03-10', odometer: 24_100 }]
  const claim = await claims.done(claims.enter(services, { details: undefined, ppmEvents }), 201)
  await claims.done(claims.authorize(claim.id))
  const { text } = await readLetter(claim.id)
  expect(text).toContain('Oil service on March 10, 2025')
  expect(text).toContain('We pay $55.00, and you pay $0.00.')
})
