import { describe, expect, test } from 'vitest'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { finalize, rateIdOfR1, saleOfR1, withKey } from '../support/builders/contracts.ts'
import { CALLERS, codesOf, LONG, openRace, succeeded } from '../support/hostile/races.ts'
import { testService } from '../support/service/app.ts'

// Several callers decide and pay claims of one contract at once. No limit is exceeded, and nothing happens twice.

const service = await testService()
const claims = await openClaims(service)
const race = await openRace(service)
const { done, facilityId } = claims
// Losses happen on the day of the sale.
await claims.set('earlyClaimDays', 0)
const rateId = await rateIdOfR1(claims.entry)

/** Sells and finalizes a contract that pays no more than the price of its vehicle. */
async function sell(vehiclePurchasePrice: number): Promise<number> {
  const sold = await done(race.admin.post('/contracts', { rateId, ...saleOfR1(), vehiclePurchasePrice }), 201)
  await done(finalize(race.admin, sold.id))
  return sold.id
}

const enter = async (contractId: number, price: number): Promise<number> => {
  const loss = { contractId, lossDate: '2024-03-15', lossOdometer: 12_000 }
  return (await done(race.admin.post('/claims', { ...loss, details: [laborFor(price)] }), 201)).id
}
const authorized = async (contractId: number, price: number): Promise<number> => {
  const id = await enter(contractId, price)
  await done(race.admin.patch(`/claims/${id}`, { action: 'Authorize' }))
  return id
}

let invoices = 0
const paymentOf = (body: object = {}) => {
  invoices += 1
  return {
    ...{ payee: { type: 'RepairFacility', id: facilityId }, invoiceDate: '2024-03-15' },
    ...{ invoiceNumber: `RACE-${invoices}`, ...body },
  }
}
const pathOf = (id: number) => `/claims/${id}/paymentrequests`
const paid = (ledger: { ledgerId: number; amount: number; payee: { id: number } }) =>
  claims.pay(ledger, '2024-03-15')
const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)

describe('at the same time', () => {
  test('pay × pay: no more is requested than was authorized', { timeout: LONG }, () =>
    race.trials(async () => {
      const id = await authorized(await sell(52_000), 100)
      const answers = await race.run((caller) =>
        caller.post(pathOf(id), paymentOf({ amount: 40 }), withKey()),
      )
      expect(succeeded(answers)).toHaveLength(2)
      expect(new Set(codesOf(answers))).toEqual(new Set(['OverAuthorized']))
      const claim = await claims.read(id)
      expect(claim.details).toMatchObject([{ requestedPayments: 80 }])
      expect(claim.payments).toHaveLength(2)
    }),
  )

  test('pay × pay of one invoice, on two claims: it is requested once', { timeout: LONG }, () =>
    race.trials(async () => {
      const ids = [await authorized(await sell(52_000), 100), await authorized(await sell(52_000), 100)]
      const body = paymentOf({ amount: 10 })
      const answers = await race.run((caller, at) => caller.post(pathOf(ids[at % 2] ?? 0), body, withKey()))
      expect(succeeded(answers)).toHaveLength(1)
      expect(new Set(codesOf(answers))).toEqual(new Set(['DuplicateInvoice']))
    }),
  )

  test(
    'authorize × authorize near the limit of the contract: together they stay below it',
    {
      timeout: LONG,
    },
    () =>
      race.trials(async () => {
        const contractId = await sell(1000)
        const ids: number[] = []
        for (let at = 0; at < CALLERS; at += 1) ids.push(await enter(contractId, 400))
        const answers = await race.run((caller, at) =>
          caller.patch(`/claims/${ids[at]}`, { action: 'Authorize' }),
        )
        expect(succeeded(answers)).toHaveLength(3)
        expect(new Set(codesOf(answers))).toEqual(new Set(['NothingPayable']))
        const promised = succeeded(answers).map(({ body }) => body.costs.authorized as number)
        expect(promised.sort()).toEqual([200, 400, 400])
        // Everybody asks for everything: each authorized claim is paid once, and no other.
        const requests = await race.run((caller, at) =>
          caller.post(pathOf(ids[at] ?? 0), paymentOf(), withKey()),
        )
        const made = succeeded(requests).map(({ body }) => body)
        expect(sum(made)).toBe(1000)
        expect(new Set(codesOf(requests))).toEqual(new Set(['NothingAuthorized']))
        for (const request of made) await paid(request)
        const contract = await race.read(contractId)
        expect(contract.totals).toMatchObject({ claimsPaid: 1000, claimsAuthorized: 0 })
        expect(contract.limitOfLiability).toMatchObject({ usedAggregate: 1000, remainingAggregate: 0 })
      }),
  )

  test('authorize × authorize of one claim: one number, one decision', { timeout: LONG }, () =>
    race.trials(async () => {
      const id = await enter(await sell(52_000), 100)
      const answers = await race.run((caller) => caller.patch(`/claims/${id}`, { action: 'Authorize' }))
      expect(succeeded(answers)).toHaveLength(1)
      expect(new Set(codesOf(answers))).toEqual(new Set(['InvalidTransition']))
    }),
  )

  test(
    'authorize × cancel of the contract: whichever comes first, the claim ends denied',
    {
      timeout: LONG,
    },
    () =>
      race.trials(async () => {
        const contractId = await sell(52_000)
        const id = await enter(contractId, 100)
        const wish = { cancelDate: '2024-03-15', cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_000 }
        const answers = await race.run((caller, at) =>
          at % 2 === 0
            ? caller.patch(`/claims/${id}`, { action: 'Authorize' })
            : caller.post(`/contracts/${contractId}/cancels`, wish, withKey()),
        )
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
        expect((await race.read(contractId)).status).toBe('Cancelled')
        expect(await claims.read(id)).toMatchObject({ status: 'Denied', deniedReason: 'NOINFORCE' })
        expect((await race.read(contractId)).totals).toMatchObject({ claimsAuthorized: 0, claimsPaid: 0 })
      }),
  )

  test('pay × deny: a claim is paid or denied, never both', { timeout: LONG }, () =>
    race.trials(async () => {
      const id = await authorized(await sell(52_000), 100)
      const detailIds = (await claims.read(id)).details.map((detail: { id: number }) => detail.id)
      const answers = await race.run((caller, at) =>
        at % 2 === 0
          ? caller.post(pathOf(id), paymentOf(), withKey())
          : caller.patch(`/claims/${id}`, { action: 'Deny', detailIds, deniedReasonCode: 'LATE' }),
      )
      expect(succeeded(answers)).toHaveLength(1)
      const { status, payments } = await claims.read(id)
      expect([`PaymentRequested 1`, `Denied 0`]).toContain(`${status} ${payments.length}`)
    }),
  )
})
