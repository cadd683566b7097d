import { beforeAll, describe, expect, test } from 'vitest'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// Claims that differ in everything they are found by. Random searches are compared with a naive list elsewhere.

let service: TestService
let claims: Awaited<ReturnType<typeof openClaims>>
const ids: Record<string, number> = {}
const values: Record<string, string> = {}

beforeAll(async () => {
  service = await testService()
  await withoutContracts(service)
  claims = await openClaims(service)
  const { done, enter, change, authorize } = claims
  const first = await claims.sellVsc()
  await setClock(service, '2024-03-15T15:00:00Z')
  const customer = {
    ...{ firstName: 'José', lastName: 'Muñoz', email: 'jose@example.com', phone: '512-555-0199' },
    address: { line1: '1 Oak St', city: 'Austin', state: 'TX', zip: '78701' },
  }
  const second = (await sellAndFinalize(claims.entry, { customer }, 'D1002')).id
  await setClock(service, '2025-03-11T15:00:00Z')
  const entered = async (name: string, contractId: number, more: object = {}) => {
    const claim = await done(enter(contractId, { details: [laborFor(190)], ...more }), 201)
    ids[name] = claim.id
    return claim
  }
  const { contract } = await entered('plain', first, { lossDate: '2025-01-05', reportedDate: '2025-02-01' })
  await entered('joses', second, { lossDate: '2025-02-05', repairFacilityId: null, adjusterId: null })
  await entered('paid', first, { lossDate: '2025-03-01' })
  await done(authorize(ids.paid ?? 0))
  await claims.pay(await done(claims.requestPayment(ids.paid ?? 0), 201))
  await entered('inspected', first, { lossDate: '2025-03-02' })
  const order = { inspectionCompanyId: claims.companyId, reasonCode: 'VERIFY' }
  await done(claims.admin.post(`/claims/${ids.inspected}/inspections`, order), 201)
  const held = await entered('held', first, { details: [laborFor(150), laborFor(160)] })
  const reasons: { id: number; code: string }[] = await done(
    claims.admin.get('/claims/holdReasons?pageSize=200'),
  )
  const reason = reasons.find(({ code }) => !['INSPPEND', 'CXLPEND'].includes(code))
  const hold = { action: 'Hold', holdReasonId: reason?.id }
  await done(change(ids.held ?? 0, { ...hold, detailIds: [held.details[1].id] }))
  await setClock(service, '2025-03-12T15:00:00Z')
  await done(change(ids.plain ?? 0, hold))
  Object.assign(values, {
    ...{ contractId: String(first), second: String(second), reason: String(reason?.id) },
    ...{ contractNumber: contract.number, vin: contract.vehicle.vin },
  })
}, 120_000)

const NAMES = ['plain', 'joses', 'paid', 'inspected', 'held']

async function found(query: string, caller: Caller = claims.adjuster): Promise<string[]> {
  const filled = query.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const { items } = await claims.done(caller.get(`/claims?${filled}`))
  return items.map(({ id }: { id: number }) => NAMES.find((name) => ids[name] === id) ?? id)
}

describe('claims are found by', () => {
  test.each([
    ['', NAMES],
    ['contractNumber={contractNumber}', ['plain', 'paid', 'inspected', 'held']],
    ['contractId={second}', ['joses']],
    ['vin={vin}', ['plain', 'paid', 'inspected', 'held']],
    ['customerName=jose%20munoz', ['joses']],
    ['customerName=MUÑOZ&hasInspection=false', ['joses']],
    ['customerName=%25', []],
    ['status=Paid', ['paid']],
    ['status=Paid,OnHold', ['plain', 'paid', 'inspected']],
    ['claimType=GAP', []],
    ['lossDateFrom=2025-02-05&lossDateTo=2025-03-01', ['joses', 'paid']],
    ['reportedFrom=2025-02-01&reportedTo=2025-02-01', ['plain']],
    ['authorizedFrom=2025-03-11&authorizedTo=2025-03-11', ['paid']],
    ['authorizedFrom=2025-03-12', []],
    ['paidFrom=2025-03-11&paidTo=2025-03-12', ['paid']],
    ['paidTo=2025-03-10', []],
    ['hasInspection=true', ['inspected']],
    ['hasInspection=false&status=Paid', ['paid']],
    ['holdReasonId={reason}', ['plain', 'held']],
    ['holdReasonId=987654321', []],
    ['updatedSince=2025-03-12T15:00:00Z', ['plain']],
    ['status=OnHold&contractId={contractId}&customerName=reyes&vin={vin}', ['plain', 'inspected']],
  ])('%s', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })

  test('their number, in any letter case, and those who are part of them', async () => {
    const { number, contract } = await claims.read(ids.joses ?? 0)
    expect(await found(`number=${number.toLowerCase()}`)).toEqual(['joses'])
    expect(await found(`dealerId=${contract.dealer.id}`)).toEqual(['joses'])
    expect(await found(`facilityId=${claims.facilityId}&status=Open`)).toEqual([])
    expect(await found(`facilityId=${claims.facilityId}`)).toEqual(NAMES.filter((name) => name !== 'joses'))
  })
})

describe('a list of claims', () => {
  test('shows what a worklist needs, and is exported', async () => {
    const { items } = await claims.done(claims.adjuster.get('/claims?status=Paid'))
    const paid = await claims.read(ids.paid ?? 0)
    expect(items).toEqual([
      {
        ...{ id: ids.paid, number: paid.number, status: 'Paid', claimType: 'Repair', adjuster: null },
        ...{ contractNumber: values.contractNumber, customerName: 'Dana Reyes', vin: values.vin },
        ...{ lossDate: '2025-03-01', lossOdometer: 24_100, facilityName: expect.any(String) },
        ...{ requested: 190, authorized: paid.costs.authorized, paid: paid.costs.paid },
        updatedAt: '2025-03-11T15:00:00.000Z',
      },
    ])
    const csv = await claims.adjuster.get('/claims', { headers: { accept: 'text/csv' } })
    expect(recordsIn(csv.text).map(({ number }) => number)).toHaveLength(NAMES.length)
  })

  test.each([
    ['sortBy=lossDate', ['plain', 'joses', 'paid', 'inspected', 'held']],
    ['sortBy=lossDate&sortDirection=Desc&pageSize=2', ['held', 'inspected']],
    ['sortBy=number&sortDirection=Desc', NAMES.toReversed()],
    ['sortBy=requested&sortDirection=Desc&pageSize=1', ['held']],
    ['sortBy=updatedAt&sortDirection=Desc&pageSize=1', ['plain']],
    ['sortBy=reportedDate&pageSize=1', ['plain']],
  ])('can be sorted: %s', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })

  test('has for a dealer the claims of its contracts', async () => {
    const dealer = await limitedTo(service, 'D1002', 'Admin')
    expect(await found('', dealer)).toEqual(['joses'])
    expect(await found('customerName=reyes', dealer)).toEqual([])
    expectProblem(await dealer.get(`/claims/${ids.plain}`), 'NotFound')
  })
})
