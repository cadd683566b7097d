import { z } from 'zod'
import { int, orNull, text } from '../db/columns.ts'
import type { Keys } from '../db/keys.ts'
import { hashesUnderAllKeys } from '../db/sealed.ts'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { type Filters, listOf, type Sort } from '../http/search.ts'
import { TaxId } from './common-fields.ts'
import { ExpireRequest, ExpireResponse, expireHolders } from './expire-holders.ts'
import { accountHolderTypes } from './kinds.ts'
import { seesAnyHolder } from './scope.ts'
import { holderFilters, holderSort } from './search.ts'

const Row = z
  .object({
    id: Id,
    type: z.enum(accountHolderTypes),
    number: z.string(),
    name: z.string(),
    status: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  })
  .meta({ id: 'AccountHolderSearchResult' })

/** Filters of the list of all account holders. */
const searchFilters = (keys: Keys) =>
  ({
    types: {
      match: 'oneOf',
      column: 'h.type',
      values: accountHolderTypes,
      otherwise: "h.type <> 'Customer'",
    },
    ...holderFilters,
    taxId: {
      match: 'secret',
      column: 'h.tax_id_hash',
      form: TaxId,
      hashes: (digits) => hashesUnderAllKeys(keys.data, 'tax-id', digits),
    },
    effectiveOn: {
      match: 'date where',
      where: '(h.effective_date <= ? and (h.expiration_date is null or h.expiration_date >= ?))',
    },
    expiringBefore: { match: 'before', column: 'h.expiration_date' },
  }) as const satisfies Filters

const holderQuery = (caller: Caller, search: { readonly filters: Filters; readonly sort: Sort }) =>
  listOf({
    ...search,
    columns: {
      id: int,
      type: text,
      number: text,
      name: text,
      status: text,
      city: orNull(text),
      state: orNull(text),
    },
    select: 'h.id, h.type, h.number, h.name, h.status, h.city, h.state',
    from: 'account_holder h',
    id: 'h.id',
    where: [seesAnyHolder(caller)],
    row: (row) => row,
  })

const tag = 'GenericAccountHolders'

export function allHolderRoutes(keys: Keys): Route[] {
  const search = { filters: searchFilters(keys), sort: holderSort }
  return [
    route.list({
      path: '/accountholders',
      tag,
      summary: 'List account holders of all types',
      description: 'Customers are included only if `types` names them.',
      permission: 'accountholders:read',
      form: 'array',
      row: Row,
      search,
      list: ({ caller }) => holderQuery(caller, search),
    }),
    route.write({
      method: 'POST',
      path: '/accountholders/autoexpirerequests',
      tag,
      summary: 'Expire the account holders whose expiration date has passed',
      description:
        'Each candidate is either expired or listed in `failures`. `processed` is the number of candidates.',
      // A process, and also what whoever may change account holders could do one by one.
      permission: ['processes:run', 'accountholders:write'],
      body: ExpireRequest,
      answer: ExpireResponse,
      subject: 'accountholders',
      handler: ({ tx, body, ...acting }) => expireHolders(tx, acting, body),
    }),
  ]
}
