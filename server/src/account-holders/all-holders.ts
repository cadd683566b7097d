import { z } from 'zod'
import type { Keys } from '../db/keys.ts'
import { hashesOf } from '../db/sealed.ts'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import type { Filters, ListQuery } from '../http/search.ts'
import { TaxId } from './common-fields.ts'
import { expireHolders } from './expire-holders.ts'
import { ExpireRequest, ExpireResponse } from './expire-shapes.ts'
import { holderTypes } from './kinds.ts'
import { seesAnyHolder } from './scope.ts'
import { holderFilters, holderSort } from './search.ts'

const Row = z
  .object({
    id: Id,
    type: z.enum(holderTypes),
    number: z.string(),
    name: z.string(),
    status: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  })
  .meta({ id: 'AccountHolderSearchResult' })

/** Account holders of every kind; customers are among them when they are asked for. */
const filtersWith = (keys: Keys) =>
  ({
    types: { match: 'oneOf', column: 'h.type', values: holderTypes, otherwise: "h.type <> 'Customer'" },
    ...holderFilters,
    taxId: {
      match: 'secret',
      column: 'h.tax_id_hash',
      form: TaxId,
      hashes: (digits) => hashesOf(keys.data, 'tax-id', digits),
    },
    effectiveOn: {
      match: 'date where',
      where: '(h.effective_date <= ? and (h.expiration_date is null or h.expiration_date >= ?))',
    },
    expiringBefore: { match: 'before', column: 'h.expiration_date' },
  }) as const satisfies Filters

const listFor = (
  caller: Caller,
): Pick<ListQuery<z.input<typeof Row>>, 'select' | 'from' | 'id' | 'where' | 'row'> => ({
  select: 'h.id, h.type, h.number, h.name, h.status, h.city, h.state',
  from: 'account_holder h',
  id: 'h.id',
  where: [seesAnyHolder(caller)],
  row: (row: z.input<typeof Row>) => row,
})

const tag = 'GenericAccountHolders'

export function allHolderRoutes(keys: Keys): Route[] {
  const search = { filters: filtersWith(keys), sort: holderSort }
  return [
    route.list({
      path: '/accountholders',
      tag,
      summary: 'List account holders of every kind',
      description: 'Customers are among them when `types` asks for them.',
      permission: 'accountholders:read',
      form: 'array',
      row: Row,
      search,
      list: ({ caller }) => ({ ...search, ...listFor(caller) }),
    }),
    route.write({
      method: 'POST',
      path: '/accountholders/autoexpirerequests',
      tag,
      summary: 'Expire the account holders whose time is over',
      description: 'Each candidate is expired or named in `failures`; `processed` is how many there were.',
      permission: 'accountholders:write',
      body: ExpireRequest,
      answer: ExpireResponse,
      subject: 'accountholders',
      handler: ({ tx, body, ...acting }) => expireHolders(tx, acting, body),
    }),
  ]
}
