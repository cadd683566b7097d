import type { Tx } from '../../db/database.ts'
import { addDays } from '../../domain/dates.ts'
import { replaceLines } from '../../domain/ledger/replace.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import type { ContractRow } from '../record/rows.ts'
import { suspendedDays } from '../record/suspended-days.ts'
import { columnsOfItem, columnsOfSale } from './columns.ts'
import { insurerIdOf } from './insurers.ts'
import { type Priced, priceOf } from './priced.ts'
import type { PatchedSale } from './sale-draft.ts'
import { linesForLedger, replaceContractLines } from './save-lines.ts'

/** The columns of a contract whose sale has become another, and what it comes to. */
export async function columnsAfter(tx: Tx, acting: Acting, row: ContractRow, { sale, draft }: PatchedSale) {
  const priced = await priceOf(tx, sale, draft.retail, acting.now)
  const ofSale = columnsOfSale(sale, priced, await insurerIdOf(tx, sale.rate.program.program.insurer))
  const isNewReading =
    row.last_odometer_source === 'Sale' || row.last_odometer_source === null
      ? {
          last_odometer: sale.quoted.request.usage,
          last_odometer_date: sale.quoted.request.usage === null ? null : sale.quoted.request.saleDate,
          last_odometer_source: sale.quoted.request.usage === null ? null : ('Sale' as const),
        }
      : {}
  return {
    priced,
    columns: {
      ...ofSale,
      // What a suspension has added stays added.
      expiration_date: addDays(ofSale.expiration_date, await suspendedDays(tx, row.id)),
      ...columnsOfItem(sale, draft.item),
      ...isNewReading,
    },
  }
}

/** The lines of a contract that is not in force become those of another sale; its rows in the ledger follow. */
export async function replaceSale(
  tx: Tx,
  acting: Acting,
  { id, status, dealer_id }: Pick<ContractRow, 'id' | 'status' | 'dealer_id'>,
  priced: Priced,
  { product_id, sale_date }: { readonly product_id: number; readonly sale_date: string },
): Promise<void> {
  await replaceContractLines(tx, id, priced.lines)
  if (status === 'Quote') return
  const [rows, on] = await Promise.all([lockContractLedger(tx, id), accountingDates(tx)])
  const lines = linesForLedger(id, { dealerId: dealer_id, productId: product_id }, priced)
  const plan = replaceLines(rows, lines, on(sale_date))
  if ('refused' in plan)
    throw new Problem(
      'NotEditable',
      'The dealer has paid for the contract, or is paying: its price is fixed.',
      {
        members: { reason: plan.refused },
      },
    )
  await applyPlan(tx, plan, acting)
}
