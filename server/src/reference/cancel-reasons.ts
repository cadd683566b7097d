import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import type { Filters } from '../http/search.ts'
import { readersOf } from './coded-values.ts'
import { referenceFilters, referenceSort, rowsOf } from './lists.ts'

export const requesters = ['Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'] as const

export const CancelReason = z
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

export type CancelReasonModel = z.output<typeof CancelReason>

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
const list = () => ({ ...search, ...rowsOf<CancelReasonModel>('CancelReason') })
const { byId, byIdentifier } = readersOf<CancelReasonModel>('CancelReason', 'cancel reason')
const shared = { tag: 'CancelReasons', permission: 'signed-in' } as const

/** Why a contract can be cancelled, and what follows from it; both versions. */
export const cancelReasonRoutes: readonly Route[] = [
  route.list({
    ...shared,
    path: '/cancelreasons',
    summary: 'Why a contract can be cancelled',
    successor: '/v2/cancelreasons',
    form: 'array',
    row: CancelReason,
    search,
    list,
  }),
  route.read({
    ...shared,
    path: '/cancelreasons/{cancelReasonId}',
    summary: 'Read a cancel reason',
    successor: '/v2/cancelreasons/{cancelReasonId}',
    answer: CancelReason,
    handler: ({ db, params }) => byId(db, params.cancelReasonId),
  }),
  route.list({
    ...shared,
    path: '/v2/cancelreasons',
    summary: 'Why a contract can be cancelled',
    form: 'wrapped',
    row: CancelReason,
    search,
    list,
  }),
  route.read({
    ...shared,
    path: '/v2/cancelreasons/{identifier}',
    summary: 'Read a cancel reason by its id or code',
    params: { identifier: z.string() },
    answer: CancelReason,
    handler: ({ db, params }) => byIdentifier(db, params.identifier),
  }),
]
