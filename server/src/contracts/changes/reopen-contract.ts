import type { Tx } from '../../db/database.ts'
import { addDays } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { loadEarningFacts } from '../earnings/facts.ts'
import { recordAndPost } from '../earnings/post-earnings.ts'
import { type ContractServices, emitAndRead, nextState, stateColumns } from '../record/change-state.ts'
import { isClaimedContract } from '../record/coverage-terms.ts'
import { loadSuspendedDays } from '../record/events.ts'
import type { ContractModel } from '../record/models.ts'
import { readOdometer } from '../record/odometer.ts'
import type { ContractPatch } from '../record/patch.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import { draftFromRow, patchSale } from '../sale/sale-draft.ts'
import { recordRefinalize } from './refinalize-contract.ts'

/** Reopens a contract that expired by mistake, once the odometer or the sale date is corrected. */
export async function reopenContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patch: ContractPatch,
): Promise<ContractModel> {
  if (!acting.caller.permissions.has('contracts:override'))
    throw new Problem(
      'Forbidden',
      'Correcting an expired contract requires the permission contracts:override.',
      {
        members: { permission: 'contracts:override' },
      },
    )
  refuseOthers(patch)
  const state = nextState(row, 'reopen')
  // No reading and no date takes a paid loss back. Only voiding its cash does.
  if (isClaimedContract(row))
    throw new Problem(
      'InvalidTransition',
      'A total loss was paid on the contract, which ended it. Void the cash transaction of the claim first.',
      { members: { from: 'Expired', to: 'Active' } },
    )
  const { state: before } = await loadEarningFacts(tx, row)
  const reading = patch.odometerReading ? await readOdometer(tx, acting, row, patch.odometerReading) : {}
  const dates =
    patch.saleDate === undefined ? {} : await datesForSale(tx, services, acting, row, patch.saleDate)
  const after = { ...row, ...reading, ...dates }
  // A contract expires the day after its expiration date, but one that ends today is not reopened for the rest of the day.
  if (hasRunOut(after, addDays(acting.today, 1)))
    throw new Problem('InvalidTransition', 'With these corrections the contract would still be expired.', {
      members: { from: 'Expired', to: 'Active' },
    })
  await updateContract(tx, acting, row.id, {
    ...stateColumns(state),
    ...reading,
    ...dates,
    status_reason: null,
    ...(patch.notes === undefined ? {} : { notes: patch.notes }),
  })
  if (patch.saleDate !== undefined) await recordRefinalize(tx, acting, after, before)
  await recordAndPost(tx, acting, after, { kind: 'Reopen', date: acting.today, subjectId: null, details: {} })
  return emitAndRead(tx, services, acting, row.id, 'updated')
}

const allowed: readonly string[] = ['odometerReading', 'saleDate', 'notes', 'status', 'voidReason']

function refuseOthers(patch: ContractPatch): void {
  const others = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && !allowed.includes(name),
  )
  if (others.length === 0) return
  throw new Problem('NotEditable', 'These fields cannot be changed while the contract is Expired.', {
    errors: others.map(([name]) => ({
      pointer: `/${name}`,
      code: 'NotEditable',
      message: 'This field cannot be changed while the contract is Expired.',
    })),
  })
}

/** A new sale date moves the contract's dates. The price stays as sold. */
async function datesForSale(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  saleDate: string,
): Promise<Partial<ContractRow>> {
  const { sale } = await patchSale(
    services,
    acting,
    draftFromRow(row),
    { saleDate },
    {
      isSold: true,
      quoteId: row.rate_quote_id,
    },
  )
  return {
    inputs: sale.inputs,
    book_version: sale.inputs.bookVersion,
    sale_date: saleDate,
    effective_date: sale.rate.effectiveDate,
    expiration_date: addDays(sale.rate.expirationDate, await loadSuspendedDays(tx, row.id)),
    expiration_odometer: sale.rate.expirationOdometer,
  }
}

/** Whether the contract has reached its expiration date or odometer limit. */
export const hasRunOut = (
  {
    expiration_date,
    expiration_odometer,
    last_odometer,
  }: Pick<ContractRow, 'expiration_date' | 'expiration_odometer' | 'last_odometer'>,
  today: string,
): boolean =>
  expiration_date < today ||
  (expiration_odometer !== null && last_odometer !== null && last_odometer > expiration_odometer)
