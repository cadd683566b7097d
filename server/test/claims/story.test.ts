import { afterAll, describe, expect, test } from 'vitest'
import { openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// A repair from its entry to its payment, to the cent.

const service = await testService()
const claims = await openClaims(service)
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

describe('a water pump', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  let claim: any
  let contractId: number

  test('is entered, and every figure is explained', async () => {
    contractId = await claims.sellVsc()
    claim = await claims.done(claims.enter(contractId), 201)
    expect(claim).toMatchObject({
      ...{ status: 'Open', claimType: 'Repair', inspectionRequired: false },
      coverage: { inForce: true, reasons: [] },
      details: [
        {
          ...{ sequence: 1, status: 'Pending', requested: 1080.75, adjusted: 1022.75, tax: 35.21 },
          ...{ deductibleApplied: 100, overLimit: 0, notCovered: 0, payable: 857.96 + 100, customerPay: 100 },
          adjustments: [{ target: 'Labor', reasonCode: 'GuideTime', amount: -58, isAutomatic: true }],
        },
      ],
      costs: { requested: 1080.75, adjusted: 1022.75, tax: 35.21, deductible: 100, payable: 957.96 },
    })
    expect(claim.number).toBe(`CLM-${String(claim.id).padStart(6, '0')}`)
    expect(claim.steps.length).toBeGreaterThan(5)
  })

  test('is authorized', async () => {
    claim = await claims.done(claims.authorize(claim.id, { note: 'Per guide' }))
    expect(claim).toMatchObject({
      ...{ status: 'Authorized', authorizationNumber: `A-${String(claim.id).padStart(6, '0')}` },
      ...{ authorizedUntil: '2025-05-10', reserve: 957.96 },
      details: [{ status: 'Authorized', authorizedAmount: 957.96 }],
      costs: { authorized: 957.96, paid: 0, outstanding: 957.96 },
    })
  })

  test('is paid once, and the contract knows it', async () => {
    const request = await claims.done(claims.requestPayment(claim.id, { invoiceAmount: 957.96 }), 201)
    expect(request).toMatchObject({ status: 'Requested', amount: 957.96, paymentMethod: 'Check' })
    expect((await claims.read(claim.id)).status).toBe('PaymentRequested')
    const cash = await claims.pay(request)
    const paid = await claims.read(claim.id)
    expect(paid).toMatchObject({
      ...{ status: 'Paid', reserve: 0, details: [{ status: 'Paid', paid: 957.96 }] },
      payments: [{ status: 'Paid', cashTransactionId: cash.id }],
    })
    const contract = await claims.done(claims.entry.get(`/contracts/${contractId}`))
    expect(contract.totals).toMatchObject({ claimsPaid: 957.96, claimsAuthorized: 0 })
    expect(contract.lastKnownOdometer).toMatchObject({ value: 24_100, source: 'Claim' })
    await claims.done(
      claims.cash.books.patch(`/cashtransactions/${cash.id}`, { status: 'Voided', reason: 'Lost' }),
    )
    expect(await claims.read(claim.id)).toMatchObject({
      ...{ status: 'PaymentRequested', details: [{ status: 'Authorized', paid: 0 }] },
      payments: [{ status: 'Requested', cashTransactionId: null }],
    })
  })
})
