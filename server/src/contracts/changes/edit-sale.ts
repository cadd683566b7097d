import { isDeepStrictEqual } from 'node:util'
import { lockNumberSeries } from '../../account-holders/number-series.ts'
import type { Tx } from '../../db/database.ts'
import { editingIn } from '../../domain/contract/states.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { refuse } from '../../http/validation.ts'
import type { ContractServices } from '../record/change-state.ts'
import { type ContractPatch, mergePatch, rateFields } from '../record/patch.ts'
import { type ContractRow, stateFromRow } from '../record/rows.ts'
import type { PendingChanges, SaleDraft } from '../record/stored.ts'
import { missingForProduct } from '../sale/completeness.ts'
import { refuseDuplicate } from '../sale/contract-number.ts'
import { refuseRelated } from '../sale/related-contracts.ts'
import { draftFromRow, type PatchedSale, patchSale } from '../sale/sale-draft.ts'
import { priceFaults, refuseRules } from '../sale/sale-references.ts'
import { columnsAfterChange, replaceSale } from '../sale/save-sale.ts'
import { saleStep } from './edit-free.ts'

type Changes = Partial<ContractRow>

/**
 * Changes what the rate depends on. Before a contract is in force, the change applies at once, with its lines, tax and ledger
 * rows. Once it is in force, the change waits for refinalize.
 */
export async function editSale(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patch: ContractPatch,
): Promise<Changes> {
  const isOpen = editingIn(stateFromRow(row)) === 'all'
  // The loan is an input of the rate; once the contract is in force, it is only information.
  const names = isOpen ? [...rateFields, 'financing', 'vehiclePurchaseDate'] : rateFields
  const given = Object.fromEntries(
    Object.entries(patch).filter(([name]) => (names as string[]).includes(name)),
  )
  if (Object.keys(given).length === 0) return {}
  const before = row.pending_changes?.sale ?? draftFromRow(row)
  const isQuote = row.status === 'Quote'
  const patched = await patchSale(services, acting, before, given, {
    isSold: !isQuote,
    quoteId: row.rate_quote_id,
  })
  const allowing = allowingDuplicate(acting, row, patched, patch)
  if (isSameSale(before, patched) && (isOpen || isAllowed(allowing) === isAllowed(row.pending_changes)))
    return {}
  await requireValidSale(tx, acting, row, patched, patch)
  if (!isOpen)
    return { pending_changes: { fields: fieldsAfter(row, given), sale: patched.draft, ...allowing } }
  const { priced, columns } = await columnsAfterChange(tx, acting, row, patched)
  const stored = patched.isRerated
    ? columns
    : { ...columns, rate_quote_id: row.rate_quote_id, valid_until: row.valid_until }
  await replaceSale(tx, acting, row, priced, stored)
  return stored
}

const isSameSale = (before: SaleDraft, { draft, isRerated }: PatchedSale) =>
  !isRerated && draft.retail === before.retail && isDeepStrictEqual(draft.item, before.item)

type Allowing = Pick<PendingChanges, 'allowsDuplicate'>

const isAllowed = (allowing: Allowing | null) => allowing?.allowsDuplicate === true

/** Whether the VIN of a pending change may be that of another contract. Once allowed it stays so, until the VIN changes. */
export function allowingDuplicate(
  { caller }: Acting,
  { vin, pending_changes: pending }: Pick<ContractRow, 'vin' | 'pending_changes'>,
  { draft }: Pick<PatchedSale, 'draft'>,
  { allowDuplicate }: Pick<ContractPatch, 'allowDuplicate'>,
): Allowing {
  const wanted = vinOf(draft)
  if (isSameVin(wanted, vin)) return {}
  const isKept = pending !== null && isAllowed(pending) && isSameVin(wanted, vinOf(pending.sale))
  const isGranted = allowDuplicate === true && caller.permissions.has('contracts:override')
  return isKept || isGranted ? { allowsDuplicate: true } : {}
}

const vinOf = ({ item }: SaleDraft): string | null => item.vehicle?.vin ?? null
const isSameVin = (first: string | null, second: string | null) =>
  first?.toUpperCase() === second?.toUpperCase()

/** The pending fields as sent: later ones replace earlier ones. */
const fieldsAfter = ({ pending_changes }: ContractRow, given: object) =>
  ({
    ...(pending_changes?.fields ?? {}),
    ...(mergePatch(pick(pending_changes?.fields, given), given) as object),
  }) as Readonly<Record<string, unknown>>

const pick = (fields: Readonly<Record<string, unknown>> | undefined, given: object) =>
  Object.fromEntries(
    Object.keys(given).flatMap((name) => (fields?.[name] === undefined ? [] : [[name, fields[name]]])),
  )

/**
 * Checks that the changed sale is complete, has an allowed price and is not a duplicate. A VIN that is pending already was
 * checked when it was sent, and is checked again when refinalize applies it.
 */
export async function requireValidSale(
  tx: Tx,
  { caller }: Acting,
  row: ContractRow,
  { sale, draft }: PatchedSale,
  { allowDuplicate = false }: Pick<ContractPatch, 'allowDuplicate'>,
): Promise<void> {
  const missing = missingForProduct(saleStep(row), sale, {
    retailPrice: draft.retail,
    customer: null,
    vin: draft.item.vehicle?.vin ?? sale.inputs.query.vin,
    vehiclePurchasePrice: draft.item.vehiclePurchasePrice ?? sale.inputs.query.vehiclePurchasePrice,
    lienHolder: row.lien_holder_id,
  })
  if (missing.length > 0) throw refuse(missing)
  refuseRules(priceFaults(sale, draft.retail), sale)
  const vin = vinOf(draft)
  if (row.status !== 'Quote' && (draft.planId !== row.plan_id || vin !== row.vin))
    await refuseRelated(tx, caller, sale, { vin, identifier: row.identifier, id: row.id })
  const isPending = row.pending_changes !== null && isSameVin(vin, vinOf(row.pending_changes.sale))
  if (row.status === 'Quote' || isPending) return
  await refuseDuplicateVin(tx, caller, row, { sale, draft }, allowDuplicate)
}

/** Refuses a changed VIN that another contract of the product type has. Only then does the change wait for sales. */
export async function refuseDuplicateVin(
  tx: Tx,
  caller: Caller,
  row: Pick<ContractRow, 'id' | 'vin'>,
  { sale, draft }: Pick<PatchedSale, 'sale' | 'draft'>,
  allows: boolean,
): Promise<void> {
  const vin = vinOf(draft)
  if (isSameVin(vin, row.vin)) return
  await lockNumberSeries(tx, 'contracts')
  const { productTypeCode } = sale.rate.program.product
  await refuseDuplicate(tx, caller, { vin, productTypeCode, id: row.id }, allows)
}
