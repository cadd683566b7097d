import {
  cents,
  date,
  flag,
  instant,
  int,
  ints,
  json,
  oneOf,
  orNull,
  type RowOf,
  storedList,
  storedObject,
  text,
  texts,
  withDefault,
} from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type TableRow, table } from '../../db/table.ts'
import type { CatchUp } from '../../domain/earning/holds.ts'
import type { EarningCurve } from '../../domain/earning/methods.ts'
import { holdModes, resolutions } from './models.ts'
import { odometerSources } from './rows.ts'
import type { StoredPerson } from './stored.ts'

// What is stored with a contract: its lines, holds, transfers, odometer readings and locks. The contract itself is in rows.ts,
// and its events in events.ts.

const created = { created_at: instant, created_by: text }

export const lineTable = table('contract_line', {
  contract_id: int,
  code: text,
  disbursement_id: int,
  label: text,
  group_code: orNull(text),
  account_holder_id: int,
  amount: cents,
  is_internal: flag,
  in_dealer_cost: flag,
  pay_when: oneOf(['OnFinalize', 'WhenFunded']),
  earning_method: text,
  earning_curve: orNull(json(storedObject<EarningCurve>('interpolation', 'points'))),
  cancel_rule: text,
  cancel_method: orNull(text),
  sequence: int,
  earned_to_date: withDefault(cents),
  refunded: withDefault(cents),
})

/** A line as far as dealer cost is concerned. */
const costLineColumns = lineTable.pick('code', 'amount', 'in_dealer_cost')
export type CostLineRow = RowOf<typeof costLineColumns>

const COST_LINES = statement(
  costLineColumns,
  'select code, amount, in_dealer_cost from contract_line where contract_id = $1 order by sequence, code',
)

export const loadCostLines = (db: Db, contractId: number): Promise<CostLineRow[]> =>
  COST_LINES.rows(db, [contractId])

export const holdTable = table('contract_hold', {
  id: withDefault(int),
  contract_id: int,
  reason_id: int,
  hold_date: date,
  mode: oneOf(holdModes),
  freezes_payables: flag,
  blocks_claims: flag,
  /** The codes of the lines that are held; null: all lines. */
  codes: orNull(texts),
  note: orNull(text),
  status: withDefault(oneOf(['Open', 'Resolved'])),
  ...created,
})
export type HoldRow = TableRow<typeof holdTable>

export const resolveTable = table('contract_resolve', {
  id: withDefault(int),
  hold_id: int,
  resolve_date: date,
  resolution: oneOf(resolutions),
  note: orNull(text),
  /** What each line earned at once by the resolve. */
  catch_up: withDefault(json(storedList<CatchUp>())),
  /** Null when the hold did not suspend the contract. */
  extends_days: orNull(int),
  ...created,
})
export type ResolveRow = TableRow<typeof resolveTable>

export const transferTable = table('contract_transfer', {
  id: withDefault(int),
  contract_id: int,
  previous_customer_id: int,
  new_customer_id: int,
  /** As answered: sealed values stay with the customer and are not stored twice. */
  previous_customer: json(storedObject<StoredPerson>('lastName')),
  transfer_date: date,
  odometer: int,
  fee: cents,
  fee_paid_by: oneOf(['Customer', 'NewOwner', 'Dealer']),
  document_ids: ints,
  note: orNull(text),
  ...created,
})
export type TransferRow = TableRow<typeof transferTable>

export const odometerTable = table('contract_odometer', {
  id: withDefault(int),
  contract_id: int,
  value: int,
  reading_date: date,
  source: oneOf(odometerSources),
  reason: orNull(text),
  ...created,
})

export const lockTable = table('contract_lock', {
  contract_id: int,
  holder_key: text,
  holder_id: int,
  holder_name: text,
  token: text,
  locked_at: instant,
  expires_at: instant,
})

/** SQL for a row as a JSON object, for rows that are read together with their contract. Instants arrive as text. */
export const jsonRow = (names: readonly string[], alias: string): string =>
  `jsonb_build_object(${names.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`
