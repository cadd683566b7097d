import type { NewCustomer } from '../../account-holders/save-holders.ts'
import { json, orNull, storedList } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { asStored } from '../../db/jsonb.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { NewLedgerRow } from '../../domain/ledger/rows.ts'
import { ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { loadCachedRules } from '../../reference/cancel-rules-cache.ts'
import { type ContractRead, contractAnswer, type RecordReference } from '../record/answer.ts'
import type { ContractServices } from '../record/change-state.ts'
import type { ContractModel } from '../record/models.ts'
import { besideContract, REFERENCE, readBeside } from '../record/read-contract.ts'
import type { NewContract } from '../record/rows.ts'
import type { SoldLine } from './priced.ts'

/** A contract that has just been written, with its lines and ledger rows. */
interface Written {
  readonly contract: NewContract & { readonly id: number }
  readonly lines: readonly SoldLine[]
  readonly ledger: readonly NewLedgerRow[]
}

const besideQuery = query({ ...besideContract, holders: orNull(json(storedList<RecordReference>())) })

type Beside = Pick<ContractRead, 'admin_company' | 'customer' | 'settings'> & {
  readonly holders: readonly RecordReference[] | null
}

/** A sale before it is written. */
interface DraftSale {
  readonly draft: Pick<
    NewContract,
    'dealer_id' | 'dealer_group_id' | 'agent_id' | 'insurer_id' | 'lien_holder_id' | 'customer_id'
  >
  readonly lines: readonly SoldLine[]
  /** Who is made with the contract. */
  readonly customer: NewCustomer | undefined
}

/**
 * Reads what the answer to a sale needs besides its rows: names, settings, rules, the customer unless it is new. Gives the
 * answer as soon as the rows are known: a sale has no holds, claims or cancels yet, so nothing is read again. A test compares
 * it with reading the contract, for every product.
 */
export async function prepareAnswer(
  tx: Tx,
  { answerChange, seals }: ContractServices,
  acting: Acting,
  sale: DraftSale,
): Promise<(written: Written) => ContractModel | Promise<ContractModel>> {
  if (answerChange) return ({ contract }) => answerChange(contract.id)
  const { draft, lines, customer } = sale
  const { dealer_id, dealer_group_id, agent_id, insurer_id, lien_holder_id, customer_id } = draft
  const ids = [
    ...[dealer_id, dealer_group_id, agent_id, insurer_id, lien_holder_id].filter((one) => one !== null),
    ...lines.map(({ accountHolderId }) => accountHolderId),
  ]
  const { rules_version, ...read } = found(
    await besideQuery`select ${readBeside},
      (select jsonb_agg(${sql.raw(REFERENCE)}) from account_holder r
       where r.id = any(${[...new Set(ids)]}::bigint[])) as holders
      from (select ${customer_id}::bigint as customer_id) as c`.first(tx),
    'administrator',
  )
  const { rules } = await loadCachedRules(tx, acting.caller.tenant.id, rules_version)
  const beside = customer ? { ...read, customer: customer.row } : read
  return (written) => contractAnswer(contractRead(written, beside), { ...acting, seals, rules })
}

/** The contract as a read would give it. */
function contractRead({ contract, lines, ledger }: Written, { holders, ...beside }: Beside): ContractRead {
  const byId = new Map(holders?.map((holder) => [holder.id, holder]))
  const holder = (id: number): RecordReference => found(byId.get(id), `account holder ${id}`)
  const holderOrNull = (id: number | null) => (id === null ? null : holder(id))
  return {
    ...contract,
    ...beside,
    row_version: 1,
    sold: asStored(contract.sold),
    item: asStored(contract.item),
    sales_tax: asStored(contract.sales_tax),
    cobuyer: asStored(contract.cobuyer),
    custom_fields: asStored(contract.custom_fields),
    external_references: asStored(contract.external_references),
    dealer: holder(contract.dealer_id),
    dealer_group: holderOrNull(contract.dealer_group_id),
    agent: holderOrNull(contract.agent_id),
    insurer: holderOrNull(contract.insurer_id),
    lien_holder: holderOrNull(contract.lien_holder_id),
    lines: lines.toSorted(inOrder).map((line) => ({
      ...{ id: line.disbursementId, code: line.code, label: line.label, groupCode: line.groupCode },
      ...{ accountHolder: holder(line.accountHolderId), amount: line.amount },
      ...{ inDealerCost: line.includedInDealerCost, earnedToDate: ZERO, refunded: ZERO },
    })),
    ledger: ledger.map((row) => [
      ...([row.disbursementCode, row.isDealerCost, row.status, row.direction, row.paidAmount] as const),
      ...([row.ledgerType, row.offsetOfLedgerId] as const),
    ]),
    ...{ holds: null, transfers: null, current_cancel: null, has_open_request: false, claims: null },
  }
}

const inOrder = (left: SoldLine, right: SoldLine): number =>
  left.sequence - right.sequence || (left.code < right.code ? -1 : 1)
