import { afterAll, describe, expect, test } from 'vitest'
import { soldOn } from '../support/builders/cancel-requests.ts'
import { codesIn, openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { newVin, withKey } from '../support/builders/contracts.ts'
import { holdReasons, payables } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// A total loss on a waiver: settled to the cent, paid to the lender, and what becomes of the contract.

// biome-ignore lint/suspicious/noExplicitAny: a claim or a contract as it is answered.
type Any = any

const service = await testService()
const claims = await openClaims(service)
const { done, admin } = claims
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

const lender = await holderId(service, 'LienHolder', 'L200')
const loan = { dealType: 'Loan', amountFinanced: 32_000, apr: 6.9, termMonths: 72 }
const vin = newVin()

/** A waiver of the loan of G1. Its first payment was due on 2024-02-20. */
const waiver = (query: object, vehicle: object = { vin: newVin() }): Promise<Any> =>
  soldOn(service, {
    ...{ dealer: 'D1001', on: '2024-01-20', rate: 'GAP125 72 NONE' },
    query: {
      ...{
        productTypeCode: 'GAP',
        financedAmount: 32_000,
        financeTermMonths: 72,
        apr: 6.9,
        dealType: 'Loan',
      },
      ...query,
    },
    body: {
      ...{ lienHolderNumber: 'L200', financing: { ...loan, firstPaymentDate: '2024-02-20' }, vehicle },
    },
  })

/** Twelve days after the 20th due date. */
const loss = { lossDate: '2025-10-02', lossOdometer: 30_000 }
const insuranceSettlement = {
  ...{ actualCashValue: 19_850, deductible: 1500, priorDamage: 350, netSettlement: 18_000 },
}
const gap = {
  ...{ lossType: 'Collision', lenderPayoff: 25_600.46, insuranceSettlement },
  refunds: [{ type: 'VSC', amount: 1364.6 }],
}
const received = (...documents: string[]) => documents.map((document) => ({ document, received: true }))
const enter = (contractId: number, changes: object = {}) =>
  claims.adjuster.post('/claims', { contractId, ...loss, ...changes })
const change = (id: number, body: object) => claims.change(id, body)

describe('the settlement', () => {
  let claim: Any

  test('what is missing is told field by field, and cannot be authorized', async () => {
    const { id } = await waiver({ msrp: 30_000 })
    await claims.to('2025-10-10')
    claim = await done(enter(id), 201)
    expect(claim).toMatchObject({
      ...{ claimType: 'GAP', status: 'Open', gapSettlement: null, inspectionRequired: false },
      ...{ gapMissing: ['lenderPayoff', 'insuranceSettlement', 'ltvValue'], ppmEvents: [] },
      details: [{ sequence: 1, status: 'Pending', payable: 0, labor: [] }],
    })
    const problem = expectProblem(await claims.authorize(claim.id), 'NothingPayable', 422)
    expect(codesIn(problem.reasons)).toEqual(['NothingPayable', 'ChecklistOpen'])
    expectProblem(await enter(id, { details: [{}] }), 'ValidationFailed')
    expectProblem(await enter(id, { claimType: 'Repair' }), 'InvalidCombination', 422)
  })

  test('G1: the waiver pays 4,232.89, and the rest adds up', async () => {
    claim = await done(change(claim.id, { gap: { ...gap, ltvValue: 30_000 } }))
    expect(claim.gapSettlement).toMatchObject({
      ...{ payment: 544.03, paymentsDue: 20, scheduledBalance: 24_392.16, interestToLoss: 55.33 },
      ...{ scheduledPayoff: 24_447.49, refunds: 1364.6, exclusions: 0, coveredBalanceBeforeLtv: 23_082.89 },
      ...{ ltvPercent: 106.67, maxLtvPercent: 125, ltvFactor: 1, coveredBalance: 23_082.89 },
      ...{ insuranceCredit: 18_850, deductibleCovered: 1000, gap: 4232.89, maxBenefit: 50_000 },
      ...{ payable: 4232.89, customerResidual: 2002.97 },
      residualParts: {
        ...{ arrears: 1152.97, exclusions: 0, ltvCut: 0, deductibleAboveLimit: 500 },
        ...{ insurerDeductions: 350, overMaximum: 0, surplus: 0 },
      },
    })
    expect(claim).toMatchObject({
      ...{ gapMissing: [], details: [{ payable: 4232.89, deductibleApplied: 0, tax: 0 }] },
      costs: { payable: 4232.89 },
    })
    expect(claim.gapSettlement.steps.length).toBeGreaterThan(5)
  })

  test('G2: above the maximum loan-to-value it pays 2,790.21', async () => {
    claim = await done(change(claim.id, { gap: { ltvValue: 24_000 } }))
    expect(claim.gapSettlement).toMatchObject({
      ...{ ltvPercent: 133.33, ltvFactor: 0.9375, coveredBalance: 21_640.21, payable: 2790.21 },
      ...{ customerResidual: 3445.65, residualParts: { ltvCut: 1442.68 } },
    })
  })

  test('a net settlement that contradicts its parts is refused', async () => {
    const wrong = { insuranceSettlement: { ...insuranceSettlement, netSettlement: 18_000.01 } }
    expect(expectProblem(await change(claim.id, { gap: wrong }), 'SettlementMismatch', 422)).toMatchObject({
      ...{ expected: 18_000, sent: 18_000.01 },
    })
    expect((await claims.read(claim.id)).gapSettlement.payable).toBe(2790.21)
  })

  test('every document of the checklist has to come in; a theft needs the police report', async () => {
    const theft = await done(change(claim.id, { gap: { lossType: 'Theft' } }))
    expect(theft.status).toBe('Open')
    expect(expectProblem(await claims.authorize(claim.id), 'ChecklistOpen', 422)).toMatchObject({
      ...{ missing: ['SETTLEMENT', 'PAYOFF', 'FINANCE', 'POLICE'], reasons: [{ code: 'ChecklistOpen' }] },
    })
    const checklist = [...received('SETTLEMENT', 'PAYOFF'), { document: 'FINANCE', received: false }]
    await done(change(claim.id, { gap: { checklist } }))
    expect(expectProblem(await claims.authorize(claim.id), 'ChecklistOpen')).toMatchObject({
      missing: ['FINANCE'],
    })
    await done(change(claim.id, { gap: { checklist: received('SETTLEMENT', 'PAYOFF', 'FINANCE') } }))
    expect((await done(claims.authorize(claim.id))).details).toMatchObject([{ authorizedAmount: 2790.21 }])
  })

  test('what was decided stays until it is reopened', async () => {
    expectProblem(await change(claim.id, { gap: { lenderPayoff: 1 } }), 'DetailDecided', 409)
    expectProblem(await change(claim.id, { lossDate: '2025-10-01' }), 'DetailDecided')
    await done(change(claim.id, { action: 'Reopen', reason: 'The lender was wrong' }))
    await done(change(claim.id, { gap: { lenderPayoff: 24_000 } }))
    await done(change(claim.id, { action: 'Deny', deniedReasonCode: 'NOTTOTAL' }))
  })

  test('without primary insurance the value of the vehicle is the credit', async () => {
    const alone = { noPrimaryInsurance: true, insuranceSettlement: null, ltvValue: 30_000 }
    const other = await done(enter(claim.contract.contractId, { gap: { ...gap, ...alone } }), 201)
    expect(other.gapMissing).toEqual(['vehicleValue'])
    expect(await done(change(other.id, { gap: { vehicleValue: 19_000 } }))).toMatchObject({
      gapSettlement: { insuranceCredit: 19_000, deductibleCovered: 0, payable: 4082.89 },
    })
  })

  test('a patch is merged inside the loan and the settlement too', async () => {
    const financing = { apr: 7.9, monthlyPayment: 560 }
    const other = await done(enter(claim.contract.contractId, { gap: { ...gap, financing } }), 201)
    const patched = await done(change(other.id, { gap: { financing: { apr: 5.9 } } }))
    expect(patched.gap).toMatchObject({
      lenderPayoff: 25_600.46,
      financing: { apr: 5.9, monthlyPayment: 560 },
    })
    const settled = { insuranceSettlement: { actualCashValue: 19_950, netSettlement: null } }
    const cleared = await done(change(other.id, { gap: { financing: { apr: null }, ...settled } }))
    expect(cleared.gap.financing).toEqual({ monthlyPayment: 560 })
    expect(cleared.gap.insuranceSettlement).toEqual({
      ...{ actualCashValue: 19_950, deductible: 1500, priorDamage: 350 },
    })
    expect((await done(change(other.id, { gap: { financing: null } }))).gap).not.toHaveProperty('financing')
    expect((await done(change(other.id, { gap: null }))).gap).toBeNull()
  })
})

describe('a total loss that is paid', () => {
  let contract: Any
  let claim: Any
  let request: Any
  let cash: Any
  const pay = (payee: object) =>
    claims.requestPayment(claim.id, { payee, invoiceNumber: 'LOAN-9', invoiceDate: '2025-10-10' })

  test('the value is the contract’s own; other contracts on the vehicle are listed', async () => {
    contract = await waiver({ msrp: 30_000, condition: 'New', odometer: 12 }, { vin })
    const sold = await soldOn(service, {
      ...{ dealer: 'D2001', on: '2024-03-15', query: { productTypeCode: 'VSC' } },
      body: {
        ...{ vehicle: { vin }, vehiclePurchasePrice: 30_000 },
        customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
      },
    })
    await claims.to('2025-10-10')
    claim = await done(
      enter(contract.id, {
        gap: { ...gap, ltvValue: 1, checklist: received('SETTLEMENT', 'PAYOFF', 'FINANCE') },
      }),
      201,
    )
    expect(claim).toMatchObject({ gapSettlement: { ltvPercent: 106.67, payable: 4232.89 } })
    expect(claim.relatedContracts).toEqual([
      { type: 'Contract', id: sold.id, number: sold.number, name: null },
    ])
    // The dealer of the waiver does not see what another dealer sold.
    const dealer = claims.as('sandbox-dealer-d1001')
    expect((await done(dealer.get(`/claims/${claim.id}`))).relatedContracts).toEqual([])
  })

  test('goes to the lender of the contract, and to nobody else', async () => {
    await done(claims.authorize(claim.id))
    const other = await holderId(service, 'LienHolder', 'L100')
    for (const payee of [
      { type: 'RepairFacility', id: claims.facilityId },
      { type: 'Customer', id: contract.customer.customerId ?? contract.customer.id },
      { type: 'LienHolder', id: other },
    ])
      expectProblem(await pay(payee), 'PayeeNotAllowed', 422)
    request = await done(pay({ type: 'LienHolder', id: lender }), 201)
    expect(request).toMatchObject({ amount: 4232.89, payee: { number: 'L200' } })
    expect((await claims.contract(contract.id)).status).toBe('Active')
  })

  test('ends the waiver, which is fully earned, and leaves nothing to cancel', async () => {
    cash = await claims.pay(request, '2025-10-10')
    expect((await claims.read(claim.id)).status).toBe('Paid')
    const ended = await claims.contract(contract.id)
    expect(ended).toMatchObject({ status: 'Expired', statusReason: 'Claimed' })
    const earned = ended.disbursements.map(({ amount, earnedToDate }: Any) => amount - earnedToDate)
    expect(earned.every((left: number) => left === 0)).toBe(true)
    const wish = { cancelDate: '2025-10-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 30_000 }
    expectProblem(
      await admin.post(`/contracts/${contract.id}/cancels`, wish, withKey()),
      'NotCancellable',
      409,
    )
    const second = await done(enter(contract.id, { gap }), 201)
    expect(second.coverage).toMatchObject({ inForce: false, reasons: [{ code: 'ContractNotActive' }] })
    expectProblem(await claims.authorize(second.id), 'NotInForce', 422)
  })

  test('is in force again when the cash is voided, and ends again when it is paid again', async () => {
    await done(claims.cash.patch(cash.id, { status: 'Voided', reason: 'Lost' }))
    const revived = await claims.contract(contract.id)
    expect(revived).toMatchObject({ status: 'Active', statusReason: null })
    const earned = revived.disbursements.some(({ amount, earnedToDate }: Any) => amount > earnedToDate)
    expect(earned).toBe(true)
    await claims.pay(request, '2025-10-10')
    expect(await claims.contract(contract.id)).toMatchObject({ status: 'Expired', statusReason: 'Claimed' })
  })
})

describe('a total loss that is paid after its waiver ended', () => {
  const complete = { ...gap, ltvValue: 30_000, checklist: received('SETTLEMENT', 'PAYOFF', 'FINANCE') }
  let invoices = 0
  /** Enters and authorizes a total loss, and requests its payment to the lender. */
  const requested = async (contractId: number): Promise<Any> => {
    const { id } = await done(enter(contractId, { gap: complete }), 201)
    await done(claims.authorize(id))
    invoices += 1
    const body = { payee: { type: 'LienHolder', id: lender }, invoiceNumber: `ENDED-${invoices}` }
    return done(claims.requestPayment(id, { ...body, invoiceDate: '2025-10-10' }), 201)
  }
  const takenBack = (cash: Any) => done(claims.cash.patch(cash.id, { status: 'Voided', reason: 'Lost' }))
  const expectNoSecond = async (contractId: number) => {
    const second = await done(enter(contractId, { gap: complete }), 201)
    expect(codesIn(second.coverage.reasons)).toContain('ContractNotActive')
    const refused = expectProblem(await claims.authorize(second.id), 'NotInForce', 422)
    expect(codesIn(refused.reasons)).toContain('ContractNotActive')
    return second
  }

  test('leaves a cancelled waiver cancelled, and is paid once', async () => {
    const { id } = await waiver({ msrp: 30_000 })
    await claims.to('2025-10-10')
    const wish = { cancelDate: '2025-10-09', cancelReasonCode: 'CUSTREQ', cancelOdometer: 30_000 }
    await done(admin.post(`/contracts/${id}/cancels`, wish, withKey()), 201)
    const before = await claims.contract(id)
    const request = await requested(id)
    const cash = await claims.pay(request, '2025-10-10')
    expect((await claims.read(request.claimId)).status).toBe('Paid')
    const after = await claims.contract(id)
    const { status, statusReason } = before
    expect(after).toMatchObject({ status, statusReason })
    expect(status).toBe('Cancelled')
    expect(after.disbursements).toEqual(before.disbursements)
    const second = await expectNoSecond(id)
    await takenBack(cash)
    expect(await claims.contract(id)).toMatchObject({ status, statusReason })
    expect(await claims.read(request.claimId)).toMatchObject({
      ...{ status: 'PaymentRequested', coverage: { inForce: true } },
    })
    await done(change(second.id, { action: 'Deny', deniedReasonCode: 'DUPCLM' }))
    await claims.pay(request, '2025-10-10')
    expect((await claims.contract(id)).status).toBe('Cancelled')
  })

  test('is why an expired waiver is over, until the money comes back', async () => {
    const { id } = await waiver({ msrp: 30_000 })
    await claims.to('2030-02-01')
    await done(admin.post(`/contracts/autoexpire/${id}`, {}))
    const expired = { status: 'Expired', statusReason: 'ExpirationDate' }
    expect(await claims.contract(id)).toMatchObject(expired)
    const request = await requested(id)
    const cash = await claims.pay(request, '2030-02-01')
    expect(await claims.contract(id)).toMatchObject({ status: 'Expired', statusReason: 'Claimed' })
    await expectNoSecond(id)
    await takenBack(cash)
    expect(await claims.contract(id)).toMatchObject(expired)
    await claims.pay(request, '2030-02-01')
    expect(await claims.contract(id)).toMatchObject({ status: 'Expired', statusReason: 'Claimed' })
    const { items } = await done(admin.get(`/contracts/${id}/history`))
    expect(
      items.filter(({ changes }: Any) => changes.some(({ after }: Any) => after === 'Expired')).length,
    ).toBe(1)
  })

  test('gives a waiver that was on hold back with its holds and its pending changes', async () => {
    const { id } = await waiver({ msrp: 30_000 })
    await claims.to('2025-10-01')
    const reasons = await holdReasons(admin)
    const hold = (body: object) => done(admin.post(`/contracts/${id}/holds`, body), 201)
    const old = await hold({ holdReasonId: reasons.MISSIGN })
    await done(admin.post(`/contracts/${id}/holds/${old.id}/resolves`, {}), 201)
    await claims.to('2025-10-10')
    const request = await requested(id)
    await hold({ holdReasonId: reasons.NONPAY, mode: 'Suspend' })
    await hold({ holdReasonId: reasons.OVERPAID, mode: 'Freeze' })
    await done(admin.patch(`/contracts/${id}`, { vehicle: { vin: newVin() } }))
    await claims.to('2025-10-20')
    const [before, held] = [await claims.contract(id), await payables(service, id)]
    expect(Object.values(held)).toContain('Held')
    const { status, statusReason, expirationDate, disbursements } = before
    expect([status, before.heldFrom, statusReason]).toEqual(['OnHold', 'Active', null])
    expect(before.pendingChanges).not.toBeNull()
    const statuses = ({ holds }: Any) => holds.map((one: Any) => one.status)
    for (const day of ['2025-10-20', '2025-10-25']) {
      const cash = await claims.pay(request, day)
      const ended = await claims.contract(id)
      expect(ended).toMatchObject({ status: 'Expired', statusReason: 'Claimed', pendingChanges: null })
      expect(statuses(ended)).toEqual(['Resolved', 'Resolved', 'Resolved'])
      expect(Object.values(await payables(service, id))).not.toContain('Held')
      await claims.to('2025-10-25')
      await takenBack(cash)
      const back = await claims.contract(id)
      expect(back).toMatchObject({ status, heldFrom: 'Active', statusReason, expirationDate, disbursements })
      expect(back.pendingChanges).toEqual(before.pendingChanges)
      expect(statuses(back)).toEqual(['Resolved', 'Open', 'Open'])
      expect(await payables(service, id)).toEqual(held)
    }
    // The suspension went on all the time.
    const [, suspended, frozen] = before.holds
    const resolve = (holdId: number) => done(admin.post(`/contracts/${id}/holds/${holdId}/resolves`, {}), 201)
    expect(await resolve(suspended.id)).toMatchObject({ extendsExpirationDays: 15 })
    await resolve(frozen.id)
    expect((await claims.contract(id)).status).toBe('Active')
  })

  test('keeps the waiver ended while another one is paid', async () => {
    const { id } = await waiver({ msrp: 30_000 })
    await claims.to('2025-10-10')
    const [first, second] = [await requested(id), await requested(id)]
    const paid = [await claims.pay(first, '2025-10-10'), await claims.pay(second, '2025-10-10')]
    await takenBack(paid[0])
    expect(await claims.contract(id)).toMatchObject({ status: 'Expired', statusReason: 'Claimed' })
    await takenBack(paid[1])
    expect(await claims.contract(id)).toMatchObject({ status: 'Active', statusReason: null })
  })

  test('cannot be paid again by reopening the waiver', async () => {
    const { id } = await waiver({ msrp: 30_000 })
    await claims.to('2025-10-10')
    await claims.pay(await requested(id), '2025-10-10')
    const correct = (body: object) => admin.patch(`/contracts/${id}`, body)
    const reading = { value: 20_000, date: '2025-10-10', reason: 'Misread' }
    for (const body of [{ odometerReading: reading }, { saleDate: '2024-01-21' }])
      expect(expectProblem(await correct(body), 'InvalidTransition', 409)).toMatchObject({
        ...{ from: 'Expired', to: 'Active' },
      })
    expect(await claims.contract(id)).toMatchObject({ status: 'Expired', statusReason: 'Claimed' })
    await expectNoSecond(id)
  })
})
