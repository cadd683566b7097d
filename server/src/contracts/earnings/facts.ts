import { json, type RowOf, storedObject } from '../../db/columns.ts'
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
import { groupBy } from '../../domain/group-by.ts'
import { MARKUP } from '../../domain/ledger/rows.ts'
import type { Cents } from '../../domain/money.ts'
import { type RefundTerm, suspendedDays } from '../../domain/refund/clock.ts'
import { type ContractEvent, type EarningState, eventTable, type LineWithAccount } from '../record/events.ts'
import { type ContractRow, contractTable } from '../record/rows.ts'
import { lineTable } from '../record/tables.ts'

/** The facts that decide the earnings of a contract: the contract as first finalized, and its events since then. */
export interface EarningFacts {
  readonly contract: EarningContract
  readonly events: readonly EarningEvent[]
  /** The same events as stored, without the finalize. */
  readonly contractEvents: readonly ContractEvent[]
  /** The account holder of each line, including lines that a refinalize has dropped. */
  readonly lines: ReadonlyMap<string, Pick<LineWithAccount, 'accountHolderId' | 'isInternal'>>
  /** The current terms and lines. */
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
  return earningFactsFromRows(row, await loadEarningRows(db, row.id))
}

/** The stored rows that the facts of a contract are made from. */
export interface EarningRows {
  readonly lines: readonly LineRow[]
  readonly events: readonly EventRow[]
}

export async function loadEarningRows(db: Db, contractId: number): Promise<EarningRows> {
  const [lines, events] = await runAll([LINES.rows(db, [[contractId]]), EVENTS.rows(db, [[contractId]])])
  return { lines, events }
}

/** The rows with events that are about to be stored. */
export const withNewEvents = (
  { lines, events }: EarningRows,
  contractId: number,
  added: readonly ContractEvent[],
): EarningRows => ({
  lines,
  events: [
    ...events,
    ...added.map(({ id, kind, date, subjectId, details }) => ({
      ...{ contract_id: contractId, id, kind, event_date: date, subject_id: subjectId, details },
    })),
  ],
})

/** Loads the facts of many contracts with the same two statements as for one. The result has the order of the rows. */
export async function loadManyEarningFacts(db: Db, rows: readonly EarningRow[]): Promise<EarningFacts[]> {
  const ids = rows.map(({ id }) => id)
  const [lines, events] = await runAll([LINES.rows(db, [ids]), EVENTS.rows(db, [ids])])
  const [linesBy, eventsBy] = [groupBy(lines, contractOf), groupBy(events, contractOf)]
  return rows.map((row) =>
    earningFactsFromRows(row, { lines: linesBy.get(row.id) ?? [], events: eventsBy.get(row.id) ?? [] }),
  )
}

/** The events of a contract, in the order in which they were recorded. */
export const loadContractEvents = async (db: Db, contractId: number): Promise<ContractEvent[]> =>
  (await EVENTS.rows(db, [[contractId]])).map(contractEventFromRow)

const contractOf = ({ contract_id }: { readonly contract_id: number }) => contract_id

export function earningFactsFromRows(row: EarningRow, stored: EarningRows): EarningFacts {
  const contractEvents = stored.events.map(contractEventFromRow)
  const state = {
    terms: earningTerms(row, extendedDays(contractEvents)),
    lines: stored.lines.map(earningLineFromRow),
  }
  return {
    contract: contractAsFinalized(state, contractEvents),
    events: [...finalizeEvent(row), ...contractEvents.map(earningEvent)],
    contractEvents,
    lines: new Map(
      [...linesBeforeRefinalizes(contractEvents), ...state.lines].map((line) => [line.code, line]),
    ),
    state,
  }
}

const contractEventFromRow = ({ id, kind, event_date, subject_id, details }: EventRow) =>
  // The kind decides which details were stored.
  ({ id, kind, date: event_date, subjectId: subject_id, details }) as ContractEvent

/** The finalize comes before every other event of its day. */
const finalizeEvent = ({ finalize_date }: EarningRow): EarningEvent[] =>
  finalize_date === null ? [] : [{ kind: 'Contract', id: 0, date: finalize_date }]

const earningLineFromRow = (line: LineRow): LineWithAccount => ({
  code: line.code,
  amount: line.amount,
  methodCode: line.earning_method,
  curve: line.earning_curve,
  accountHolderId: line.account_holder_id,
  isInternal: line.is_internal,
})

function earningEvent(event: ContractEvent): EarningEvent {
  const { id, date } = event
  switch (event.kind) {
    case 'Refinalize':
      return { id, date, kind: 'Refinalize', ...event.details.after }
    case 'LedgerEdit':
    case 'LedgerDelete':
      return { id, date, kind: event.kind, code: event.details.code, by: event.details.by }
    case 'Hold': {
      const { mode, codes } = event.details
      return { id, date, kind: 'Hold', holdId: event.subjectId, mode, codes: codes ?? 'all' }
    }
    case 'Resolve':
      return { id, date, kind: 'Resolve', holdId: event.subjectId }
    case 'Cancel':
      return {
        ...{ id, date, kind: 'Cancel', cancelId: event.subjectId },
        refunds: new Map(Object.entries(event.details.refunds)),
      }
    case 'Reinstatement':
    case 'ReinstatementHold':
      return { id, date, kind: event.kind, cancelId: event.subjectId, gapDays: event.details.gapDays }
    case 'Void':
    case 'Expire':
    case 'Reopen':
      return { id, date, kind: event.kind }
    case 'Odometer':
      return { id, date, kind: 'Odometer', ...event.details }
    default:
      return event satisfies never
  }
}

/** The number of days by which a contract ends later than sold. */
export const extendedDays = (events: readonly ContractEvent[]): number =>
  events.reduce((days, event) => {
    if (event.kind === 'Resolve') return days + event.details.extendsDays
    return event.kind === 'Reinstatement' || event.kind === 'ReinstatementHold'
      ? days + (event.details.extendsDays ?? event.details.gapDays)
      : days
  }, 0)

/** The number of days that a gap adds to the term. Days that were suspended have already been added. */
export function daysAddedByGap(
  events: readonly ContractEvent[],
  from: CalendarDate,
  gapDays: number,
): number {
  const ended = [...suspensionPeriods(events), ...gapPeriods(events)].filter(({ to }) => to !== null)
  const to = addDays(from, gapDays)
  return suspendedDays([...ended, { from, to }], to) - suspendedDays(ended, to)
}

/** The contract before its first refinalize and before every correction of a line. */
function contractAsFinalized(today: EarningState, events: readonly ContractEvent[]): EarningContract {
  const first = events.find(({ kind }) => kind === 'Refinalize')
  const { terms, lines } = first?.kind === 'Refinalize' ? first.details.before : today
  const before = first ? events.slice(0, events.indexOf(first)) : events
  return { terms, lines: linesBeforeCorrections(lines, before) }
}

/** The lines before these corrections. Each correction of a line changed the markup by the opposite amount. */
export function linesBeforeCorrections<Line extends { readonly code: string; readonly amount: Cents }>(
  lines: readonly Line[],
  events: readonly ContractEvent[],
): Line[] {
  const corrections = new Map<string, number>()
  for (const event of events) {
    if (event.kind !== 'LedgerEdit' && event.kind !== 'LedgerDelete') continue
    const { code, by } = event.details
    // Tax is not a line, and correcting it does not change the markup.
    if (!lines.some((line) => line.code === code)) continue
    corrections.set(code, (corrections.get(code) ?? 0) + by)
    corrections.set(MARKUP, (corrections.get(MARKUP) ?? 0) - by)
  }
  if (corrections.size === 0) return [...lines]
  return lines.map((line) => ({
    ...line,
    amount: (line.amount - (corrections.get(line.code) ?? 0)) as Cents,
  }))
}

const linesBeforeRefinalizes = (events: readonly ContractEvent[]): readonly LineWithAccount[] =>
  events.flatMap((event) => (event.kind === 'Refinalize' ? event.details.before.lines : []))

/** The terms as sold, without the days that suspensions have added. */
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

/** Months until the manufacturer's basic warranty ends. A partial month counts as a month. Null if the end is unknown. */
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

/** The term of a contract for a refund. Suspended days and gaps do not count. */
export function refundTerm(
  row: Pick<ContractRow, 'sale_date' | 'expiration_date'>,
  { contractEvents }: Pick<EarningFacts, 'contractEvents'>,
): RefundTerm {
  return {
    saleDate: row.sale_date,
    expirationDate: row.expiration_date,
    extendedDays: extendedDays(contractEvents),
    suspensions: [...suspensionPeriods(contractEvents), ...gapPeriods(contractEvents)],
  }
}

/** If a cancel ended a hold and a reinstatement opened it again, the suspension lasts until the hold is resolved. */
const suspensionPeriods = (events: readonly ContractEvent[]): RefundTerm['suspensions'] =>
  events.flatMap((event) => {
    if (event.kind !== 'Hold' || event.details.mode !== 'Suspend') return []
    const resolve = events.find((other) => other.kind === 'Resolve' && other.subjectId === event.subjectId)
    return [{ from: event.date, to: resolve?.date ?? null }]
  })

const gapPeriods = (events: readonly ContractEvent[]): RefundTerm['suspensions'] =>
  events.flatMap((event) => {
    if (event.kind !== 'Reinstatement' && event.kind !== 'ReinstatementHold') return []
    const cancel = events.find((other) => other.kind === 'Cancel' && other.subjectId === event.subjectId)
    return cancel ? [{ from: cancel.date, to: addDays(cancel.date, event.details.gapDays) }] : []
  })
