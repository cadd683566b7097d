import { expect } from 'vitest'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { holderId } from '../service/sandbox.ts'
import { openCash } from './cash.ts'
import { finalize, saleOfR1, withKey } from './contracts.ts'
import { inDatabase } from './database.ts'
import { setClock } from './held-contracts.ts'
import { rateIn, ratesIn, standingQuote, truck } from './quotes.ts'

// Claims over the API, for tests.

/** The water pump of the norm's example V1: 4.2 hours at 145.00, guide 3.8; two parts; a tow. */
export const waterPump = {
  complaintCode: 'NOISE',
  causeCode: 'INTFAIL',
  correctionCode: 'REPLACE',
  components: [{ code: 'WATERPUMP', isPrimaryFailure: true }],
  labor: [
    {
      ...{ operationCode: 'WP1', description: 'Replace water pump' },
      ...{ hoursRequested: 4.2, hoursGuide: 3.8, rateRequested: 145 },
    },
  ],
  parts: [
    { partNumber: 'PW-552', description: 'Water pump', type: 'OEM', quantity: 1, unitPriceRequested: 389.95 },
    { partNumber: 'G-18', description: 'Gasket', type: 'OEM', quantity: 2, unitPriceRequested: 18.4 },
  ],
  misc: [{ type: 'Tow', quantity: 1, unitPrice: 45 }],
}

/** A detail with one hour of labor at this price. Labor is not taxed. A shop may have a lower rate; without one it is paid. */
export const laborFor = (price: number, changes: object = {}) => ({
  ...{ complaintCode: 'NOISE', causeCode: 'INTFAIL', correctionCode: 'REPLACE' },
  components: [{ code: 'ALTERNATOR', isPrimaryFailure: true }],
  labor: [{ hoursRequested: 1, rateRequested: price }],
  ...changes,
})

/** The codes of the reasons of a refusal, or of a claim that is not covered. */
export const codesIn = (reasons: readonly { code: string }[] = []): string[] =>
  reasons.map(({ code }) => code)

/** An invoice is paid once, so each has its own number. */
let invoices = 0

/** What tests of claims need. The clock stands at the loss of the norm's example when it begins. */
export async function openClaims(service: TestService) {
  const as = service.api.as
  const [entry, adjuster, supervisor, admin] = [
    as('sandbox-entry'),
    as('sandbox-adjuster'),
    as('sandbox-supervisor'),
    as('sandbox-admin'),
  ]
  const cash = openCash(service)
  const [facilityId, companyId] = await Promise.all([
    holderId(service, 'RepairFacility', 'RF100'),
    holderId(service, 'InspectionCompany', 'IC100'),
  ])
  const soldVsc = async (deductible: string, changes: object, asked: object, isFinal: boolean) => {
    await setClock(service, '2024-03-15T15:00:00Z')
    const quoted = await standingQuote(entry, 'D1001', { ...truck, productTypeCode: 'VSC', ...asked })
    const { rateId } = rateIn(quoted, `PLATINUM 60/75000 ${deductible}`)
    const sold = await entry.post('/contracts', { rateId, ...saleOfR1(), ...changes })
    expect(sold.status, sold.text).toBe(201)
    const final = isFinal ? await finalize(entry, sold.body.id) : undefined
    if (final) expect(final.status, final.text).toBe(200)
    await setClock(service, '2025-03-11T15:00:00Z')
    return sold.body.id as number
  }
  /** Sells PLATINUM 60/75,000 with a deductible on 2024-03-15, and does not finalize it. */
  const pendVsc = (deductible = '100', changes: object = {}): Promise<number> =>
    soldVsc(deductible, changes, {}, false)
  /** The same, finalized on that day. `asked` is added to the quote. */
  const sellVsc = (deductible = '100', changes: object = {}, asked: object = {}): Promise<number> =>
    soldVsc(deductible, changes, asked, true)
  /** Sells and finalizes six oil services on 2024-03-15, at 12,000 miles. */
  const sellServices = async (): Promise<number> => {
    await setClock(service, '2024-03-15T15:00:00Z')
    const quoted = await standingQuote(entry, 'D1001', { ...truck, productTypeCode: 'PPM' })
    const { rateId } = ratesIn(quoted)[0]
    const changes = { retailPrice: 594, customFieldValues: [] }
    const sold = await entry.post('/contracts', { rateId, ...saleOfR1(), ...changes })
    expect(sold.status, sold.text).toBe(201)
    const final = await finalize(entry, sold.body.id)
    expect(final.status, final.text).toBe(200)
    await setClock(service, '2025-03-11T15:00:00Z')
    return sold.body.id
  }
  const enter = (contractId: number, changes: object = {}, caller: Caller = adjuster): Promise<Answer> =>
    caller.post('/claims', {
      ...{ contractId, lossDate: '2025-03-10', lossOdometer: 24_100, repairFacilityId: facilityId },
      details: [waterPump],
      ...changes,
    })
  const change = (id: number, body: object, caller: Caller = adjuster) => caller.patch(`/claims/${id}`, body)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  const done = async (answer: Promise<Answer>, status = 200): Promise<any> => {
    const got = await answer
    expect(got.status, got.text).toBe(status)
    return got.body
  }
  const requestPayment = (id: number, body: object = {}, caller: Caller = adjuster): Promise<Answer> => {
    invoices += 1
    return caller.post(
      `/claims/${id}/paymentrequests`,
      {
        ...{ payee: { type: 'RepairFacility', id: facilityId }, invoiceNumber: `RO-${invoices}` },
        ...{ invoiceDate: '2025-03-11', ...body },
      },
      withKey(),
    )
  }
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  const entered = async (contractId: number, details: object[], changes: object = {}): Promise<any> =>
    done(enter(contractId, { details, repairFacilityId: null, ...changes }), 201)
  return {
    ...{ as, entry, adjuster, supervisor, admin, cash, facilityId, companyId, sellVsc, pendVsc },
    ...{ sellServices, enter, entered, change, done, requestPayment },
    /** The contract as it is answered. */
    contract: async (id: number) => done(admin.get(`/contracts/${id}`)),
    to: (day: string) => setClock(service, `${day}T15:00:00Z`),
    /** Changes a setting of the administrator. */
    async set(key: string, value: unknown): Promise<void> {
      const [setting] = await done(admin.get(`/generalsettings?key=${key}`))
      await done(admin.patch(`/generalsettings/${setting.id}`, { value }))
    },
    /** Sets details of a claim to a status that only another part of the service leads to. */
    force: (claimId: number, status: string) =>
      inDatabase(service, 'update claim_detail set status = $2 where claim_id = $1', [claimId, status]),
    read: async (id: number) => done(adjuster.get(`/claims/${id}`)),
    authorize: (id: number, body: object = {}, caller: Caller = adjuster) =>
      change(id, { action: 'Authorize', ...body }, caller),
    /** Pays the ledger row of a payment request with a check. Gives the cash transaction. */
    async pay(request: { ledgerId: number; amount: number; payee: { id: number } }, date = '2025-03-11') {
      return done(
        cash.post({
          ...{
            type: 'Payment',
            method: 'Wire',
            accountHolderId: request.payee.id,
            date,
            amount: request.amount,
          },
          details: [{ ledgerId: request.ledgerId, amount: request.amount }],
        }),
        201,
      )
    },
  }
}
