import { int, json, orNull, storedList } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { asStored } from '../../db/jsonb.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { NewLedgerRow } from '../../domain/ledger/rows.ts'
import { ZERO } from '../../domain/money.ts'
import { found } from '../../http/problems.ts'
import { loadCachedRules } from '../../reference/cancel-rules-cache.ts'
import { type ContractRead, contractAnswer, type Reader, type RecordReference } from '../record/answer.ts'
import type { ContractModel } from '../record/models.ts'
import { besideContract, REFERENCE, readBeside } from '../record/read-contract.ts'
import { andVisibleTo, type NewContract } from '../record/rows.ts'
import type { SoldLine } from './priced.ts'

/** A contract that has just been written, with its lines and ledger rows. */
interface Written {
  readonly contract: NewContract & { readonly id: number }
  readonly lines: readonly SoldLine[]
  readonly ledger: readonly NewLedgerRow[]
}

const soldQuery = query({
  ...besideContract,
  id: int,
  holders: orNull(json(storedList<RecordReference>())),
})

/**
 * The answer to a sale. Its rows are known, and it has no holds, claims or cancels yet, so only what stands beside it is
 * read: names, the customer, settings. A test compares it with reading the contract, for every product.
 */
export async function readSold(tx: Tx, reader: Reader, written: Written): Promise<ContractModel> {
  const { contract, lines } = written
  const { caller } = reader
  const { id, dealer_id, dealer_group_id, agent_id, insurer_id, lien_holder_id } = contract
  const ids = [
    ...[dealer_id, dealer_group_id, agent_id, insurer_id, lien_holder_id].filter((one) => one !== null),
    ...lines.map(({ accountHolderId }) => accountHolderId),
  ]
  const beside = found(
    await soldQuery`select c.id, ${readBeside},
      (select jsonb_agg(${sql.raw(REFERENCE)}) from account_holder r
       where r.id = any(${[...new Set(ids)]}::bigint[])) as holders
      from contract c where c.id = ${id} ${andVisibleTo(caller)}`.first(tx),
    `contract ${id}`,
  )
  const { rules } = await loadCachedRules(tx, caller.tenant.id, beside.rules_version)
  return contractAnswer(contractRead(written, beside), { ...reader, rules })
}

type Beside = Pick<ContractRead, 'admin_company' | 'customer' | 'settings'> & {
  readonly holders: readonly RecordReference[] | null
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
