import type { Db } from '../../../../src/db/database.ts'
import { dateIn } from '../../../../src/domain/dates.ts'
import type { Caller } from '../../service/api.ts'

// Statistics of claims in plain loops, from what the service answers about claims, ledger rows and cash, and from the rows of
// earnings. Amounts are cents.

// biome-ignore lint/suspicious/noExplicitAny: answers of the service, read as they come.
type Any = any

/** Money that left for a claim, or came back, on a day. */
interface PlainMoney {
  readonly claim: Any
  readonly day: string
  readonly amount: number
  /** Which part of it each detail has. */
  readonly shares: readonly { readonly detail: Any; readonly amount: number }[]
}

interface PlainContract {
  readonly product_id: number
  readonly plan_id: number
  readonly dealer_id: number
  readonly sale_date: string
}

export interface PlainClaims {
  readonly claims: readonly Any[]
  readonly contracts: ReadonlyMap<number, PlainContract>
  readonly money: readonly PlainMoney[]
  readonly earned: readonly { readonly contractId: number; readonly day: string; readonly amount: number }[]
  /** The last day on which a payment of a claim was made. */
  readonly paidDays: ReadonlyMap<number, string>
}

const cents = (amount: number | string) => Math.round(Number(amount) * 100)
const dayOf = (instant: string) => dateIn('America/Chicago', new Date(instant))

async function read(caller: Caller, path: string): Promise<Any> {
  const { status, body, text } = await caller.get(path)
  if (status !== 200) throw new Error(text)
  return body
}

export async function eachClaim(caller: Caller): Promise<Any[]> {
  const { items } = await read(caller, '/claims?pageSize=200')
  return Promise.all(items.map(({ id }: Any) => read(caller, `/claims/${id}`)))
}

/** Everything that figures follow from, as it is now. */
export async function readClaims(caller: Caller, db: Db): Promise<PlainClaims> {
  const claims = await eachClaim(caller)
  const sold = await db.query(
    'select id, product_id, plan_id, dealer_id, sale_date::text as sale_date from contract',
    [],
  )
  const contracts = new Map<number, PlainContract>(sold.rows.map((row: Any) => [Number(row.id), row]))
  const posted = await db.query(
    `select contract_id, accounting_date::text as day, amount from earning where code = 'RESERVE'`,
    [],
  )
  const earned = posted.rows.map(({ contract_id, day, amount }: Any) => ({
    ...{ contractId: Number(contract_id), day: String(day), amount: Number(amount) },
  }))
  const money: PlainMoney[] = []
  const paidDays = new Map<number, string>()
  for (const row of await read(caller, '/ledgers?ledgerType=Claim&pageSize=200')) {
    const claim = claims.find(({ id }) => id === row.claim.id)
    for (const { cashTransactionId, appliedAmount, appliedAt, isReversal } of row.details) {
      const cash = await read(caller, `/cashtransactions/${cashTransactionId}`)
      const amount = (isReversal ? -1 : 1) * cents(appliedAmount)
      const day = isReversal ? dayOf(appliedAt) : cash.postedDate
      money.push({ claim, day, amount, shares: sharesOf(claim, row.id, amount) })
      const paidOn = [paidDays.get(claim.id) ?? '', cash.postedDate].sort()[1] ?? ''
      const isStanding = row.ledgerStatus === 'Paid' && ['Posted', 'Cleared'].includes(cash.status)
      if (isStanding) paidDays.set(claim.id, paidOn)
    }
  }
  return { claims, contracts, money, earned, paidDays }
}

/** Requests use up what is authorized, in the order of the details; a ledger row is paid whole. */
function sharesOf(claim: Any, ledgerId: number, amount: number) {
  const used = new Map<number, number>()
  for (const request of claim.payments) {
    if (request.status === 'Voided') continue
    let left = cents(request.amount)
    const shares: { detail: Any; amount: number }[] = []
    for (const detail of claim.details) {
      if (!request.detailIds.includes(detail.id)) continue
      const room = cents(detail.authorizedAmount ?? 0) - (used.get(detail.id) ?? 0)
      const share = Math.min(room, left)
      used.set(detail.id, (used.get(detail.id) ?? 0) + share)
      left -= share
      if (share > 0) shares.push({ detail, amount: Math.sign(amount) * share })
    }
    if (request.ledgerId === ledgerId) return shares
  }
  return []
}

const OPEN = ['Open', 'InReview', 'OnHold', 'PendingApproval', 'Authorized', 'PaymentRequested']

export interface Asked {
  readonly groupBy: readonly string[]
  readonly dateField: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly productId?: number | undefined
}

interface Group {
  readonly keys: Record<string, unknown>
  count: number
  open: number
  requested: number
  authorized: number
  reserve: number
  paid: number
  earned: number
  readonly paidFor: Map<number, number>
}

/** The answer of the service, in its order by keys left to the caller. */
export function plainStatistics(world: PlainClaims, asked: Asked): Any[] {
  const { groupBy, from = '0000', to = '9999', productId } = asked
  const groups = new Map<string, Group>()
  const isIn = (day: string | undefined) => day !== undefined && from <= day && day <= to
  const contractOf = (claim: Any) => world.contracts.get(claim.contract.contractId)
  const isProduct = (contract: PlainContract | undefined) =>
    productId === undefined || contract?.product_id === productId
  const keysOf: Record<string, (contract: Any, day: string, claim: Any, detail: Any) => object> = {
    Product: (contract) => ({ productId: contract.product_id }),
    Plan: (contract) => ({ planId: contract.plan_id }),
    Dealer: (contract) => ({ dealerId: contract.dealer_id }),
    Facility: (_, __, claim) => ({ facilityId: claim.repairFacility?.id ?? null }),
    Cause: (_, __, ___, detail) => ({ causeId: detail?.causeId ?? null }),
    Month: (_, day) => ({ month: day.slice(0, 7) }),
  }
  const groupFor = (contract: Any, day: string, claim?: Any, detail?: Any): Group => {
    const keys = Object.assign({}, ...groupBy.map((name) => keysOf[name]?.(contract, day, claim, detail)))
    const name = JSON.stringify(keys)
    const empty = { count: 0, open: 0, requested: 0, authorized: 0, reserve: 0, paid: 0, earned: 0 }
    const group = groups.get(name) ?? { keys, ...empty, paidFor: new Map() }
    groups.set(name, group)
    return group
  }
  const isByCause = groupBy.includes('Cause')
  if (groupBy.length === 0) groupFor(undefined, '')
  for (const claim of world.claims) {
    const contract = contractOf(claim)
    const days: Record<string, string | undefined> = {
      ...{ Loss: claim.lossDate, Reported: claim.reportedDate, Paid: world.paidDays.get(claim.id) },
    }
    const day = days[asked.dateField]
    if (claim.status === 'Voided' || day === undefined || !isIn(day) || !isProduct(contract)) continue
    if (isByCause) {
      for (const part of partsOf(claim)) add(groupFor(contract, day, claim, part.detail), part)
    } else {
      add(groupFor(contract, day, claim), {
        ...{ count: 1, open: OPEN.includes(claim.status) ? 1 : 0, requested: cents(claim.costs.requested) },
        ...{ authorized: cents(claim.costs.authorized), reserve: cents(claim.reserve) },
      })
    }
  }
  for (const { claim, day, amount, shares } of world.money) {
    const contract = contractOf(claim)
    if (!isIn(day) || !isProduct(contract)) continue
    for (const share of isByCause ? shares : [{ detail: undefined, amount }]) {
      const group = groupFor(contract, day, claim, share.detail)
      const paidId = isByCause ? share.detail.id : claim.id
      group.paid += share.amount
      group.paidFor.set(paidId, (group.paidFor.get(paidId) ?? 0) + share.amount)
    }
  }
  const hasEarned = !isByCause && !groupBy.includes('Facility')
  if (hasEarned)
    for (const { contractId, day, amount } of world.earned) {
      const contract = world.contracts.get(contractId)
      if (isIn(day) && isProduct(contract)) groupFor(contract, day).earned += amount
    }
  return [...groups.values()].map((group) => answered(group, hasEarned))
}

type Counted = Record<'count' | 'open' | 'requested' | 'authorized' | 'reserve', number>

function add(group: Group, part: Counted): void {
  for (const name of ['count', 'open', 'requested', 'authorized', 'reserve'] as const)
    group[name] += part[name]
}

/** The details of a claim with their parts of its reserve: what is authorized and unpaid, and the rest as requested. */
function partsOf(claim: Any): (Counted & { readonly detail: Any })[] {
  const details = claim.details.filter(({ status }: Any) => status !== 'Voided')
  const reserve = cents(claim.reserve)
  if (details.length === 0)
    return [{ ...{ detail: undefined, count: 0, open: 0, requested: 0, authorized: 0 }, reserve }]
  const isAuthorized = ({ status }: Any) => status === 'Authorized' || status === 'Paid'
  const requestedOf = (detail: Any) => (detail.status === 'Denied' ? 0 : cents(detail.requested))
  const unpaidOf = (detail: Any) => (isAuthorized(detail) ? cents(detail.payable) - cents(detail.paid) : 0)
  const sum = (of: (detail: Any) => number, until = details.length) =>
    details.slice(0, until).reduce((all: number, detail: Any) => all + of(detail), 0)
  const weightOf = sum(requestedOf) === 0 ? () => 1 : requestedOf
  const rest = reserve === 0 ? 0 : reserve - sum(unpaidOf)
  const sharedUntil = (at: number) => Math.round((rest * sum(weightOf, at)) / sum(weightOf))
  return details.map((detail: Any, at: number) => ({
    ...{ detail, count: 1, requested: requestedOf(detail) },
    open: OPEN.includes(claim.status) && !['Denied', 'Paid'].includes(detail.status) ? 1 : 0,
    authorized: isAuthorized(detail) ? cents(detail.payable) : 0,
    reserve: reserve === 0 ? 0 : unpaidOf(detail) + sharedUntil(at + 1) - sharedUntil(at),
  }))
}

function answered({ keys, paidFor, ...sums }: Group, hasEarned: boolean): Any {
  const incurred = sums.paid + sums.reserve
  const paidCount = [...paidFor.values()].filter((amount) => amount > 0).length
  const rounded = (value: number, to: number) =>
    (Math.sign(value) * Math.round(Math.abs(value) * to)) / to || 0
  return {
    ...{ keys, count: sums.count, open: sums.open, requested: sums.requested / 100 },
    ...{ authorized: sums.authorized / 100, paid: sums.paid / 100, reserve: sums.reserve / 100 },
    incurred: incurred / 100,
    averagePaid: paidCount === 0 ? null : rounded(sums.paid / paidCount / 100, 100),
    ...(hasEarned ? { earned: sums.earned / 100 } : {}),
    lossRatio: hasEarned && sums.earned !== 0 ? rounded(incurred / sums.earned, 10_000) : null,
  }
}

const quarterOf = (day: string) => Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3)
const quarterName = (quarter: number) => `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`

/** The triangle of paid losses, cell by cell. */
export function plainTriangle(world: PlainClaims, origin: string, asOf: string): Any {
  const moved = world.money
    .filter(({ day }) => day <= asOf)
    .map(({ claim, day, amount }) => ({
      origin: quarterOf(
        origin === 'LossQuarter'
          ? claim.lossDate
          : (world.contracts.get(claim.contract.contractId)?.sale_date ?? ''),
      ),
      ...{ quarter: quarterOf(day), amount },
    }))
  const last = quarterOf(asOf)
  const first = Math.min(...moved.map((each) => each.origin))
  const ages = Array.from({ length: last - first + 1 }, (_, at) => at)
  const cellOf = (row: number, age: number) =>
    moved
      .filter((each) => each.origin === row && each.quarter <= row + age)
      .reduce((sum, { amount }) => sum + amount, 0) / 100
  return {
    origins: ages.map((at) => quarterName(first + at)),
    ages,
    cells: ages.map((row) => ages.map((age) => (first + row + age > last ? null : cellOf(first + row, age)))),
  }
}
