import { z } from 'zod'
import { type Column, type Columns, cents, int, oneOf, orNull, text } from '../../db/columns.ts'
import { PLANNED_EACH_TIME } from '../../db/connection.ts'
import type { Db } from '../../db/database.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import {
  businessOf,
  completeSummary,
  type ItemState,
  type LedgerSums,
} from '../../domain/cash/ledger-summary.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { ledgerTypes } from '../../domain/ledger/rows.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { CalendarDate as DateOnly, queryInteger, queryList } from '../../http/schemas.ts'
import { dateFields } from '../../ledger/models.ts'
import { itemsFor } from './items.ts'
import type { LedgerSummaryModel } from './models.ts'

export const groupings = [
  'AccountHolder',
  'Disbursement',
  'Product',
  'Program',
  'Month',
  'LedgerType',
] as const
type Grouping = (typeof groupings)[number]

export const SummaryQuery = z.strictObject({
  groupBy: queryList(z.enum(groupings))
    .optional()
    .describe('Any combination. Default: one row for everything.'),
  accountHolderId: queryInteger(z.int().min(0)).optional(),
  productId: queryInteger(z.int().min(0)).optional(),
  dateField: z.enum(dateFields).default('Accounting').describe('The date that Month, `from` and `to` mean.'),
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  asOfDate: DateOnly.optional().describe(
    'Counts what was booked by this day: rows, corrections, voids and applied cash. Default: the rows as they are.',
  ),
})
type SummaryRequest = z.output<typeof SummaryQuery>

const dateColumns = { Accounting: 'i.accounting_date', Effective: 'i.effective_date' } as const

/** A key of the answer: its name, what is grouped by, and what is shown of it. */
interface Key {
  readonly name: keyof LedgerSummaryModel['keys']
  readonly column: Column<unknown>
  readonly by: string
  shown(by: string): string
}
const asIs = (by: string) => by

const keyOf: Readonly<Record<Grouping, (date: string) => Key>> = {
  AccountHolder: () => ({ name: 'accountHolderId', column: int, by: 'i.account_holder_id', shown: asIs }),
  Disbursement: () => ({
    ...{ name: 'disbursementCode', column: orNull(text), by: 'i.disbursement_code', shown: asIs },
  }),
  Product: () => ({ name: 'productId', column: orNull(int), by: 'i.product_id', shown: asIs }),
  Program: () => ({ name: 'programId', column: orNull(int), by: 'c.program_id', shown: asIs }),
  // Months are grouped as dates, which is cheaper than as texts, and written as texts once for each group.
  Month: (date) => ({
    ...{ name: 'month', column: text, by: `date_trunc('month', ${date}::timestamp)` },
    shown: (by) => `to_char(${by}, 'YYYY-MM')`,
  }),
  LedgerType: () => ({ name: 'ledgerType', column: oneOf(ledgerTypes), by: 'i.ledger_type', shown: asIs }),
}

const sums = {
  ...{ count: int, net: cents, cancelled: cents, claims: cents, other: cents },
  ...{ received: cents, paid: cents, held: cents, pending: cents },
}

/** The types of rows that are part of a business, as a list in SQL. */
const typesOf = (business: string) =>
  ledgerTypes
    .filter((type) => businessOf[type] === business)
    .map((type) => `'${type}'`)
    .join(', ')

const sumOf = (value: string, condition: string) =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)::bigint`
const signed = (amount: string) => `case i.direction when 'Receive' then ${amount} else -(${amount}) end`
const unpaid = (state: ItemState) => sumOf(signed('i.amount - i.paid_amount'), `i.state = '${state}'`)

const SUMS = `coalesce(sum(i.items), 0)::bigint as count, coalesce(sum(${signed('i.amount')}), 0)::bigint as net,
  ${(['cancelled', 'claims', 'other'] as const)
    .map(
      (business) => `${sumOf(signed('i.amount'), `i.ledger_type in (${typesOf(business)})`)} as ${business}`,
    )
    .join(', ')},
  ${sumOf('i.paid_amount', `i.direction = 'Receive'`)} as received, ${sumOf('i.paid_amount', `i.direction = 'Pay'`)} as paid,
  ${unpaid('Held')} as held, ${unpaid('Pending')} as pending`

/** What decides in which sums a row counts, besides the keys. */
const KIND = 'i.ledger_type, i.direction, i.state'

/** The sums of a large ledger take longer than a read of a few rows may. */
export const summarizeLedger = (
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  request: SummaryRequest,
  pastDay: CalendarDate | undefined,
): Promise<LedgerSummaryModel[]> => inSnapshot(db, (snapshot) => loadSums(snapshot, caller, request, pastDay))

/**
 * What the rows in the books add up to, for each combination of the keys. Rows of the same kind are added up first: two
 * sums for each of many rows, and all the others for each of few kinds. With `offset 0`, PostgreSQL does not multiply the
 * numbers of different keys and kinds: it would expect so many groups that it sorts all rows instead of hashing them.
 */
async function loadSums(
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  request: SummaryRequest,
  pastDay: CalendarDate | undefined,
): Promise<LedgerSummaryModel[]> {
  const { accountHolderId, productId, from, to } = request
  const dateColumn = dateColumns[request.dateField]
  const keys = [...new Set(request.groupBy)].map((grouping) => keyOf[grouping](dateColumn))
  const conditions = [
    ...(productId === undefined ? [] : [sql`i.product_id = ${productId}`]),
    ...(from === undefined ? [] : [sql`${sql.raw(dateColumn)} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${sql.raw(dateColumn)} <= ${to}`]),
  ]
  const isByProgram = keys.some(({ name }) => name === 'programId')
  const columns: Columns = Object.fromEntries(keys.map(({ name, column }) => [name, column]))
  const by = keys.map(({ name }) => `i."${name}"`)
  const rows = await query({ ...columns, ...sums })`${sql.raw(PLANNED_EACH_TIME)}
    select ${sql.raw(keys.map(({ name, shown }) => `${shown(`i."${name}"`)} as "${name}", `).join(''))} ${sql.raw(SUMS)}
    from (
      select ${sql.raw([...by, KIND].join(', '))}, count(*) as items, sum(i.amount)::bigint as amount,
        sum(i.paid_amount)::bigint as paid_amount
      from (
        select ${sql.raw(keys.map((key) => `${key.by} as "${key.name}", `).join(''))} ${sql.raw(KIND)}, i.amount, i.paid_amount
        from ${itemsFor(caller, { asOf: pastDay, accountHolderId })} ${sql.raw(isByProgram ? 'left join contract c on c.id = i.contract_id' : '')}
        where ${sql.join([sql`true`, ...conditions], sql` and `)} offset 0) i
      group by ${sql.raw([...by, KIND].join(', '))}) i
    ${sql.raw(by.length === 0 ? '' : `group by ${by.join(', ')} order by ${by.join(', ')}`)}`.rows(db)
  // The columns of the keys depend on the request; the others are always those of the sums.
  return rows.map((row) => answered(row as LedgerSums & Readonly<Record<string, unknown>>, keys))
}

function answered(
  { count, ...row }: LedgerSums & Readonly<Record<string, unknown>>,
  keys: readonly Key[],
): LedgerSummaryModel {
  const summary = completeSummary({ count, ...row })
  return {
    keys: Object.fromEntries(keys.map(({ name }) => [name, row[name]])),
    count,
    written: amountOf(summary.written),
    cancelled: amountOf(summary.cancelled),
    claims: amountOf(summary.claims),
    other: amountOf(summary.other),
    net: amountOf(summary.net),
    paid: amountOf(summary.paid),
    received: amountOf(summary.received),
    open: amountOf(summary.open),
    held: amountOf(summary.held),
    pending: amountOf(summary.pending),
  }
}
