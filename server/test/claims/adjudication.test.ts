import { afterAll, describe, expect, test } from 'vitest'
import { laborFor, openClaims } from '../support/builders/claims.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { newVin } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// What is paid of a claim: the examples of the rules to the cent, and every cut by itself.

const service = await testService()
const claims = await openClaims(service)
const { supervisor, done } = claims
afterAll(async () => expect(await faultsIn((await sandboxOf(service)).db)).toEqual([]))

await claims.set('inspectionThreshold', 100_000)
const other = await holderId(service, 'RepairFacility', 'RF200')

const authorize = (id: number, body: object = {}) => done(claims.authorize(id, body, supervisor))

describe('V1: a contract with 590.00 left of 6,800.00', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a claim as it is answered.
  let claim: any
  let contractId: number

  test('6,210.00 was paid before', async () => {
    contractId = await claims.sellVsc('100', { vehiclePurchasePrice: 6800 })
    const before = await claims.entered(contractId, [laborFor(6310)])
    expect(before.costs).toMatchObject({ payable: 6210, deductible: 100, overLimit: 0 })
    await authorize(before.id)
    await claims.pay(await done(claims.requestPayment(before.id), 201))
    expect((await claims.contract(contractId)).limitOfLiability).toMatchObject({
      ...{ usedAggregate: 6210, remainingAggregate: 590 },
    })
  })

  test('590.00 is paid of 957.96, and the customer pays 467.96', async () => {
    claim = await done(claims.enter(contractId), 201)
    expect(claim).toMatchObject({
      details: [
        {
          ...{ requested: 1080.75, adjusted: 1022.75, tax: 35.21, deductibleApplied: 100 },
          ...{ overLimit: 367.96, notCovered: 0, payable: 590, customerPay: 467.96 },
        },
      ],
      contract: { remainingLiability: 590 },
    })
    const amounts = claim.details[0].parts.map(({ tax }: { tax: number }) => tax)
    expect(amounts).toEqual([32.17, 3.04])
  })

  test('what one claim was promised is not there for another, until it is given back', async () => {
    const second = await claims.entered(contractId, [laborFor(500)])
    expect(second.costs).toMatchObject({ payable: 400 })
    expect(await authorize(claim.id)).toMatchObject({
      ...{ contract: { remainingLiability: 0 }, details: [{ authorizedAmount: 590, payable: 590 }] },
    })
    expectProblem(await claims.authorize(second.id), 'NothingPayable', 422)
    const reopened = await done(claims.change(claim.id, { action: 'Reopen', reason: 'Wrong guide' }))
    expect(reopened).toMatchObject({
      ...{ contract: { remainingLiability: 590 }, details: [{ payable: 590, overLimit: 367.96 }] },
    })
    expect(await authorize(second.id)).toMatchObject({ contract: { remainingLiability: 190 } })
    expect(await authorize(claim.id)).toMatchObject({ details: [{ authorizedAmount: 190 }] })
  })

  test('two details share what is left, in sequence, and a denied one leaves its part to the other', async () => {
    const price = { vehiclePurchasePrice: 600 }
    const small = await claims.sellVsc('0', price)
    const both = await claims.entered(small, [laborFor(400), laborFor(300)])
    expect(both.details).toMatchObject([{ payable: 400 }, { payable: 200, overLimit: 100 }])
    const [first, second] = both.details
    // The rest stays what it was when the first is authorized.
    expect((await authorize(both.id, { detailIds: [first.id] })).details).toMatchObject([
      ...[{ authorizedAmount: 400 }, { status: 'Pending', payable: 200 }],
    ])
    const denial = { action: 'Deny', detailIds: [first.id], deniedReasonCode: 'LATE' }
    expect((await done(claims.change(both.id, denial))).details).toMatchObject([
      ...[
        { payable: 0, customerPay: 400 },
        { payable: 300, overLimit: 0 },
      ],
    ])
    expect((await authorize(both.id, { detailIds: [second.id] })).contract.remainingLiability).toBe(300)
  })
})

describe('V2: a deductible of 200.00 a visit', () => {
  test('is used up in sequence; a denied detail gives nothing; what was given is not asked again', async () => {
    const contractId = await claims.sellVsc('200')
    const claim = await claims.entered(contractId, [laborFor(150), laborFor(400)])
    expect(claim).toMatchObject({
      details: [
        { deductibleApplied: 150, payable: 0, customerPay: 150 },
        { deductibleApplied: 50, payable: 350, customerPay: 50 },
      ],
      deductible: { amount: 200, applied: 200 },
    })
    const [first, second] = claim.details
    expectProblem(await claims.authorize(claim.id, { detailIds: [first.id] }), 'NothingPayable')
    const deny = { action: 'Deny', detailIds: [first.id], deniedReasonCode: 'PREEX' }
    expect((await done(claims.change(claim.id, deny))).details).toMatchObject([
      { deductibleApplied: 0, payable: 0, customerPay: 150 },
      { deductibleApplied: 200, payable: 200, customerPay: 200 },
    ])
    await authorize(claim.id, { detailIds: [second.id] })
    const reopen = { action: 'Reopen', detailIds: [first.id], reason: 'New facts' }
    expect((await done(claims.change(claim.id, reopen))).details).toMatchObject([
      { deductibleApplied: 0, payable: 150 },
      { deductibleApplied: 200, payable: 200 },
    ])
  })
})

describe('V3: towing and a rental car', () => {
  const lines = (rental: number) => [
    {
      ...laborFor(100),
      misc: [
        { type: 'Tow', quantity: 1, unitPrice: 120 },
        { type: 'Rental', quantity: 7, unitPrice: rental },
      ],
    },
  ]

  test('are paid up to their caps, and the customer pays the rest', async () => {
    const claim = await claims.entered(await claims.sellVsc('0'), lines(45))
    expect(claim.details).toMatchObject([
      {
        ...{ requested: 535, adjusted: 375, notCovered: 160, payable: 375, customerPay: 160 },
        misc: [
          { cap: 75, amount: 75 },
          { cap: 200, amount: 200 },
        ],
      },
    ])
    expect(await done(claims.adjuster.get(`/claims/${claim.id}/claimbenefits`))).toMatchObject([
      { code: 'RENTAL', unitCap: 40, occurrenceCap: 200, used: 200, remaining: 0 },
      { code: 'TOW', unitCap: 75, occurrenceCap: 75, used: 75, remaining: 0 },
    ])
  })

  test('with the upgrade a rental is 60.00 a day; the caps are for each claim', async () => {
    const contractId = await claims.sellVsc('0', {}, { surchargeCodes: 'RENTALUP' })
    for (const used of [75, 75]) {
      const claim = await claims.entered(contractId, lines(70))
      expect(claim.details).toMatchObject([{ misc: [{ amount: used }, { amount: 300 }], notCovered: 235 }])
    }
  })

  test('two details share the cap of the claim', async () => {
    const claim = await claims.entered(await claims.sellVsc('0'), [...lines(45), ...lines(45)])
    expect(claim.details).toMatchObject([{ notCovered: 160 }, { notCovered: 435, payable: 100 }])
  })
})

describe('the deductible at a related shop', () => {
  const facility = (repairFacilityId: number) => ({ repairFacilityId, details: [laborFor(120)] })

  test('disappears at the shop of the selling dealer, and nowhere else', async () => {
    const contractId = await claims.sellVsc('100D')
    const v1 = await done(claims.enter(contractId), 201)
    expect(v1).toMatchObject({
      ...{ relatedDealer: { isSellingDealer: true }, details: [{ deductibleApplied: 0, payable: 1057.96 }] },
    })
    expect(await done(claims.enter(contractId, facility(other)), 201)).toMatchObject({
      ...{ relatedDealer: null, details: [{ deductibleApplied: 100, payable: 20 }] },
    })
    expect((await claims.entered(contractId, [laborFor(120)])).details).toMatchObject([
      { deductibleApplied: 100 },
    ])
    // A shop of another dealer of the group.
    const sister = await holderId(service, 'Dealer', 'D1002')
    await done(claims.admin.patch(`/repairfacilities/${other}/dealers`, { ids: [sister] }))
    expect(await done(claims.enter(contractId, facility(other)), 201)).toMatchObject({
      ...{ relatedDealer: { isSellingDealer: false, isSameGroup: true }, deductible: { applied: 0 } },
    })
    await done(claims.admin.patch(`/repairfacilities/${other}`, { dealerIds: [] }))
  })

  test('is reduced there by a contract that says so', async () => {
    const contractId = await claims.sellVsc('100')
    await inDatabase(
      service,
      `update contract set sold = jsonb_set(sold, '{deductible}', sold -> 'deductible'
         || '{"type": "Reduced", "reducedAmount": 30}') where id = $1`,
      [contractId],
    )
    const at = async (shop: number) => (await done(claims.enter(contractId, facility(shop)), 201)).deductible
    expect(await at(claims.facilityId)).toMatchObject({ type: 'Reduced', applied: 30 })
    expect(await at(other)).toMatchObject({ applied: 100 })
  })
})

describe('cuts', () => {
  test("the maker's warranty pays what it covers, to its last day and mile", async () => {
    const warranties = [{ type: 'Powertrain', endDate: '2025-03-10', endOdometer: 24_100 }]
    const contractId = await claims.sellVsc('0', {
      vehicle: { vin: newVin(), warranties },
    })
    const engine = laborFor(100, { components: [{ code: 'WATERPUMP', isPrimaryFailure: true }] })
    const claim = await claims.entered(contractId, [engine, laborFor(90)])
    expect(claim.details).toMatchObject([
      {
        ...{ notCovered: 100, payable: 0, customerPay: 100 },
        adjustments: [{ target: 'Labor', reasonCode: 'MfrWarranty', amount: -100, isAutomatic: true }],
      },
      { notCovered: 0, payable: 90, adjustments: [] },
    ])
    const [first] = claim.details
    expectProblem(await claims.authorize(claim.id, { detailIds: [first.id] }), 'NotCovered', 422)
    const later = await claims.entered(contractId, [engine], { lossOdometer: 24_101 })
    expect(later.details).toMatchObject([{ payable: 100 }])
  })

  test('seals are covered with their surcharge only; a line may name its own component', async () => {
    const contractId = await claims.sellVsc('0')
    const labor = [
      { hoursRequested: 1, rateRequested: 100 },
      { hoursRequested: 2, rateRequested: 70, componentCode: 'engineseals' },
    ]
    const mixed = laborFor(0, { labor, components: [{ code: 'ALTERNATOR' }, { code: 'ENGINESEALS' }] })
    expect((await claims.entered(contractId, [mixed])).details).toMatchObject([
      {
        ...{ requested: 240, adjusted: 100, notCovered: 140, payable: 100 },
        components: [{ isCovered: true }, { code: 'ENGINESEALS', isCovered: false }],
      },
    ])
    const sealed = await claims.sellVsc('0', {}, { surchargeCodes: 'SEALS' })
    expect((await claims.entered(sealed, [mixed])).details).toMatchObject([{ payable: 240 }])
  })

  test('hours, rates and prices are cut to guide, shop and list; supplies to 25.00; between us and the shop', async () => {
    const contractId = await claims.sellVsc('0')
    const detail = laborFor(0, {
      labor: [{ hoursRequested: 2.5, hoursGuide: 2, rateRequested: 160 }],
      parts: [{ quantity: 2, unitPriceRequested: 50, msrp: 45.5 }],
      misc: [{ type: 'ShopSupplies', quantity: 1, unitPrice: 40 }],
    })
    const claim = await done(claims.enter(contractId, { details: [detail] }), 201)
    const [{ adjustments, labor, parts, ...figures }] = claim.details
    expect(
      adjustments.map((each: { reasonCode: string; amount: number }) => `${each.reasonCode} ${each.amount}`),
    ).toEqual(['GuideTime -80', 'LaborRate -30', 'PartPrice -9', 'FeeCap -15'])
    expect(labor).toMatchObject([{ hoursApproved: 2, rateApproved: 145, amount: 290, tax: 0 }])
    expect(parts).toMatchObject([{ unitPriceApproved: 45.5, amount: 91, tax: 7.51 }])
    expect(figures).toMatchObject({
      ...{ requested: 540, adjusted: 406, tax: 7.51, payable: 413.51, notCovered: 0, customerPay: 0 },
    })
  })

  test('the labor rate of the shop and the tax of its state are those of the day of the loss', async () => {
    const contractId = await claims.sellVsc('0')
    const claim = await done(claims.enter(contractId, { repairFacilityId: other }), 201)
    // In Florida: 3.8 hours at 130.00, parts taxed with 7.5%.
    expect(claim.details).toMatchObject([
      { adjusted: 494 + 426.75 + 45, tax: 29.25 + 2.76, adjustments: [{ amount: -58 }, { amount: -57 }] },
    ])
    expect(claim.details[0].labor).toMatchObject([{ rateApproved: 130, hoursApproved: 3.8 }])
  })
})
