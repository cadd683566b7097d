import { afterAll, describe, expect, test } from 'vitest'
import { requested, soldOn, step } from '../support/builders/cancel-requests.ts'
import { codesIn, laborFor, openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { dana, withKey } from '../support/builders/contracts.ts'
import { holdReasons } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// Whether a contract covers a loss, in every state that a contract can be in. A claim can always be entered. The earning
// details of the day of the loss say the same.

// biome-ignore lint/suspicious/noExplicitAny: a claim or a contract as it is answered.
type Any = any

const service = await testService()
const claims = await openClaims(service)
const { done, admin, entry } = claims
const desk = claims.as('sandbox-cancels')
const reasons = await holdReasons(admin)
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

const enter = (contractId: number, changes: object = {}): Promise<Any> =>
  claims.entered(contractId, [laborFor(120)], changes)
const cancelled = (contractId: number, changes: object = {}): Promise<Any> =>
  done(
    desk.post(
      `/contracts/${contractId}/cancels`,
      { cancelDate: '2025-03-01', cancelReasonCode: 'CUSTREQ', cancelOdometer: 24_200, ...changes },
      withKey(),
    ),
    201,
  )

/** Enters a claim and gives what stands against it. Authorizing is refused for the same reasons, if there are any. */
async function against(contractId: number, changes: object = {}): Promise<string[]> {
  const claim = await enter(contractId, { lossDate: '2025-02-10', ...changes })
  const codes = codesIn(claim.coverage.reasons)
  expect(claim.coverage.inForce).toBe(codes.length === 0)
  const answer = await claims.authorize(claim.id)
  if (codes.length > 0) {
    const problem = expectProblem(answer, 'NotInForce', 422)
    expect(codesIn(problem.reasons).slice(0, codes.length)).toEqual(codes)
  } else expect(answer.status, answer.text).toBe(200)
  expect(await isLiableOn(contractId, claim.lossDate)).toBe(
    codes.every((code) => notAboutTheDay.includes(code)),
  )
  return codes
}

/** The liability of a day knows no odometer. A claim that waits for a hold, or for its day to come, is still owed. */
const notAboutTheDay = ['OdometerBelowStart', 'OdometerOverLimit', 'HoldBlocksClaims', 'LossInFuture']
async function isLiableOn(contractId: number, day: string): Promise<boolean> {
  const details = `/contracts/${contractId}/earningdetails?asOfDate=${day}`
  return (await done(claims.as('sandbox-accounting').get(details))).liability.isInForce
}

describe('the term', () => {
  test.each<[string, object, string[]]>([
    ['the first day', { lossDate: '2024-03-15', lossOdometer: 12_000 }, []],
    ['the day before', { lossDate: '2024-03-14', lossOdometer: 12_000 }, ['LossBeforeEffective']],
    ['the first mile', { lossOdometer: 12_000 }, []],
    ['a mile less', { lossOdometer: 11_999 }, ['OdometerBelowStart']],
    ['the last mile', { lossOdometer: 87_000 }, []],
    ['a mile more', { lossOdometer: 87_001 }, ['OdometerOverLimit']],
    [
      'everything at once',
      { lossDate: '2024-03-01', lossOdometer: 87_001 },
      ['LossBeforeEffective', 'OdometerOverLimit'],
    ],
  ])('%s', async (_, loss, expected) => {
    await claims.set('earlyClaimDays', 0)
    term ??= await claims.sellVsc('0')
    expect(await against(term, loss)).toEqual(expected)
  })
  let term: number | undefined

  test('the last day is covered, also when it is reported after the contract has expired', async () => {
    const id = await claims.sellVsc('0')
    await claims.to('2029-03-20')
    const late = { lossDate: '2029-03-16' }
    expect(await against(id, { lossDate: '2029-03-15' })).toEqual([])
    expect(await against(id, late)).toEqual(['LossAfterExpiration'])
    // With open claims it does not expire.
    const refused = await admin.post(`/contracts/autoexpire/${id}`, {})
    expect(JSON.stringify(refused.body)).toContain('OpenClaim')
    const denial = { contractIds: [id], deniedReasonCode: 'LATE' }
    await done(claims.adjuster.post('/contracts/denyClaims', denial))
    await done(admin.post(`/contracts/autoexpire/${id}`, {}))
    expect((await claims.contract(id)).status).toBe('Expired')
    expect(await against(id, { lossDate: '2029-03-15' })).toEqual([])
    expect(await against(id, late)).toEqual(['LossAfterExpiration'])
    await claims.to('2025-03-11')
  })

  test('a waiting period ends with its last day', async () => {
    const { id } = await soldOn(service, {
      ...{ dealer: 'D1001', query: { productTypeCode: 'KEY' }, on: '2024-03-15' },
    })
    await claims.to('2025-03-11')
    expect(await against(id, { lossDate: '2024-04-13' })).toEqual(['WaitingPeriod'])
    expect(await against(id, { lossDate: '2024-04-14' })).toEqual([])
  })
})

describe('a contract that is not in force', () => {
  test('a quote, a pending and a voided contract cover nothing', async () => {
    const quoted = await claims.pendVsc('0', { status: 'Quote' })
    expect(await against(quoted)).toEqual(['ContractNotActive'])
    const id = await claims.pendVsc('0')
    expect(await against(id)).toEqual(['ContractNotActive'])
    const claim = await enter(id)
    await done(admin.patch(`/contracts/${id}`, { status: 'Voided', voidReason: 'Withdrawn' }))
    expect(await claims.read(claim.id)).toMatchObject({
      ...{ status: 'Denied', deniedReason: 'NOINFORCE', coverage: { inForce: false } },
    })
    expect(await against(id)).toEqual(['ContractNotActive'])
  })

  test('a contract in force with a claim is not voided', async () => {
    const id = await claims.sellVsc('0')
    await claims.to('2024-03-20')
    await enter(id, { lossDate: '2024-03-18', lossOdometer: 12_100 })
    const refused = await admin.patch(`/contracts/${id}`, { status: 'Voided' })
    expect(expectProblem(refused, 'NotVoidable')).toMatchObject({ reason: 'HasClaims' })
    await claims.to('2025-03-11')
  })
})

describe('holds of the contract', () => {
  const hold = async (id: number, body: object): Promise<number> =>
    (await done(entry.post(`/contracts/${id}/holds`, body), 201)).id
  const resolve = (id: number, holdId: number) =>
    done(entry.post(`/contracts/${id}/holds/${holdId}/resolves`, {}), 201)

  test('some block claims until they are resolved, and some do not', async () => {
    const id = await claims.sellVsc('0')
    const open = await hold(id, { holdReasonId: reasons.OVERPAID })
    expect((await claims.contract(id)).status).toBe('OnHold')
    expect(await against(id)).toEqual([])
    const blocking = await hold(id, { holdReasonId: reasons.MISSIGN })
    expect(await against(id)).toEqual(['HoldBlocksClaims'])
    await resolve(id, blocking)
    expect(await against(id)).toEqual([])
    await resolve(id, open)
  })

  test('a suspension covers no loss of its days, even later; the days beside it are covered', async () => {
    const id = await claims.sellVsc('0')
    await claims.to('2024-12-01')
    const holdId = await hold(id, { holdReasonId: reasons.CUSTNONPAY, mode: 'Suspend' })
    await claims.to('2024-12-20')
    expect(await against(id, { lossDate: '2024-11-30' })).toEqual(['HoldBlocksClaims'])
    expect(await against(id, { lossDate: '2024-12-10' })).toEqual(['HoldBlocksClaims', 'Suspended'])
    await resolve(id, holdId)
    await claims.to('2025-03-11')
    expect(await against(id, { lossDate: '2024-11-30' })).toEqual([])
    expect(await against(id, { lossDate: '2024-12-01' })).toEqual(['Suspended'])
    expect(await against(id, { lossDate: '2024-12-19' })).toEqual(['Suspended'])
    expect(await against(id, { lossDate: '2024-12-21' })).toEqual([])
  })
})

describe('the answer of a claim says what an authorization would find', () => {
  /** Whether it is covered, by the claim and by its worksheet, which agree. */
  const coverageOf = ({ coverage, steps }: Any): string[] => {
    const [step] = steps.filter(({ code }: Any) => code === 'coverage')
    const codes = codesIn(coverage.reasons)
    expect(step.exact).toBe(codes.join(', ') || 'in force')
    return codes
  }
  const now = async (id: number) => {
    const codes = coverageOf(await claims.read(id))
    const { status, body } = await claims.adjuster.patch(`/claims/${id}?dryRun=true`, { action: 'Authorize' })
    expect(status === 200 ? [] : codesIn(body.reasons)).toEqual(codes)
    return codes
  }

  test('after a hold and its end, with an ETag of its own', async () => {
    const id = await claims.sellVsc('0')
    const [claim, decided] = [await enter(id), await enter(id)]
    await done(claims.change(decided.id, { action: 'Deny', deniedReasonCode: 'LATE' }))
    const path = `/claims/${claim.id}`
    const etag = (await admin.get(path)).headers.get('etag') ?? ''
    const again = () => admin.get(path, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    const hold = await done(entry.post(`/contracts/${id}/holds`, { holdReasonId: reasons.MISSIGN }), 201)
    expect(await now(claim.id)).toEqual(['HoldBlocksClaims'])
    expect((await again()).status).toBe(200)
    expect(coverageOf(await claims.read(decided.id))).toEqual([])
    const letter = await done(claims.change(claim.id, { action: 'Letter' }))
    expect(coverageOf(letter)).toEqual(['HoldBlocksClaims'])
    await done(entry.post(`/contracts/${id}/holds/${hold.id}/resolves`, {}), 201)
    expect(await now(claim.id)).toEqual([])
  })

  test('after the contract is finalized', async () => {
    const id = await claims.pendVsc('0')
    const claim = await enter(id)
    expect(await now(claim.id)).toEqual(['ContractNotActive'])
    await done(entry.post(`/contracts/${id}/finalize`, {}, withKey()))
    expect(await now(claim.id)).toEqual([])
  })

  test('after a cancel is reinstated', async () => {
    const id = await claims.sellVsc('0')
    const cancel = await cancelled(id)
    const claim = await enter(id, { lossDate: '2025-03-05' })
    expect(await now(claim.id)).toEqual(['LossAfterCancel'])
    const back = { action: 'Reinstate', reason: 'In error', reinstateDate: '2025-03-11', gapDays: 0 }
    await done(admin.post(`/cancels/${cancel.id}`, back, withKey()))
    expect(await now(claim.id)).toEqual([])
  })
})

describe('a cancelled contract', () => {
  test('covers what happened before, whenever it is reported; later losses are denied with the cancel', async () => {
    const id = await claims.sellVsc('0')
    const before = await enter(id, { lossDate: '2025-02-28' })
    const after = await enter(id, { lossDate: '2025-03-01' })
    const { id: cancelId } = await cancelled(id)
    expect(await claims.read(before.id)).toMatchObject({ status: 'Open', coverage: { inForce: true } })
    expect(await claims.read(after.id)).toMatchObject({
      ...{ status: 'Denied', deniedReason: 'NOINFORCE', details: [{ status: 'Denied' }] },
      coverage: { inForce: false, reasons: [{ code: 'LossAfterCancel' }] },
    })
    expect(await against(id, { lossDate: '2025-02-28' })).toEqual([])
    expect(await against(id, { lossDate: '2025-03-01' })).toEqual(['LossAfterCancel'])
    // Paying what happened before does not reopen the cancel.
    await done(claims.authorize(before.id))
    await claims.pay(await done(claims.requestPayment(before.id), 201))
    expect(await claims.contract(id)).toMatchObject({
      ...{ status: 'Cancelled', totals: { claimsPaid: 120 } },
    })
    expect((await done(desk.get(`/cancels/${cancelId}`))).status).toBe('Active')
  })

  test('that was reinstated covers losses again', async () => {
    const id = await claims.sellVsc('0')
    const cancel = await cancelled(id)
    expect(await against(id, { lossDate: '2025-03-05' })).toEqual(['LossAfterCancel'])
    const back = { action: 'Reinstate', reason: 'In error', reinstateDate: '2025-03-11', gapDays: 0 }
    await done(admin.post(`/cancels/${cancel.id}`, back, withKey()))
    expect(await against(id, { lossDate: '2025-03-05' })).toEqual([])
  })

  test('that was reinstated with a gap covers no loss in the gap', async () => {
    const id = await claims.sellVsc('0')
    const cancel = await cancelled(id)
    const back = { action: 'Reinstate', reason: 'Paid late', reinstateDate: '2025-03-11', gapDays: 6 }
    await done(admin.post(`/cancels/${cancel.id}`, back, withKey()))
    expect(await against(id, { lossDate: '2025-02-28' })).toEqual([])
    expect(await against(id, { lossDate: '2025-03-01' })).toEqual(['Suspended'])
    expect(await against(id, { lossDate: '2025-03-06' })).toEqual(['Suspended'])
    expect(await against(id, { lossDate: '2025-03-07' })).toEqual([])
  })

  describe('on hold', () => {
    /** Suspended from February 20, cancelled on March 1, reinstated on March 11: on hold again. */
    const heldAgain = async (): Promise<{ id: number; holdId: number }> => {
      const id = await claims.sellVsc('0')
      const suspend = { holdReasonId: reasons.NONPAY, mode: 'Suspend', holdDate: '2025-02-20' }
      const { id: holdId } = await done(entry.post(`/contracts/${id}/holds`, suspend), 201)
      const cancel = await cancelled(id)
      expect(await against(id, { lossDate: '2025-02-28' })).toEqual(['Suspended'])
      expect(await against(id, { lossDate: '2025-03-05' })).toEqual(['LossAfterCancel'])
      const back = { action: 'Reinstate', reason: 'In error', reinstateDate: '2025-03-11' }
      await done(admin.post(`/cancels/${cancel.id}`, back, withKey()))
      expect(await claims.contract(id)).toMatchObject({ status: 'OnHold', holds: [{ status: 'Open' }] })
      return { id, holdId }
    }
    const resolve = (id: number, holdId: number, body: object = {}) =>
      done(entry.post(`/contracts/${id}/holds/${holdId}/resolves`, body), 201)
    const againstEach = async (id: number, days: readonly string[]) => {
      const found: Record<string, string[]> = {}
      for (const lossDate of days) found[lossDate] = await against(id, { lossDate })
      return found
    }

    test('that was reinstated is suspended again, until the hold is resolved', async () => {
      const { id, holdId } = await heldAgain()
      expect(await againstEach(id, ['2025-02-19', '2025-02-28', '2025-03-01', '2025-03-11'])).toEqual({
        ...{ '2025-02-19': [], '2025-02-28': ['Suspended'] },
        ...{ '2025-03-01': ['Suspended'], '2025-03-11': ['Suspended'] },
      })
      await claims.to('2025-03-20')
      expect(await resolve(id, holdId)).toMatchObject({ extendsExpirationDays: 28 })
      const { expirationDate, holds } = await claims.contract(id)
      expect(expirationDate).toBe('2029-04-12')
      expect(
        holds[0].resolves.map((one: Any) => [one.resolution, one.resolveDate, one.extendsExpirationDays]),
      ).toEqual([
        ['Cancelled', '2025-03-01', null],
        ['Cleared', '2025-03-20', 28],
      ])
      expect(await againstEach(id, ['2025-03-05', '2025-03-19', '2025-03-20'])).toEqual({
        ...{ '2025-03-05': ['Suspended'], '2025-03-19': ['Suspended'], '2025-03-20': [] },
      })
      await claims.to('2025-03-11')
    })

    test('only the last resolve of a hold ends its suspension, also one before the cancel', async () => {
      const { id, holdId } = await heldAgain()
      await resolve(id, holdId, { resolveDate: '2025-02-25' })
      expect(await againstEach(id, ['2025-02-24', '2025-02-25', '2025-03-05'])).toEqual({
        ...{ '2025-02-24': ['Suspended'], '2025-02-25': [], '2025-03-05': [] },
      })
    })
  })

  test('flat, it never covered anything: every open claim is denied', async () => {
    const id = await claims.sellVsc('0')
    const claim = await enter(id, { lossDate: '2025-01-05' })
    await cancelled(id, { cancelReasonCode: 'DLRERR', requestedBy: 'Administrator' })
    expect(await claims.read(claim.id)).toMatchObject({ status: 'Denied', deniedReason: 'NOINFORCE' })
    expect(await against(id, { lossDate: '2025-01-05' })).toEqual(['ContractNotActive'])
  })
})

describe('a contract that was transferred', () => {
  test('covers the losses of both owners', async () => {
    const id = await claims.sellVsc('0')
    const newOwner = { ...dana, firstName: 'Sam', email: 'sam@example.com' }
    const body = { newOwner, transferDate: '2025-03-11', odometer: 24_200 }
    await done(entry.post(`/contracts/${id}/transferrequest`, body), 201)
    expect(await against(id, { lossDate: '2025-02-10' })).toEqual([])
    expect(await against(id, { lossDate: '2025-03-11', lossOdometer: 24_300 })).toEqual([])
  })
})

describe('while a cancel request is open', () => {
  test.each<[string, object]>([
    ['Withdraw', {}],
    ['Deny', { denyReason: 'Not allowed' }],
  ])('a new claim waits for its end: %s', async (action, body) => {
    const id = await claims.sellVsc('0')
    const wish = { cancelDate: '2025-03-11', cancelOdometer: 24_200 }
    const request = await requested(desk, id, wish)
    const claim = await enter(id)
    expect(claim).toMatchObject({
      ...{ status: 'OnHold', holds: [{ reasonCode: 'CXLPEND', from: '2025-03-11', to: null }] },
    })
    await done(step(desk, request.id, action, body))
    expect(await claims.read(claim.id)).toMatchObject({
      ...{ status: 'Open', holds: [{ to: '2025-03-11' }] },
    })
    expect((await done(claims.authorize(claim.id))).status).toBe('Authorized')
  })

  test('executed, it denies later losses and lets earlier ones go on', async () => {
    const id = await claims.sellVsc('0')
    const request = await requested(desk, id, { cancelDate: '2025-03-10', cancelOdometer: 24_200 })
    const [before, after] = [await enter(id, { lossDate: '2025-03-09' }), await enter(id)]
    await done(step(desk, request.id, 'Execute'))
    expect(await claims.read(before.id)).toMatchObject({ status: 'Open', holds: [{ to: '2025-03-11' }] })
    expect((await claims.read(after.id)).status).toBe('Denied')
  })
})

describe('the claims of contracts are denied together', () => {
  test('what can be denied is, and every other claim says why not', async () => {
    const [one, two] = [await claims.sellVsc('0'), await claims.sellVsc('0')]
    const early = await enter(one, { lossDate: '2025-02-01' })
    const paying = await enter(one, { lossDate: '2025-02-20' })
    const authorized = await enter(two, { lossDate: '2025-02-20' })
    const mixed = await claims.entered(two, [laborFor(100), laborFor(60)], { lossDate: '2025-02-20' })
    const paid = await enter(two, { lossDate: '2025-02-20' })
    for (const claim of [paying, authorized, mixed, paid]) await done(claims.authorize(claim.id))
    await done(claims.requestPayment(paying.id), 201)
    await done(claims.requestPayment(mixed.id, { detailIds: [mixed.details[0].id] }), 201)
    await claims.pay(await done(claims.requestPayment(paid.id), 201))
    const body = { contractIds: [two, one, two], deniedReasonCode: 'NOMAINT', lossDateAfter: '2025-02-01' }
    const { results } = await done(claims.adjuster.post('/contracts/denyClaims', body))
    expect(results).toEqual([
      ...[
        [early, one, 'Skipped', 'LossBefore'],
        [paying, one, 'Skipped', 'PaymentRequested'],
        [authorized, two, 'Denied', null],
        [mixed, two, 'Denied', null],
      ].map(([claim, contractId, result, reason]: Any) => ({
        ...{ claimId: claim.id, number: claim.number, contractId, result, reason },
      })),
    ])
    expect(await claims.read(mixed.id)).toMatchObject({
      ...{ status: 'PaymentRequested', details: [{ status: 'Authorized' }, { status: 'Denied' }] },
    })
    expect((await claims.contract(two)).totals).toMatchObject({ claimsAuthorized: 0, claimsPaid: 120 })
    const again = await done(claims.adjuster.post('/contracts/denyClaims', { ...body, contractIds: [two] }))
    expect(again.results).toMatchObject([{ claimId: mixed.id, reason: 'PaymentRequested' }])
  })

  test('refused: an unknown contract or reason, and who may not decide', async () => {
    const deny = (body: object, caller = claims.adjuster) => caller.post('/contracts/denyClaims', body)
    const reason = { deniedReasonCode: 'NOMAINT' }
    expect(
      expectProblem(await deny({ contractIds: [1, 987_654], ...reason }), 'UnknownReference').errors,
    ).toMatchObject([{ pointer: '/contractIds/1' }])
    expectProblem(await deny({ contractIds: [1], deniedReasonCode: 'NOSUCH' }), 'UnknownReference')
    expectProblem(await deny({ contractIds: [], ...reason }), 'ValidationFailed')
    expectProblem(await deny({ contractIds: [1] }), 'ValidationFailed')
    expectProblem(await deny({ contractIds: [1], ...reason }, claims.as('sandbox-dealer-d1001')), 'Forbidden')
  })
})
