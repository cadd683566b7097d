import { changeCash } from '../cash/transactions/change-cash.ts'
import { NewCash } from '../cash/transactions/models.ts'
import { createCash } from '../cash/transactions/post-cash.ts'
import { type Act, changeClaim } from '../claims/decide/act-on-claim.ts'
import { createClaim } from '../claims/entry/create-claim.ts'
import { ClaimPatch, NewClaim } from '../claims/entry/inputs.ts'
import { orderInspection } from '../claims/inspections/order-inspection.ts'
import { NewPaymentRequest } from '../claims/payments/inputs.ts'
import { requestPayment } from '../claims/payments/request-payment.ts'
import { voidPayment } from '../claims/payments/void-payment.ts'
import type { ClaimModel } from '../claims/record/models.ts'
import type { ContractServices } from '../contracts/record/change-state.ts'
import { cents, date, int, orNull, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import { addDays, addMonths } from '../domain/dates.ts'
import { amountOf, type Cents, minus, prorate, ZERO } from '../domain/money.ts'
import type { Acting } from '../http/caller.ts'
import { type Outcome, outcomes, type Repair, repairs } from './claim-stories.ts'
import { runInTurn } from './contracts/in-turn.ts'
import { seedCaller, seedIsAlone, withoutAnswers } from './contracts/services.ts'

// Claims over the contracts of the crowd, from their entry to their payment, each step on its day.

const claimedContract = {
  ...{ id: int, type: text, plan: text, effectiveDate: date, expirationDate: date },
  ...{ effectiveOdometer: orNull(int), expirationOdometer: orNull(int), lienHolderId: orNull(int) },
  financed: orNull(int),
}

/** Contracts that were in force for some months. Those with an open cancel request are left alone. */
const CONTRACTS = statement(
  claimedContract,
  `select c.id, c.product_type_code as type, c.sold -> 'plan' ->> 'code' as plan, c.effective_date as "effectiveDate",
     c.expiration_date as "expirationDate", c.effective_odometer as "effectiveOdometer",
     c.expiration_odometer as "expirationOdometer", c.lien_holder_id as "lienHolderId",
     (c.financing ->> 'amountFinanced')::numeric::bigint as financed
   from contract c where c.status = 'Active' and c.id > $1 and c.effective_date <= $2 and c.expiration_date >= $3
     and not exists (select from cancel_request q where q.contract_id = c.id and q.status in ('Requested', 'NeedsInfo', 'Approved'))
     and not exists (select from cancel x where x.contract_id = c.id)
   order by c.id`,
)
type ClaimedContract = NonNullable<Awaited<ReturnType<typeof CONTRACTS.first>>>

const SHOPS = statement(
  { id: int },
  `select f.id from repair_facility f join account_holder h on h.id = f.id
   where h.status = 'Active' and not f.is_blocked order by f.id limit 12`,
)
const COMPANY = statement({ id: int }, 'select id from inspection_company order by id limit 1')
const PAYABLE = statement(
  { payable: cents },
  'select coalesce(sum(payable), 0)::bigint as payable from claim_detail where claim_id = $1',
)

interface ClaimSeeding {
  readonly services: ContractServices
  readonly tenant: Tenant
  readonly by: string
}

/** Which contracts have claims, and until when. */
export interface ClaimPlan {
  /** Contracts with higher ids have claims. */
  readonly afterContract: number
  /** Contracts that began by this day, and end on the second one or later. */
  readonly inForce: readonly [from: string, to: string]
  /** Of so many contracts one has a claim. */
  readonly every: number
  /** The least number of days from the beginning to the loss, and over how many more days losses are spread. */
  readonly lossAfter: readonly [least: number, spread: number]
  readonly lastLoss: string
  /** What would happen later has not happened yet. */
  readonly lastStep: string
}

const fixedClaims: ClaimPlan = {
  ...{ afterContract: 0, inForce: ['2024-01-31', '2024-06-30'], every: 1 },
  ...{ lossAfter: [115, 90], lastLoss: '2024-06-10', lastStep: '9999-12-31' },
}

/** Enters and settles the claims of a plan. Absent: those of the contracts with fixed dates. */
export async function seedClaims(
  tx: Tx,
  { services, tenant, by }: ClaimSeeding,
  plan: ClaimPlan = fixedClaims,
): Promise<void> {
  const caller = seedCaller(tx, tenant, by)
  const seeder: Seeder = {
    services: withoutAnswers(services),
    shops: (await SHOPS.rows(tx, [])).map(({ id }) => id),
    companyId: (await COMPANY.first(tx, []))?.id ?? 0,
    acting: (today) => ({ caller, today, now: new Date(`${today}T16:00:00Z`) }),
  }
  const counts = new Map<string, number>()
  const contracts = await CONTRACTS.rows(tx, [plan.afterContract, ...plan.inForce])
  const claims = contracts.flatMap((contract, place) => {
    if (place % plan.every !== 0) return []
    const at = counts.get(contract.type) ?? 0
    counts.set(contract.type, at + 1)
    const planned = planClaim(plan, contract, at)
    return planned ? [planned] : []
  })
  const steps = claims.flatMap((claim) => stepsOf(seeder, claim)).filter(({ day }) => day <= plan.lastStep)
  const inOrder = steps.toSorted((first, second) => (first.day < second.day ? -1 : 1))
  await runInTurn(
    tx,
    inOrder.map(({ changes, run }) => ({ changes, run })),
    seedIsAlone,
  )
}

interface Seeder {
  readonly services: ReturnType<typeof withoutAnswers>
  readonly shops: readonly number[]
  readonly companyId: number
  acting(today: string): Acting
}

interface PlannedClaim {
  readonly contract: ClaimedContract
  readonly at: number
  readonly outcome: Outcome
  readonly lossDate: string
  readonly reported: string
}

/** When a contract has its loss, and what becomes of the claim. */
function planClaim(
  { lossAfter: [least, spread], lastLoss }: ClaimPlan,
  contract: ClaimedContract,
  at: number,
): PlannedClaim | undefined {
  const all = outcomes[contract.type] ?? []
  const outcome = all[at % all.length]
  // The newest sales have no claim yet.
  const lossDate = addDays(contract.effectiveDate, least + ((at * 37) % spread))
  return outcome && lossDate <= lastLoss
    ? { contract, at, outcome, lossDate, reported: addDays(lossDate, 1 + (at % 3)) }
    : undefined
}

/** What is known of a claim while its story goes on. */
interface Progress {
  id: number
  payable: Cents
  isOver: boolean
}

interface Step {
  readonly day: string
  readonly changes: readonly string[]
  run(tx: Tx): Promise<unknown>
}

/** A step of one claim. Money also changes the account holder that gets it. */
type NewStep = (day: string, run: (tx: Tx) => Promise<unknown>, holderId?: number | null) => Step

/** The story of a claim, step by step. Each step is a write of its own, as a request would be. */
function stepsOf(seeder: Seeder, claim: PlannedClaim): Step[] {
  const { services, acting } = seeder
  const { outcome, reported, contract } = claim
  const progress: Progress = { id: 0, payable: ZERO, isOver: false }
  const step: NewStep = (day, run, holderId) => ({
    day,
    changes: [`contract ${contract.id}`, ...(holderId ? [`holder ${holderId}`] : [])],
    run: async (tx) => (progress.isOver ? undefined : run(tx)),
  })
  const act = (day: string, body: object) =>
    step(day, (tx) => changeClaim(tx, services, acting(day), progress.id, ClaimPatch.parse(body), LATER))
  const enter = step(reported, async (tx) => {
    const body = NewClaim.parse(claimBody(seeder, claim))
    progress.id = (await createClaim(tx, services, acting(reported), body)).id
  })
  const decided = addDays(reported, 2)
  switch (outcome) {
    case 'Open':
      return [enter]
    case 'InReview':
      return [enter, act(decided, { caseReserve: 900 })]
    case 'Held':
      return [
        enter,
        act(decided, { action: 'Hold', holdReasonCode: contract.type === 'GAP' ? 'PAYOFFPEND' : 'MAINTREC' }),
      ]
    case 'Denied':
      return [enter, act(decided, { action: 'Deny', deniedReasonCode: 'NOMAINT' })]
    case 'Voided':
      return [enter, act(decided, { action: 'Void', reason: 'Entered twice' })]
    case 'Inspected':
      return [enter, step(decided, (tx) => inspect(tx, seeder, progress.id, decided))]
    default:
      return [
        enter,
        step(decided, (tx) => decide(tx, seeder, progress, decided)),
        ...paymentSteps(seeder, claim, progress, step),
        ...(outcome === 'Closed' ? [act(addDays(decided, 30), { action: 'Close', reason: 'Settled' })] : []),
      ]
  }
}

const inspect = (tx: Tx, { services, acting, companyId }: Seeder, id: number, day: string) =>
  orderInspection(tx, services, acting(day), id, { inspectionCompanyId: companyId, reasonCode: 'VERIFY' })

/** What the maker's warranty or the plan leaves out is denied. Everything else is authorized. */
async function decide(tx: Tx, { services, acting }: Seeder, progress: Progress, day: string): Promise<void> {
  progress.payable = (await PAYABLE.first(tx, [progress.id]))?.payable ?? ZERO
  progress.isOver = progress.payable === 0
  const body = progress.isOver
    ? { action: 'Deny', deniedReasonCode: 'NOTCOV' }
    : { action: 'Authorize', inspectionWaiver: 'Photos show the failure' }
  await changeClaim(tx, services, acting(day), progress.id, ClaimPatch.parse(body), LATER)
}

const nothing: Act = async (_tx, _services, _acting, id) => ({ id }) as ClaimModel
/** Actions that claims of the seed never need. */
export const LATER = { VoidPayment: voidPayment, Letter: nothing }

/** The payments of a claim. The story may end before. */
function paymentSteps(
  { services, acting, shops }: Seeder,
  { contract, at, outcome, reported }: PlannedClaim,
  progress: Progress,
  step: NewStep,
): Step[] {
  if (outcome === 'Authorized') return []
  const [billed, paid] = [addDays(reported, 6), addDays(reported, 11)]
  const payee =
    contract.type === 'GAP'
      ? { type: 'LienHolder', id: contract.lienHolderId }
      : { type: 'RepairFacility', id: shopFor(shops, at) }
  const payments = outcome === 'PaidInParts' ? [1, 2] : [1]
  return payments.flatMap((part): Step[] => {
    const made = { ledgerId: 0, amount: 0, cashId: 0 }
    const request = step(billed, async (tx) => {
      const half = prorate(progress.payable, 1, payments.length)
      const amount = amountOf(part === 1 ? half : minus(progress.payable, half))
      const body = {
        ...{ payee, invoiceNumber: `RO-${7_000 + progress.id}-${part}`, invoiceDate: billed },
        ...{ amount, invoiceAmount: amount, paymentMethod: at % 2 === 0 ? 'Check' : 'ACH' },
      }
      const { ledgerId } = await requestPayment(
        tx,
        services,
        acting(billed),
        progress.id,
        NewPaymentRequest.parse(body),
      )
      Object.assign(made, { ledgerId, amount })
    })
    const pay = step(
      paid,
      async (tx) => {
        const body = {
          ...{ type: 'Payment', method: 'Wire', accountHolderId: payee.id, date: paid, amount: made.amount },
          details: [{ ledgerId: made.ledgerId, amount: made.amount }],
        }
        made.cashId = (await createCash(tx, services, acting(paid), NewCash.parse(body))).id
      },
      payee.id,
    )
    const back = step(
      addDays(paid, 4),
      (tx) =>
        changeCash(tx, services, acting(addDays(paid, 4)), made.cashId, {
          ...{ status: 'Returned', reason: 'Account closed', returnCode: 'R02' },
        }),
      payee.id,
    )
    return [request, ...(outcome === 'Requested' ? [] : [pay]), ...(outcome === 'Returned' ? [back] : [])]
  })
}

const shopFor = (shops: readonly number[], at: number): number => shops[at % shops.length] ?? 0

/** What is sent to enter a claim. */
function claimBody({ shops }: Seeder, { contract, at, lossDate, reported }: PlannedClaim): object {
  const { type, effectiveOdometer } = contract
  const lossOdometer = effectiveOdometer === null ? null : effectiveOdometer + 3_100 + ((at * 271) % 2_500)
  const loss = {
    ...{ contractId: contract.id, lossDate, reportedDate: reported, repairFacilityId: shopFor(shops, at) },
    ...(type === 'APL' ? {} : { lossOdometer: lossOdometer ?? 10_000 + at * 113 }),
    advisorName: ADVISORS[at % ADVISORS.length],
    repairOrderNumber: `RO-${40_000 + contract.id * 7}`,
  }
  if (type === 'GAP') return { ...loss, repairFacilityId: null, gap: totalLoss(contract, at) }
  if (type === 'PPM')
    return { ...loss, ppmEvents: [{ serviceCode: 'OIL', serviceDate: lossDate, odometer: lossOdometer }] }
  const own = repairs[type] ?? []
  // Powertrain plans cover the first repairs only.
  const choice = contract.plan === 'POWERTRAIN' ? own.slice(0, 5) : own
  const chosen = choice[at % choice.length]
  return { ...loss, details: chosen ? [detailFor(chosen)] : [] }
}

const ADVISORS = ['Pat Nolan', 'Kim Rosado', 'Lee Hart', 'Sam Ortega'] as const

const detailFor = ({ complaint, cause, correction, component, hours, guide, part, misc }: Repair) => ({
  ...{ complaintCode: complaint, causeCode: cause, correctionCode: correction },
  components: component ? [{ code: component, isPrimaryFailure: true }] : [],
  labor: [
    { description: 'As estimated', hoursRequested: hours, hoursGuide: guide ?? null, rateRequested: 138 },
  ],
  parts: part
    ? [{ partNumber: part[0], description: part[1], quantity: 1, unitPriceRequested: part[2] }]
    : [],
  misc: misc ? [{ type: misc[0], quantity: misc[1], unitPrice: misc[2] }] : [],
})

/** A collision. The first claim has everything that a settlement needs. */
function totalLoss({ effectiveDate, financed }: ClaimedContract, at: number): object {
  const loan = financed ?? 20_000
  return {
    financing: { firstPaymentDate: addMonths(effectiveDate, 1) },
    ...{ lossType: 'Collision', ltvValue: loan },
    ...(at % 3 === 0
      ? {
          ...{ lenderPayoff: Math.round(loan * 0.95) },
          insuranceSettlement: {
            ...{ carrierName: 'Plains Mutual', actualCashValue: Math.round(loan * 0.8), deductible: 500 },
          },
          checklist: ['SETTLEMENT', 'PAYOFF', 'FINANCE'].map((document) => ({ document, received: true })),
        }
      : {}),
  }
}
