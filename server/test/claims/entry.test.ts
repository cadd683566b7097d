import { afterAll, describe, expect, test } from 'vitest'
import { soldOn } from '../support/builders/cancel-requests.ts'
import { laborFor, openClaims, waterPump } from '../support/builders/claims.ts'
import { faultsIn as faultsOfBooks } from '../support/builders/contract-books.ts'
import { dana, finalize } from '../support/builders/contracts.ts'
import { quote, ratesIn } from '../support/builders/quotes.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// Claims are entered, replaced and changed: every field, every fault, every warning.

// biome-ignore lint/suspicious/noExplicitAny: a claim or a contract as it is answered.
type Any = any

const service = await testService()
const claims = await openClaims(service)
const { done, adjuster, supervisor, admin, facilityId } = claims
afterAll(async () => expect(await faultsOfBooks((await sandboxOf(service)).db)).toEqual([]))

const contractId = await claims.sellVsc('0')
const contract = await claims.contract(contractId)
const users: Any[] = (await done(admin.get('/v2/Users?pageSize=200'))).items
const userId = (name: string): number => users.find(({ userName }) => userName === name)?.id
const loss = { lossDate: '2025-03-10', lossOdometer: 24_100 }
const post = (body: object, caller = adjuster) => caller.post('/claims', { contractId, ...loss, ...body })
const put = (id: number, body: object, caller = adjuster) => caller.put(`/claims/${id}`, { ...loss, ...body })
const pointersOf = (problem: Any): string[] => problem.errors.map(({ pointer }: Any) => pointer).sort()

describe('a claim is entered', () => {
  test('with every field', async () => {
    const answer = await adjuster.post('/claims', {
      ...{ contractNumber: contract.number.toLowerCase(), ...loss, claimType: 'Reimbursement' },
      ...{ reportedDate: '2025-03-11', repairFacilityId: facilityId, advisorName: 'Jo Park' },
      ...{ repairOrderNumber: '7781', customerContact: '512-555-0199' },
      adjusterId: userId('sandbox-adjuster@sandbox.example'),
      details: [
        {
          ...waterPump,
          ...{ complaintText: 'Squeals when cold', causeText: 'Bearing', correctionText: 'New pump' },
          components: [{ code: 'fan' }, { code: 'WATERPUMP', isPrimaryFailure: true }],
          misc: [{ type: 'Diagnosis', quantity: 0.5, unitPrice: 90, componentCode: 'FAN' }],
          adjustments: [{ target: 'Detail', reasonCode: 'Betterment', amount: -20, note: 'Worn belt' }],
        },
      ],
    })
    expect(answer.status, answer.text).toBe(201)
    const { body, headers } = answer
    expect(headers.get('location')).toBe(`/claims/${body.id}`)
    expect(body).toMatchObject({
      ...{ number: `CLM-${String(body.id).padStart(6, '0')}`, status: 'InReview', ...loss },
      ...{ claimType: 'Reimbursement', reportedDate: '2025-03-11', advisorName: 'Jo Park' },
      ...{ repairOrderNumber: '7781', customerContact: '512-555-0199', reserve: 0, caseReserve: null },
      ...{ authorizationNumber: null, authorizedUntil: null, payments: [], inspections: [], holds: [] },
      repairFacility: { type: 'RepairFacility', id: facilityId, number: 'RF100' },
      relatedDealer: { number: 'D1001', isSellingDealer: true, isSameGroup: true },
      contract: {
        ...{ contractId, number: contract.number, status: 'Active', planName: 'Platinum' },
        ...{ effectiveDate: '2024-03-15', expirationDate: '2029-03-15', expirationOdometer: 87_000 },
        ...{ vehicle: { vin: contract.vehicle.vin, year: 2024 }, dealer: { number: 'D1001' } },
      },
      createdBy: 'sandbox-adjuster',
    })
    expect(body.details).toMatchObject([
      {
        ...{ complaintCode: 'NOISE', causeCode: 'INTFAIL', correctionCode: 'REPLACE' },
        ...{ complaintText: 'Squeals when cold', causeText: 'Bearing', correctionText: 'New pump' },
        components: [
          { code: 'FAN', name: 'Cooling fan', isCovered: true, isPrimaryFailure: false },
          { code: 'WATERPUMP', name: 'Water pump', isPrimaryFailure: true },
        ],
        misc: [{ type: 'Diagnosis', quantity: 0.5, unitPrice: 90, amount: 45, componentCode: 'FAN' }],
        ...{ requested: 1080.75, tax: 35.21 },
      },
    ])
    const cuts = body.details[0].adjustments.map((cut: Any) => [cut.reasonCode, cut.isAutomatic])
    expect(cuts).toEqual([
      ...[
        ['GuideTime', true],
        ['Betterment', false],
      ],
    ])
    const read = await adjuster.get(`/claims/${body.id}`)
    expect(read.body).toEqual(body)
    expect(read.headers.get('etag')).toBe(headers.get('etag'))
  })

  test('with little: without details it is open, and the reported date is today', async () => {
    const claim = await done(post({}), 201)
    expect(claim).toMatchObject({
      ...{ status: 'Open', details: [], reportedDate: '2025-03-11', repairFacility: null },
      costs: { requested: 0, payable: 0 },
    })
    // It can be denied as a whole.
    const denied = await done(
      claims.change(claim.id, { action: 'Deny', deniedReasonCode: 'LATE' }, supervisor),
    )
    expect(denied).toMatchObject({ status: 'Denied', deniedReason: 'LATE' })
  })

  test.each<[string, object, string]>([
    ['VSC', {}, 'Repair'],
    ['PPM', {}, 'PPM'],
    ['TW', {}, 'TireWheel'],
    ['KEY', {}, 'Key'],
    [
      'GAP',
      {
        query: { financedAmount: 32_000, financeTermMonths: 72, apr: 6.9, dealType: 'Loan', msrp: 30_000 },
        body: { lienHolderNumber: 'L200' },
      },
      'GAP',
    ],
  ])('on a %s contract', async (productTypeCode, { query, body }: Any, claimType) => {
    const sale = { dealer: 'D1001', on: '2024-03-15', query: { productTypeCode, ...query }, body }
    const id = productTypeCode === 'VSC' ? contractId : (await soldOn(service, sale)).id
    await claims.to('2025-03-11')
    const claim = await done(post({ contractId: id }), 201)
    expect(claim).toMatchObject({ claimType, contract: { contractId: id } })
    if (claimType === 'TireWheel') tires = id
    if (claimType === 'PPM') oil = id
  })
  let tires = 0
  let oil = 0

  test('on an appliance, which has no odometer', async () => {
    await claims.to('2024-03-15')
    const asked = { assetTypeCode: 'TV', itemPurchasePrice: 1000, saleDate: '2024-03-15' }
    const quoted = await quote(admin, 'D5001', { ...asked, productTypeCode: 'APL' })
    const [{ rateId, suggestedRetail }] = ratesIn(quoted.body)
    const sale = { rateId, retailPrice: suggestedRetail, customer: dana, asset: { identifier: 'SN-9' } }
    const { id } = await done(admin.post('/contracts', sale), 201)
    await done(finalize(admin, id))
    await claims.to('2025-03-11')
    const details = [laborFor(80, { components: [{ code: 'SCREEN' }] })]
    const claim = await done(
      adjuster.post('/claims', { contractId: id, lossDate: '2025-03-10', details }),
      201,
    )
    expect(claim).toMatchObject({
      ...{ claimType: 'Repair', lossOdometer: null, contract: { vehicle: null } },
      details: [{ payable: 80, components: [{ code: 'SCREEN', isCovered: true }] }],
    })
  })

  test('a tire contract covers every line, and road hazards', async () => {
    const flat = { complaintCode: 'FLAT', causeCode: 'ROADHAZ', correctionCode: 'REPLACE' }
    const parts = [{ quantity: 2, unitPriceRequested: 150 }]
    const details = [{ ...flat, parts, misc: [{ type: 'Sublet', quantity: 1, unitPrice: 90 }] }]
    const claim = await done(post({ contractId: tires, repairFacilityId: facilityId, details }), 201)
    expect(claim.details).toMatchObject([{ adjusted: 390, tax: 24.75, payable: 414.75, notCovered: 0 }])
    expect((await done(claims.authorize(claim.id))).status).toBe('Authorized')
    const noise = { ...laborFor(50), ...{ causeCode: 'ROADHAZ' } }
    expectProblem(await post({ contractId: tires, details: [noise] }), 'InvalidCombination', 422)
  })

  test('with a part of a combination, which must be listed for the product', async () => {
    // What is left out goes with any, and what is given must be listed, alone or together.
    const asked = (details: object[]) => post({ contractId: tires, details })
    for (const given of [{ causeCode: 'WORN' }, { complaintCode: 'FLAT', correctionCode: 'CLEAN' }])
      expect(pointersOf(expectProblem(await asked([{}, given]), 'InvalidCombination', 422))).toEqual([
        '/details/1',
      ])
    const fits = [{}, { causeCode: 'ROADHAZ' }, { correctionCode: 'REPAIR' }, { complaintCode: 'FLAT' }]
    await done(asked([...fits, { causeCode: 'ROADHAZ', correctionCode: 'REPLACE' }]), 201)
    await done(post({ details: [{ causeCode: 'WORN' }] }), 201)
  })

  test('a service of prepaid maintenance is paid at its own price', async () => {
    const ppmEvents = [{ serviceCode: 'oil', serviceDate: '2025-03-10', odometer: 24_100 }]
    const claim = await done(post({ contractId: oil, ppmEvents }), 201)
    expect(claim).toMatchObject({
      ...{ claimType: 'PPM', details: [{ status: 'Pending', payable: 55, tax: 0, deductibleApplied: 0 }] },
      ppmEvents: [{ serviceCode: 'OIL', price: 55, status: 'Requested' }],
    })
    const unknown = [{ ...ppmEvents[0], serviceCode: 'WASH' }]
    const refused = expectProblem(await post({ contractId: oil, ppmEvents: unknown }), 'UnknownReference')
    expect(pointersOf(refused)).toEqual(['/ppmEvents/0/serviceCode'])
    expect(faultsIn(await post({ contractId: oil, details: [laborFor(5)] }))).toEqual(['/details Unknown'])
    expect(faultsIn(await post({ ppmEvents }))).toEqual(['/ppmEvents Unknown'])
  })
})

describe('refused, with every fault at once', () => {
  test('what is not well formed', async () => {
    const labor = [{ hoursRequested: 1.005, rateRequested: -1, note: 'x' }]
    const parts = [{ quantity: 1, unitPriceRequested: 10.001, type: 'Stolen' }]
    const adjustments = [
      { target: 'Labor', targetId: 1, reasonCode: 'GuideTime', amount: -5 },
      { target: 'Detail', reasonCode: 'Other', amount: 5 },
    ]
    const answer = await post({
      ...{ lossDate: '2025-02-30', lossOdometer: -1, color: 'red', claimType: 'Flood' },
      details: [{ ...laborFor(1), labor, parts, adjustments, misc: [{ type: 'Tow' }] }],
    })
    expect(faultsIn(answer).sort()).toEqual([
      '/claimType Enum',
      '/color Unknown',
      '/details/0/adjustments/0/reasonCode Enum',
      '/details/0/adjustments/1/amount Range',
      '/details/0/labor/0/hoursRequested Precision',
      '/details/0/labor/0/note Unknown',
      '/details/0/labor/0/rateRequested Range',
      '/details/0/misc/0/quantity Required',
      '/details/0/misc/0/unitPrice Required',
      '/details/0/parts/0/type Enum',
      '/details/0/parts/0/unitPriceRequested Precision',
      '/lossDate Format',
      '/lossOdometer Range',
    ])
  })

  test('what cannot be: a loss in the future, no odometer, a report before the loss', async () => {
    const future = expectProblem(await post({ lossDate: '2025-03-12' }), 'LossInFuture', 400)
    expect(pointersOf(future)).toEqual(['/lossDate'])
    expect((await done(post({ lossDate: '2025-03-11' }), 201)).lossDate).toBe('2025-03-11')
    const body = { lossOdometer: undefined, reportedDate: '2025-03-09' }
    expect(faultsIn(await post(body)).sort()).toEqual(['/lossOdometer Required', '/reportedDate Range'])
    expect(faultsIn(await post({ reportedDate: '2025-03-12' }))).toEqual(['/reportedDate Range'])
    expect(faultsIn(await adjuster.post('/claims', loss))).toEqual(['/contractId Required'])
    expect(faultsIn(await adjuster.post('/claims', {}))).toContain('/lossDate Required')
    const claim = await done(post({}), 201)
    expectProblem(await put(claim.id, { lossDate: '2025-03-12' }), 'LossInFuture', 400)
    expectProblem(await claims.change(claim.id, { lossDate: '2025-03-12' }), 'LossInFuture', 400)
    expectProblem(await claims.change(claim.id, { lossOdometer: null }), 'ValidationFailed')
  })

  test('an unknown contract or claim', async () => {
    for (const body of [{ contractId: 987_654 }, { contractId: undefined, contractNumber: 'VSC-NONE' }])
      expectProblem(await post(body), 'NotFound')
    // The number and the id name two contracts.
    expectProblem(await post({ contractNumber: 'VSC-0000001' }), 'NotFound')
    expectProblem(await adjuster.get('/claims/987654'), 'NotFound')
    expectProblem(await put(987_654, {}), 'NotFound')
    expectProblem(await claims.change(987_654, {}), 'NotFound')
  })

  test('a combination that the product type does not have', async () => {
    const flat = { ...laborFor(50), complaintCode: 'FLAT', causeCode: 'ROADHAZ' }
    const refused = expectProblem(await post({ details: [laborFor(1), flat] }), 'InvalidCombination', 422)
    expect(pointersOf(refused)).toEqual(['/details/1'])
    expectProblem(await post({ claimType: 'GAP' }), 'InvalidCombination')
    expectProblem(await post({ claimType: 'PPM' }), 'InvalidCombination')
  })

  test('references that do not exist', async () => {
    const unknown = {
      ...{ complaintCode: 'NOSUCH', causeId: 987_654, correctionCode: 'NOSUCH' },
      components: [{ code: 'FLUXCAP' }, { componentId: 987_654 }],
      labor: [{ hoursRequested: 1, rateRequested: 1, componentCode: 'FLUXCAP' }],
      parts: [{ quantity: 1, unitPriceRequested: 1, componentCode: 'FLUXCAP' }],
      misc: [{ type: 'Tow', quantity: 1, unitPrice: 1, componentCode: 'FLUXCAP' }],
      adjustments: [{ target: 'Part', targetId: 5, reasonCode: 'Other', amount: -1 }],
    }
    const refused = expectProblem(await post({ details: [unknown] }), 'UnknownReference', 422)
    expect(pointersOf(refused)).toEqual([
      ...['/details/0/adjustments/0/targetId', '/details/0/causeId', '/details/0/complaintCode'],
      ...['/details/0/components/0', '/details/0/components/1', '/details/0/correctionCode'],
      ...['/details/0/labor/0/componentCode', '/details/0/misc/0/componentCode'],
      '/details/0/parts/0/componentCode',
    ])
    const people = { repairFacilityId: 987_654, adjusterId: 987_654 }
    expect(pointersOf(expectProblem(await post(people), 'UnknownReference'))).toEqual([
      ...['/adjusterId', '/repairFacilityId'],
    ])
    const dealer = { adjusterId: userId('sandbox-dealer-d1001@sandbox.example') }
    expectProblem(await post(dealer), 'UnknownReference')
    const claim = await done(post({}), 201)
    expectProblem(await put(claim.id, people), 'UnknownReference')
    expectProblem(await claims.change(claim.id, people), 'UnknownReference')
    const details = [{ id: 987_654, ...laborFor(1) }]
    expect(pointersOf(expectProblem(await put(claim.id, { details }), 'UnknownReference'))).toEqual([
      '/details/0/id',
    ])
  })
})

describe('warnings', () => {
  test('an odometer below the last known one, and a loss that was claimed before', async () => {
    const own = await claims.sellVsc('0')
    const first = await done(
      post({ contractId: own, repairOrderNumber: 'A-1', repairFacilityId: facilityId }),
      201,
    )
    expect(first.warnings).toEqual([])
    const codes = async (body: object): Promise<string[]> =>
      (await done(post({ contractId: own, ...body }), 201)).warnings.map(({ code }: Any) => code)
    expect(await codes({})).toEqual(['PossibleDuplicate'])
    expect(await codes({ lossDate: '2025-03-11', lossOdometer: 24_099 })).toEqual(['OdometerBelowLastKnown'])
    // An earlier loss may well have had fewer miles.
    expect(await codes({ lossDate: '2025-01-01', lossOdometer: 20_000 })).toEqual([])
    const order = { lossDate: '2025-02-01', lossOdometer: 22_000, repairFacilityId: facilityId }
    expect(await codes({ ...order, repairOrderNumber: ' a-1 ' })).toEqual(['PossibleDuplicate'])
    expect((await claims.contract(own)).lastKnownOdometer).toMatchObject({ value: 24_100, source: 'Claim' })
  })
})

describe('a claim is replaced', () => {
  test('details are replaced, added and left out; the header is what was sent', async () => {
    const claim = await done(
      post({ advisorName: 'Jo', repairOrderNumber: 'R-1', details: [laborFor(100), laborFor(60)] }),
      201,
    )
    const [first, second] = claim.details
    const line = { ...first.labor[0] }
    const kept = {
      id: first.id,
      ...laborFor(0),
      labor: [{ id: line.id, hoursRequested: 2, rateRequested: 70 }],
    }
    const after = await done(put(claim.id, { repairOrderNumber: 'R-2', details: [kept, laborFor(40)] }))
    expect(after).toMatchObject({
      ...{ advisorName: null, repairOrderNumber: 'R-2', reportedDate: claim.reportedDate },
      details: [
        {
          id: first.id,
          sequence: 1,
          status: 'Pending',
          requested: 140,
          labor: [{ id: line.id, amount: 140 }],
        },
        { id: second.id, sequence: 2, status: 'Voided' },
        { sequence: 3, status: 'Pending', requested: 40 },
      ],
      costs: { requested: 180, payable: 180 },
    })
    // What was voided stays so, and cannot be named again.
    expectProblem(await put(claim.id, { details: [{ id: second.id, ...laborFor(1) }] }), 'UnknownReference')
    const empty = await done(put(claim.id, {}))
    expect(empty).toMatchObject({ status: 'Open', costs: { requested: 0 } })
    expect(empty.details.every(({ status }: Any) => status === 'Voided')).toBe(true)
  })

  test('what is decided can only be sent as it is', async () => {
    const claim = await done(post({ details: [laborFor(100), laborFor(60)] }), 201)
    const [first, second] = claim.details
    await done(claims.authorize(claim.id, { detailIds: [first.id] }))
    const same = { id: first.id, ...laborFor(100) }
    const other = { id: second.id, ...laborFor(65) }
    for (const details of [
      [other],
      [{ ...same, labor: laborFor(101).labor }, other],
      [{ ...same, causeText: 'x' }, other],
    ])
      expect(expectProblem(await put(claim.id, { details }), 'DetailDecided', 409)).toMatchObject({
        detailIds: [first.id],
      })
    expect((await done(put(claim.id, { details: [same, other] }))).details).toMatchObject([
      ...[
        { status: 'Authorized', authorizedAmount: 100 },
        { status: 'Pending', payable: 65 },
      ],
    ])
  })

  test('only by who has read it last, if it says so', async () => {
    const { headers, body } = await post({})
    const etag = { 'if-match': headers.get('etag') ?? '' }
    const write = (header: Record<string, string>) =>
      adjuster.put(`/claims/${body.id}`, { ...loss, advisorName: 'Jo' }, header)
    expect((await write(etag)).status).toBe(200)
    expectProblem(await write(etag), 'PreconditionFailed')
  })
})

describe('single fields are changed', () => {
  test('and what follows from them', async () => {
    const claim = await done(post({ repairFacilityId: facilityId, details: [waterPump] }), 201)
    const patched = await done(
      claims.change(claim.id, {
        ...{ lossOdometer: 24_200, advisorName: 'Kim', customerContact: 'By phone', repairFacilityId: null },
        adjusterId: userId('sandbox-adjuster@sandbox.example'),
      }),
    )
    expect(patched).toMatchObject({
      ...{ status: 'InReview', lossOdometer: 24_200, lossDate: loss.lossDate, advisorName: 'Kim' },
      ...{ repairFacility: null, relatedDealer: null, details: [{ id: claim.details[0].id }] },
    })
    expect(await done(claims.change(claim.id, { advisorName: null, adjusterId: null }))).toMatchObject({
      ...{ status: 'Open', advisorName: null, customerContact: 'By phone' },
    })
    const out = await done(claims.change(claim.id, { lossOdometer: 90_000 }))
    expect(out.coverage).toMatchObject({ inForce: false, reasons: [{ code: 'OdometerOverLimit' }] })
    expect(faultsIn(await claims.change(claim.id, { status: 'Paid' }))).toEqual(['/status Unknown'])
  })

  test('a case reserve is an adjuster’s; the reserve is the larger of it and what is promised', async () => {
    const claim = await done(post({ details: [laborFor(300)] }), 201)
    const dealer = claims.as('sandbox-dealer-d1001')
    expectProblem(await claims.change(claim.id, { caseReserve: 500 }, dealer), 'Forbidden')
    expect(await done(claims.change(claim.id, { caseReserve: 250 }))).toMatchObject({ reserve: 250 })
    await done(claims.authorize(claim.id))
    expect(await claims.read(claim.id)).toMatchObject({ reserve: 300, caseReserve: 250 })
    expect(await done(claims.change(claim.id, { caseReserve: 500 }))).toMatchObject({ reserve: 500 })
    await claims.pay(await done(claims.requestPayment(claim.id, { amount: 100 }), 201))
    expect((await claims.read(claim.id)).reserve).toBe(400)
    expect(await done(claims.change(claim.id, { caseReserve: null }))).toMatchObject({ reserve: 200 })
    expect(faultsIn(await claims.change(claim.id, { caseReserve: -1 }))).toEqual(['/caseReserve Range'])
  })
})
