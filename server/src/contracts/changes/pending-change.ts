import { type ContractPatch, mergePatch } from '../record/patch.ts'
import type { ContractRow } from '../record/rows.ts'
import type { PendingChanges } from '../record/stored.ts'

// Part of a pending change may be free: a rerate also takes the loan and the purchase date. A later value of them counts,
// so that refinalize does not undo it.

type Changes = Pick<ContractRow, 'pending_changes'> | object
type FreeChange = Pick<ContractPatch, 'pendingChanges' | 'financing' | 'vehiclePurchaseDate'>

/** The pending change after a free one, as a column to change. */
export function pendingAfter({ pending_changes: pending }: ContractRow, patch: FreeChange): Changes {
  if (pending === null) return {}
  if (patch.pendingChanges === null) return { pending_changes: null }
  const { financing, vehiclePurchaseDate } = patch
  if (financing === undefined && vehiclePurchaseDate === undefined) return {}
  const { fields, sale } = pending
  const after: PendingChanges = {
    ...pending,
    fields: { ...withoutDate(fields, vehiclePurchaseDate), ...loanLeft(fields, financing) },
    sale: { ...sale, item: mergePatch(sale.item, { vehiclePurchaseDate }) as typeof sale.item },
  }
  return { pending_changes: after }
}

type Fields = PendingChanges['fields']

function withoutDate({ financing: _, ...fields }: Fields, date: FreeChange['vehiclePurchaseDate']): Fields {
  const { vehiclePurchaseDate: __, ...others } = fields
  return date === undefined ? fields : others
}

/** What is left of the pending loan. */
function loanLeft({ financing: pending }: Fields, sent: FreeChange['financing']): Fields {
  if (!pending || sent === null) return {}
  const left = Object.entries(pending as object).filter(([name]) => !(name in (sent ?? {})))
  return left.length === 0 ? {} : { financing: Object.fromEntries(left) }
}
