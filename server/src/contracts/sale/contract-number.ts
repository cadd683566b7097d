import { seesContract } from '../../access/scope.ts'
import { run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { Problem } from '../../http/problems.ts'

const taken = {
  code: 'DuplicateNumber',
  pointer: '/contractNumber',
  message: 'Another contract has this number.',
} as const
constraintMeans('contract_number', taken)

const DIGITS = 7

/** The number that was given, if it is free, or the next of the product type that is. */
export async function numberFor(tx: Tx, productTypeCode: string, given: string | undefined): Promise<string> {
  for (;;) {
    const number = await askNumber(tx, productTypeCode, given)
    if (number !== undefined) return number
  }
}

/** The same in one statement; nothing where the next number of the type is taken: a form may have been printed with it. */
export async function askNumber(
  tx: Tx,
  productTypeCode: string,
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined) {
    const [next] = await run<Next>(tx, NEXT, [`${productTypeCode}-`, DIGITS])
    return next?.is_taken ? undefined : next?.number
  }
  const [other] = await run(tx, 'select from contract where lower(number) = lower($1)', [given])
  if (other) throw new Problem('DuplicateNumber', taken.message, { errors: [taken] })
  return given
}

interface Next {
  readonly number: string
  readonly is_taken: boolean
}

// Longer numbers than the usual are not cut.
const NEXT = `
  with next as (
    insert into number_series (series, last) values ($1, 1)
    on conflict (series) do update set last = number_series.last + 1
    returning series || lpad(last::text, greatest($2::int, length(last::text)), '0') as number)
  select next.number, exists (select from contract c where lower(c.number) = lower(next.number)) as is_taken from next`

/** What must not be there twice. */
export interface Twin {
  readonly vin: string | null
  readonly productTypeCode: string
  /** The contract itself, where it is there already. */
  readonly id: number | null
}

/**
 * Refuses a second contract of a type of product on one vehicle. Whoever makes one has taken the order of contracts
 * before, so that two at once do not miss each other.
 */
export async function refuseDuplicate(
  tx: Tx,
  caller: Caller,
  { vin, productTypeCode, id }: Twin,
  allows: boolean,
): Promise<void> {
  if (vin === null || (allows && caller.permissions.has('contracts:override'))) return
  const sees = seesContract(caller) ?? sql`true`
  const { rows } = await sql<{ id: number; is_seen: boolean }>`
    select c.id, ${sees} as is_seen from contract c
    where lower(c.vin) = lower(${vin}) and c.product_type_code = ${productTypeCode}
      and c.status in ('Pending', 'Active', 'OnHold') and c.id is distinct from ${id}::bigint
    order by c.id limit 1`.execute(tx)
  const [other] = rows
  if (!other) return
  throw new Problem('DuplicateContract', 'The vehicle has a contract of this type of product.', {
    members: { contractId: other.is_seen ? other.id : null },
  })
}
