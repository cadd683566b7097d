import { describe, expect, test } from 'vitest'
import {
  dana,
  finalize,
  newVin,
  rateIdOfR1,
  saleOfR1,
  sellAndFinalize,
  sellR1,
  withKey,
} from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
const staff = service.api.as('sandbox-entry')
const admin = service.api.as('sandbox-admin')

const at = (now: string) => service.api.as('sandbox-admin').put('/sandbox/clock', { now })
const change = (id: number, body: object, caller = staff) => caller.patch(`/contracts/${id}`, body)
const refinalize = (id: number, body: object = {}) =>
  staff.post(`/contracts/${id}/refinalize`, body, withKey())

// biome-ignore lint/suspicious/noExplicitAny: a row as it is answered.
type Row = any
async function rowsOf(id: number): Promise<Row[]> {
  const { body } = await service.api.as('sandbox-accounting').get(`/ledgers?contractId=${id}&pageSize=200`)
  return body
}
const linesOf = ({ disbursements }: Row) =>
  Object.fromEntries(disbursements.map(({ code, amount }: Row) => [code, amount]))
const sumOf = (contract: Row) =>
  Math.round(contract.disbursements.reduce((sum: number, { amount }: Row) => sum + amount, 0) * 100) / 100
await at('2024-03-15T15:00:00Z')

describe('a pending contract', () => {
  test('a new price updates lines, tax and ledger', async () => {
    const { body: sold } = await sellR1(staff)
    const { status, body } = await change(sold.id, { retailPrice: 2500 })
    expect(status).toBe(200)
    expect([body.retailPrice, body.markup, body.salesTax.totalTax]).toEqual([2500, 1137.07, 187.5])
    expect(sumOf(body)).toBe(2500)
    const memo = (await rowsOf(sold.id)).filter(
      ({ isMemo, ledgerStatus }) => isMemo && ledgerStatus === 'Pending',
    )
    expect(Object.fromEntries(memo.map((row) => [row.disbursementCode, row.amount]))).toMatchObject({
      MARKUP: 1137.07,
      SALESTAX: 187.5,
    })
    expect(body.rateQuoteId).toBe(sold.rateQuoteId)
  })

  test('a new odometer reading rates it again', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await change(sold.id, { vehicle: { odometer: 9_000 } })
    // 780 × 1.00 × 1.15 + 75, and 2 % of that for the premium tax.
    expect(linesOf(body)).toMatchObject({ RESERVE: 972, PREMTAX: 19.44 })
    expect([body.dealerCost, body.effectiveOdometer, body.expirationOdometer]).toEqual([
      1271.44, 9000, 84_000,
    ])
    expect(sumOf(body)).toBe(2995)
    const open = (await rowsOf(sold.id)).filter(
      (row) => row.ledgerStatus === 'Pending' && row.direction === 'Receive',
    )
    expect(open.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(1271.44, 2)
  })

  test('the deductible, term and options can be changed', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await change(sold.id, { surchargeCodes: ['SEALS', 'HITECH'] })
    expect(linesOf(body).RESERVE).toBe(1196.7)
    expect(body.surcharges.map(({ code }: Row) => code).sort()).toEqual(['AWD', 'HITECH', 'SEALS'])
  })

  test('sending the present values again changes nothing', async () => {
    const { body: sold } = await sellR1(staff)
    const { vin } = sold.vehicle
    const { body } = await change(sold.id, {
      retailPrice: 2995,
      vehicle: { vin, odometer: 12_000 },
      saleDate: '2024-03-15',
    })
    expect(body).toEqual(sold)
  })

  test('the customer stays the same person with a new address', async () => {
    const { body: sold } = await sellR1(staff, { customer: { ...dana, email: 'moves@example.com' } })
    const { body } = await change(sold.id, { customer: { address: { line1: '9 Oak Ave' } } })
    expect(body.customer).toMatchObject({
      customerId: sold.customer.customerId,
      address: { line1: '9 Oak Ave', city: 'Austin' },
    })
  })

  test('lien holder, notes, references and custom fields can be changed', async () => {
    const { body: sold } = await sellR1(staff)
    const { body } = await change(sold.id, {
      lienHolderNumber: 'L200',
      notes: 'Called the dealer.',
      externalReferences: [{ system: 'DMS', key: 'deal', value: '4711' }],
      customFieldValues: [{ code: 'SALESPERSON', value: 'M. Lee' }],
      financing: { apr: 5.9, accountNumber: null },
    })
    expect(body).toMatchObject({
      lienHolder: { number: 'L200' },
      notes: 'Called the dealer.',
      externalReferences: [{ system: 'DMS', key: 'deal', value: '4711', url: null }],
      customFieldValues: [{ code: 'SALESPERSON', value: 'M. Lee' }],
      financing: { apr: 5.9, amountFinanced: 48_000 },
    })
  })

  test.each([
    ['a price out of range', { retailPrice: 10 }, 'RetailOutOfRange'],
    ['an odometer too high', { vehicle: { odometer: 70_000 } }, 'Ineligible'],
    ['an unknown surcharge', { surchargeCodes: ['NOPE'] }, 'UnknownReference'],
    ['an unknown lien holder', { lienHolderNumber: 'NOPE' }, 'UnknownReference'],
    ['a field of the wrong type', { customFieldValues: [{ code: 'SALESPERSON', value: 1 }] }, 'FieldInvalid'],
    ['a required field taken away', { customFieldValues: [] }, 'ValidationFailed'],
    ['a VIN taken away', { vehicle: { vin: null } }, 'ValidationFailed'],
    ['a customer taken away', { customer: null }, 'ValidationFailed'],
    ['an unknown part', { rateId: 'r_1.x' }, 'ValidationFailed'],
    ['a reading of a contract not in force', { odometerReading: { value: 13_000 } }, 'NotEditable'],
  ] as const)('but not with %s, and nothing changes', async (_, body, code) => {
    const { body: sold } = await sellR1(staff)
    expectProblem(await change(sold.id, body), code)
    expect((await staff.get(`/contracts/${sold.id}`)).body).toEqual(sold)
  })

  test('If-Match must name the version that was read', async () => {
    const { body: sold } = await sellR1(staff)
    const etag = (await staff.get(`/contracts/${sold.id}`)).headers.get('etag') ?? ''
    expect((await staff.patch(`/contracts/${sold.id}`, { notes: 'one' }, { 'if-match': etag })).status).toBe(
      200,
    )
    expectProblem(
      await staff.patch(`/contracts/${sold.id}`, { notes: 'two' }, { 'if-match': etag }),
      'PreconditionFailed',
    )
  })
})

describe('a quote', () => {
  const keep = async (changes: object = {}) => {
    const rateId = await rateIdOfR1(staff)
    return (await staff.post('/contracts', { rateId, retailPrice: 2995, status: 'Quote', ...changes })).body
  }

  test('becomes a contract when it is complete', async () => {
    const kept = await keep()
    const lacking = await change(kept.id, { status: 'Pending' })
    expectProblem(lacking, 'ValidationFailed')
    expect(lacking.body.errors.map(({ pointer }: Row) => pointer).sort()).toEqual([
      '/customFieldValues/SALESPERSON',
      '/customer',
      '/vehicle/vin',
      '/vehiclePurchasePrice',
    ])
    const { status, body } = await change(kept.id, {
      status: 'Pending',
      customer: dana,
      vehicle: { vin: newVin() },
      vehiclePurchasePrice: 52_000,
      customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
    })
    expect([status, body.status, body.dealerCost]).toEqual([200, 'Pending', 1362.93])
    expect(body.number).toMatch(/^VSC-/)
    expect(await rowsOf(kept.id)).toHaveLength(16)
    const { body: log } = await admin.get(`/events?subject=contracts/${kept.id}`)
    expect(log.items.map(({ type, data }: Row) => [type, data.status, data.number])).toEqual([
      ['contract.created', 'Quote', null],
      ['contract.created', 'Pending', body.number],
    ])
  })

  test('has no number until it is submitted', async () => {
    const kept = await keep(saleOfR1())
    for (const more of [{}, { notes: 'Printed form' }, { status: 'Quote' }, { status: 'Voided' }]) {
      const refused = await change(kept.id, { contractNumber: 'FORM-78', ...more })
      expect([refused.status, ...faultsIn(refused)]).toEqual([400, '/contractNumber Unknown'])
    }
    expect((await staff.get(`/contracts/${kept.id}`)).body).toEqual(kept)
    const { body } = await change(kept.id, { contractNumber: 'FORM-78', status: 'Pending' })
    expect(body.number).toBe('FORM-78')
  })

  test('can be voided, and then stays voided', async () => {
    const kept = await keep()
    const { body } = await change(kept.id, { status: 'Voided', voidReason: 'Bought elsewhere' })
    expect([body.status, body.statusReason, body.number]).toEqual(['Voided', 'Bought elsewhere', null])
    expectProblem(await change(kept.id, { status: 'Pending' }), 'InvalidTransition')
  })
})

describe('a contract in force', () => {
  test('keeps rate changes pending until refinalize, which posts only the differences', async () => {
    const contract = await sellAndFinalize(staff)
    const before = await rowsOf(contract.id)
    const { body: waiting } = await change(contract.id, { vehicle: { odometer: 9_000 } })
    expect(waiting).toMatchObject({
      needsRefinalize: true,
      pendingChanges: { vehicle: { odometer: 9000 } },
      dealerCost: 1362.93,
      effectiveOdometer: 12_000,
    })
    expect(await rowsOf(contract.id)).toEqual(before)
    const { status, body } = await refinalize(contract.id, { note: 'Odometer read again' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      needsRefinalize: false,
      pendingChanges: null,
      dealerCost: 1271.44,
      markup: 1723.56,
    })
    expect(body.notes).toBe('Odometer read again')
    expect(sumOf(body)).toBe(2995)
    const added = (await rowsOf(contract.id)).filter(({ ledgerType }) => ledgerType === 'Refinalize')
    expect(
      added
        .map((row) => `${row.isMemo ? 'Memo' : row.direction} ${row.disbursementCode} ${row.amount}`)
        .sort(),
    ).toEqual([
      'Memo MARKUP 91.49',
      'Memo RESERVE 89.7',
      'Pay PREMTAX 1.79',
      'Pay RESERVE 89.7',
      'Receive PREMTAX 1.79',
    ])
    expect((await rowsOf(contract.id)).slice(0, before.length)).toEqual(before)
  })

  test('collects several pending changes, which can be discarded', async () => {
    const contract = await sellAndFinalize(staff)
    await change(contract.id, { vehicle: { odometer: 9_000 } })
    const { body } = await change(contract.id, { retailPrice: 2900 })
    expect(body.pendingChanges).toEqual({ vehicle: { odometer: 9000 }, retailPrice: 2900 })
    const dropped = await change(contract.id, { pendingChanges: null })
    expect(dropped.body).toMatchObject({ needsRefinalize: false, pendingChanges: null, retailPrice: 2995 })
    expectProblem(await refinalize(contract.id), 'NothingToRefinalize')
  })

  test('applies other changes at once', async () => {
    const contract = await sellAndFinalize(staff)
    const { body } = await change(contract.id, {
      lienHolderNumber: 'L200',
      customer: { email: 'new@example.com' },
      financing: { payoffDate: '2026-01-31' },
    })
    expect(body).toMatchObject({
      needsRefinalize: false,
      lienHolder: { number: 'L200' },
      customer: { email: 'new@example.com' },
      financing: { payoffDate: '2026-01-31' },
    })
  })

  test('has a fixed contract number', async () => {
    const contract = await sellAndFinalize(staff)
    const answer = await change(contract.id, { contractNumber: 'OTHER' })
    expectProblem(answer, 'NotEditable')
    expect(answer.body.errors[0].pointer).toBe('/contractNumber')
  })

  test('refuses at once a change that has no rate', async () => {
    const contract = await sellAndFinalize(staff)
    expectProblem(await change(contract.id, { vehicle: { odometer: 70_000 } }), 'Ineligible')
  })

  test('takes only rising odometer readings; a lower one must be a correction', async () => {
    const contract = await sellAndFinalize(staff)
    const read = (value: number, caller = staff) =>
      change(contract.id, { odometerReading: { value } }, caller)
    expect((await read(13_000)).body.lastKnownOdometer).toMatchObject({ value: 13_000, source: 'Reading' })
    const lower = await read(12_500)
    expectProblem(lower, 'OdometerBelowLastKnown')
    expect(lower.body.lastKnown).toBe(13_000)
    expect((await read(12_500, admin)).body.lastKnownOdometer).toMatchObject({
      value: 12_500,
      source: 'Correction',
    })
    expectProblem(
      await change(contract.id, { odometerReading: { value: 20_000, date: '2024-03-16' } }),
      'DateRangeInvalid',
    )
  })

  test('a dealer may not finalize or refinalize', async () => {
    const contract = await sellAndFinalize(staff)
    const dealer = service.api.as('sandbox-dealer-d1001')
    expectProblem(await finalize(dealer, contract.id), 'Forbidden')
    expectProblem(await dealer.post(`/contracts/${contract.id}/refinalize`, {}, withKey()), 'Forbidden')
  })
})

describe('the status', () => {
  test('CancelPending is only a label: it cannot be set', async () => {
    const { body: sold } = await sellR1(staff)
    const answer = await change(sold.id, { status: 'CancelPending' })
    expectProblem(answer, 'InvalidTransition')
    expect([answer.body.from, answer.body.to]).toEqual(['Pending', 'CancelPending'])
  })

  test('Voided takes no change of the sale with it', async () => {
    const { body: pending } = await sellR1(staff)
    const inForce = await sellAndFinalize(staff)
    const sale = { retailPrice: 2900, vehicle: { odometer: 9_000 }, vehiclePurchasePrice: 50_000 }
    const beside = { ...sale, notes: 'Sold in error', status: 'Voided' }
    const names = ['/retailPrice Unknown', '/vehicle Unknown', '/vehiclePurchasePrice Unknown']
    for (const contract of [pending, inForce]) {
      const refused = await change(contract.id, beside)
      expect([refused.status, ...faultsIn(refused).sort()]).toEqual([400, ...names])
      expect((await staff.get(`/contracts/${contract.id}`)).body).toEqual(contract)
    }
    const bought = { vehiclePurchaseDate: '2024-03-01', status: 'Voided' }
    expect(faultsIn(await change(pending.id, bought))).toEqual(['/vehiclePurchaseDate Unknown'])
    const { body } = await change(inForce.id, { ...bought, notes: 'Sold in error' })
    expect(body).toMatchObject({ ...bought, notes: 'Sold in error' })
  })
})

describe('finalize is refused', () => {
  test.each([
    ['before the sale', { finalizeDate: '2024-03-14' }],
    ['in the future', { finalizeDate: '2024-03-16' }],
  ])('%s', async (_, body) => {
    const { body: sold } = await sellR1(staff)
    expectProblem(await finalize(staff, sold.id, body), 'FinalizeDateOutOfRange')
  })

  test('without an idempotency key, and for a quote', async () => {
    const { body: sold } = await sellR1(staff)
    expectProblem(await staff.post(`/contracts/${sold.id}/finalize`, {}), 'PreconditionRequired')
    const { body: kept } = await sellR1(staff, { status: 'Quote' })
    const answer = await finalize(staff, kept.id)
    expectProblem(answer, 'InvalidTransition')
    expect([answer.body.from, answer.body.to]).toEqual(['Quote', 'Active'])
  })

  test('a second time; the same key gets the same answer', async () => {
    const { body: sold } = await sellR1(staff)
    const key = withKey()
    const first = await staff.post(`/contracts/${sold.id}/finalize`, {}, key)
    const again = await staff.post(`/contracts/${sold.id}/finalize`, {}, key)
    expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([
      200,
      'true',
      first.body,
    ])
    expectProblem(await finalize(staff, sold.id), 'InvalidTransition')
  })

  test('until the dealer has paid, when the setting requires it', async () => {
    const settings = await admin.get('/generalsettings?key=requireFundingToFinalize')
    const path = `/generalsettings/${settings.body[0].id}`
    await admin.patch(path, { value: true })
    const { body: sold } = await sellR1(staff)
    const answer = await finalize(staff, sold.id)
    await admin.patch(path, { value: null })
    expectProblem(answer, 'NotFunded')
  })

  test('until the dealer has paid, when the dealer agreement requires it', async () => {
    const { id } = (await admin.get('/dealers?number=D1001')).body[0]
    const { body: sold } = await sellR1(staff)
    await admin.patch(`/dealers/${id}`, { requireFundingToFinalize: true })
    const answer = await finalize(staff, sold.id)
    await admin.patch(`/dealers/${id}`, { requireFundingToFinalize: null })
    expectProblem(answer, 'NotFunded')
    expect((await finalize(staff, sold.id)).status).toBe(200)
  })
})

test('a manual correction of a ledger row shows in the lines of the contract', async () => {
  const contract = await sellAndFinalize(staff)
  const row = (await rowsOf(contract.id)).find(
    (one) => one.direction === 'Receive' && one.disbursementCode === 'AGENT',
  )
  const edited = await admin.patch(`/ledgers/${row.id}`, { amount: 60, reason: 'Agreed' })
  expect(edited.status, edited.text).toBe(200)
  const { body } = await staff.get(`/contracts/${contract.id}`)
  expect(linesOf(body)).toMatchObject({ AGENT: 60, MARKUP: 1647.07 })
  expect([body.dealerCost, sumOf(body)]).toEqual([1347.93, 2995])
})
