import { run, type Tx } from '../../db/database.ts'
import type { ContractLines } from '../../domain/ledger/contract.ts'
import type { Priced, SoldLine } from './priced.ts'

const columns: readonly (readonly [name: string, type: string, of: (line: SoldLine) => unknown])[] = [
  ['code', 'text', (line) => line.code],
  ['disbursement_id', 'bigint', (line) => line.disbursementId],
  ['label', 'text', (line) => line.label],
  ['group_code', 'text', (line) => line.groupCode],
  ['account_holder_id', 'bigint', (line) => line.accountHolderId],
  ['amount', 'bigint', (line) => line.amount],
  ['is_internal', 'boolean', (line) => line.isInternal],
  ['in_dealer_cost', 'boolean', (line) => line.includedInDealerCost],
  ['pay_when', 'text', (line) => line.payWhen],
  ['earning_method', 'text', (line) => line.earningMethod],
  ['earning_curve', 'jsonb', (line) => line.earningCurve && JSON.stringify(line.earningCurve)],
  ['cancel_rule', 'text', (line) => line.cancelRule],
  ['cancel_method', 'text', (line) => line.cancelMethod],
  ['sequence', 'integer', (line) => line.sequence],
]
const names = columns.map(([name]) => name)

// A line that stays keeps what it has earned.
const SAVE = `
  insert into contract_line (contract_id, ${names.join(', ')})
  select $1, new.* from unnest(${columns.map(([, type], at) => `$${at + 2}::${type}[]`).join(', ')})
    as new (${names.join(', ')})
  on conflict (contract_id, code) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`

const LEAVE = 'delete from contract_line where contract_id = $1 and code <> all($2::text[])'

export const insertLines = (tx: Tx, contractId: number, lines: readonly SoldLine[]) =>
  run(tx, SAVE, [contractId, ...columns.map(([, , of]) => lines.map(of))])

/** The lines of a contract become these. */
export async function replaceContractLines(
  tx: Tx,
  contractId: number,
  lines: readonly SoldLine[],
): Promise<void> {
  await Promise.all([
    run(tx, LEAVE, [contractId, lines.map(({ code }) => code)]),
    insertLines(tx, contractId, lines),
  ])
}

/** What the ledger needs to know of a contract. */
export const linesForLedger = (
  contractId: number,
  { dealerId, productId }: { readonly dealerId: number; readonly productId: number },
  { lines, taxTotal, taxAccountId }: Priced,
): ContractLines => ({
  contractId,
  dealerId,
  productId,
  lines,
  salesTax: taxTotal > 0 ? { amount: taxTotal, accountHolderId: taxAccountId, groupCode: null } : null,
})
