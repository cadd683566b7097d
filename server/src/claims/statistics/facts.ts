import { type Sql, sql } from '../../db/sql.ts'
import { openStatuses } from '../../domain/claims/status.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { MONEY, PAYMENTS, paidWithin, within } from './movements.ts'

// The rows that statistics add up: claims or their details, what was paid for them, and what was earned. All have the keys
// asked for and the same figures.

export interface FactsAsked {
  readonly from: CalendarDate | undefined
  readonly to: CalendarDate | undefined
  readonly productId: number | undefined
  /** The date that claims are counted by. */
  readonly dateColumn: string
  readonly isByMonth: boolean
  /** The keys of a row that counts on a date, each followed by a comma; and their names. */
  keysOn(date: string): string
  readonly keyNames: string
}

/** The figures of a row in the order that every row has them in. What is not named is 0. */
const figures = (
  given: Partial<
    Record<
      'count' | 'open' | 'requested' | 'authorized' | 'reserve' | 'paid' | 'paidCount' | 'earned',
      string
    >
  >,
) => {
  const { count = '0', open = '0', requested = '0', authorized = '0', reserve = '0' } = given
  const { paid = '0', paidCount = '0', earned = '0' } = given
  return sql.raw(`${count} as count, ${open} as open, ${requested} as requested, ${authorized} as authorized,
    ${reserve} as reserve, ${paid} as paid, ${paidCount} as "paidCount", ${earned} as earned`)
}

const CLAIM = sql.raw('claim m join contract c on c.id = m.contract_id')
const OPEN = `m.status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`

/** The claims in the period. Voided ones were entered by mistake. */
function isCounted({ dateColumn, from, to, productId }: FactsAsked): Sql {
  const conditions = [
    sql`m.status <> 'Voided' and ${sql.raw(dateColumn)} is not null`,
    ...within(dateColumn, from, to),
    ofProduct(productId),
  ]
  return sql.join(conditions, sql` and `)
}

const ofProduct = (productId: number | undefined): Sql =>
  productId === undefined ? sql`true` : sql`c.product_id = ${productId}`

export const claimFacts = (asked: FactsAsked): Sql => sql`
  select ${sql.raw(asked.keysOn(asked.dateColumn))} ${figures({
    ...{ count: '1', open: `(${OPEN})::integer` },
    ...{ requested: 'm.requested', authorized: 'm.authorized', reserve: 'm.reserve' },
  })}
  from ${CLAIM} where ${isCounted(asked)}`

/**
 * The details of the claims in the period. A detail has the reserve for what is authorized and not paid of it. What the
 * reserve of the claim is above that is shared by what was requested, to the cent; without requests, in equal parts.
 */
export const detailFacts = (asked: FactsAsked): Sql => sql`
  select ${sql.raw(asked.keyNames)} ${figures({
    ...{ count: '(s.id is not null)::integer', requested: 's.asked', authorized: 's.authorized' },
    open: `(s.is_open and s.status not in ('Denied', 'Paid'))::integer`,
    reserve: `case when s.reserve = 0 then 0 else s.outstanding
      + ${sharedBy('s.reserve - s.all_outstanding', 's.weight', 's.weights', 's.all_weights')} end`,
  })}
  from (
    select w.*, sum(w.weight) over (partition by w.claim_id order by w.sequence) as weights,
      sum(w.weight) over (partition by w.claim_id) as all_weights,
      sum(w.outstanding) over (partition by w.claim_id) as all_outstanding
    from (
      select n.*, case when sum(n.asked) over (partition by n.claim_id) = 0 then 1 else n.asked end as weight
      from (
        select ${sql.raw(asked.keysOn(asked.dateColumn))} m.id as claim_id, m.reserve, ${sql.raw(OPEN)} as is_open,
          d.id, d.sequence, d.status, case when d.status <> 'Denied' then d.requested else 0 end as asked,
          case when d.status in ('Authorized', 'Paid') then d.payable else 0 end as authorized,
          case when d.status in ('Authorized', 'Paid') then d.payable - d.paid else 0 end as outstanding
        from ${CLAIM} left join claim_detail d on d.claim_id = m.id and d.status <> 'Voided'
        where ${isCounted(asked)}) as n) as w) as s`

/** A part of an amount. The parts up to each are rounded, so all parts add up to the amount. */
const sharedBy = (amount: string, part: string, until: string, whole: string) =>
  `round((${amount}) * (${until})::numeric / ${whole}) - round((${amount}) * (${until} - ${part})::numeric / ${whole})`

/** What was paid in the period for each claim, in each month if they are asked for. */
export const paidClaims = (asked: FactsAsked): Sql => sql`
  select ${sql.raw(asked.keysOn('p.day'))} ${figures({ paid: 'p.amount', paidCount: '(p.amount > 0)::integer' })}
  from (
    select l.claim_id, ${sql.raw(monthOf('a.accounting_date', asked))} as day, sum(${sql.raw(MONEY)}) as amount
    from ${sql.raw(PAYMENTS)} where ${paidWithin(asked.from, asked.to)} group by 1, 2) as p
  join claim m on m.id = p.claim_id join contract c on c.id = m.contract_id
  where ${ofProduct(asked.productId)}`

/** The same for each detail: what was paid of a request is shared as the request is. */
export const paidDetails = (asked: FactsAsked): Sql => sql`
  select ${sql.raw(asked.keysOn('p.day'))} ${figures({ paid: 'p.amount', paidCount: '(p.amount > 0)::integer' })}
  from (
    select s.claim_id, s.detail_id, s.day, sum(case when s.detail_id is null then s.amount
      else ${sql.raw(sharedBy('s.amount', 's.share', 's.shares', 's.all_shares'))} end) as amount
    from (
      select paid.*, (share.value ->> 'detailId')::bigint as detail_id, (share.value ->> 'amount')::bigint as share,
        sum((share.value ->> 'amount')::bigint) over (partition by paid.ledger_id, paid.day order by share.position) as shares,
        sum((share.value ->> 'amount')::bigint) over (partition by paid.ledger_id, paid.day) as all_shares
      from (
        select l.claim_id, l.id as ledger_id, ${sql.raw(monthOf('a.accounting_date', asked))} as day,
          sum(${sql.raw(MONEY)}) as amount
        from ${sql.raw(PAYMENTS)} where ${paidWithin(asked.from, asked.to)} group by 1, 2, 3) as paid
      left join claim_payment_request r on r.ledger_id = paid.ledger_id
      left join lateral jsonb_array_elements(r.shares) with ordinality as share (value, position) on true) as s
    group by 1, 2, 3) as p
  join claim m on m.id = p.claim_id join contract c on c.id = m.contract_id
  left join claim_detail d on d.id = p.detail_id
  where ${ofProduct(asked.productId)}`

/** What the reserve of contracts has earned in the books of the period. */
export const earnedFacts = (asked: FactsAsked): Sql => sql`
  select ${sql.raw(asked.keysOn('e.day'))} ${figures({ earned: 'e.amount' })}
  from (
    select r.contract_id, ${sql.raw(monthOf('r.accounting_date', asked))} as day, sum(r.amount) as amount
    from earning r where ${sql.join(
      [sql`r.code = 'RESERVE'`, ...within('r.accounting_date', asked.from, asked.to)],
      sql` and `,
    )} group by 1, 2) as e
  join contract c on c.id = e.contract_id where ${ofProduct(asked.productId)}`

const monthOf = (date: string, { isByMonth }: FactsAsked) =>
  isByMonth ? `date_trunc('month', ${date}::timestamp)` : 'null::timestamp'
