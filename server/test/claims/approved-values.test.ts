import { describe, expect, test } from 'vitest'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// What an adjuster approves by hand, below and above what the rules give.

// biome-ignore lint/suspicious/noExplicitAny: a claim as it is answered.
type Any = any

const service = await testService()
const claims = await openClaims(service)
const { done, adjuster, supervisor, facilityId } = claims

const contractId = await claims.sellVsc('0')
const loss = { lossDate: '2025-03-10', lossOdometer: 24_100 }

describe('what an adjuster approves', () => {
  const labor = { hoursRequested: 2, hoursGuide: 1.5, rateRequested: 150 }
  const part = { quantity: 1, unitPriceRequested: 100, msrp: 90 }
  const detail = (more: object, parts: object = {}) =>
    laborFor(0, { labor: [{ ...labor, ...more }], parts: [{ ...part, ...parts }] })
  const enter = (details: object[], caller = adjuster, changes: object = {}) =>
    caller.post('/claims', { contractId, ...loss, repairFacilityId: facilityId, details, ...changes })

  test('may be less than the rules give', async () => {
    const [issue] = (
      await done(enter([detail({ hoursApproved: 1, rateApproved: 140 }, { unitPriceApproved: 80 })]), 201)
    ).details
    expect(issue.labor).toMatchObject([{ hoursApproved: 1, rateApproved: 140, amount: 140 }])
    expect(issue.parts).toMatchObject([{ unitPriceApproved: 80, amount: 80, tax: 6.6 }])
    const byReason: Record<string, number> = {}
    for (const { reasonCode, amount } of issue.adjustments)
      byReason[reasonCode] = (byReason[reasonCode] ?? 0) + amount
    // The rules give 1.5 hours at 145.00 and a part at 90.00; the rest is the adjuster's.
    expect(byReason).toEqual({ GuideTime: -75, LaborRate: -7.5, PartPrice: -10, Adjuster: -77.5 - 10 })
  })

  test.each<[string, object, object]>([
    ['hours', { hoursApproved: 1.51 }, {}],
    ['rate', { rateApproved: 145.01 }, {}],
    ['price', {}, { unitPriceApproved: 90.01 }],
  ])('above the rules needs the right to override: %s', async (_, line, parts) => {
    const refused = expectProblem(await enter([detail(line, parts)]), 'Forbidden', 403)
    expect(refused).toMatchObject({ permission: 'claims:override' })
    const claim = await done(enter([detail(line, parts)], supervisor), 201)
    expect(claim.costs.adjusted).toBeGreaterThan(217.5 + 90)
    // An adjuster keeps what was overridden, and does not add to it.
    const [{ id, labor: lines, parts: others }] = claim.details
    const kept = {
      ...{ id, ...laborFor(0) },
      labor: [{ id: lines[0].id, ...labor, ...line }],
      parts: [{ id: others[0].id, ...part, ...parts }],
    }
    const body = { ...loss, repairFacilityId: facilityId, details: [kept] }
    expect((await done(adjuster.put(`/claims/${claim.id}`, body))).costs).toEqual(claim.costs)
  })

  test.each<[string, object, object]>([
    ['hours', { hoursApproved: 10 }, {}],
    ['rate', { rateApproved: 9999 }, {}],
    ['price', {}, { unitPriceApproved: 95.01 }],
  ])('an override of somebody else is not raised: %s', async (_, line, parts) => {
    const own = [{ hoursApproved: 1.6, rateApproved: 146 }, { unitPriceApproved: 95 }] as const
    const claim = await done(enter([detail(...own)], supervisor), 201)
    const [{ id, labor: lines, parts: others }] = claim.details
    const sent = (more: object, price: object) => ({
      ...{ id, ...laborFor(0) },
      labor: [{ id: lines[0].id, ...labor, ...own[0], ...more }],
      parts: [{ id: others[0].id, ...part, ...own[1], ...price }],
    })
    const put = (changed: object, caller = adjuster) =>
      caller.put(`/claims/${claim.id}`, { ...loss, repairFacilityId: facilityId, details: [changed] })
    const raised = sent(line, parts)
    expect(expectProblem(await put(raised), 'Forbidden')).toMatchObject({ permission: 'claims:override' })
    // Nor does it count for a second line with the same id.
    const kept = sent({}, {})
    const twice = { ...kept, labor: [...kept.labor, ...kept.labor] }
    expectProblem(await put(twice), 'Forbidden')
    await done(put(raised, supervisor))
    // It may be lowered, also to a value that is still above the rules.
    expect((await done(put(kept))).costs).toEqual(claim.costs)
  })

  test('is judged by the shop and the day that the claim has then', async () => {
    const high = { ...detail({ rateApproved: 149 }), parts: [] }
    const claim = await done(enter([high, high], adjuster, { repairFacilityId: null }), 201)
    const [open] = claim.details
    const named = { repairFacilityId: facilityId }
    const change = (body: object, caller = adjuster) => claims.change(claim.id, body, caller)
    const keep = ({ id, labor: [line] }: Any) => ({
      ...{ id, ...laborFor(0) },
      labor: [{ id: line.id, ...labor, rateApproved: 149 }],
    })
    const details = claim.details.map(keep)
    const put = (body: object) => adjuster.put(`/claims/${claim.id}`, { ...loss, ...body })
    for (const refused of [await change(named), await put({ ...named, details })])
      expect(expectProblem(refused, 'Forbidden', 403)).toMatchObject({ permission: 'claims:override' })
    await done(change({ advisorName: 'Jo Park' }))
    // What a supervisor allows at that shop may stay there.
    expect((await done(change(named, supervisor))).details[0]).toMatchObject({ adjusted: open.adjusted })
    await done(change({ lossDate: '2025-03-09' }))
    await done(put({ ...named, details }))
    // Decided details keep their figures, whatever shop is named.
    await done(change({ repairFacilityId: null }))
    await done(claims.authorize(claim.id))
    const after = await done(change(named))
    expect(after.details.map(({ payable }: Any) => payable)).toEqual([open.adjusted, open.adjusted])
  })

  test('is not for shops and dealers', async () => {
    const dealer = claims.as('sandbox-dealer-d1001')
    const cut = { target: 'Detail', reasonCode: 'Other', amount: -1 }
    for (const refused of [detail({ hoursApproved: 1 }), { ...detail({}), adjustments: [cut] }])
      expect(expectProblem(await enter([refused], dealer), 'Forbidden')).toMatchObject({
        permission: 'claims:adjudicate',
      })
    await done(enter([detail({})], dealer), 201)
  })

  test('is sent again by the shop with a supplement, and only as it is', async () => {
    const shop = claims.as('sandbox-facility-rf100')
    const cut = { target: 'Detail', reasonCode: 'Betterment', amount: -10, note: 'Worn' }
    const ofLine = { target: 'Labor', targetId: 7, reasonCode: 'Other', amount: -5 }
    const byHand = detail({ id: 7, hoursApproved: 1.4 }, { unitPriceApproved: 80 })
    const decided = { ...byHand, adjustments: [cut, ofLine] }
    const claim = await done(enter([decided, decided]), 201)
    const [first, second] = claim.details
    await done(claims.authorize(claim.id, { detailIds: [first.id] }))
    const stored = ({ id, labor: [line], parts: [other] }: Any) => ({
      ...{ id, ...laborFor(0) },
      labor: [{ id: line.id, ...labor, hoursApproved: 1.4 }],
      parts: [{ id: other.id, ...part, unitPriceApproved: 80 }],
      adjustments: [cut, { ...ofLine, targetId: line.id }],
    })
    const put = (details: object[]) =>
      shop.put(`/claims/${claim.id}`, { ...loss, repairFacilityId: facilityId, details })
    const [kept, open] = [stored(first), stored(second)]
    for (const changed of [
      { ...open, labor: [{ ...open.labor[0], hoursApproved: 1.3 }] },
      { ...open, labor: [{ ...open.labor[0], rateApproved: 140 }] },
      { ...open, labor: [open.labor[0], open.labor[0]] },
      { ...open, parts: [{ ...open.parts[0], unitPriceApproved: 81 }] },
      { ...open, adjustments: [{ ...cut, amount: -9 }] },
      { ...open, adjustments: [cut, cut] },
    ])
      expect(expectProblem(await put([kept, changed]), 'Forbidden', 403)).toMatchObject({
        permission: 'claims:adjudicate',
      })
    const after = await done(put([kept, open, laborFor(50)]))
    expect(after.details.slice(0, 2)).toMatchObject([
      { status: 'Authorized', adjusted: first.adjusted, adjustments: first.adjustments },
      { status: 'Pending', adjusted: second.adjusted, adjustments: second.adjustments },
    ])
    expect(after.details[2]).toMatchObject({ status: 'Pending', requested: 50 })
  })

  test('a cut by hand is of a line, a detail or the claim, and no line falls below 0', async () => {
    const adjustments = [
      { target: 'Labor', targetId: 7, reasonCode: 'Adjuster', amount: -30, note: 'Overlap' },
      { target: 'Detail', reasonCode: 'Other', amount: -1000 },
    ]
    const details = [
      { ...laborFor(0), labor: [{ id: 7, hoursRequested: 1, rateRequested: 100 }], adjustments },
    ]
    const claim = await done(enter(details), 201)
    expect(claim.details).toMatchObject([{ requested: 100, adjusted: 0, payable: 0, customerPay: 0 }])
    const amounts = claim.details[0].adjustments.map(({ amount }: Any) => amount)
    expect(amounts).toEqual([-30, -70])
    expectProblem(await claims.authorize(claim.id), 'NothingPayable')
  })
})
