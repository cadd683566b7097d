import { afterAll, describe, expect, test } from 'vitest'
import { codesIn, laborFor, openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { inDatabase } from '../support/builders/database.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// What can be decided of a detail in each of its states, who may decide it, and what stands against it.

// biome-ignore lint/suspicious/noExplicitAny: a claim as it is answered.
type Claim = any

const service = await testService()
const claims = await openClaims(service)
const { adjuster, supervisor, done } = claims
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

const contractId = await claims.sellVsc('0')
const enter = (price = 120, changes: object = {}): Promise<Claim> =>
  claims.entered(contractId, [laborFor(price)], changes)
const act = (claim: Claim, action: string, body: object = {}, caller = supervisor): Promise<Answer> =>
  claims.change(claim.id, { action, ...body }, caller)
const authorize = async (claim: Claim, body: object = {}): Promise<Claim> =>
  done(act(claim, 'Authorize', body))

describe('an inspection', () => {
  test.each([
    ['is required from 1,500.00', 1500, '2025-03-10', true],
    ['is not required below', 1499.99, '2025-03-10', false],
    ['is required in the first 90 days', 120, '2024-06-12', true],
    ['is not required after them', 120, '2024-06-13', false],
  ])('%s', async (_, price, lossDate, inspectionRequired) => {
    expect(await enter(price, { lossDate })).toMatchObject({ inspectionRequired })
  })

  test('is waived by who may do so, with a reason', async () => {
    const claim = await enter(1500)
    const problem = expectProblem(await act(claim, 'Authorize', {}, adjuster), 'InspectionRequired')
    expect(codesIn(problem.reasons)).toEqual(['InspectionRequired'])
    const waiver = { inspectionWaiver: 'Seen by our own expert' }
    expect(expectProblem(await act(claim, 'Authorize', waiver, adjuster), 'Forbidden')).toMatchObject({
      permission: 'claims:waive',
    })
    expect(await authorize(claim, waiver)).toMatchObject({
      ...{ status: 'Authorized', inspectionWaiver: 'Seen by our own expert' },
    })
    await done(act(claim, 'Void', { reason: 'Done' }))
  })

  test('that was made is enough', async () => {
    const claim = await enter(1500)
    const [reason] = await inDatabase<{ id: number }>(
      service,
      `select min(id) as id from reference_value where list = 'InspectionReason'`,
    )
    const insert = (status: string) =>
      inDatabase(
        service,
        `insert into claim_inspection (claim_id, company_id, reason_id, status, ordered_at, ordered_date, created_at,
           created_by, updated_at, updated_by)
         values ($1, $2, $4, $3, now(), '2025-03-11', now(), 'test', now(), 'test')`,
        [claim.id, claims.companyId, status, reason?.id],
      )
    await insert('Scheduled')
    const open = expectProblem(await act(claim, 'Authorize'), 'InspectionOpen')
    expect(codesIn(open.reasons)).toEqual(['InspectionOpen', 'InspectionRequired'])
    await inDatabase(service, `update claim_inspection set status = 'Completed' where claim_id = $1`, [
      claim.id,
    ])
    expect(await authorize(claim)).toMatchObject({ status: 'Authorized' })
    await done(act(claim, 'Void', { reason: 'Done' }))
  })
})

describe('the refusals of one authorization are told together, the first gives its code', () => {
  const worn = { causeCode: 'WORN' }
  const uncovered = { components: [{ code: 'NAVIGATION', isPrimaryFailure: true }] }
  const early = { lossDate: '2024-04-01' }

  test.each<[string, object, object, string, string[]]>([
    [
      'everything',
      { ...worn, ...uncovered },
      { ...early, lossOdometer: 87_001 },
      'NotInForce',
      ['OdometerOverLimit', 'NotCovered', 'CauseExcluded', 'InspectionRequired'],
    ],
    ['not covered', { ...worn, ...uncovered }, {}, 'NotCovered', ['NotCovered', 'CauseExcluded']],
    ['the cause', worn, early, 'CauseExcluded', ['CauseExcluded', 'InspectionRequired']],
    ['lack of oil', { causeCode: 'LACKOIL' }, {}, 'CauseExcluded', ['CauseExcluded']],
    ['a road hazard', { causeCode: 'ROADHAZ' }, {}, 'CauseExcluded', ['CauseExcluded']],
    ['an early claim', {}, early, 'InspectionRequired', ['InspectionRequired']],
  ])('%s', async (_, detail, header, code, reasons) => {
    const claim = await claims.entered(contractId, [laborFor(120, detail)], header)
    const problem = expectProblem(await act(claim, 'Authorize', {}, adjuster), code as 'NotInForce', 422)
    expect(codesIn(problem.reasons)).toEqual(reasons)
    expect((await claims.read(claim.id)).details).toMatchObject([
      { status: 'Pending', authorizedAmount: null },
    ])
  })

  test('one detail that cannot be authorized keeps the others from it', async () => {
    const claim = await claims.entered(contractId, [laborFor(120), laborFor(130, worn)])
    expectProblem(await act(claim, 'Authorize'), 'CauseExcluded')
    const [first] = claim.details
    expect(await authorize(claim, { detailIds: [first.id] })).toMatchObject({
      ...{ status: 'Authorized', details: [{ status: 'Authorized' }, { status: 'Pending' }] },
      costs: { payable: 250, authorized: 120 },
    })
  })
})

describe('authority', () => {
  test('an adjuster authorizes up to 5,000.00 alone', async () => {
    await claims.set('inspectionThreshold', 100_000)
    const claim = await enter(5000)
    expect(await done(act(claim, 'Authorize', {}, adjuster))).toMatchObject({ status: 'Authorized' })
    await done(act(claim, 'Void', { reason: 'Done' }))
  })

  test('above it, a second person approves', async () => {
    const claim = await enter(5000.01)
    expect(await done(act(claim, 'Authorize', {}, adjuster))).toMatchObject({
      ...{ status: 'PendingApproval', authorizationNumber: null, authorizedUntil: null },
      details: [{ status: 'PendingApproval', authorizedAmount: null }],
    })
    expect(expectProblem(await act(claim, 'Approve', { reason: 'ok' }, adjuster), 'Forbidden')).toMatchObject(
      { permission: 'claims:approve' },
    )
    expect(await done(act(claim, 'Approve', { reason: 'Estimate checked' }))).toMatchObject({
      ...{ status: 'Authorized', authorizedUntil: '2025-05-10' },
      details: [{ status: 'Authorized', authorizedAmount: 5000.01 }],
    })
    await done(act(claim, 'Void', { reason: 'Done' }))
  })

  test('the whole claim counts, not the detail', async () => {
    const claim = await claims.entered(contractId, [laborFor(3000), laborFor(2000.01)])
    const [first] = claim.details
    const after = await done(act(claim, 'Authorize', { detailIds: [first.id] }, adjuster))
    expect(after).toMatchObject({
      ...{ status: 'PendingApproval', details: [{ status: 'PendingApproval' }, { status: 'Pending' }] },
    })
    await done(act(claim, 'Void', { reason: 'Done' }))
  })

  test('who may approve authorizes at once; nobody approves their own', async () => {
    const own = await enter(5200)
    await authorize(own)
    const claim = await enter(5200)
    await done(act(claim, 'Authorize', {}, adjuster))
    // The adjuster who authorized it has become a supervisor.
    await inDatabase(
      service,
      `update claim_detail set authorized_by = (select authorized_by from claim_detail where claim_id = $2) where claim_id = $1`,
      [claim.id, own.id],
    )
    expectProblem(await act(claim, 'Approve', { reason: 'ok' }), 'FourEyes', 403)
    expect(await done(act(claim, 'Approve', { reason: 'ok' }, claims.admin))).toMatchObject({
      status: 'Authorized',
    })
    for (const each of [own, claim]) await done(act(each, 'Void', { reason: 'Done' }))
  })
})

/** A claim with one detail in each state. */
const states: Readonly<Record<string, () => Promise<Claim>>> = {
  Pending: () => enter(),
  async Hold() {
    const claim = await enter()
    return done(act(claim, 'Hold', { detailIds: [claim.details[0].id], holdReasonCode: 'DIAGPEND' }))
  },
  async Inspection() {
    const claim = await enter()
    await claims.force(claim.id, 'Inspection')
    return claims.read(claim.id)
  },
  PendingApproval: async () => done(act(await enter(5200), 'Authorize', {}, adjuster)),
  Authorized: async () => authorize(await enter()),
  Denied: async () => done(act(await enter(), 'Deny', { deniedReasonCode: 'NOTCOV' })),
  async Paid() {
    const claim = await authorize(await enter())
    await claims.pay(await done(claims.requestPayment(claim.id), 201))
    return claims.read(claim.id)
  },
  Voided: async () =>
    done(supervisor.put(`/claims/${(await enter()).id}`, { lossDate: '2025-03-10', lossOdometer: 24_100 })),
}
const bodies: Readonly<Record<string, object>> = {
  ...{ Authorize: {}, Approve: { reason: 'ok' }, Reopen: { reason: 'ok' }, Release: {} },
  ...{ Deny: { deniedReasonCode: 'NOTCOV' }, Hold: { holdReasonCode: 'DIAGPEND' } },
}
/** The states that each action leads from, and the one that it leads to. */
const table: Readonly<Record<string, { from: readonly string[]; to: string }>> = {
  Authorize: { from: ['Pending', 'Hold'], to: 'Authorized' },
  Approve: { from: ['PendingApproval'], to: 'Authorized' },
  Deny: { from: ['Pending', 'Hold', 'Inspection', 'PendingApproval', 'Authorized'], to: 'Denied' },
  Hold: { from: ['Pending'], to: 'Hold' },
  Release: { from: ['Hold'], to: 'Pending' },
  Reopen: { from: ['Denied', 'PendingApproval', 'Authorized'], to: 'Pending' },
}
const actions = Object.keys(table)
const named = (claim: Claim, action: string) => ({ detailIds: [claim.details[0].id], ...bodies[action] })

describe('the table of states', () => {
  test.each(Object.keys(states))('%s: every other move is refused', async (from) => {
    const claim = await states[from]?.()
    expect(claim.details).toMatchObject([{ status: from }])
    for (const action of actions.filter((each) => !table[each]?.from.includes(from))) {
      const problem = expectProblem(await act(claim, action, named(claim, action)), 'InvalidTransition', 409)
      expect(problem, action).toMatchObject({ from, to: table[action]?.to })
    }
    const without = { lossDate: '2025-03-10', lossOdometer: 24_100, details: [] }
    const put = await supervisor.put(`/claims/${claim.id}`, without)
    if (['PendingApproval', 'Authorized', 'Denied', 'Paid'].includes(from))
      expect(expectProblem(put, 'DetailDecided')).toMatchObject({ detailIds: [claim.details[0].id] })
    else if (from === 'Inspection') expectProblem(put, 'InvalidTransition')
    else expect(put.body.details).toMatchObject([{ status: 'Voided' }])
    const voided = await act(claim, 'Void', { reason: 'In error' })
    if (from === 'Paid') expectProblem(voided, 'PaidDetails', 409)
    else expect(voided.body).toMatchObject({ status: 'Voided', details: [{ status: 'Voided' }] })
  })

  const moves = actions.flatMap((action) => (table[action]?.from ?? []).map((from) => [action, from]))
  test.each(moves)('%s leads from %s', async (action, from) => {
    const claim = await states[from as string]?.()
    const after = await done(act(claim, action as string, named(claim, action as string)))
    expect(after.details).toMatchObject([{ status: table[action as string]?.to }])
  })

  test('an unknown detail is refused, wherever it is named', async () => {
    const claim = await enter()
    for (const action of actions) {
      const answer = await act(claim, action, { ...named(claim, action), detailIds: [987_654] })
      expect(expectProblem(answer, 'UnknownReference').errors, action).toMatchObject([
        { pointer: '/detailIds/0' },
      ])
    }
  })

  test('without a name an action is for all that it fits; none is refused', async () => {
    const claim = await claims.entered(contractId, [laborFor(100), laborFor(110)])
    expectProblem(await act(claim, 'Approve', { reason: 'ok' }), 'InvalidTransition')
    expectProblem(await act(claim, 'Reopen', { reason: 'ok' }), 'InvalidTransition')
    const denied = await done(act(claim, 'Deny', { deniedReasonCode: 'PREEX' }))
    expect(denied).toMatchObject({
      ...{ status: 'Denied', deniedReason: 'PREEX', costs: { payable: 0, customerPay: 210 } },
      details: [
        { status: 'Denied', deniedReasonCode: 'PREEX', payable: 0, customerPay: 100 },
        { status: 'Denied' },
      ],
    })
    expectProblem(await act(claim, 'Authorize'), 'InvalidTransition')
    expectProblem(await act(claim, 'Deny', { deniedReasonCode: 'PREEX' }), 'InvalidTransition')
    expect(await done(act(claim, 'Reopen', { reason: 'New facts' }))).toMatchObject({
      ...{ status: 'Open', deniedReason: null, costs: { payable: 210 } },
      details: [{ status: 'Pending', deniedReasonId: null }, { status: 'Pending' }],
    })
  })

  test('a denial needs a reason that the product has', async () => {
    const claim = await enter()
    expect(expectProblem(await act(claim, 'Deny'), 'ValidationFailed').errors).toMatchObject([
      { pointer: '/deniedReasonId', code: 'Required' },
    ])
    for (const deniedReasonCode of ['NOTTOTAL', 'NOSUCH'])
      expectProblem(await act(claim, 'Deny', { deniedReasonCode }), 'UnknownReference')
  })
})

describe('holds', () => {
  test('a claim waits for one reason or several, and goes on when the last has ended', async () => {
    const claim = await enter()
    const [one, other] = [{ holdReasonCode: 'DIAGPEND' }, { holdReasonCode: 'ESTPEND' }]
    expect(await done(act(claim, 'Hold', one))).toMatchObject({
      ...{ status: 'OnHold', details: [{ status: 'Pending' }] },
      holds: [{ reasonCode: 'DIAGPEND', from: '2025-03-11', to: null }],
    })
    expectProblem(await act(claim, 'Hold', one), 'HoldExists', 409)
    expectProblem(await act(claim, 'Release', other), 'NoHold', 409)
    await done(act(claim, 'Hold', other))
    expect((await done(act(claim, 'Release', one))).status).toBe('OnHold')
    expect(await done(act(claim, 'Release', other))).toMatchObject({
      ...{ status: 'Open', holds: [{ to: '2025-03-11' }, { reasonCode: 'ESTPEND', to: '2025-03-11' }] },
    })
    expectProblem(await act(claim, 'Release', other), 'NoHold')
    expectProblem(await act(claim, 'Hold'), 'ValidationFailed')
    expectProblem(await act(claim, 'Hold', { holdReasonCode: 'NOSUCH' }), 'UnknownReference')
    // A hold that has ended can begin again.
    expect((await done(act(claim, 'Hold', one))).status).toBe('OnHold')
  })

  test('a detail on hold has its reason, and the claim is in review', async () => {
    const held = await states.Hold?.()
    expect(held).toMatchObject({ status: 'InReview', details: [{ holdReasonCode: 'DIAGPEND' }], holds: [] })
    expect(await authorize(held)).toMatchObject({
      ...{ status: 'Authorized', details: [{ status: 'Authorized', holdReasonCode: null }] },
    })
  })
})

describe('an authorization', () => {
  test('has one number for the claim, also for what is found later, and is renewed by another', async () => {
    const claim = await authorize(await enter())
    const { details, authorizationNumber } = claim
    const { id, labor } = details[0]
    const same = { id, ...laborFor(120), labor: [{ id: labor[0].id, hoursRequested: 1, rateRequested: 120 }] }
    const loss = { lossDate: '2025-03-10', lossOdometer: 24_100 }
    const body = { ...loss, details: [same, laborFor(80)] }
    const supplemented = await done(supervisor.put(`/claims/${claim.id}`, body))
    expect(supplemented.details).toMatchObject([
      ...[
        { status: 'Authorized', authorizedAmount: 120 },
        { status: 'Pending', payable: 80 },
      ],
    ])
    await claims.to('2025-03-21')
    const both = await authorize(claim)
    expect(both).toMatchObject({ authorizationNumber, authorizedUntil: '2025-05-20' })
    await claims.to('2025-04-01')
    expect(await done(act(claim, 'Reopen', { reason: 'Renew' }))).toMatchObject({
      ...{ status: 'Open', details: [{ authorizedAmount: null, payable: 120 }, { payable: 80 }] },
    })
    expect(await authorize(claim)).toMatchObject({ authorizationNumber, authorizedUntil: '2025-05-31' })
    await claims.to('2025-03-11')
  })
})

describe('the end of a claim', () => {
  test('it is not closed before all is decided and paid; then what was authorized is released', async () => {
    const before = (await claims.contract(contractId)).totals
    const claim = await claims.entered(contractId, [laborFor(100), laborFor(60)])
    const ids = claim.details.map(({ id }: Claim) => id)
    expect(expectProblem(await act(claim, 'Close', { reason: 'x' }), 'ClaimNotSettled')).toMatchObject({
      ...{ detailIds: ids, paymentRequestIds: [] },
    })
    await authorize(claim)
    const request = await done(claims.requestPayment(claim.id, { detailIds: [ids[0]] }), 201)
    expect(expectProblem(await act(claim, 'Close', { reason: 'x' }), 'ClaimNotSettled')).toMatchObject({
      ...{ detailIds: [], paymentRequestIds: [request.id] },
    })
    const notVoided = expectProblem(await act(claim, 'Void', { reason: 'x' }), 'InvalidTransition', 409)
    expect(notVoided).toMatchObject({
      ...{ from: 'PaymentRequested', to: 'Voided', paymentRequestIds: [request.id] },
    })
    await claims.pay(request)
    expectProblem(await act(claim, 'Void', { reason: 'x' }), 'PaidDetails', 409)
    expect((await claims.contract(contractId)).totals.claimsAuthorized).toBe(before.claimsAuthorized + 60)
    const closed = await done(act(claim, 'Close', { reason: 'The shop asks for no more' }))
    expect(closed).toMatchObject({
      ...{ status: 'Closed', endReason: 'The shop asks for no more', reserve: 0 },
      details: [{ status: 'Paid' }, { status: 'Authorized' }],
    })
    expect((await claims.contract(contractId)).totals).toMatchObject({
      ...{ claimsAuthorized: before.claimsAuthorized, claimsPaid: before.claimsPaid + 100 },
    })
    for (const refused of [
      await act(claim, 'Authorize'),
      await act(claim, 'Deny', { deniedReasonCode: 'NOTCOV' }),
      await act(claim, 'Void', { reason: 'x' }),
      await claims.change(claim.id, { advisorName: 'Sam' }),
      await supervisor.put(`/claims/${claim.id}`, { lossDate: '2025-03-10', lossOdometer: 24_100 }),
      await claims.requestPayment(claim.id),
    ])
      expectProblem(refused, 'ClaimClosed', 409)
  })

  test('a denial without names is for what is not decided, and takes no promise back', async () => {
    const claim = await claims.entered(contractId, [laborFor(100), laborFor(60), laborFor(40)])
    const [first, , last] = claim.details
    await authorize(claim, { detailIds: [first.id] })
    await done(act(claim, 'Hold', { holdReasonCode: 'ESTPEND', detailIds: [last.id] }))
    const denial = { deniedReasonCode: 'LATE' }
    expect((await done(act(claim, 'Deny', denial))).details).toMatchObject([
      ...[{ status: 'Authorized', authorizedAmount: 100 }, { status: 'Denied' }, { status: 'Denied' }],
    ])
    expect(expectProblem(await act(claim, 'Deny', denial), 'InvalidTransition', 409)).toMatchObject({
      ...{ from: 'Authorized', to: 'Denied' },
    })
    const denied = await done(act(claim, 'Deny', { ...denial, detailIds: [first.id] }))
    expect(denied).toMatchObject({ status: 'Denied', details: [{ authorizedAmount: null }, {}, {}] })
  })

  test('a denial is refused while a payment is requested', async () => {
    const claim = await authorize(await claims.entered(contractId, [laborFor(100), laborFor(60)]))
    const [first, second] = claim.details
    const request = await done(claims.requestPayment(claim.id, { detailIds: [first.id], amount: 40 }), 201)
    const denial = { deniedReasonCode: 'LATE' }
    expectProblem(await act(claim, 'Deny', { ...denial, detailIds: [first.id] }), 'PaymentRequested', 409)
    expectProblem(await act(claim, 'Reopen', { detailIds: [first.id], reason: 'x' }), 'InvalidTransition')
    expectProblem(await act(claim, 'Deny', denial), 'PaymentRequested')
    const rest = await done(act(claim, 'Deny', { ...denial, detailIds: [second.id] }))
    expect(rest.details).toMatchObject([
      ...[{ status: 'Authorized' }, { status: 'Denied', authorizedAmount: null }],
    ])
    await done(act(claim, 'VoidPayment', { paymentRequestId: request.id, reason: 'Wrong shop' }))
    const whole = await done(act(claim, 'Deny', { ...denial, detailIds: [first.id] }))
    expect(whole.status).toBe('Denied')
    expect((await done(act(claim, 'Close', { reason: 'Done' }))).status).toBe('Closed')
  })

  test('what was paid is not denied: there is no request to void', async () => {
    const [whole, part] = [await authorize(await enter()), await authorize(await enter())]
    await claims.pay(await done(claims.requestPayment(whole.id), 201))
    await claims.pay(await done(claims.requestPayment(part.id, { amount: 40 }), 201))
    const [detail] = part.details
    for (const [claim, from] of [
      [whole, 'Paid'],
      [part, 'Authorized'],
    ] as const)
      for (const which of [{}, { detailIds: [claim.details[0].id] }]) {
        const answer = await act(claim, 'Deny', { deniedReasonCode: 'LATE', ...which })
        expect(expectProblem(answer, 'InvalidTransition', 409)).toMatchObject({ from, to: 'Denied' })
      }
    // A request that is open is voided first.
    await done(claims.requestPayment(part.id, { amount: 10 }), 201)
    for (const which of [{}, { detailIds: [detail.id] }])
      expectProblem(await act(part, 'Deny', { deniedReasonCode: 'LATE', ...which }), 'PaymentRequested', 409)
  })

  test('an action is sent alone, with its own fields, by who may take it', async () => {
    const claim = await enter()
    const answer = await act(claim, 'Authorize', { lossDate: '2025-03-01', deniedReasonCode: 'LATE' })
    expect(expectProblem(answer, 'ValidationFailed').errors).toMatchObject([
      ...[{ pointer: '/lossDate' }, { pointer: '/deniedReasonCode' }],
    ])
    expectProblem(await act(claim, 'Fly'), 'ValidationFailed')
    expectProblem(await claims.change(claim.id, { detailIds: [1] }), 'ValidationFailed')
    expectProblem(await act(claim, 'VoidPayment', {}), 'ValidationFailed')
    const dealer = claims.as('sandbox-dealer-d1001')
    for (const action of [...actions, 'Void', 'Close'])
      expectProblem(await act(claim, action, {}, dealer), 'Forbidden')
    expectProblem(await act(claim, 'VoidPayment', { paymentRequestId: 1 }, dealer), 'Forbidden')
    expectProblem(await act({ id: 987_654 }, 'Authorize'), 'NotFound')
  })
})
