import { type Db, run } from '../db/database.ts'
import { addDays, addMonths } from '../domain/dates.ts'
import { civilOf, dayOf, monthsAt } from '../domain/earning-days.ts'
import type { EarningContract, EarningEvent, EarningLine, EarningTerms } from '../domain/earning-events.ts'
import type { ContractRow } from './contract-rows.ts'

/** What the earnings of a contract follow from: its terms and lines as they stand, and what has happened to it. */
export interface EarningFacts {
  readonly contract: EarningContract
  readonly events: readonly EarningEvent[]
}

interface LineRow {
  readonly code: string
  readonly amount: EarningLine['amount']
  readonly earning_method: string
  readonly earning_curve: EarningLine['curve']
}

interface HoldRow {
  readonly id: number
  readonly hold_date: string
  readonly mode: 'Freeze' | 'Suspend'
  readonly codes: readonly string[] | null
  readonly resolve_date: string | null
  readonly extends_days: number | null
}

interface ReadingRow {
  readonly value: number
  readonly reading_date: string
  readonly source: string
}

const LINES = `select code, amount, earning_method, earning_curve from contract_line where contract_id = $1
  order by sequence, code`
const HOLDS = `select o.id, o.hold_date, o.mode, o.codes, z.resolve_date, z.extends_days
  from contract_hold o left join contract_resolve z on z.hold_id = o.id where o.contract_id = $1 order by o.id`
const READINGS = `select value, reading_date, source from contract_odometer
  where contract_id = $1 and source <> 'Sale' order by id`

export async function loadEarningFacts(db: Db, row: ContractRow): Promise<EarningFacts> {
  const [lines, holds, readings] = await Promise.all([
    run<LineRow>(db, LINES, [row.id]),
    run<HoldRow>(db, HOLDS, [row.id]),
    run<ReadingRow>(db, READINGS, [row.id]),
  ])
  return {
    contract: { terms: termsOf(row, holds), lines: lines.map(lineOf) },
    events: numbered([
      ...(row.finalize_date === null ? [] : [{ kind: 'Contract', date: row.finalize_date } as const]),
      ...readings.map(readingOf),
      ...holds.map(holdOf),
      // Behind the holds: one that ends on the day it began comes after it.
      ...holds.flatMap(resolveOf),
    ]),
  }
}

type Unnumbered = EarningEvent extends infer One
  ? One extends EarningEvent
    ? Omit<One, 'id'>
    : never
  : never

const numbered = (events: readonly Unnumbered[]): EarningEvent[] =>
  events.map((event, at) => ({ ...event, id: at + 1 }) as EarningEvent)

const lineOf = ({ code, amount, earning_method, earning_curve }: LineRow): EarningLine => ({
  code,
  amount,
  methodCode: earning_method,
  curve: earning_curve,
})

const readingOf = ({ value, reading_date, source }: ReadingRow) =>
  ({ kind: 'Odometer', date: reading_date, value, isCorrection: source === 'Correction' }) as const

const holdOf = ({ id, hold_date, mode, codes }: HoldRow) =>
  ({ kind: 'Hold', date: hold_date, holdId: id, mode, codes: codes ?? 'all' }) as const

const resolveOf = ({ id, resolve_date }: HoldRow) =>
  resolve_date === null ? [] : [{ kind: 'Resolve', date: resolve_date, holdId: id } as const]

/** The terms as sold: what suspensions have added to the expiration is taken off. */
function termsOf(row: ContractRow, holds: readonly HoldRow[]): EarningTerms {
  const added = holds.reduce((days, { extends_days }) => days + (extends_days ?? 0), 0)
  return {
    effectiveDate: row.effective_date,
    expirationDate: addDays(row.expiration_date, -added),
    effectiveOdometer: row.effective_odometer,
    expirationOdometer: row.expiration_odometer,
    annualMileage: null,
    warrantyMonths: warrantyMonths(row),
  }
}

/** Months until the maker's basic warranty ends, a begun one counting. Null: nothing is known of it. */
export function warrantyMonths({
  effective_date,
  item,
}: Pick<ContractRow, 'effective_date' | 'item'>): number | null {
  const basic = item.vehicle?.warranties.find(({ type }) => type === 'Basic')
  if (!basic) return null
  const begin = basic.startDate ?? item.vehicle?.inServiceDate ?? effective_date
  const end = basic.endDate ?? (basic.months === null ? null : addMonths(begin, basic.months))
  if (end === null) return null
  if (end <= effective_date) return 0
  const { months, days } = monthsAt(civilOf(effective_date), dayOf(end))
  return days > 0 ? months + 1 : months
}
