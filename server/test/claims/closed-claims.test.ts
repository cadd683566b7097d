import { afterAll, expect, test } from 'vitest'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// What a closed claim still takes of the limit of its contract: what was paid or is requested, and no more.

const service = await testService()
const claims = await openClaims(service)
const { done, supervisor } = claims
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

const authorize = (id: number) => done(claims.authorize(id, {}, supervisor))
const close = (id: number) => done(claims.change(id, { action: 'Close', reason: 'Settled' }))

test.each(['Voided', 'Returned'])('money that is %s counts as requested again', async (status) => {
  const contractId = await claims.sellVsc('0', { vehiclePurchasePrice: 1000 })
  /** What the contract has left, as it and a claim of it tell: they agree. */
  const left = async (claimId: number): Promise<number> => {
    const { contract } = await claims.read(claimId)
    const { limitOfLiability } = await claims.contract(contractId)
    expect(limitOfLiability.remainingAggregate).toBe(contract.remainingLiability)
    return contract.remainingLiability
  }
  const first = await claims.entered(contractId, [laborFor(700)])
  await authorize(first.id)
  const request = await done(claims.requestPayment(first.id), 201)
  const cash = await claims.pay(request)
  await close(first.id)
  const second = await claims.entered(contractId, [laborFor(800)])
  expect(second.costs).toMatchObject({ payable: 300 })
  await done(claims.cash.patch(cash.id, { status, reason: 'Lost', ...fee[status] }))
  expect(await claims.read(first.id)).toMatchObject({
    ...{ status: 'Closed', details: [{ status: 'Authorized' }], payments: [{ status: 'Requested' }] },
  })
  expect(await left(second.id)).toBe(300)
  expect((await authorize(second.id)).costs).toMatchObject({ authorized: 300, overLimit: 500 })
  expect(await left(second.id)).toBe(0)
  // Without the request the closed claim promises nothing.
  const back = { action: 'VoidPayment', paymentRequestId: request.id, reason: 'Paid by the dealer' }
  await done(claims.change(first.id, back))
  expect(await left(second.id)).toBe(700)
  const third = await claims.entered(contractId, [laborFor(800)])
  expect(third.costs).toMatchObject({ payable: 700 })
})
const fee: Readonly<Record<string, object>> = { Voided: {}, Returned: { chargeNsfFee: false } }

test('what was authorized and never requested is released, also beside a payment', async () => {
  const contractId = await claims.sellVsc('0', { vehiclePurchasePrice: 1000 })
  const first = await claims.entered(contractId, [laborFor(1000)])
  await authorize(first.id)
  const second = await claims.entered(contractId, [laborFor(1000)])
  expectProblem(await claims.authorize(second.id, {}, supervisor), 'NothingPayable')
  const cash = await claims.pay(await done(claims.requestPayment(first.id, { amount: 250 }), 201))
  await close(first.id)
  await done(claims.cash.patch(cash.id, { status: 'Voided', reason: 'Lost' }))
  expect((await authorize(second.id)).costs).toMatchObject({ authorized: 750 })
})
