import { stageBatch } from '../cash/batches/stage-batch.ts'
import { changeCash } from '../cash/transactions/change-cash.ts'
import { NewCash } from '../cash/transactions/models.ts'
import { type CashServices, createCash } from '../cash/transactions/post-cash.ts'
import type { ContractServices } from '../contracts/record/change-state.ts'
import { cents, int, json, storedList, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import { addDays } from '../domain/dates.ts'
import { amountOf, type Cents, sumCents } from '../domain/money.ts'
import type { Acting } from '../http/caller.ts'
import { runInTurn } from './contracts/in-turn.ts'
import { seedCaller, seedIsAlone, withoutAnswers } from './contracts/services.ts'

// Two years of money over the contracts of the crowd: dealers remit each quarter, and agents, insurers and vendors are paid
// after them. A few things go wrong, as they do: a check is returned, a dealer pays a part, another pays too much, some
// fall behind. Contracts that were cancelled are left out: who refunds them depends on whether they were funded then.

const QUARTERS = [
  ...['2022-07-12', '2022-10-12', '2023-01-12', '2023-04-12'],
  ...['2023-07-12', '2023-10-12', '2024-01-12', '2024-04-12'],
] as const

interface OwingDealer {
  readonly number: string
  /** Its place among all that owe something. */
  readonly place: number
}

/** Which money moves, and when. */
export interface CashPlan {
  /** Contracts with higher ids are paid for. */
  readonly afterContract: number
  /** The days on which dealers remit. */
  readonly days: readonly string[]
  remits(dealer: OwingDealer, day: number): boolean
  /** What is special about a remittance of a dealer: its first, its second and so on. */
  special(dealer: OwingDealer, count: number): Special | undefined
  /** Whether others are paid after the remittances of a day. */
  pays(day: number): boolean
  /** Begins the numbers of the checks. */
  readonly series: string
  /** The batch that waits: made on a day for the first of these dealers that owes something, and processed later. */
  readonly staged: {
    readonly on: string
    isOf(dealer: OwingDealer): boolean
    readonly scheduledDate: string
    readonly memo: string
  }
}

type Special = 'half' | 'more' | 'returned'

/** Dealers that remit nothing from this quarter on. */
const FALLS_BEHIND: Readonly<Record<number, string>> = { 5: '2023-10-12', 9: '2024-01-12', 14: '2023-04-12' }
/** What the second remittance of these dealers is. */
const SECOND: Readonly<Record<number, Special>> = { 1: 'returned', 2: 'more', 3: 'half' }

const fixedCash: CashPlan = {
  afterContract: 0,
  days: QUARTERS,
  remits: ({ place }, day) => (QUARTERS[day] ?? '') < (FALLS_BEHIND[place] ?? '9999'),
  special: ({ place }, count) => (count === 2 ? SECOND[place] : undefined),
  pays: () => true,
  series: '',
  staged: {
    ...{ on: '2024-06-25', isOf: ({ place }) => place === 5, memo: 'Second quarter' },
    // Far ahead, because a batch that waits keeps its month from being closed.
    scheduledDate: '2027-01-04',
  },
}

/** What a dealer sends too much. */
const MORE = 250

const METHODS = ['Check', 'ACH', 'Check', 'Wire'] as const

interface OwedRow {
  readonly id: number
  readonly amount: Cents
}

const dueColumns = { holderId: int, number: text, rows: json(storedList<OwedRow>()), total: cents }

/** What dealers of the crowd owe for contracts that were finalized before a day. */
const OWED = statement(
  dueColumns,
  `select h.id as "holderId", h.number, jsonb_agg(jsonb_build_object('id', l.id, 'amount', l.open_amount) order by l.id) as rows,
     sum(l.open_amount)::bigint as total
   from ledger l join contract c on c.id = l.contract_id join account_holder h on h.id = l.account_holder_id
   where l.is_dealer_cost and l.direction = 'Receive' and l.status = 'Open' and c.finalize_date < $1::date
     and l.contract_id > $2
     and c.status <> 'Cancelled' and not exists (select from cancel x where x.contract_id = c.id)
   group by h.id, h.number order by h.id`,
)

/** What others get of contracts that are funded, besides refunds. */
const PAYABLE = statement(
  dueColumns,
  `select h.id as "holderId", h.number, jsonb_agg(jsonb_build_object('id', l.id, 'amount', l.open_amount) order by l.id) as rows,
     sum(l.open_amount)::bigint as total
   from ledger l join contract c on c.id = l.contract_id join account_holder h on h.id = l.account_holder_id
   where not l.is_dealer_cost and l.direction = 'Pay' and l.status = 'Open' and not l.is_memo and l.cancel_id is null
     and h.type in ('Agent', 'Insurer', 'DealerGroup', 'DisbursementAccount') and c.funding_status = 'Funded'
     and l.contract_id > $1
   group by h.id, h.number order by h.id`,
)

/** Refunds of cancels that the administrator pays, executed before a day. */
const REFUNDS = statement(
  dueColumns,
  `select h.id as "holderId", h.number, jsonb_agg(jsonb_build_object('id', l.id, 'amount', l.open_amount) order by l.id) as rows,
     sum(l.open_amount)::bigint as total
   from cancel_payment p join ledger l on l.id = p.ledger_id join cancel x on x.id = p.cancel_id
     join account_holder h on h.id = l.account_holder_id
   where l.status = 'Open' and h.type <> 'Dealer' and not p.is_voided and x.execution_date < $1::date
     and x.contract_id > $2
   group by h.id, h.number order by h.id`,
)

interface CashSeeding {
  readonly services: ContractServices
  readonly tenant: Tenant
  readonly by: string
}

/** Posts the money of a plan, each on its day. Absent: that of two years over the contracts with fixed dates. */
export async function seedCash(
  tx: Tx,
  { services, tenant, by }: CashSeeding,
  plan: CashPlan = fixedCash,
): Promise<void> {
  const { afterContract, series } = plan
  const unanswered = withoutAnswers(services)
  const caller = seedCaller(tx, tenant, by)
  const acting = (today: string, minute = 0): Acting => ({
    ...{ caller, today },
    now: new Date(Date.parse(`${today}T16:00:00Z`) + minute * 60_000),
  })
  const dealers = (await OWED.rows(tx, ['9999-01-01', afterContract])).map(({ holderId }) => holderId)
  const remitted = new Map<number, number>()
  for (const [at, day] of plan.days.entries()) {
    const owed = (await OWED.rows(tx, [day, afterContract])).filter(({ holderId, number }) =>
      plan.remits({ number, place: dealers.indexOf(holderId) }, at),
    )
    const remittances = owed.map((due, minute) => {
      const dealer = dealers.indexOf(due.holderId)
      const count = (remitted.get(dealer) ?? 0) + 1
      remitted.set(dealer, count)
      const serial = dealer + at
      return { ...due, minute, serial, special: plan.special({ number: due.number, place: dealer }, count) }
    })
    await runInTurn(
      tx,
      remittances.map((due) => ({
        changes: [`holder ${due.holderId}`],
        run: (own) => remit(own, unanswered, acting(day, due.minute), due),
      })),
      seedIsAlone,
    )
    if (!plan.pays(at)) continue
    const payday = addDays(day, 3)
    await payAll(tx, unanswered, acting(payday), await PAYABLE.rows(tx, [afterContract]), `${series}P${at}`)
    const refunds = await REFUNDS.rows(tx, [day, afterContract])
    await payAll(tx, unanswered, acting(payday), refunds, `${series}R${at}`)
  }
  await stageLast(tx, unanswered, acting(plan.staged.on), dealers, plan)
}

interface Remittance {
  readonly holderId: number
  readonly rows: readonly OwedRow[]
  readonly total: Cents
  readonly serial: number
  readonly special: Special | undefined
}

/** A dealer's remittance for everything that is due, or what it sends instead. */
async function remit(tx: Tx, services: CashServices, acting: Acting, due: Remittance): Promise<void> {
  const { holderId, rows, total, serial, special } = due
  const paid = special === 'half' ? rows.slice(0, Math.ceil(rows.length / 2)) : rows
  const sum = special === 'half' ? sumCents(paid.map(({ amount }) => amount)) : total
  const method = special === 'returned' ? 'Check' : (METHODS[serial % METHODS.length] ?? 'Check')
  const body = {
    ...{ type: 'Receipt', method, accountHolderId: holderId, date: acting.today, allowUnapplied: true },
    amount: amountOf(sum) + (special === 'more' ? MORE : 0),
    details: detailsFor(paid),
    ...(method === 'Check' ? { checkNumber: String(10_000 + serial * 37) } : {}),
  }
  const { id } = await createCash(tx, services, acting, NewCash.parse(body))
  if (special !== 'returned') return
  const back = later(acting, 8)
  await changeCash(tx, services, back, id, {
    ...{ status: 'Returned', reason: 'Insufficient funds', returnCode: 'R01' },
  })
  const again = later(acting, 16)
  const wire = {
    ...body,
    date: again.today,
    method: 'Wire',
    checkNumber: null,
    reference: `Replaces ${10_000 + serial * 37}`,
  }
  await createCash(tx, services, again, NewCash.parse(wire))
}

const later = ({ caller, today, now }: Acting, days: number): Acting => ({
  ...{ caller, today: addDays(today, days) },
  now: new Date(now.getTime() + days * 86_400_000),
})

const detailsFor = (rows: readonly OwedRow[]) =>
  rows.map(({ id, amount }) => ({ ledgerId: id, amount: amountOf(amount) }))

async function payAll(
  tx: Tx,
  services: CashServices,
  acting: Acting,
  due: readonly { readonly holderId: number; readonly rows: readonly OwedRow[]; readonly total: Cents }[],
  series: string,
): Promise<void> {
  await runInTurn(
    tx,
    due.map(({ holderId, rows, total }, at) => {
      const method = at % 3 === 0 ? 'Check' : 'ACH'
      const body = {
        ...{
          type: 'Payment',
          method,
          accountHolderId: holderId,
          date: acting.today,
          amount: amountOf(total),
        },
        ...{
          details: detailsFor(rows),
          ...(method === 'Check' ? { checkNumber: `${series}-${1_001 + at}` } : {}),
        },
      }
      return {
        changes: [`holder ${holderId}`],
        run: (own) => createCash(own, services, acting, NewCash.parse(body)),
      }
    }),
    seedIsAlone,
  )
}

/** A remittance that waits to be processed. */
async function stageLast(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  dealers: readonly number[],
  { afterContract, staged: { isOf, scheduledDate, memo } }: CashPlan,
): Promise<void> {
  const owed = await OWED.rows(tx, [acting.today, afterContract])
  const staged = owed.find(({ holderId, number }) => isOf({ number, place: dealers.indexOf(holderId) }))
  if (staged)
    await stageBatch(tx, services, acting, {
      ...{ accountHolderId: staged.holderId, direction: 'Receive', scheduledDate, memo },
      ledgerIds: staged.rows.map(({ id }) => id),
    })
}
