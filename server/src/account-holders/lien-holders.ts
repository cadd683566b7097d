import { z } from 'zod'
import type { Caller } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { type Filters, type ListQuery, listOf } from '../http/search.ts'
import { holderFromRow, kindColumns, kindTables, listKindColumns } from './holders.ts'
import { type Kind, kindOfType } from './kinds.ts'
import { AddressAnswer } from './people.ts'
import type { Seals } from './seals.ts'
import { holderList, kindSearch } from './search.ts'
import { answerShape } from './shapes.ts'

const lienHolder: Kind = kindOfType('LienHolder')

const search = {
  ...kindSearch(lienHolder),
  filters: {
    ...kindSearch(lienHolder).filters,
    nameContains: { match: 'contains', column: 'h.name', folded: 'h.name_folded' },
    alias: {
      match: 'text where',
      where: 'k.aliases_lower @> array[lower(?)]',
    },
  } as Filters,
}

/** A lien holder with all its addresses in one list. */
const LienHolder2 = z
  .object({ ...answerShape(lienHolder).shape, addresses: z.array(AddressAnswer) })
  .meta({ id: 'LienHolder2' })

interface Addresses {
  readonly address: { readonly type: string | null }
  readonly mailingAddress: object | null
  readonly refundAddress: object | null
}

function allAddresses({ address, mailingAddress, refundAddress }: Addresses) {
  const typed = (part: object | null, type: string) =>
    part ? [{ ...part, type: (part as Addresses['address']).type ?? type }] : []
  return [
    ...typed(address, 'Physical'),
    ...typed(mailingAddress, 'Mailing'),
    ...typed(refundAddress, 'Billing'),
  ]
}

function recordList(caller: Caller, seals: Seals): ListQuery<Record<string, unknown>> {
  return listOf({
    ...holderList(lienHolder, caller, seals),
    ...search,
    columns: kindColumns(lienHolder),
    select: listKindColumns(lienHolder),
    from: kindTables(lienHolder),
    row(row) {
      const holder = holderFromRow({ kind: lienHolder, seals }, row, caller)
      return { ...holder, addresses: allAddresses(holder as unknown as Addresses) }
    },
  })
}

/** The second version of the list: pages of complete lien holders instead of short rows. */
export const lienHolderRoutes = (seals: Seals): readonly Route[] => [
  route.list({
    path: '/v2/lienHolders',
    tag: lienHolder.tag,
    summary: 'List complete lien holders',
    permission: 'accountholders:read',
    form: 'wrapped',
    row: LienHolder2,
    search,
    list: ({ caller }) => recordList(caller, seals) as never,
  }),
]
