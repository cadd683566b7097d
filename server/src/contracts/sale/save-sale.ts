import { besideTable } from '../../db/beside.ts'
import type { Tx } from '../../db/database.ts'
import { command } from '../../db/statement.ts'
import { storedValue, type TableRow } from '../../db/table.ts'
import { addDays } from '../../domain/dates.ts'
import type { ContractLines } from '../../domain/ledger/contract.ts'
import { planReplacement } from '../../domain/ledger/contract-plans.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadSuspendedDays } from '../record/events.ts'
import type { ContractRow } from '../record/rows.ts'
import { lineTable } from '../record/tables.ts'
import { refuseNewlyClosed } from './closed-holders.ts'
import { itemColumns, saleColumns } from './columns.ts'
import { type PricedSale, priceAtRetail, type SoldLine } from './priced.ts'
import type { PatchedSale } from './sale-draft.ts'

/** The columns of a contract after a change of its sale, with the new price and lines. */
export async function columnsAfterChange(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  { sale, draft }: PatchedSale,
) {
  const priced = await priceAtRetail(tx, sale, draft.retail, acting.now)
  if (row.status !== 'Quote') await refuseNewlyClosed(tx, acting.caller, row.id, priced.closed)
  const ofSale = saleColumns(sale, priced)
  const reading =
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
      // Days that a suspension has added stay added.
      expiration_date: addDays(ofSale.expiration_date, await loadSuspendedDays(tx, row.id)),
      ...itemColumns(sale, draft.item),
      ...reading,
    },
  }
}

/** Replaces the lines of a contract that is not in force yet, and its ledger rows with them. */
export async function replaceSale(
  tx: Tx,
  acting: Acting,
  { id, status, dealer_id }: Pick<ContractRow, 'id' | 'status' | 'dealer_id'>,
  priced: PricedSale,
  { product_id, sale_date }: { readonly product_id: number; readonly sale_date: string },
): Promise<void> {
  await replaceContractLines(tx, id, priced.lines)
  if (status === 'Quote') return
  const [rows, postingDates] = await Promise.all([lockContractLedger(tx, id), accountingDates(tx)])
  const lines = linesForLedger(id, { dealerId: dealer_id, productId: product_id }, priced)
  const plan = planReplacement(rows, lines, postingDates(sale_date))
  if ('refused' in plan)
    throw new Problem(
      'NotEditable',
      'The price cannot be changed: the dealer has paid for the contract or a payment is in process.',
      {
        members: { reason: plan.refused },
      },
    )
  await applyPlan(tx, plan, acting)
}

type StoredLine = Omit<TableRow<typeof lineTable>, 'contract_id' | 'earned_to_date' | 'refunded'>

const lineRow = (line: SoldLine): StoredLine => ({
  code: line.code,
  disbursement_id: line.disbursementId,
  label: line.label,
  group_code: line.groupCode,
  account_holder_id: line.accountHolderId,
  amount: line.amount,
  is_internal: line.isInternal,
  in_dealer_cost: line.includedInDealerCost,
  pay_when: line.payWhen,
  earning_method: line.earningMethod,
  earning_curve: line.earningCurve,
  cancel_rule: line.cancelRule,
  cancel_method: line.cancelMethod,
  sequence: line.sequence,
})

const unsold: readonly string[] = ['contract_id', 'earned_to_date', 'refunded']
const lineNames = Object.keys(lineTable.columns).filter(
  (name) => !unsold.includes(name),
) as (keyof StoredLine)[]
const lineArrays = lineNames.map((name, at) => `$${at + 2}::${lineTable.columns[name].type}[]`)

// A line that stays keeps what it has earned. One that comes back begins at 0: see restoreEarned.
const SAVE_LINES = command(`
  insert into contract_line (contract_id, ${lineNames.join(', ')})
  select $1, given.* from unnest(${lineArrays.join(', ')}) as given (${lineNames.join(', ')})
  where ${besideTable('contract_line')}
  on conflict (contract_id, code) do update set ${lineNames.map((name) => `${name} = excluded.${name}`).join(', ')}`)

const REMOVE_LINES = command('delete from contract_line where contract_id = $1 and code <> all($2::text[])')

export function saveLines(tx: Tx, contractId: number, lines: readonly SoldLine[]): Promise<number> {
  const rows = lines.map(lineRow)
  const values = lineNames.map((name) => rows.map((row) => storedValue(lineTable.columns[name], row[name])))
  return SAVE_LINES.run(tx, [contractId, ...values])
}

/** Replaces the lines of a contract. */
export async function replaceContractLines(
  tx: Tx,
  contractId: number,
  lines: readonly SoldLine[],
): Promise<void> {
  await Promise.all([
    REMOVE_LINES.run(tx, [contractId, lines.map(({ code }) => code)]),
    saveLines(tx, contractId, lines),
  ])
}

// A refinalize may bring back a line that an earlier one dropped. What was posted for it is still posted.
const RESTORE_EARNED = command(`
  update contract_line set earned_to_date = posted.earned
  from (select code, sum(amount)::bigint as earned from earning where contract_id = $1 group by code) as posted
  where contract_line.contract_id = $1 and contract_line.code = posted.code
    and contract_line.earned_to_date = 0 and posted.earned <> 0`)

/** Gives lines that are back what was posted for them before. */
export const restoreEarned = (tx: Tx, contractId: number): Promise<number> =>
  RESTORE_EARNED.run(tx, [contractId])

/** The lines as the ledger posts them. */
export const linesForLedger = (
  contractId: number,
  { dealerId, productId }: { readonly dealerId: number; readonly productId: number },
  { lines, taxTotal, taxAccountId }: PricedSale,
): ContractLines => ({
  contractId,
  dealerId,
  productId,
  lines,
  salesTax: taxTotal > 0 ? { amount: taxTotal, accountHolderId: taxAccountId, groupCode: null } : null,
})
