import { seesContract } from '../../access/scope.ts'
import { run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockedOnce } from '../../db/unit-of-work.ts'
import type { ContractState } from '../../domain/contract/states.ts'
import type { FundingStatus } from '../../domain/ledger/funding.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { QuoteInputs } from '../../rates/quotes/quote-rates.ts'
import type { Item } from './item.ts'
import type { KeptTax, PendingChanges } from './kept.ts'
import type { Sold } from './sold.ts'

/** A contract as it is kept. */
export interface ContractRow {
  readonly id: number
  readonly number: string | null
  readonly status: ContractState['status']
  readonly held_from: ContractState['heldFrom']
  readonly status_reason: string | null
  readonly funding_status: FundingStatus
  readonly vin: string | null
  readonly dealer_id: number
  readonly customer_id: number | null
  readonly lien_holder_id: number | null
  readonly product_type_code: string
  readonly product_id: number
  readonly program_id: number
  readonly plan_id: number
  readonly term_id: number
  readonly deductible_id: number
  readonly product_name: string
  readonly plan_name: string
  readonly term_months: number
  readonly term_miles: number | null
  readonly dealer_group_id: number | null
  readonly agent_id: number | null
  readonly insurer_id: number | null
  readonly sold: Sold
  readonly inputs: QuoteInputs
  readonly book_version: number
  readonly rate_quote_id: string | null
  readonly valid_until: Date
  readonly state_of_sale: string
  readonly sale_date: string
  readonly effective_date: string
  readonly effective_odometer: number | null
  readonly expiration_date: string
  readonly expiration_odometer: number | null
  readonly item: Item
  readonly identifier: string | null
  readonly vehicle_year: number | null
  readonly make: string | null
  readonly model: string | null
  readonly vehicle_purchase_date: string | null
  readonly vehicle_purchase_price: Cents | null
  readonly retail_price: Cents
  readonly dealer_cost: Cents
  readonly sales_tax: KeptTax
  readonly sales_tax_total: Cents
  readonly financing: Readonly<Record<string, unknown>> | null
  /** The number of the loan's account, sealed. */
  readonly account_number: string | null
  readonly cobuyer: Readonly<Record<string, unknown>> | null
  /** Sealed. */
  readonly cobuyer_birth_date: string | null
  readonly custom_fields: Readonly<Record<string, unknown>>
  readonly external_references: readonly ExternalReference[]
  readonly external_keys: readonly string[]
  readonly notes: string | null
  readonly finalized_at: Date | null
  readonly finalize_date: string | null
  readonly pending_changes: PendingChanges | null
  readonly last_odometer: number | null
  readonly last_odometer_date: string | null
  readonly last_odometer_source: OdometerSource | null
  readonly is_transferred: boolean
  readonly open_holds: number
  readonly open_claims: number
  readonly cancel_date: string | null
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
  readonly row_version: number
}

export interface ExternalReference {
  readonly system: string
  readonly key: string
  readonly value: string
  readonly url: string | null
}

export type OdometerSource = 'Sale' | 'Reading' | 'Correction' | 'Transfer' | 'Claim' | 'Cancel'

type Changes = Partial<Omit<ContractRow, 'id' | 'created_at' | 'created_by' | 'row_version'>>
export type NewContract = Omit<ContractRow, 'id' | 'row_version'>

/** What is kept as a document goes in as its text: an array would be read as one of PostgreSQL's. */
const documents: ReadonlySet<string> = new Set([
  'sold',
  'inputs',
  'item',
  'sales_tax',
  'financing',
  'cobuyer',
  'custom_fields',
  'external_references',
  'pending_changes',
])

const kept = ([name, value]: readonly [string, unknown]) =>
  documents.has(name) && value !== null ? JSON.stringify(value) : value

export async function insertContract(tx: Tx, contract: NewContract): Promise<number> {
  const columns = Object.entries(contract)
  const names = columns.map(([name]) => name).join(', ')
  const places = columns.map((_, at) => `$${at + 1}`).join(', ')
  const [row] = await run<{ id: number }>(
    tx,
    `insert into contract (${names}) values (${places}) returning id`,
    columns.map(kept),
  )
  return row?.id ?? 0
}

/** Changes what is given; the version and the audit fields follow. */
export async function updateContract(
  tx: Tx,
  { caller, now }: Pick<Acting, 'caller' | 'now'>,
  id: number,
  changes: Changes,
): Promise<void> {
  const columns = Object.entries(changes).filter(([, value]) => value !== undefined)
  const sets = columns.map(([name], at) => `${name} = $${at + 4}, `).join('')
  await run(
    tx,
    `update contract set ${sets}updated_at = $2, updated_by = $3, row_version = row_version + 1 where id = $1`,
    [id, now, caller.name, ...columns.map(kept)],
  )
}

/** The contract as it stands, kept from others until the transaction ends. One that the caller does not see is none. */
export const lockRow = (tx: Tx, caller: Caller, id: number): Promise<ContractRow> =>
  lockedOnce(tx, `contract ${id}`, async () => {
    const sees = seesContract(caller)
    const { rows } = await sql<ContractRow>`select c.* from contract c where c.id = ${id}
      ${sees ? sql`and ${sees}` : sql``} for update of c`.execute(tx)
    return found(rows[0], `contract ${id}`)
  })

export const stateOf = ({ status, held_from }: Pick<ContractRow, 'status' | 'held_from'>): ContractState => ({
  status,
  heldFrom: held_from,
})
