import { afterAll, describe, expect, test } from 'vitest'
import { requested, step } from '../support/builders/cancel-requests.ts'
import { balances, changed } from '../support/builders/cancels.ts'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { dana } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// Payments of claims: what refuses them, what they are in the books, and what follows when cash moves.

// biome-ignore lint/suspicious/noExplicitAny: a claim or a contract as it is answered.
type Any = any

const service = await testService()
const claims = await openClaims(service)
const { done, admin, supervisor, facilityId } = claims
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

const contractId = await claims.sellVsc('0')
const contract = await claims.contract(contractId)
const lender = await holderId(service, 'LienHolder', 'L100')

const authorized = async (...prices: number[]): Promise<Any> => {
  const claim = await claims.entered(
    contractId,
    prices.map((price) => laborFor(price)),
  )
  return done(claims.authorize(claim.id, {}, supervisor))
}
const request = (claim: Any, body: object = {}) => claims.requestPayment(claim.id, body)
const voidPayment = (claim: Any, paymentRequestId: number, reason = 'Wrong') =>
  claims.change(claim.id, { action: 'VoidPayment', paymentRequestId, reason })
const paymentsOf = async (claim: Any) =>
  (await claims.read(claim.id)).payments.map(({ status, amount }: Any) => `${status} ${amount}`)
const eventsOf = async (id: number): Promise<string[]> => {
  const events = await inDatabase<{ type: string }>(
    service,
    'select type from event where subject = $1 order by sequence',
    [`claims/${id}`],
  )
  return events.map(({ type }) => type)
}
let payees = 0
const payee = async (body: object): Promise<{ type: string; id: number }> => {
  payees += 1
  const one = { number: `CP90${payees}`, name: 'Any Towing', address: dana.address }
  const { id } = await done(admin.post('/claimpayees', { ...one, ...body }), 201)
  return { type: 'ClaimPayee', id }
}

describe('a request', () => {
  test('is a ledger row of the payee, and an expense of the reserve', async () => {
    const claim = await authorized(500)
    const before = await balances(service)
    const made = await done(request(claim, { odometerOut: 24_120, note: 'Paid on pickup' }), 201)
    expect(made).toMatchObject({
      ...{ claimId: claim.id, status: 'Requested', amount: 500, detailIds: [claim.details[0].id] },
      payee: { type: 'RepairFacility', id: facilityId, number: 'RF100' },
      ...{ paymentMethod: 'Check', invoiceAmount: null, cashTransactionId: null, odometerOut: 24_120 },
      ...{ requestedBy: 'sandbox-adjuster', voidReason: null, note: 'Paid on pickup' },
    })
    const row = await done(claims.cash.books.get(`/ledgers/${made.ledgerId}`))
    expect(row).toMatchObject({
      ...{ ledgerType: 'Claim', direction: 'Pay', ledgerStatus: 'Open', disbursementCode: 'RESERVE' },
      ...{ amount: 500, waitsFor: null, contract: { id: contractId }, claim: { id: claim.id } },
      accountHolder: { type: 'RepairFacility', id: facilityId },
    })
    const by = changed(before, await balances(service))
    expect(
      Object.entries(by)
        .map(([account, amount]) => `${account.split(':')[0]} ${amount}`)
        .sort(),
    ).toEqual([...['ClaimsExpense 500', 'Payable -500']])
    expect(by).toHaveProperty('ClaimsExpense:RESERVE')
    await done(voidPayment(claim, made.id))
    expect(changed(before, await balances(service))).toEqual({})
    expect((await claims.cash.books.get(`/ledgers/${made.ledgerId}`)).body.ledgerStatus).toBe('Voided')
  })

  test('needs an idempotency key, and has one effect under it', async () => {
    const claim = await authorized(100)
    const body = {
      ...{ payee: { type: 'RepairFacility', id: facilityId }, invoiceDate: '2025-03-11' },
      invoiceNumber: 'KEYED-1',
    }
    const path = `/claims/${claim.id}/paymentrequests`
    expectProblem(await claims.adjuster.post(path, body), 'PreconditionRequired')
    const key = { 'idempotency-key': 'pay-once' }
    const first = await done(claims.adjuster.post(path, body, key), 201)
    expect(await done(claims.adjuster.post(path, body, key), 201)).toEqual(first)
    expect(await paymentsOf(claim)).toEqual(['Requested 100'])
  })

  test('asks for a part, and for the rest, in the sequence of the details', async () => {
    const claim = await authorized(100, 60)
    const first = await done(request(claim, { amount: 130 }), 201)
    expect(first.detailIds).toEqual(claim.details.map(({ id }: Any) => id))
    expect((await claims.read(claim.id)).details).toMatchObject([
      ...[{ requestedPayments: 100 }, { requestedPayments: 30 }],
    ])
    await claims.pay(first)
    expect(await claims.read(claim.id)).toMatchObject({
      ...{ status: 'Authorized', reserve: 30, costs: { authorized: 160, paid: 130, outstanding: 30 } },
      details: [
        { status: 'Paid', paid: 100 },
        { status: 'Authorized', paid: 30 },
      ],
    })
    const rest = await done(request(claim), 201)
    expect(rest).toMatchObject({ amount: 30, detailIds: [claim.details[1].id] })
    expectProblem(await request(claim), 'NothingAuthorized')
    await claims.pay(rest)
    expect((await claims.read(claim.id)).status).toBe('Paid')
  })

  test('pays each kind of payee', async () => {
    const claim = await authorized(50)
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const rentals = await holderId(service, 'ClaimPayee', 'CP100')
    for (const payee of [
      { type: 'RepairFacility', id: facilityId },
      { type: 'ClaimPayee', id: rentals },
      { type: 'Customer', id: contract.customer.customerId ?? contract.customer.id },
      { type: 'LienHolder', id: lender },
      { type: 'Dealer', id: dealer },
    ]) {
      const made = await done(request(claim, { payee, amount: 10 }), 201)
      expect(made.payee).toMatchObject(payee)
      const cash = await claims.pay(made)
      expect(cash).toMatchObject({ is1099: false })
    }
    expect((await claims.read(claim.id)).status).toBe('Paid')
  })

  test('to a payee with a 1099 is marked on its cash', async () => {
    const claim = await authorized(50)
    const made = await done(request(claim, { payee: await payee({ is1099: true, w9OnFile: true }) }), 201)
    expect(await claims.pay(made)).toMatchObject({ is1099: true })
  })
})

describe('refused, the first that fits', () => {
  test('nothing authorized, then expired, then the payee', async () => {
    const sold = await claims.sellVsc('0', {
      customer: { ...dana, lastName: 'Stone', email: 's@example.com' },
    })
    const stranger = { type: 'Customer', id: (await claims.contract(sold)).customer.customerId }
    const blocked = await done(
      admin.post('/repairfacilities', {
        number: 'RF900',
        name: 'Closed Shop',
        address: dana.address,
        isBlocked: true,
      }),
      201,
    )
    const claim = await claims.entered(contractId, [laborFor(500)])
    expectProblem(await request(claim, { payee: stranger }), 'NothingAuthorized', 409)
    await done(claims.authorize(claim.id))
    await claims.to('2025-05-11')
    expectProblem(await request(claim, { payee: stranger }), 'AuthorizationExpired', 422)
    await claims.to('2025-05-10')
    expectProblem(await request(claim, { payee: stranger }), 'PayeeNotAllowed', 422)
    const other = { type: 'LienHolder', id: await holderId(service, 'LienHolder', 'L200') }
    expectProblem(await request(claim, { payee: other }), 'PayeeNotAllowed')
    const shop = { type: 'RepairFacility', id: blocked.id }
    expectProblem(await request(claim, { payee: shop, invoiceAmount: 999 }), 'PayeeBlocked', 422)
    const gone = await payee({ status: 'Inactive', is1099: true })
    expectProblem(await request(claim, { payee: gone }), 'PayeeBlocked')
    const untaxed = await payee({ is1099: true })
    expectProblem(await request(claim, { payee: untaxed, invoiceAmount: 999 }), 'TaxIdMissing', 422)
    await claims.to('2025-03-11')
  })

  test('an invoice that was requested before, on any claim, in any spelling, unless it was voided', async () => {
    const [one, two] = [await authorized(100), await authorized(100)]
    const first = await done(request(one, { invoiceNumber: 'Inv-77', amount: 40 }), 201)
    const again = { invoiceNumber: '  INV-77 ', invoiceAmount: 999 }
    for (const claim of [one, two])
      expect(expectProblem(await request(claim, again), 'DuplicateInvoice', 409)).toMatchObject({
        ...{ claimId: one.id, paymentRequestId: first.id },
      })
    const rentals = { type: 'ClaimPayee', id: await holderId(service, 'ClaimPayee', 'CP100') }
    await done(request(two, { invoiceNumber: 'INV-77', payee: rentals, amount: 10 }), 201)
    await done(voidPayment(one, first.id))
    await done(request(two, { invoiceNumber: 'INV-77', amount: 10 }), 201)
  })

  test('amounts above the authorization or the invoice', async () => {
    const claim = await authorized(100, 60)
    const over = await request(claim, { invoiceAmount: 165.01, amount: 170 })
    expect(expectProblem(over, 'InvoiceAboveAuthorized', 422)).toMatchObject({
      ...{ remaining: 160, invoiceAmount: 165.01 },
    })
    const above = await request(claim, { invoiceAmount: 165, amount: 170 })
    expect(expectProblem(above, 'AmountAboveInvoice', 422)).toMatchObject({
      ...{ requested: 170, invoiceAmount: 165 },
    })
    expectProblem(await request(claim, { invoiceAmount: 159.99 }), 'AmountAboveInvoice')
    expect(expectProblem(await request(claim, { amount: 160.01 }), 'OverAuthorized', 422)).toMatchObject({
      ...{ authorized: 160, requested: 160.01, remaining: 160 },
    })
    await done(request(claim, { amount: 25 }), 201)
    const [first] = claim.details
    expect(
      expectProblem(await request(claim, { amount: 100, detailIds: [first.id] }), 'OverAuthorized'),
    ).toMatchObject({ authorized: 100, requested: 100, remaining: 75 })
    // The invoice may be up to 5.00 above; what is authorized is paid.
    expect(await done(request(claim, { invoiceAmount: 140 }), 201)).toMatchObject({ amount: 135 })
  })

  test('what does not exist, and what is not an amount', async () => {
    const claim = await authorized(100)
    const unknown = { payee: { type: 'RepairFacility', id: 987_654 }, documentIds: [1] }
    expect(expectProblem(await request(claim, unknown), 'UnknownReference', 422).errors).toMatchObject([
      { pointer: '/payee/id' },
    ])
    const mistaken = { payee: { type: 'Dealer', id: facilityId } }
    expectProblem(await request(claim, mistaken), 'UnknownReference')
    for (const [body, pointer] of [
      [{ detailIds: [987_654] }, '/detailIds/0'],
      [{ documentIds: [987_654] }, '/documentIds'],
    ] as const)
      expect(expectProblem(await request(claim, body), 'UnknownReference').errors).toMatchObject([
        { pointer },
      ])
    const wrong = await request(claim, { amount: 0, invoiceAmount: 1.005, invoiceDate: 'soon', tip: 5 })
    const faults = expectProblem(wrong, 'ValidationFailed').errors as unknown as Any[]
    expect(faults.map(({ pointer }) => pointer).sort()).toEqual([
      ...['/amount', '/invoiceAmount', '/invoiceDate', '/tip'],
    ])
    expectProblem(await claims.requestPayment(987_654), 'NotFound')
    expectProblem(await claims.requestPayment(claim.id, {}, claims.entry), 'Forbidden')
    expectProblem(await voidPayment(claim, 987_654), 'UnknownReference')
  })
})

describe('cash', () => {
  test('a batch takes a request, gives it back, pays it; a void and a return make it payable again', async () => {
    const claim = await authorized(100)
    const made = await done(request(claim), 201)
    const stage = async () =>
      done(
        claims.cash.stage({
          ...{ accountHolderId: facilityId, direction: 'Pay', ledgerIds: [made.ledgerId], method: 'Check' },
        }),
        201,
      )
    const process = async (batch: Any, checkNumber: string): Promise<number> => {
      const paid = await done(claims.cash.process(batch.id, { amountConfirmed: 100, checkNumber }))
      return paid.cashTransactionIds[0]
    }
    const batch = await stage()
    expect(await paymentsOf(claim)).toEqual(['InProcess 100'])
    expect((await claims.read(claim.id)).status).toBe('PaymentRequested')
    expectProblem(await voidPayment(claim, made.id), 'LedgerInOtherBatch', 409)
    await done(claims.cash.books.delete(`/inprocesscashtransactions/${batch.id}`), 204)
    expect(await paymentsOf(claim)).toEqual(['Requested 100'])
    const first = await process(await stage(), '5001')
    expect(await claims.read(claim.id)).toMatchObject({
      ...{ status: 'Paid', payments: [{ status: 'Paid', cashTransactionId: first }] },
    })
    expectProblem(await voidPayment(claim, made.id), 'AlreadyPaid', 409)
    // The check was lost: it is voided, and a new batch pays with a new number.
    await done(claims.cash.patch(first, { status: 'Voided', reason: 'Lost' }))
    expect(await claims.read(claim.id)).toMatchObject({
      ...{ status: 'PaymentRequested', details: [{ status: 'Authorized', paid: 0 }] },
      payments: [{ status: 'Requested', cashTransactionId: null }],
    })
    const second = await process(await stage(), '5002')
    expect(second).not.toBe(first)
    expect((await claims.contract(contractId)).totals.claimsPaid).toBeGreaterThanOrEqual(100)
    await done(
      claims.cash.patch(second, { status: 'Returned', reason: 'Account closed', chargeNsfFee: false }),
    )
    expect(await paymentsOf(claim)).toEqual(['Requested 100'])
    const voided = await done(voidPayment(claim, made.id, 'Paid by the dealer'))
    expect(voided).toMatchObject({
      ...{ status: 'Authorized', costs: { authorized: 100, paid: 0 } },
      payments: [{ status: 'Voided', voidReason: 'Paid by the dealer' }],
    })
    expectProblem(await voidPayment(claim, made.id), 'InvalidTransition', 409)
    expect(await eventsOf(claim.id)).toEqual([
      ...['claim.opened', 'claim.authorized', 'claim.paymentRequested'],
      // Taken into a batch, given back, taken again and paid.
      ...['claim.updated', 'claim.updated', 'claim.updated', 'claim.paid'],
      // The check is voided; the second one comes back.
      ...['claim.updated', 'claim.updated', 'claim.paid', 'claim.updated'],
      'claim.paymentVoided',
    ])
  })
})

test('a payment names the cash that pays it, not later cash that was voided', async () => {
  const claim = await authorized(100, 50)
  const [all, rest] = [
    await done(request(claim, { amount: 100 }), 201),
    await done(request(claim, { amount: 50 }), 201),
  ]
  const paid = async (amount: number, { ledgerId }: Any, of: number) => {
    const wire = { type: 'Payment', method: 'Wire', accountHolderId: facilityId, date: '2025-03-11', amount }
    const details = [{ ledgerId, amount: of }]
    return (await done(claims.cash.post({ ...wire, allowUnapplied: true, details }), 201)).id
  }
  const early = await paid(150, rest, 50)
  const later = await paid(100, all, 100)
  const named = async () =>
    (await claims.read(claim.id)).payments.map(({ cashTransactionId }: Any) => cashTransactionId).sort()
  expect(await named()).toEqual([early, later])
  await done(claims.cash.patch(later, { status: 'Voided', reason: 'Entered twice' }))
  await done(claims.cash.patch(early, { applyDetails: [{ ledgerId: all.ledgerId, amount: 100 }] }))
  expect((await claims.read(claim.id)).status).toBe('Paid')
  expect(await named()).toEqual([early, early])
})

describe('money back from a shop', () => {
  test('is a row by hand that names the claim, of the claim’s own contract', async () => {
    const claim = await authorized(100)
    const row = { accountHolderId: facilityId, direction: 'Receive', amount: 30, reason: 'Core returned' }
    const made = await done(admin.post('/ledgers', { ...row, claimId: claim.id }), 201)
    expect(made).toMatchObject({ contract: { id: contractId }, claim: { id: claim.id } })
    expect((await claims.read(claim.id)).miscPayments).toMatchObject([
      { id: made.id, amount: -30, reason: 'Core returned', payee: 'Capitol Auto Repair' },
    ])
    const other = await claims.sellVsc('0')
    for (const wrong of [{ claimId: 987_654 }, { claimId: claim.id, contractId: other }])
      expect(
        expectProblem(await admin.post('/ledgers', { ...row, ...wrong }), 'UnknownReference').errors,
      ).toMatchObject([{ pointer: '/claimId' }])
  })
})

describe('a cancellation', () => {
  test('deducts what was paid, or what was authorized as well, and notices a payment in between', async () => {
    const sold = await claims.sellVsc('0')
    const desk = claims.as('sandbox-cancels')
    const claim = await claims.entered(sold, [laborFor(300)])
    await done(claims.authorize(claim.id))
    const wish = { cancelDate: '2025-03-11', cancelOdometer: 24_200 }
    const deducted = async () => (await requested(desk, sold, { ...wish, isQuoteOnly: true })).calculation
    expect(await deducted()).toMatchObject({ claimsPaid: 0, claimsDeduction: 0 })
    await claims.set('claimsDeductMode', 'PaidAndAuthorized')
    expect(await deducted()).toMatchObject({ claimsDeduction: 300 })
    const part = await done(request(claim, { amount: 100 }), 201)
    expect(await deducted()).toMatchObject({ claimsDeduction: 300 })
    await claims.set('claimsDeductMode', 'Paid')
    const asked = await requested(desk, sold, wish)
    expect(asked.calculation).toMatchObject({ claimsDeduction: 0 })
    await done(step(desk, asked.id, 'Approve'))
    await claims.pay(part)
    const refused = expectProblem(await step(desk, asked.id, 'Execute'), 'AmountsChanged', 409)
    expect(refused.detail).toContain('claims')
    expect(await deducted()).toMatchObject({ claimsPaid: 100, claimsDeduction: 100 })
  })
})
