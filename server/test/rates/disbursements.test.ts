import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { type Disbursements, flat, openDisbursements } from '../support/builders/disbursements.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import { expectProblem } from '../support/service/problem.ts'

let world: Disbursements
let agent: number
beforeEach(async () => {
  world = await openDisbursements()
  agent = await world.holder('Agent', 'A100')
})

const ofAgent = () => `/Rates/Disbursements/AccountHolder/${agent}`
const agreement = (facts: object = {}) => ({
  programId: world.programId,
  disbursementCode: 'AGENT',
  calculation: flat(90),
  effectiveFrom: '2024-04-01',
  ...facts,
})
const agree = (facts: object = {}) => world.completed(world.caller.post(ofAgent(), agreement(facts)))
const read = (id: number) => world.caller.get(`/Rates/Disbursements/${id}`)
const change = (id: number, body: object) => world.caller.patch(`/Rates/Disbursements/${id}`, body)
const amounts = async (saleDate: string) =>
  (await world.forSale(saleDate)).map(({ disbursementCode, calculation }) =>
    calculation.type === 'Flat' ? `${disbursementCode} ${calculation.amount}` : disbursementCode,
  )

describe('a line of the book', () => {
  test('is returned with its payee', async () => {
    const id = await world.lineId('ADMIN')
    const account = await world.holder('DisbursementAccount', 'ADMIN')
    expect((await read(id)).body).toEqual({
      disbursement: {
        ...{ id, code: 'ADMIN', label: 'Administration Fee', groupCode: expect.any(String), amount: 125 },
        ...{ calculationType: 'Flat', percent: null, percentBase: null, factorTableId: null },
        toAccount: {
          accountHolderType: 'DisbursementAccount',
          accountHolderId: account,
          name: expect.any(String),
        },
        ...{ includedInDealerCost: true, earningMethodCode: 'PRORATA_DAYS', earningFactorTableId: null },
        ...{ cancelRule: 'Proportional', cancelMethodId: null, payWhen: 'WhenFunded', sequence: 3 },
        ...{ effectiveFrom: '2015-01-01', effectiveTo: null },
      },
      ...{ programId: world.programId, planId: null, termId: null, deductibleId: null, classCode: null },
      ...{ accountHolderId: null, status: 'Active', auditLogId: null },
    })
    expect((await read(await world.lineId('PREMTAX'))).body.disbursement).toMatchObject({
      ...{ calculationType: 'PercentOf', amount: null, percent: 2, percentBase: ['RESERVE'] },
    })
    const reserve = (await read(await world.lineId('RESERVE'))).body.disbursement
    expect(reserve).toMatchObject({ calculationType: 'FactorTable', amount: null, factorTableId: 1 })
    // Resolved from the contract.
    const agents = (await read(await world.lineId('AGENT'))).body.disbursement
    expect(agents.toAccount).toEqual({ accountHolderType: 'Agent', accountHolderId: null, name: null })
  })

  test('that is changed applies to all dealers on its dates', async () => {
    const id = await world.lineId('ADMIN')
    const log = await world.completed(
      change(id, {
        calculation: flat(130),
        effectiveFrom: '2024-03-01',
        effectiveTo: '2024-12-31',
        reason: 'Postage',
      }),
    )
    expect(log).toMatchObject({ action: 'Update', reason: 'Postage', affectedRates: 105 })
    const [first] = log.changes
    expect(log.changes).toEqual([
      { disbursementId: first.disbursementId, field: 'amount', oldValue: 125, newValue: 130 },
      {
        ...{ disbursementId: first.disbursementId, field: 'effectiveFrom' },
        ...{ oldValue: '2015-01-01', newValue: '2024-03-01' },
      },
      {
        ...{ disbursementId: first.disbursementId, field: 'effectiveTo' },
        ...{ oldValue: null, newValue: '2024-12-31' },
      },
    ])
    expect((await read(id)).body).toMatchObject({
      disbursement: { id, amount: 130, effectiveFrom: '2024-03-01', effectiveTo: '2024-12-31' },
      ...{ accountHolderId: null, status: 'Active', auditLogId: log.id },
    })
    const own = (await read(first.disbursementId)).body
    expect(own).toMatchObject({ disbursement: { id: first.disbursementId, amount: 130 }, auditLogId: log.id })
    expect(await amounts('2024-02-29')).toEqual([])
    expect(await amounts('2024-03-01')).toEqual(['ADMIN 13000'])
    expect(await amounts('2024-12-31')).toEqual(['ADMIN 13000'])
    expect(await amounts('2025-01-01')).toEqual([])
  })

  test('with a future change is returned as it is today', async () => {
    const id = await world.lineId('ADMIN')
    const before = await read(id)
    await world.completed(change(id, { calculation: flat(130), effectiveFrom: '2024-04-01' }))
    expect((await read(id)).body).toEqual(before.body)
    await world.service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-04-02T15:00:00Z' })
    expect((await read(id)).body.disbursement.amount).toBe(130)
  })
})

describe('an override for an account holder', () => {
  test('is listed and returned, with a status that depends on the date', async () => {
    const log = await agree()
    expect(log).toMatchObject({ action: 'Add', affectedRates: 105, requestedBy: 'sandbox-rates' })
    const [{ disbursementId: id }] = log.changes
    expect(log.changes).toEqual([
      { disbursementId: id, field: 'calculationType', oldValue: null, newValue: 'Flat' },
      { disbursementId: id, field: 'amount', oldValue: null, newValue: 90 },
      { disbursementId: id, field: 'effectiveFrom', oldValue: null, newValue: '2024-04-01' },
    ])
    const { body, headers } = await world.caller.get(ofAgent())
    expect(headers.get('x-total-count')).toBe('1')
    expect(body).toMatchObject([
      {
        disbursement: { id, code: 'AGENT', amount: 90, effectiveFrom: '2024-04-01', effectiveTo: null },
        ...{ programId: world.programId, accountHolderId: agent, status: 'Scheduled', auditLogId: log.id },
      },
    ])
    expect(body[0].disbursement.toAccount).toEqual({
      ...{ accountHolderType: 'Agent', accountHolderId: agent, name: expect.any(String) },
    })
    expect((await read(id)).body).toEqual(body[0])
    const { text } = await world.caller.get(ofAgent(), { headers: { accept: 'text/csv' } })
    expect(recordsIn(text)[0]).toMatchObject({ 'disbursement.id': String(id), 'disbursement.amount': '90' })
  })

  test('names plan, term and deductible, and counts the affected rates', async () => {
    const { body } = await world.caller.get(`/Rates/Terms/Plan/${world.planId}`)
    const cell = { planId: world.planId, termId: body[4].term.id, deductibleId: 1, classCode: '3' }
    expect((await agree({ planId: world.planId })).affectedRates).toBe(35)
    const log = await agree(cell)
    expect(log.affectedRates).toBe(1)
    const [, narrow] = (await world.caller.get(ofAgent())).body
    expect(narrow).toMatchObject({ ...cell, auditLogId: log.id })
    expect(await world.forSale('2024-04-01')).toMatchObject([
      { plan: 'PLATINUM', term: '60/75000', deductible: '0', classCode: '3' },
      { plan: 'PLATINUM', term: null, deductible: null, classCode: null },
    ])
  })

  test('can be filtered by product, program, line, date and status', async () => {
    await agree({ effectiveTo: '2024-06-30' })
    await agree({ disbursementCode: 'clip', calculation: flat(11), effectiveFrom: '2024-07-01' })
    const found = async (query: string) =>
      (await world.caller.get(`${ofAgent()}?${query}`)).body.map(
        ({ disbursement }: { disbursement: { code: string } }) => disbursement.code,
      )
    expect(await found(`programId=${world.programId}`)).toEqual(['AGENT', 'CLIP'])
    expect(await found('programId=2')).toEqual([])
    expect(await found('productId=1')).toEqual(['AGENT', 'CLIP'])
    expect(await found('productId=2')).toEqual([])
    expect(await found('disbursementCode=agent')).toEqual(['AGENT'])
    expect(await found('effectiveOn=2024-06-30')).toEqual(['AGENT'])
    expect(await found('effectiveOn=2024-07-01')).toEqual(['CLIP'])
    expect(await found('sortBy=disbursementCode&sortDirection=Desc')).toEqual(['CLIP', 'AGENT'])
    expect(await found('status=Scheduled')).toEqual(['AGENT', 'CLIP'])
    expect(await found('status=Active,Expired')).toEqual([])
    await world.service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-07-02T15:00:00Z' })
    expect([await found('status=Expired'), await found('status=Active')]).toEqual([['AGENT'], ['CLIP']])
  })

  test('is changed from a date on; earlier dates stay as they are', async () => {
    const [{ disbursementId: id }] = (await agree()).changes
    const log = await world.completed(
      change(id, {
        calculation: { type: 'PercentOf', percent: 6, percentBase: 'DealerCost' },
        effectiveFrom: '2024-07-01',
      }),
    )
    const [cut, ...others] = log.changes
    expect(cut).toEqual({
      disbursementId: id,
      field: 'effectiveTo',
      oldValue: null,
      newValue: '2024-06-30',
    })
    const { disbursementId: later } = others[0]
    expect(later).toBeGreaterThan(id)
    expect(others).toEqual([
      { disbursementId: later, field: 'calculationType', oldValue: 'Flat', newValue: 'PercentOf' },
      { disbursementId: later, field: 'amount', oldValue: 90, newValue: null },
      { disbursementId: later, field: 'percent', oldValue: null, newValue: 6 },
      { disbursementId: later, field: 'percentBase', oldValue: null, newValue: 'DealerCost' },
      { disbursementId: later, field: 'effectiveFrom', oldValue: '2024-04-01', newValue: '2024-07-01' },
    ])
    expect(await amounts('2024-06-30')).toEqual(['AGENT 9000'])
    expect((await world.forSale('2024-07-01')).map(({ calculation }) => calculation)).toEqual([
      { type: 'PercentOf', percent: 6_000_000, base: 'DealerCost' },
    ])
  })

  test('can be ended, and keeps its end date if none is sent', async () => {
    const [{ disbursementId: id }] = (await agree()).changes
    const body = { calculation: flat(90), effectiveFrom: '2024-04-01' }
    await world.completed(change(id, { ...body, effectiveTo: '2024-04-30' }))
    expect((await read(id)).body.disbursement.effectiveTo).toBe('2024-04-30')
    await world.completed(change(id, { ...body, calculation: flat(95) }))
    expect((await read(id)).body.disbursement).toMatchObject({ amount: 95, effectiveTo: '2024-04-30' })
    await world.completed(change(id, { ...body, effectiveTo: null }))
    expect((await read(id)).body.disbursement).toMatchObject({ amount: 90, effectiveTo: null })
  })

  test('restores the calculation of the book, also of types that only the book can set', async () => {
    const dealer = await world.holder('Dealer', 'D1001')
    await world.completed(
      change(await world.lineId('RESERVE'), { calculation: flat(800), effectiveFrom: '2024-01-01' }),
    )
    expect(await amounts('2024-03-15')).toEqual(['RESERVE 80000'])
    const asBook = { type: 'FactorTable' }
    await world.completed(
      world.caller.post(`/Rates/Disbursements/AccountHolder/${dealer}`, {
        ...agreement({ disbursementCode: 'RESERVE', calculation: asBook, effectiveFrom: '2024-01-01' }),
      }),
    )
    expect((await world.forSale('2024-03-15')).map(({ calculation }) => calculation)).toEqual([
      { type: 'FactorTable', column: 'RESERVE', amount: null, tables: ['CLASS', 'ODOMETER', 'DEDUCTIBLE'] },
      flatCents(80000),
    ])
  })
})

const flatCents = (amount: number) => ({ type: 'Flat', amount })

test('an override of the dealer goes before that of its agent, its group and the program', async () => {
  const expected: string[] = []
  for (const [at, [type, number]] of (
    [
      ['Dealer', 'D1001'],
      ['Agent', 'A100'],
      ['DealerGroup', 'G100'],
    ] as const
  ).entries()) {
    const path = `/Rates/Disbursements/AccountHolder/${await world.holder(type, number)}`
    await world.completed(world.caller.post(path, agreement({ calculation: flat(10 + at) })))
    await world.completed(
      world.caller.post(path, agreement({ calculation: flat(20 + at), planId: world.planId })),
    )
    expected.push(`AGENT ${2000 + 100 * at}`, `AGENT ${1000 + 100 * at}`)
  }
  await world.completed(
    change(await world.lineId('AGENT'), { calculation: flat(30), effectiveFrom: '2024-04-01' }),
  )
  // Nobody who sells here.
  const other = `/Rates/Disbursements/AccountHolder/${await world.holder('Dealer', 'D3001')}`
  await world.completed(world.caller.post(other, agreement()))
  expect(await amounts('2024-04-01')).toEqual([...expected, 'AGENT 3000'])
})

describe('write behavior', () => {
  test('a change honours If-Match', async () => {
    const id = await world.lineId('ADMIN')
    const { headers } = await read(id)
    const etag = { 'if-match': headers.get('etag') ?? '' }
    const path = `/Rates/Disbursements/${id}`
    const body = { calculation: flat(130), effectiveFrom: '2024-03-01' }
    expectProblem(await world.caller.patch(path, body, { 'if-match': '"old"' }), 'PreconditionFailed')
    await world.completed(world.caller.patch(path, body, etag))
    expectProblem(await world.caller.patch(path, body, etag), 'PreconditionFailed')
  })

  test('a retry with the same key gets the same answer and makes no second request', async () => {
    const send = () => world.caller.post(ofAgent(), agreement(), { 'idempotency-key': 'once' })
    const first = await send()
    const again = await send()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await world.apply()).toBe(1)
  })

  test('the audit log records the request', async () => {
    await agree()
    const id = await world.lineId('ADMIN')
    await world.completed(change(id, { calculation: flat(130), effectiveFrom: '2024-03-01' }))
    const changesOf = async (subject: string) => {
      const rows = await run<{ changes: { pointer: string; before: unknown; after: unknown }[] }>(
        world.db,
        'select changes from audit_record where subject = $1',
        [subject],
      )
      return rows.flatMap(({ changes }) => changes)
    }
    expect(await changesOf(`accountholders/${agent}/disbursements`)).toMatchObject([
      { pointer: '', before: null, after: { disbursement: { code: 'AGENT', amount: 90 } } },
    ])
    expect(await changesOf(`disbursements/${id}`)).toContainEqual({
      ...{ pointer: '/disbursement/amount', before: 125, after: 130 },
    })
  })

  test('events are sent without amounts', async () => {
    const [{ disbursementId: id }] = (await agree()).changes
    const events = await run<{ type: string; data: object }>(
      world.db,
      `select type, data from event where subject = $1 order by sequence`,
      [`disbursements/${id}`],
    )
    expect(events).toEqual([
      {
        type: 'rateDisbursement.requested',
        data: {
          id,
          auditLogId: 1,
          programId: world.programId,
          disbursementCode: 'AGENT',
          accountHolderId: agent,
        },
      },
      { type: 'rateDisbursement.changed', data: { id, auditLogId: 1, programId: world.programId } },
    ])
  })
})
