import { z } from 'zod'
import { CANCEL_PENDING, contractStatuses } from '../../domain/contract/states.ts'
import { isObject } from '../../domain/objects.ts'
import { odometerUnits } from '../../domain/odometer-unit.ts'
import { CalendarDate, optionalText, text } from '../../http/schemas.ts'
import { ContractCustomerInput, type ContractInput, ContractPersonInput, changeable } from './input.ts'
import { type Nulls, patchOf } from './patch-of.ts'

// Changes to a contract, as a merge patch: absent keeps, null clears, an array is replaced as a whole.

const OdometerReading = z
  .strictObject({
    value: z.int().min(0).max(9_999_999),
    unit: z.enum(odometerUnits).optional(),
    date: CalendarDate.optional(),
    reason: optionalText(2_000).optional(),
  })
  .meta({ id: 'OdometerReadingData' })

export const ContractPatch = z
  .strictObject({
    ...patchOf(z.strictObject({ ...changeable, cobuyer: ContractPersonInput })).shape,
    // Sent in the same form as to a sale.
    customer: ContractCustomerInput.nullable().optional(),
    // These cannot be cleared.
    retailPrice: changeable.retailPrice.optional(),
    planId: changeable.planId.optional(),
    termId: changeable.termId.optional(),
    deductibleId: changeable.deductibleId.optional(),
    saleDate: changeable.saleDate.optional(),
    surchargeCodes: changeable.surchargeCodes.optional(),
    customFieldValues: changeable.customFieldValues.optional(),
    externalReferences: changeable.externalReferences.optional(),
    // The label is refused as a step that a change of the status cannot take, and not as an unknown word.
    status: z.enum([...contractStatuses, CANCEL_PENDING]).optional(),
    contractNumber: text(50).optional(),
    allowDuplicate: z.boolean().optional(),
    generateDocument: z.boolean().optional(),
    voidReason: optionalText(2_000).optional(),
    odometerReading: OdometerReading.optional(),
    pendingChanges: z.null().optional(),
  })
  .meta({ id: 'ContractPatchData', example: { retailPrice: 2895 } })

/** The fields that can be patched part by part. */
type PatchableParts = Nulls<
  Pick<
    ContractInput,
    | 'state'
    | 'customer'
    | 'vehicle'
    | 'asset'
    | 'vehiclePurchasePrice'
    | 'vehiclePurchaseDate'
    | 'financing'
    | 'lienHolderId'
    | 'lienHolderNumber'
    | 'cobuyer'
    | 'deliveryDate'
    | 'deliveryMethod'
    | 'notes'
  >
>

export type ContractPatch = PatchableParts &
  Pick<
    ContractInput,
    | 'retailPrice'
    | 'planId'
    | 'termId'
    | 'deductibleId'
    | 'saleDate'
    | 'surchargeCodes'
    | 'customFieldValues'
    | 'externalReferences'
    | 'contractNumber'
    | 'allowDuplicate'
    | 'generateDocument'
  > & {
    readonly status?: (typeof contractStatuses)[number] | typeof CANCEL_PENDING | undefined
    readonly voidReason?: string | null | undefined
    readonly odometerReading?: z.output<typeof OdometerReading> | undefined
    readonly pendingChanges?: null | undefined
  }

/** The fields that the rate depends on. */
export const rateFields = [
  'planId',
  'termId',
  'deductibleId',
  'surchargeCodes',
  'saleDate',
  'state',
  'retailPrice',
  'vehicle',
  'asset',
  'vehiclePurchasePrice',
] as const

/** The fields that can be changed at any time while a contract is in force. */
export const freeFields = [
  'customer',
  'cobuyer',
  'lienHolderId',
  'lienHolderNumber',
  'financing',
  'customFieldValues',
  'externalReferences',
  'deliveryDate',
  'deliveryMethod',
  'notes',
  'vehiclePurchaseDate',
  'odometerReading',
  'pendingChanges',
] as const

/** Fields that change nothing by themselves. */
export const steeringFields = ['status', 'voidReason', 'allowDuplicate', 'generateDocument'] as const

/** RFC 7396: objects are merged, null removes, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) delete result[name]
    else result[name] = mergePatch(result[name], value)
  }
  return result
}
