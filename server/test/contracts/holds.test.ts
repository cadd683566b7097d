import { beforeEach, describe, expect, test } from 'vitest'
import { sumOf } from '../support/builders/cash.ts'
import { finalize, sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import {
  earnedOf,
  eventsOf,
  holdReasons,
  payables,
  setClock,
  tally,
} from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { rounds } from '../support/service/trials.ts'

const service = await testService()
const staff = () => service.api.as('sandbox-entry')

const reasons = await holdReasons(staff())
beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

const hold = (id: number, body: object = {}, caller: Caller = staff()) =>
  caller.post(`/contracts/${id}/holds`, { holdReasonId: reasons.MISSIGN, ...body })
const resolve = (id: number, holdId: number, body: object = {}, caller: Caller = staff()) =>
  caller.post(`/contracts/${id}/holds/${holdId}/resolves`, body)
const read = async (id: number, caller: Caller = staff()) => (await caller.get(`/contracts/${id}`)).body

const waiting = {
  PREMTAX: 'Pending Funding',
  CLIP: 'Pending Funding',
  ROADSIDE: 'Pending Funding',
  AGENT: 'Pending Funding',
  DLRGRP: 'Pending Funding',
}
const held = Object.fromEntries(Object.keys(waiting).map((code) => [code, 'Held']))

describe('a hold on a contract in force', () => {
  test('stops payables until it is resolved', async () => {
    const { id } = await sellAndFinalize(staff())
    expect(await payables(service, id)).toEqual(waiting)
    const answer = await hold(id, { note: 'No signature on page 2' })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      contractId: id,
      reason: { code: 'MISSIGN', freezesPayables: true, blocksClaims: true, defaultMode: 'Freeze' },
      holdDate: '2024-03-15',
      mode: 'Freeze',
      note: 'No signature on page 2',
      status: 'Open',
      createdBy: 'sandbox-entry',
      resolves: [],
    })
    expect(answer.body.disbursements).toHaveLength(8)
    expect(answer.body.disbursements).toContainEqual({ code: 'RESERVE', amount: 1061.7, isHeld: true })
    expect(await payables(service, id)).toEqual(held)
    expect(await read(id)).toMatchObject({ status: 'OnHold', heldFrom: 'Active', isEffective: false })

    const resolved = await resolve(id, answer.body.id, { note: 'Signed' })
    expect(resolved.status, resolved.text).toBe(201)
    expect(resolved.body).toMatchObject({
      holdId: answer.body.id,
      resolveDate: '2024-03-15',
      resolution: 'Cleared',
      note: 'Signed',
      earningCatchUp: [],
      extendsExpirationDays: null,
    })
    expect(await payables(service, id)).toEqual(waiting)
    const contract = await read(id)
    expect(contract).toMatchObject({ status: 'Active', heldFrom: null, expirationDate: '2029-03-15' })
    expect(contract.holds).toMatchObject([
      {
        status: 'Resolved',
        disbursements: [{ isHeld: false }, {}, {}, {}, {}, {}, {}, {}],
        resolves: [resolved.body],
      },
    ])
    expect(await eventsOf(service, id)).toEqual([
      'contract.created',
      'contract.finalized',
      'contract.held',
      'contract.resolved',
    ])
  })

  test('can name lines, in any letter case, and leaves the others', async () => {
    const { id } = await sellAndFinalize(staff())
    const { body } = await hold(id, { disbursementCodes: ['agent', 'AGENT', 'RESERVE'] })
    expect(body.disbursements).toEqual([
      { code: 'RESERVE', amount: 1061.7, isHeld: true },
      { code: 'AGENT', amount: 75, isHeld: true },
    ])
    expect(await payables(service, id)).toEqual({ ...waiting, AGENT: 'Held' })
  })

  test('two holds on one line: the line is held until both are resolved', async () => {
    const { id } = await sellAndFinalize(staff())
    const one = await hold(id, { disbursementCodes: ['AGENT'] })
    const two = await hold(id, { holdReasonId: reasons.VINERR, disbursementCodes: ['AGENT', 'CLIP'] })
    expect(two.status, two.text).toBe(201)
    expect(await payables(service, id)).toEqual({ ...waiting, AGENT: 'Held', CLIP: 'Held' })

    await resolve(id, one.body.id)
    expect(await payables(service, id)).toEqual({ ...waiting, AGENT: 'Held', CLIP: 'Held' })
    expect(await read(id)).toMatchObject({ status: 'OnHold', heldFrom: 'Active' })

    await resolve(id, two.body.id)
    expect(await payables(service, id)).toEqual(waiting)
    expect(await read(id)).toMatchObject({ status: 'Active' })
  })

  test('can be repeated for a reason that was resolved', async () => {
    const { id } = await sellAndFinalize(staff())
    await resolve(id, (await hold(id)).body.id)
    expect((await hold(id)).status).toBe(201)
  })

  test('keeps the contract from being finalized', async () => {
    const { id } = (await sellR1(staff())).body
    await hold(id)
    expect((await finalize(staff(), id)).body).toMatchObject({ status: 409, code: 'OpenHold' })
  })
})

describe('earnings during a hold', () => {
  test('Freeze: the resolve catches up what was not earned', async () => {
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const { body } = await hold(id, { holdDate: '2025-04-01' })
    const resolved = await resolve(id, body.id)
    expect(resolved.body).toMatchObject({
      resolveDate: '2025-05-16',
      earningCatchUp: [
        { code: 'RESERVE', amount: 26.16 },
        { code: 'ADMIN', amount: 3.08 },
        { code: 'CLIP', amount: 0.3 },
        { code: 'ROADSIDE', amount: 0.44 },
      ],
      extendsExpirationDays: null,
    })
    expect(await read(id)).toMatchObject({ expirationDate: '2029-03-15' })
  })

  test('Freeze of some lines: only those catch up', async () => {
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const { body } = await hold(id, { holdDate: '2025-04-01', disbursementCodes: ['ADMIN'] })
    const resolved = await resolve(id, body.id)
    expect(resolved.body.earningCatchUp).toEqual([{ code: 'ADMIN', amount: 3.08 }])
  })

  test('Suspend: all lines stop, and the expiration is extended', async () => {
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const { body } = await hold(id, {
      holdReasonId: reasons.CUSTNONPAY,
      holdDate: '2025-04-01',
      disbursementCodes: ['ADMIN'],
    })
    expect(body).toMatchObject({ mode: 'Suspend' })
    expect(body.disbursements).toHaveLength(8)
    expect(await payables(service, id)).toEqual(held)
    const resolved = await resolve(id, body.id)
    expect(resolved.body).toMatchObject({ earningCatchUp: [], extendsExpirationDays: 45 })
    expect(await read(id)).toMatchObject({ expirationDate: '2029-04-29' })
  })

  test('Suspend: the resolve posts what is earned by the later end, and nothing is left to post', async () => {
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const { body } = await hold(id, { holdReasonId: reasons.CUSTNONPAY, holdDate: '2025-04-01' })
    const books = service.api.as('sandbox-accounting')
    const reserve = async () =>
      (await books.get(`/journal?contractId=${id}&account=Earned:RESERVE&pageSize=200`)).body.items.map(
        ({ effectiveDate, amount }: { effectiveDate: string; amount: number }) => [effectiveDate, amount],
      )
    const posted = await reserve()
    expect(sumOf(posted.map(([, amount]: [string, number]) => ({ amount })))).toBe(222.11)
    await resolve(id, body.id)
    expect(await reserve()).toEqual(posted)
    const earned = await earnedOf(service, id)
    expect(earned.posted).toMatchObject({ RESERVE: 222.11, ADMIN: 26.15 })
    expect(earned.posted).toEqual(earned.computed)
    const again = await books.post(`/contracts/${id}/syncEarnings`, {})
    expect(again.body.lines.map(({ delta }: { delta: number }) => delta)).toEqual(Array(8).fill(0))
    expect(await reserve()).toEqual(posted)
  })

  test('two overlapping Suspends count each day once', async () => {
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const one = await hold(id, { holdReasonId: reasons.CUSTNONPAY, holdDate: '2025-04-01' })
    const two = await hold(id, { mode: 'Suspend', holdDate: '2025-04-11' })
    const first = await resolve(id, one.body.id, { resolveDate: '2025-05-01' })
    expect(first.body.extendsExpirationDays).toBe(30)
    expect(await read(id)).toMatchObject({ status: 'OnHold', expirationDate: '2029-04-14' })
    const second = await resolve(id, two.body.id)
    expect(second.body.extendsExpirationDays).toBe(15)
    expect(await read(id)).toMatchObject({ status: 'Active', expirationDate: '2029-04-29' })
  })

  test('the mode of a reason can be overridden', async () => {
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const { body } = await hold(id, {
      holdReasonId: reasons.CUSTNONPAY,
      holdDate: '2025-04-01',
      mode: 'Freeze',
    })
    expect((await resolve(id, body.id)).body.extendsExpirationDays).toBeNull()
  })

  test('held from Pending: nothing is earned, and the resolve returns it to Pending', async () => {
    const { id } = (await sellR1(staff())).body
    await setClock(service, '2024-04-15T15:00:00Z')
    const { body } = await hold(id, { holdDate: '2024-03-20' })
    expect(await read(id)).toMatchObject({ status: 'OnHold', heldFrom: 'Pending' })
    expect((await payables(service, id)).AGENT).toBe('Pending Finalize')
    const resolved = await resolve(id, body.id)
    expect(resolved.body.earningCatchUp).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'Pending', heldFrom: null })
    expect((await finalize(staff(), id)).body).toMatchObject({ status: 'Active' })
  })
})

describe('lists of holds and resolves', () => {
  test('all holds, filtered by status', async () => {
    const { id } = await sellAndFinalize(staff())
    const one = await hold(id)
    const two = await hold(id, { holdReasonId: reasons.VINERR })
    await resolve(id, one.body.id)
    const ids = async (query: string) =>
      (await staff().get(`/contracts/${id}/holds${query}`)).body.map((each: { id: number }) => each.id)
    expect(await ids('')).toEqual([one.body.id, two.body.id])
    expect(await ids('?status=Open')).toEqual([two.body.id])
    expect(await ids('?status=Resolved')).toEqual([one.body.id])
    expect(await ids('?status=Open,Resolved&sortDirection=Desc')).toEqual([two.body.id, one.body.id])
    expect((await staff().get(`/contracts/${id}/holds`)).body).toEqual((await read(id)).holds)
  })

  test('the resolve of a hold, or an empty list', async () => {
    const { id } = await sellAndFinalize(staff())
    const { body } = await hold(id)
    const path = `/contracts/${id}/holds/${body.id}/resolves`
    expect((await staff().get(path)).body).toEqual([])
    const resolved = await resolve(id, body.id)
    expect((await staff().get(path)).body).toEqual([resolved.body])
  })

  test('a dealer sees neither the parts of dealer cost nor the earnings', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const { id } = await sellAndFinalize(staff())
    await setClock(service, '2025-05-16T15:00:00Z')
    const { body } = await hold(id, { holdDate: '2025-04-01', disbursementCodes: ['RESERVE', 'MARKUP'] })
    const answer = await dealer.get(`/contracts/${id}/holds`)
    expect(answer.body[0].disbursements).toEqual([
      { code: 'DEALERCOST', amount: 1362.93, isHeld: true },
      { code: 'MARKUP', amount: 1632.07, isHeld: true },
    ])
    await resolve(id, body.id)
    const contract = await read(id, dealer)
    expect(contract.holds[0].resolves[0].earningCatchUp).toEqual([])
    expect((await dealer.get(`/contracts/${id}/holds/${body.id}/resolves`)).body).toEqual(
      contract.holds[0].resolves,
    )
    expect(JSON.stringify([answer.body, contract])).not.toMatch(/RESERVE|1061\.7|26\.16/)
  })

  test('404 for a contract of another dealer, or a hold of another contract', async () => {
    const other = service.api.as('sandbox-dealer-d2001')
    const { id } = await sellAndFinalize(staff())
    const { id: second } = await sellAndFinalize(staff())
    const { body } = await hold(id)
    expect((await other.get(`/contracts/${id}/holds`)).status).toBe(404)
    expect((await other.get(`/contracts/${id}/holds/${body.id}/resolves`)).status).toBe(404)
    expect((await staff().get(`/contracts/${second}/holds/${body.id}/resolves`)).status).toBe(404)
    expect((await staff().get('/contracts/987654/holds')).status).toBe(404)
  })
})

describe('dry runs and ETags', () => {
  const told = (rows: { id: number; ledgerStatus: string; disbursementCode: string }[]) =>
    Object.fromEntries(rows.map((row) => [row.disbursementCode, row.ledgerStatus]))

  test('a dry run of a hold and of a resolve shows the effect and saves nothing', async () => {
    const { id } = await sellAndFinalize(staff())
    const before = await read(id)
    const dry = await staff().post(`/contracts/${id}/holds?dryRun=true`, { holdReasonId: reasons.MISSIGN })
    expect(dry.status).toBe(201)
    expect(told(dry.body.effects.ledger)).toEqual(held)
    expect(dry.body.effects.events).toMatchObject([
      { type: 'contract.held', data: { id, number: before.number, status: 'OnHold' } },
    ])
    expect(await read(id)).toEqual(before)
    expect(await payables(service, id)).toEqual(waiting)

    const real = await hold(id)
    const { effects: _, id: __, ...tried } = dry.body
    const { id: holdId, ...done } = real.body
    expect(tried).toEqual(done)

    const path = `/contracts/${id}/holds/${holdId}/resolves?dryRun=true`
    const back = await staff().post(path, { resolution: 'Overridden' })
    expect(told(back.body.effects.ledger)).toEqual(
      Object.fromEntries(Object.keys(waiting).map((code) => [code, 'Pending'])),
    )
    expect(back.body.effects.events).toMatchObject([
      { type: 'contract.resolved', data: { status: 'Active' } },
    ])
    expect(await payables(service, id)).toEqual(held)
  })

  test('a hold changes the ETag of the contract', async () => {
    const { id } = await sellAndFinalize(staff())
    const etag = async () => (await staff().get(`/contracts/${id}`)).headers.get('etag')
    const before = await etag()
    await hold(id)
    expect(await etag()).not.toBe(before)
  })
})

test('of six concurrent holds for one reason, one succeeds, and the ledger is held once', async () => {
  const { id } = await sellAndFinalize(staff())
  for (let trial = 0; trial < rounds(24); trial += 1) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => hold(id)))
    expect(tally(answers)).toEqual({ '201': 1, '409 HoldExists': 5 })
    expect(await payables(service, id)).toEqual(held)
    const made = answers.find(({ status }) => status === 201)
    const ends = await Promise.all(Array.from({ length: 3 }, () => resolve(id, made?.body.id)))
    expect(tally(ends)).toEqual({ '201': 1, '409 AlreadyResolved': 2 })
    expect(await payables(service, id)).toEqual(waiting)
  }
  const { status, holds } = await read(id)
  expect([status, holds.length]).toEqual(['Active', rounds(24)])
}, 120_000)

test('a concurrent hold and finalize act as if one came after the other', async () => {
  for (let trial = 0; trial < rounds(12); trial += 1) {
    const { id } = (await sellR1(staff())).body
    const [held, finalized] = await Promise.all([hold(id), finalize(staff(), id)])
    expect(held.status, held.text).toBe(201)
    const { status, heldFrom } = await read(id)
    expect(status).toBe('OnHold')
    if (finalized.status === 200) expect(heldFrom).toBe('Active')
    else {
      expect(finalized.body).toMatchObject({ code: 'OpenHold' })
      expect(heldFrom).toBe('Pending')
    }
    expect((await payables(service, id)).AGENT).toBe(finalized.status === 200 ? 'Held' : 'Pending Finalize')
  }
}, 120_000)
