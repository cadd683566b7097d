import { z } from 'zod'
import type { Route } from '../http/route.ts'
import type { Filters } from '../http/search.ts'
import { twins } from '../http/twins.ts'
import { valuePath } from './coded-values.ts'
import { referenceFilters, referenceSort, valueRows } from './lists.ts'

export const requesters = ['Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'] as const

export const CancelReasonValue = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    requestedBy: z.array(z.enum(requesters)),
    forcesFlat: z.boolean(),
    requiredDocuments: z.array(z.string()),
    payeeRule: z.enum(['Standard', 'LienHolderSole', 'Dealer']),
    isActive: z.boolean(),
  })
  .meta({ id: 'CancelReason' })

export type CancelReasonModel = z.output<typeof CancelReasonValue>

const filters = {
  code: { match: 'whole', column: 'v.code' },
  name: { match: 'contains', column: 'v.name' },
  requestedBy: {
    match: 'text where',
    where: `v.details -> 'requestedBy' @> to_jsonb(?::text)`,
    values: requesters,
  },
  ...referenceFilters,
} as const satisfies Filters

const search = { filters, sort: referenceSort }
const list = () => ({ ...search, ...valueRows<CancelReasonModel>('CancelReason') })
const shared = { tag: 'CancelReasons', permission: 'signed-in' } as const
const cancelReason = valuePath<CancelReasonModel>({
  v1: '/cancelreasons/{cancelReasonId}',
  v2: '/v2/cancelreasons/{identifier}',
  list: 'CancelReason',
  what: 'cancel reason',
})

/** The reasons for cancelling a contract, with what each requires. */
export const cancelReasonRoutes: readonly Route[] = [
  ...twins.rootList(
    { v1: '/cancelreasons', v2: '/v2/cancelreasons' },
    { ...shared, summary: 'List the cancel reasons', row: CancelReasonValue, search, list },
  ),
  ...twins.read(cancelReason, {
    ...shared,
    summary: 'Read a cancel reason',
    answer: CancelReasonValue,
    handler: async (_, reason) => reason,
  }),
]
