import { z } from 'zod'
import { type Db, run } from '../db/database.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import type { Filters } from '../http/search.ts'
import { modelOf, referenceFilters, referenceSort, rowsOf, valueColumns } from './lists.ts'

const requesters = ['Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'] as const

const CancelReason = z
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

type CancelReasonModel = z.output<typeof CancelReason>

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
const list = () => ({ ...search, ...rowsOf('CancelReason') }) as never
const shared = { tag: 'CancelReasons', permission: 'signed-in' } as const

async function reasonWhere(
  db: Db,
  condition: string,
  value: string | number,
): Promise<CancelReasonModel | undefined> {
  const [row] = await run<Parameters<typeof modelOf>[0]>(
    db,
    `select ${valueColumns} from reference_value v where v.list = 'CancelReason' and ${condition}`,
    [value],
  )
  // Its details are those of a cancel reason, because its list is.
  return row && (modelOf(row) as unknown as CancelReasonModel)
}

const byId = (db: Db, id: number) => reasonWhere(db, 'v.id = $1', id)
const byCode = (db: Db, code: string) => reasonWhere(db, 'lower(v.code) = lower($1)', code)

/** `/v2` takes the id or the code; digits are an id first. */
const byIdentifier = async (db: Db, identifier: string) =>
  (/^[1-9]\d{0,14}$/.test(identifier) ? await byId(db, Number(identifier)) : undefined) ??
  (await byCode(db, identifier))

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
    handler: async ({ db, params: { cancelReasonId } }) =>
      found(await byId(db, cancelReasonId), `cancel reason ${cancelReasonId}`),
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
    handler: async ({ db, params: { identifier } }) =>
      found(await byIdentifier(db, identifier), `cancel reason ${identifier}`),
  }),
]
