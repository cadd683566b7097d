import { z } from 'zod'
import { auditFields, Id, optionalText, text } from '../http/schemas.ts'

export const PortalVisibilityGroup = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    isActive: z.boolean().describe('An inactive group gives access to no dealers.'),
    productIds: z.array(Id),
    dealerCount: z.int().describe('The number of dealers in the group that the caller can see.'),
    ...auditFields,
  })
  .meta({
    id: 'PortalVisibilityGroup',
    example: {
      id: 1,
      code: 'PVG-TX',
      name: 'Texas stores',
      description: null,
      isActive: true,
      productIds: [],
      dealerCount: 2,
      createdAt: '2024-03-01T09:30:00.000Z',
      createdBy: 'sandbox-admin',
      updatedAt: '2024-03-01T09:30:00.000Z',
      updatedBy: 'sandbox-admin',
      rowVersion: 1,
    },
  })
export type PortalGroup = z.input<typeof PortalVisibilityGroup>

export const GroupDealer = z
  .object({
    dealerId: Id,
    number: z.string(),
    name: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  })
  .meta({
    id: 'PortalVisibilityGroupDealerSearchResult',
    example: { dealerId: 12, number: 'D1001', name: 'Hill Country Ford', city: 'Austin', state: 'TX' },
  })

const ids = z.array(Id).max(10_000)
const Code = text(40).describe('Unique; upper and lower case count as the same.')

export const PortalGroupCreateData = z
  .strictObject({
    code: Code,
    name: text(200),
    description: optionalText(2_000).default(null),
    isActive: z.boolean().default(true),
    productIds: ids.default([]),
    dealerIdsToAdd: ids.default([]),
  })
  .meta({
    id: 'PortalVisibilityGroupCreateData',
    example: { code: 'PVG-TX', name: 'Texas stores', dealerIdsToAdd: [12, 13] },
  })
export type NewPortalGroup = z.output<typeof PortalGroupCreateData>

export const PortalGroupAddEditRequest = z
  .strictObject({
    id: Id.optional(),
    code: Code.optional(),
    name: text(200).optional(),
    description: optionalText(2_000).optional(),
    isActive: z.boolean().optional(),
    productIds: ids.nullable().optional(),
    dealerIdsToAdd: ids.default([]),
    dealerIdsToRemove: ids.default([]),
  })
  // Both run even if another field is wrong, so that all faults are listed at once.
  .superRefine(nameTheGroup, { when: isObject })
  .superRefine(addOrRemove, { when: isObject })
  .meta({
    id: 'PortalVisibilityGroupAddEditRequest',
    description: 'Name the group by `id`, or by `code` without an `id`. With both, `code` is the new code.',
    example: { id: 1, name: 'Texas stores', dealerIdsToAdd: [14], dealerIdsToRemove: [12] },
  })
export type PortalGroupChange = z.output<typeof PortalGroupAddEditRequest>

function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null
}

function nameTheGroup(change: { id?: unknown; code?: unknown }, context: z.core.$RefinementCtx): void {
  if (change.id !== undefined || change.code !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['id'],
    params: { code: 'Required' },
    message: 'Send the id or the code of the group.',
  })
}

/** Adding and removing the same dealer is a contradiction, and is refused. */
function addOrRemove(
  change: { dealerIdsToAdd: unknown; dealerIdsToRemove: unknown },
  context: z.core.$RefinementCtx,
): void {
  const { dealerIdsToAdd: add, dealerIdsToRemove: remove } = change
  if (!Array.isArray(add) || !Array.isArray(remove)) return
  const added = new Set(add)
  for (const [at, id] of remove.entries())
    if (added.has(id))
      context.addIssue({
        code: 'custom',
        path: ['dealerIdsToRemove', at],
        params: { code: 'Format' },
        message: `Dealer ${id} cannot be added and removed in the same request.`,
      })
}
