import { seesContract } from '../../access/scope.ts'
import {
  auditColumns,
  cents,
  date,
  flag,
  instant,
  int,
  json,
  oneOf,
  orNull,
  storedList,
  storedObject,
  text,
  texts,
  withDefault,
} from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { command, query } from '../../db/statement.ts'
import { insertWithId, type RowChanges, type TableRow, table, updateIn } from '../../db/table.ts'
import { lockedOnce, rememberLocked, unitOf } from '../../db/unit-of-work.ts'
import { deliveryMethods } from '../../domain/cancellation/law-terms.ts'
import { type ContractState, contractStatuses } from '../../domain/contract/states.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { QuoteInputs } from '../../rates/quotes/quote-rates.ts'
import type { CoveredItem } from './item.ts'
import { fundingStatuses } from './models.ts'
import type { Sold } from './sold.ts'
import type {
  CustomFieldValues,
  ExternalReference,
  PendingChanges,
  StoredFinancing,
  StoredPerson,
  StoredTax,
} from './stored.ts'

export const odometerSources = ['Sale', 'Reading', 'Correction', 'Transfer', 'Claim', 'Cancel'] as const
export type OdometerSource = (typeof odometerSources)[number]

/** The contract table: it types the row and writes its SQL. */
export const contractTable = table('contract', {
  id: withDefault(int),
  number: orNull(text),
  status: oneOf(contractStatuses),
  held_from: orNull(oneOf(['Pending', 'Active'])),
  status_reason: orNull(text),
  funding_status: oneOf(fundingStatuses),
  vin: orNull(text),
  dealer_id: int,
  customer_id: orNull(int),
  lien_holder_id: orNull(int),
  product_type_code: text,
  product_id: int,
  program_id: int,
  plan_id: int,
  term_id: int,
  deductible_id: int,
  product_name: text,
  plan_name: text,
  term_months: int,
  term_miles: orNull(int),
  dealer_group_id: orNull(int),
  agent_id: orNull(int),
  insurer_id: orNull(int),
  /** What was sold, as the rate book had it then. */
  sold: json(storedObject<Sold>('product', 'program', 'plan', 'term', 'deductible')),
  /** Everything besides the book that the rate depends on. */
  inputs: json(storedObject<QuoteInputs>('query', 'facts')),
  book_version: int,
  rate_quote_id: orNull(text),
  valid_until: instant,
  state_of_sale: text,
  sale_date: date,
  effective_date: date,
  effective_odometer: orNull(int),
  expiration_date: date,
  expiration_odometer: orNull(int),
  item: json(storedObject<CoveredItem>('isVehicle', 'assetTypeCode')),
  identifier: orNull(text),
  vehicle_year: orNull(int),
  make: orNull(text),
  model: orNull(text),
  vehicle_purchase_date: orNull(date),
  vehicle_purchase_price: orNull(cents),
  retail_price: cents,
  dealer_cost: cents,
  sales_tax: json(storedObject<StoredTax>('jurisdiction', 'details')),
  sales_tax_total: cents,
  financing: orNull(json(storedObject<StoredFinancing>())),
  /** The number of the loan account, sealed. */
  account_number: orNull(text),
  cobuyer: orNull(json(storedObject<StoredPerson>('lastName'))),
  /** Sealed. */
  cobuyer_birth_date: orNull(text),
  custom_fields: json(storedObject<CustomFieldValues>()),
  external_references: json(storedList<ExternalReference>()),
  /** The keys of the external references in lower case, for searching. */
  external_keys: texts,
  /** When and how the contract itself reached the customer. */
  delivery_date: orNull(date),
  delivery_method: orNull(oneOf(deliveryMethods)),
  notes: orNull(text),
  finalized_at: orNull(instant),
  finalize_date: orNull(date),
  pending_changes: orNull(json(storedObject<PendingChanges>('fields', 'sale'))),
  last_odometer: orNull(int),
  last_odometer_date: orNull(date),
  last_odometer_source: orNull(oneOf(odometerSources)),
  is_transferred: flag,
  open_holds: int,
  open_claims: int,
  cancel_date: orNull(date),
  ...auditColumns,
})

/** A contract as it is stored. */
export type ContractRow = TableRow<typeof contractTable>
export type NewContract = Omit<ContractRow, 'id' | 'row_version'>
type ContractChanges = Omit<
  RowChanges<(typeof contractTable)['columns']>,
  'id' | 'created_at' | 'created_by' | 'row_version'
>

/** Where contracts have their ids from. */
export const CONTRACT_IDS = 'contract_id_seq'

export const insertContract = (tx: Tx, contract: NewContract & { readonly id: number }): Promise<void> =>
  insertWithId(tx, contractTable, contract)

/** Changes the given columns, together with the version and the audit columns. */
export async function updateContract(
  tx: Tx,
  { caller, now }: Pick<Acting, 'caller' | 'now'>,
  id: number,
  changes: ContractChanges,
): Promise<void> {
  await updateIn(tx, contractTable, id, {
    ...changes,
    updated_at: now,
    updated_by: caller.name,
    row_version: sql`row_version + 1`,
  })
  if (changes.number !== undefined || changes.vin !== undefined) await NAME_CLAIMS.run(tx, [id])
}

/** Claims keep the number and the VIN of their contract, so that they are found by them in the order of their list. */
const NAME_CLAIMS = command(
  `update claim set contract_number = c.number, vin = c.vin from contract c
   where c.id = $1 and claim.contract_id = c.id
     and (claim.contract_number, claim.vin) is distinct from (c.number, c.vin)`,
)

const contractQuery = query(contractTable.columns)
const CONTRACT = sql.raw(`select ${contractTable.list('c')} from contract c`)

/** The condition for the contracts a caller may see, to follow another one. */
export function andVisibleTo(caller: Caller): Sql {
  const sees = seesContract(caller)
  return sees ? sql`and ${sees}` : sql``
}

/** The contract, locked until the transaction ends. Answers 404 when the caller may not see it. */
export const lockRow = (tx: Tx, caller: Caller, id: number): Promise<ContractRow> =>
  lockedOnce(tx, rowName(id), async () =>
    found(
      await contractQuery`${CONTRACT} where c.id = ${id} ${andVisibleTo(caller)} for update of c`.first(tx),
      `contract ${id}`,
    ),
  )

/** The contract `c` that the condition finds, locked until the transaction ends, if the caller may see it. */
export async function lockRowWhere(tx: Tx, caller: Caller, condition: Sql): Promise<ContractRow | undefined> {
  const row =
    await contractQuery`${CONTRACT} where ${condition} ${andVisibleTo(caller)} for update of c`.first(tx)
  if (row) rememberLocked(tx, rowName(row.id), row)
  return row
}

const rowName = (id: number) => `contract ${id}`

/**
 * The next `lockRow` reads the contract again. Whoever changes a contract several times in one transaction calls this before
 * each change. A change does not do so itself: audit records and processes ask afterwards for the row as it was.
 */
export function forgetRow(tx: Tx, id: number): void {
  unitOf(tx).locked.delete(rowName(id))
}

/** Answers 404 when the caller may not see the contract. Asks nothing for callers who see all. */
export async function requireVisibleContract(db: Db, caller: Caller, id: number): Promise<void> {
  const sees = seesContract(caller)
  if (sees)
    found(
      await query({ id: int })`select c.id from contract c where c.id = ${id} and ${sees}`.first(db),
      `contract ${id}`,
    )
}

/** The contract, if the caller may see it. Answers 404 otherwise. */
export const seeContract = async (db: Db, caller: Caller, id: number): Promise<ContractRow> =>
  found(
    await contractQuery`${CONTRACT} where c.id = ${id} ${andVisibleTo(caller)}`.first(db),
    `contract ${id}`,
  )

/** The contract by its id, for any caller. */
export const loadContract = async (db: Db, id: number): Promise<ContractRow> =>
  found(await contractQuery`${CONTRACT} where c.id = ${id}`.first(db), `contract ${id}`)

/** The contract by its id, locked, for any caller. */
export const findAndLockContract = (tx: Tx, id: number): Promise<ContractRow | undefined> =>
  contractQuery`${CONTRACT} where c.id = ${id} for update of c`.first(tx)

export const stateFromRow = ({
  status,
  held_from,
}: Pick<ContractRow, 'status' | 'held_from'>): ContractState => ({
  status,
  heldFrom: held_from,
})
