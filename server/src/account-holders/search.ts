import { sql } from '../db/sql.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import { shownValue } from './fields.ts'
import { holderStatuses } from './holder-types.ts'
import { kindTables } from './holders.ts'
import type { Kind } from './kinds.ts'
import { seesHolder } from './scope.ts'
import type { Seals } from './seals.ts'
import { listedColumns, rowColumns } from './shapes.ts'

/** The filters of every list of account holders. */
export const holderFilters = {
  number: { match: 'whole', column: 'h.number' },
  name: { match: 'contains', column: 'h.name', folded: 'h.name_folded' },
  status: { match: 'oneOf', column: 'h.status', values: holderStatuses },
  city: { match: 'begins', column: 'h.city' },
  state: { match: 'whole', column: 'h.state' },
  zip: { match: 'whole', column: 'h.zip' },
  updatedSince: { match: 'since', column: 'h.updated_at' },
} as const satisfies Filters

export const holderSort = {
  number: { column: 'h.number', text: true },
  name: { column: 'h.name', text: true },
  status: { column: 'h.status', text: true },
} as const satisfies Sort

export const kindSearch = (kind: Kind) => ({
  filters: { ...holderFilters, ...kind.filters } as Filters,
  sort: holderSort,
})

export function holderList(kind: Kind, caller: Caller, seals: Seals): ListQuery<Record<string, unknown>> {
  const listed = Object.entries(kind.listFields ?? {})
  const columns = listedColumns(kind)
  const selects = listed.flatMap(([, { select }]) => Object.entries(select))
  const { filters, sort } = kindSearch(kind)
  return listOf({
    filters: isLimited(caller) ? { ...filters, ...kind.limitedFilters?.(caller) } : filters,
    sort,
    select: [
      ...columns.map((name) => `h.${name}`),
      ...selects.map(([name, expression]) => `${expression} as ${name}`),
    ].join(', '),
    from: kindTables(kind),
    id: 'h.id',
    where: [sql.raw(`h.type = '${kind.type}'`), seesHolder(caller, kind.type)],
    columns: {
      ...Object.fromEntries(columns.map((name) => [name, rowColumns[name].column])),
      ...Object.assign({}, ...listed.map(([, field]) => field.columns)),
    },
    row: (row) => ({
      ...Object.fromEntries(columns.map((name) => [name, row[name]])),
      ...Object.fromEntries(listed.map(([name, field]) => [name, shownValue(field, row, caller, seals)])),
    }),
  })
}
