import { json, type RowOf } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  civilDate,
  elapsedMonths,
  epochDay,
} from '../../domain/dates.ts'
import type { EarningContract, EarningEvent, EarningTerms } from '../../domain/earning/events.ts'
import { MARKUP } from '../../domain/ledger/rows.ts'
import type { Cents } from '../../domain/money.ts'
import { type RefundTerm, suspendedDays } from '../../domain/refund/clock.ts'
import { type ContractEvent, type EarningState, eventTable, type KeptLine } from '../record/events.ts'
import { type ContractRow, contractTable } from '../record/rows.ts'
import { storedObject } from '../record/stored.ts'
import { lineTable } from '../record/tables.ts'

/** What the earnings of a contract follow from: how it was first finalized, and what has happened to it since. */
export interface EarningFacts {
  readonly contract: EarningContract
  readonly events: readonly EarningEvent[]
  /** The same as they are kept. */
  readonly happened: readonly ContractEvent[]
  /** Whose each line is, also of those that it has no more. */
  readonly lines: ReadonlyMap<string, Pick<KeptLine, 'accountHolderId' | 'isInternal'>>
  /** Today's. */
  readonly state: EarningState
}

type Vehicle = NonNullable<ContractRow['item']['vehicle']>

/** The columns of a contract that its earnings depend on. Only the parts of the documents that they need are read. */
export const earningColumns = {
  ...contractTable.pick('id', 'finalize_date', 'effective_date', 'expiration_date'),
  ...contractTable.pick('effective_odometer', 'expiration_odometer'),
  item: json(
    storedObject<{ readonly vehicle: Pick<Vehicle, 'warranties' | 'inServiceDate'> | null }>('vehicle'),
  ),
  inputs: json(
    storedObject<{ readonly query: Pick<ContractRow['inputs']['query'], 'annualMileage'> }>('query'),
  ),
}
export type EarningRow = RowOf<typeof earningColumns>

/** Selects `earningColumns` of contracts called `c`. */
export const SELECT_EARNING_COLUMNS = `select c.id, c.finalize_date, c.effective_date, c.expiration_date,
  c.effective_odometer, c.expiration_odometer,
  jsonb_build_object('vehicle', case jsonb_typeof(c.item -> 'vehicle') when 'object' then jsonb_build_object(
    'warranties', c.item -> 'vehicle' -> 'warranties', 'inServiceDate', c.item -> 'vehicle' -> 'inServiceDate') end) as item,
  jsonb_build_object('query', jsonb_build_object('annualMileage', c.inputs -> 'query' -> 'annualMileage')) as inputs
  from contract c`

const lineColumns = {
  ...lineTable.pick('contract_id', 'code', 'amount', 'earning_method', 'earning_curve'),
  ...lineTable.pick('account_holder_id', 'is_internal'),
}
type LineRow = RowOf<typeof lineColumns>
const LINES = statement(
  lineColumns,
  `select contract_id, code, amount, earning_method, earning_curve, account_holder_id, is_internal
   from contract_line where contract_id = any($1::bigint[]) order by contract_id, sequence, code`,
)

const eventColumns = eventTable.pick('contract_id', 'id', 'kind', 'event_date', 'subject_id', 'details')
type EventRow = RowOf<typeof eventColumns>
const EVENTS = statement(
  eventColumns,
  `select contract_id, id, kind, event_date, subject_id, details from contract_event
   where contract_id = any($1::bigint[]) order by contract_id, id`,
)

export async function loadEarningFacts(db: Db, row: EarningRow): Promise<EarningFacts> {
  const [facts] = await loadManyEarningFacts(db, [row])
  return facts as EarningFacts // One for each row.
}

/** The facts of many contracts with as many statements as those of one; in the order of the rows. */
export async function loadManyEarningFacts(db: Db, rows: readonly EarningRow[]): Promise<EarningFacts[]> {
  const ids = rows.map(({ id }) => id)
  const [lines, events] = await runAll([LINES.rows(db, [ids]), EVENTS.rows(db, [ids])])
  const [linesBy, eventsBy] = [byContract(lines), byContract(events)]
  return rows.map((row) => factsOf(row, linesBy.get(row.id) ?? [], eventsBy.get(row.id) ?? []))
}

/** What has happened to a contract, in the order in which it was done. */
export const loadContractEvents = async (db: Db, contractId: number): Promise<ContractEvent[]> =>
  (await EVENTS.rows(db, [[contractId]])).map(happenedOf)

function byContract<Row extends { readonly contract_id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const own = found.get(row.contract_id)
    if (own) own.push(row)
    else found.set(row.contract_id, [row])
  }
  return found
}

function factsOf(
  row: EarningRow,
  lineRows: readonly LineRow[],
  eventRows: readonly EventRow[],
): EarningFacts {
  const happened = eventRows.map(happenedOf)
  const state = { terms: earningTerms(row, extendedDays(happened)), lines: lineRows.map(lineOf) }
  return {
    contract: asFinalized(state, happened),
    events: [...finalized(row), ...happened.map(eventOf)],
    happened,
    lines: new Map([...linesGone(happened), ...state.lines].map((line) => [line.code, line])),
    state,
  }
}

const happenedOf = ({ id, kind, event_date, subject_id, details }: EventRow) =>
  // The kind decides which details were stored.
  ({ id, kind, date: event_date, subjectId: subject_id, details }) as ContractEvent

/** Before anything else of that day. */
const finalized = ({ finalize_date }: EarningRow): EarningEvent[] =>
  finalize_date === null ? [] : [{ kind: 'Contract', id: 0, date: finalize_date }]

const lineOf = (line: LineRow): KeptLine => ({
  code: line.code,
  amount: line.amount,
  methodCode: line.earning_method,
  curve: line.earning_curve,
  accountHolderId: line.account_holder_id,
  isInternal: line.is_internal,
})

function eventOf(one: ContractEvent): EarningEvent {
  const { id, date } = one
  switch (one.kind) {
    case 'Refinalize':
      return { id, date, kind: 'Refinalize', ...one.details.after }
    case 'LedgerEdit':
    case 'LedgerDelete':
      return { id, date, kind: one.kind, code: one.details.code, by: one.details.by }
    case 'Hold': {
      const { mode, codes } = one.details
      return { id, date, kind: 'Hold', holdId: one.subjectId, mode, codes: codes ?? 'all' }
    }
    case 'Resolve':
      return { id, date, kind: 'Resolve', holdId: one.subjectId }
    case 'Cancel':
      return {
        ...{ id, date, kind: 'Cancel', cancelId: one.subjectId },
        refunds: new Map(Object.entries(one.details.refunds)),
      }
    case 'Reinstatement':
    case 'ReinstatementHold':
      return { id, date, kind: one.kind, cancelId: one.subjectId, gapDays: one.details.gapDays }
    case 'Void':
    case 'Expire':
    case 'Reopen':
      return { id, date, kind: one.kind }
    case 'Odometer':
      return { id, date, kind: 'Odometer', ...one.details }
    default:
      return one satisfies never
  }
}

/** By how many days a contract ends later than it was sold to. */
export const extendedDays = (happened: readonly ContractEvent[]): number =>
  happened.reduce((days, one) => {
    if (one.kind === 'Resolve') return days + one.details.extendsDays
    return one.kind === 'Reinstatement' || one.kind === 'ReinstatementHold'
      ? days + (one.details.extendsDays ?? one.details.gapDays)
      : days
  }, 0)

/** By how many days a gap moves the end: those that were suspended anyway have moved it already. */
export function gapExtends(happened: readonly ContractEvent[], from: CalendarDate, gapDays: number): number {
  const ended = [...suspensionsOf(happened), ...gapsOf(happened)].filter(({ to }) => to !== null)
  const to = addDays(from, gapDays)
  return suspendedDays([...ended, { from, to }], to) - suspendedDays(ended, to)
}

/** As it was before the first refinalize and every correction of a line. */
function asFinalized(today: EarningState, happened: readonly ContractEvent[]): EarningContract {
  const first = happened.find(({ kind }) => kind === 'Refinalize')
  const { terms, lines } = first?.kind === 'Refinalize' ? first.details.before : today
  const before = first ? happened.slice(0, happened.indexOf(first)) : happened
  return { terms, lines: uncorrected(lines, before) }
}

/** Lines as they were before these corrections of them; what a line was given, the markup gave. */
export function uncorrected<Line extends { readonly code: string; readonly amount: Cents }>(
  lines: readonly Line[],
  happened: readonly ContractEvent[],
): Line[] {
  const more = new Map<string, number>()
  for (const one of happened) {
    if (one.kind !== 'LedgerEdit' && one.kind !== 'LedgerDelete') continue
    const { code, by } = one.details
    // Tax is no line, and nothing that the markup gives.
    if (!lines.some((line) => line.code === code)) continue
    more.set(code, (more.get(code) ?? 0) + by)
    more.set(MARKUP, (more.get(MARKUP) ?? 0) - by)
  }
  if (more.size === 0) return [...lines]
  return lines.map((line) => ({ ...line, amount: (line.amount - (more.get(line.code) ?? 0)) as Cents }))
}

const linesGone = (happened: readonly ContractEvent[]): readonly KeptLine[] =>
  happened.flatMap((one) => (one.kind === 'Refinalize' ? one.details.before.lines : []))

/** The terms as sold: what suspensions have added to the expiration is taken off. */
export function earningTerms(row: EarningRow, added: number): EarningTerms {
  return {
    effectiveDate: row.effective_date,
    expirationDate: addDays(row.expiration_date, -added),
    effectiveOdometer: row.effective_odometer,
    expirationOdometer: row.expiration_odometer,
    annualMileage: row.inputs.query.annualMileage ?? null,
    warrantyMonths: warrantyMonths(row),
  }
}

/** Months until the maker's basic warranty ends, a begun one counting. Null: nothing is known of it. */
export function warrantyMonths({
  effective_date,
  item,
}: Pick<EarningRow, 'effective_date' | 'item'>): number | null {
  const basic = item.vehicle?.warranties.find(({ type }) => type === 'Basic')
  if (!basic) return null
  const begin = basic.startDate ?? item.vehicle?.inServiceDate ?? effective_date
  const end = basic.endDate ?? (basic.months === null ? null : addMonths(begin, basic.months))
  if (end === null) return null
  if (end <= effective_date) return 0
  const { months, days } = elapsedMonths(civilDate(effective_date), epochDay(end))
  return days > 0 ? months + 1 : months
}

/** The term of a contract as a refund counts it: suspended days and gaps are no part of it. */
export function refundTerm(
  row: Pick<ContractRow, 'sale_date' | 'expiration_date'>,
  { happened }: Pick<EarningFacts, 'happened'>,
): RefundTerm {
  return {
    saleDate: row.sale_date,
    expirationDate: row.expiration_date,
    extendedDays: extendedDays(happened),
    suspensions: [...suspensionsOf(happened), ...gapsOf(happened)],
  }
}

/** A hold that a cancel ended, and a reinstatement opened again, lasts until it is resolved. */
const suspensionsOf = (happened: readonly ContractEvent[]): RefundTerm['suspensions'] =>
  happened.flatMap((one) => {
    if (one.kind !== 'Hold' || one.details.mode !== 'Suspend') return []
    const resolve = happened.find((other) => other.kind === 'Resolve' && other.subjectId === one.subjectId)
    return [{ from: one.date, to: resolve?.date ?? null }]
  })

const gapsOf = (happened: readonly ContractEvent[]): RefundTerm['suspensions'] =>
  happened.flatMap((one) => {
    if (one.kind !== 'Reinstatement' && one.kind !== 'ReinstatementHold') return []
    const cancel = happened.find((other) => other.kind === 'Cancel' && other.subjectId === one.subjectId)
    return cancel ? [{ from: cancel.date, to: addDays(cancel.date, one.details.gapDays) }] : []
  })
