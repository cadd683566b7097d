import { expect, test } from 'vitest'
import { openClaims } from '../support/builders/claims.ts'
import { eventsOf } from '../support/builders/contract-files.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

// Notes of a claim: who writes them, who reads them, and in which order.

const service = await testService()
const claims = await openClaims(service)
const { id } = await claims.done(claims.enter(await claims.sellVsc()), 201)
const path = `/claims/${id}/notes`
const dealer = claims.as('sandbox-dealer-d1001')
const shop = claims.as('sandbox-facility-rf100')

test('a note of the administrator is general and internal unless it says otherwise', async () => {
  const answer = await claims.adjuster.post(path, { text: 'Called the shop.' })
  const note = await claims.done(Promise.resolve(answer), 201)
  expect(note).toMatchObject({
    ...{ claimId: id, type: 'General', text: 'Called the shop.', isInternal: true },
    ...{ createdAt: '2025-03-11T15:00:00.000Z', createdBy: 'sandbox-adjuster' },
  })
  expect(answer.headers.get('location')).toBe(`${path}/${note.id}`)
  expect(await claims.done(claims.adjuster.get(`${path}/${note.id}`))).toEqual(note)
  const claim = await claims.read(id)
  expect([claim.notesCount, claim.updatedBy]).toEqual([1, 'sandbox-adjuster'])
  expect((await eventsOf(service, `claims/${id}`)).at(-1)?.type).toBe('claim.updated')
})

test('callers outside see what is not internal, and write only that', async () => {
  const internal = await claims.done(claims.adjuster.post(path, { text: 'Suspect abuse.' }), 201)
  const open = await claims.done(
    claims.adjuster.post(path, { type: 'Customer', text: 'Told the customer.', isInternal: false }),
    201,
  )
  const own = await claims.done(shop.post(path, { type: 'Phone', text: 'Parts arrive on Friday.' }), 201)
  expect(own).toMatchObject({ isInternal: false, createdBy: 'sandbox-facility-rf100' })
  expect(faultsIn(await dealer.post(path, { text: 'Ours', isInternal: true }))).toEqual(['/isInternal Enum'])
  for (const outside of [dealer, shop]) {
    const listed = await claims.done(outside.get(`${path}/all`))
    expect(listed).toEqual([open, own])
    expectProblem(await outside.get(`${path}/${internal.id}`), 'NotFound')
    expect((await outside.get(`${path}/${open.id}`)).body).toEqual(open)
  }
})

test('notes are listed oldest first, and found by type and time', async () => {
  await setClock(service, '2025-03-12T15:00:00Z')
  await claims.done(claims.adjuster.post(path, { type: 'Phone', text: 'Parts are late.' }), 201)
  const texts = async (search = '') =>
    (await claims.done(claims.adjuster.get(`${path}/all${search}`))).map(({ text }: { text: string }) => text)
  expect(await texts()).toEqual([
    'Called the shop.',
    'Suspect abuse.',
    'Told the customer.',
    'Parts arrive on Friday.',
    'Parts are late.',
  ])
  expect(await texts('?type=Phone')).toEqual(['Parts arrive on Friday.', 'Parts are late.'])
  expect(await texts('?type=Phone&since=2025-03-12T00:00:00Z')).toEqual(['Parts are late.'])
  expect((await claims.read(id)).notesCount).toBe(5)
})

test('notes are not changed, and belong to their claim', async () => {
  const [first] = await claims.done(claims.adjuster.get(`${path}/all?pageSize=1`))
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expectProblem(await claims.adjuster.send(method, `${path}/${first.id}`, {}), 'MethodNotAllowed')
  const other = await claims.done(claims.enter(await claims.sellVsc()), 201)
  expectProblem(await claims.adjuster.get(`/claims/${other.id}/notes/${first.id}`), 'NotFound')
})

test('the note of an action is kept with the notes, unless the action is refused', async () => {
  const claim = await claims.done(claims.enter(await claims.sellVsc()), 201)
  const done = await claims.done(claims.authorize(claim.id, { note: 'Per guide' }))
  expect(done.notesCount).toBe(1)
  expectProblem(await claims.authorize(claim.id, { note: 'Again' }), 'InvalidTransition')
  expect(await claims.done(claims.adjuster.get(`/claims/${claim.id}/notes/all`))).toMatchObject([
    { type: 'General', text: 'Per guide', isInternal: true, createdBy: 'sandbox-adjuster' },
  ])
})

test('is refused', async () => {
  expect(faultsIn(await claims.adjuster.post(path, { type: 'Letter', isInternal: 'no' }))).toEqual([
    '/type Enum',
    '/text Required',
    '/isInternal Type',
  ])
  const stranger = claims.as('sandbox-dealer-d2001')
  expectProblem(await stranger.post(path, { text: 'Hello' }), 'NotFound')
  expectProblem(await stranger.get(`${path}/all`), 'NotFound')
  expectProblem(await claims.as('sandbox-accounting').post(path, { text: 'Hello' }), 'Forbidden')
  expectProblem(await claims.entry.get(`${path}/all`), 'Forbidden')
  expectProblem(await claims.adjuster.post('/claims/987654/notes', { text: 'Hello' }), 'NotFound')
})
