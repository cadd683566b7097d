import { seesContract } from '../../access/scope.ts'
import { lastNumber, lastNumberValues, nextNumber } from '../../account-holders/number-series.ts'
import { flag, int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import type { Caller } from '../../http/caller.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { Problem } from '../../http/problems.ts'

const taken = {
  code: 'DuplicateNumber',
  pointer: '/contractNumber',
  message: 'Another contract already has this number.',
} as const
constraintMeans('contract_number', taken)

const DIGITS = 7

/** The requested number, or the next free one of the product type. Refuses a number that is taken. */
export async function takeNumber(
  tx: Tx,
  productTypeCode: string,
  requested: string | undefined,
): Promise<string> {
  if (requested !== undefined) {
    await refuseTaken(tx, requested)
    return requested
  }
  for (;;) {
    const number = await takeNextNumber(tx, productTypeCode)
    if (!(await isNextTaken(tx, productTypeCode))) return number
  }
}

/**
 * The next number of the product type. It may be taken: it may have been printed on a form and requested before. A number
 * with more digits than usual is not cut.
 */
export const takeNextNumber = (tx: Tx, productTypeCode: string): Promise<string> =>
  nextNumber(tx, `${productTypeCode}-`, DIGITS)

/** Refuses a requested number that is taken. */
export async function refuseTaken(tx: Tx, number: string): Promise<false> {
  if ((await SAME_NUMBER.first(tx, [number])) === undefined) return false
  throw new Problem('DuplicateNumber', taken.message, { errors: [taken] })
}

/** Whether the next number, which the transaction has just taken, is taken by a contract. */
export const isNextTaken = async (tx: Tx, productTypeCode: string): Promise<boolean> =>
  (await LAST_NUMBER.first(tx, lastNumberValues(`${productTypeCode}-`, DIGITS))) !== undefined

const LAST_NUMBER = statement(
  { id: int },
  `select id from contract where lower(number) = lower(${lastNumber({ series: '$1', digits: '$2', ahead: '$3' })})`,
)

/** The statement that looks for a contract with the number that was taken last. */
export const HAS_LAST_CONTRACT_NUMBER = LAST_NUMBER.text

const SAME_NUMBER = statement({ id: int }, 'select id from contract where lower(number) = lower($1)')

/** A vehicle and product type that may have only one contract at a time. */
interface VehicleContract {
  readonly vin: string | null
  readonly productTypeCode: string
  /** The contract itself, if it exists already. */
  readonly id: number | null
}

/**
 * Refuses a second contract of the same product type on one vehicle. Callers take their turn in the order of contracts first
 * (`lockNumberSeries`), so that two sales or changes at the same time see each other.
 */
export async function refuseDuplicate(
  tx: Tx,
  caller: Caller,
  { vin, productTypeCode, id }: VehicleContract,
  allows: boolean,
): Promise<void> {
  if (vin === null || (allows && caller.permissions.has('contracts:override'))) return
  const sees = seesContract(caller) ?? sql`true`
  const other = await query({ id: int, is_seen: flag })`
    select c.id, ${sees} as is_seen from contract c
    where lower(c.vin) = lower(${vin}) and c.product_type_code = ${productTypeCode}
      and c.status in ('Pending', 'Active', 'OnHold') and c.id is distinct from ${id}::bigint
    order by c.id limit 1`.first(tx)
  if (!other) return
  throw new Problem('DuplicateContract', 'The vehicle already has a contract of this product type.', {
    members: { contractId: other.is_seen ? other.id : null },
  })
}
