import { z } from 'zod'
import { type Column, type Columns, cents, int, oneOf, orNull, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import {
  addToSummary,
  emptySummary,
  itemStates,
  type LedgerSummary,
  type SummedRows,
} from '../../domain/cash/ledger-summary.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { directions, ledgerTypes } from '../../domain/ledger/rows.ts'
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

const summed = {
  ledgerType: oneOf(ledgerTypes),
  direction: oneOf(directions),
  state: oneOf(itemStates),
  count: int,
  amount: cents,
  paidAmount: cents,
}

/**
 * What the rows in the books add up to, for each combination of the keys. The database adds up rows of the same kind; which
 * of the figures they belong to is decided here.
 */
export async function summarizeLedger(
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  request: SummaryRequest,
  pastDay: CalendarDate | undefined,
): Promise<LedgerSummaryModel[]> {
  const { accountHolderId, productId, from, to } = request
  const dateColumn = dateColumns[request.dateField]
  const keys = [...new Set(request.groupBy)].map((grouping) => keyOf[grouping](dateColumn))
  const conditions = [
    ...(accountHolderId === undefined ? [] : [sql`i.account_holder_id = ${accountHolderId}`]),
    ...(productId === undefined ? [] : [sql`i.product_id = ${productId}`]),
    ...(from === undefined ? [] : [sql`${sql.raw(dateColumn)} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${sql.raw(dateColumn)} <= ${to}`]),
  ]
  const isByProgram = keys.some(({ name }) => name === 'programId')
  const columns: Columns = Object.fromEntries(keys.map(({ column }, at) => [keyAt(at), column]))
  const rows = await query({ ...columns, ...summed })`
    select ${sql.raw(keys.map(({ by, shown }, at) => `${shown(by)} as "${keyAt(at)}", `).join(''))}
      i.ledger_type as "ledgerType", i.direction, i.state, count(*) as count, sum(i.amount)::bigint as amount,
      sum(i.paid_amount)::bigint as "paidAmount"
    from ${itemsFor(caller, pastDay)} ${sql.raw(isByProgram ? 'left join contract c on c.id = i.contract_id' : '')}
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    group by ${sql.raw([...keys.map(({ by }) => by), 'i.ledger_type', 'i.direction', 'i.state'].join(', '))}
    order by ${sql.raw([...keys.map(({ by }) => by), 'i.ledger_type', 'i.direction', 'i.state'].join(', '))}`.rows(
    db,
  )
  return byKeys(
    keys.map(({ name }) => name),
    rows as readonly (SummedRows & Record<string, unknown>)[],
  )
}

const keyAt = (at: number) => `key${at}`

/** Adds up the rows that have the same keys. They come one after the other. */
function byKeys(
  names: readonly Key['name'][],
  rows: readonly (SummedRows & Readonly<Record<string, unknown>>)[],
): LedgerSummaryModel[] {
  const groups: { keys: Readonly<Record<string, unknown>>; summary: LedgerSummary }[] =
    names.length === 0 ? [{ keys: {}, summary: emptySummary }] : []
  for (const row of rows) {
    const keys = Object.fromEntries(names.map((name, at) => [name, row[keyAt(at)]]))
    const last = groups.at(-1)
    if (last && names.every((name) => last.keys[name] === keys[name]))
      last.summary = addToSummary(last.summary, row)
    else groups.push({ keys, summary: addToSummary(emptySummary, row) })
  }
  return groups.map(({ keys, summary }) => ({ keys, ...answered(summary) }))
}

function answered({ count, ...amounts }: LedgerSummary) {
  return {
    count,
    written: amountOf(amounts.written),
    cancelled: amountOf(amounts.cancelled),
    claims: amountOf(amounts.claims),
    other: amountOf(amounts.other),
    net: amountOf(amounts.net),
    paid: amountOf(amounts.paid),
    received: amountOf(amounts.received),
    open: amountOf(amounts.open),
    held: amountOf(amounts.held),
    pending: amountOf(amounts.pending),
  }
}
