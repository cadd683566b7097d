import { seesContract } from '../../access/scope.ts'
import { flag, int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { hasRelations, type OtherContract, relationReasons } from '../../domain/contract/relations.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { SaleRate } from './sale-rate.ts'

/** The item that is sold, and the contract itself if it exists already. */
interface SoldItem {
  readonly vin: string | null
  /** Of an item that is not a vehicle. */
  readonly identifier: string | null
  readonly id: number | null
}

/**
 * Refuses a sale that requires another contract on the item which is not there, or that another contract excludes. Callers
 * have taken their turn in the order of contracts first, so that two sales at the same time see each other.
 */
export async function refuseRelated(tx: Tx, caller: Caller, sale: SaleRate, item: SoldItem): Promise<void> {
  const { program } = sale.rate
  const everywhere = sale.live.book.products.flatMap(({ programs }) =>
    programs.flatMap(({ related }) => related),
  )
  if (!hasRelations(program.product.code, program.program.related, everywhere)) return
  const others = await loadOthers(tx, caller, sale, item)
  const reasons = relationReasons(sale.rate, others, sale.quoted.request.saleDate)
  if (reasons.length === 0) return
  throw new Problem(
    'Ineligible',
    `The contract cannot be sold: ${reasons.map(({ message }) => message).join(' ')}`,
    {
      members: { reasons },
    },
  )
}

async function loadOthers(
  tx: Tx,
  caller: Caller,
  { live }: SaleRate,
  { vin, identifier, id }: SoldItem,
): Promise<OtherContract[]> {
  if (vin === null && identifier === null) return []
  const sees = seesContract(caller) ?? sql`true`
  const isSame =
    vin === null
      ? sql`c.vin is null and lower(c.identifier) = lower(${identifier})`
      : sql`lower(c.vin) = lower(${vin})`
  const rows = await query({ id: int, program_id: int, plan_id: int, is_seen: flag })`
    select c.id, c.program_id, c.plan_id, ${sees} as is_seen from contract c
    where ${isSame} and c.status in ('Pending', 'Active', 'OnHold') and c.id is distinct from ${id}::bigint
    order by c.id`.rows(tx)
  return rows.flatMap((row) => {
    const product = live.book.products.find(({ programs }) =>
      programs.some((one) => one.id === row.program_id),
    )
    const program = product?.programs.find((one) => one.id === row.program_id)
    const plan = program?.plans.find((one) => one.id === row.plan_id)
    return product && program && plan
      ? [
          {
            id: row.is_seen ? row.id : null,
            product: product.code,
            plan: plan.code,
            related: program.related,
          },
        ]
      : []
  })
}
