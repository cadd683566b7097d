import { z } from 'zod'
import { kinds as holderKinds } from '../account-holders/kinds.ts'
import { int, oneOf, orNull, text, texts } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { type SearchTerms, searchTerms } from '../domain/search-text.ts'
import { type Caller, lacking } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { Id, queryInteger, queryList } from '../http/schemas.ts'
import { type Reason, reasons, type SearchKindName, searchKinds } from './search-kinds.ts'

const kindNames = Object.keys(searchKinds) as [SearchKindName, ...SearchKindName[]]

const SearchHit = z
  .object({
    kind: z.enum(kindNames),
    type: z.string().nullable(),
    id: Id,
    number: z.string().nullable(),
    title: z.string().nullable(),
    subtitle: z.string(),
    status: z.string().nullable(),
    matchedBy: z.enum(reasons),
    path: z.string().meta({ example: '/contracts/1204' }),
  })
  .meta({ id: 'SearchHit' })

const SearchAnswer = z
  .object({
    items: z.array(SearchHit),
    kinds: z.array(z.enum(kindNames)),
    more: z.array(z.enum(kindNames)),
  })
  .meta({ id: 'SearchAnswer' })

const SearchQuery = z.strictObject({
  q: z.string().min(1).max(100),
  kinds: queryList(z.enum(kindNames)).optional(),
  perKind: queryInteger(z.int().min(1).max(20)).default(5),
})

const columns = {
  ...{ kind: oneOf(kindNames), type: orNull(text), id: int, number: orNull(text), title: orNull(text) },
  ...{ details: texts, status: orNull(text), matchedBy: oneOf(reasons) },
}

/**
 * The records of a kind that a text finds, at most one more than asked for. Each way of finding gives only as many, so a
 * common name costs as little as a rare one.
 */
function selectKind(name: SearchKindName, caller: Caller, terms: SearchTerms, most: number): Sql | undefined {
  const kind = searchKinds[name]
  const ways = kind.ways(terms).flatMap(([reason, condition]) => (condition ? [{ reason, condition }] : []))
  if (ways.length === 0) return undefined
  const [id, from, sees] = [sql.raw(kind.id), sql.raw(kind.from), kind.sees(caller)]
  const found = ways.map(
    (
      { reason, condition },
      place,
    ) => sql`(select ${id} as id, ${reason}::text as reason, ${place}::int as place
      from ${from} where ${condition} ${sees ? sql`and ${sees}` : sql``} limit ${most})`,
  )
  return sql`(select ${name}::text as kind, ${kindNames.indexOf(name)}::int as rank, ${id} as id, f.reason, f.place,
      ${sql.raw(kind.shown)}
    from ${from} join (select distinct on (w.id) w.id, w.reason, w.place
      from (${sql.join(found, sql` union all `)}) w order by w.id, w.place) f on f.id = ${id} ${sql.raw(kind.joined)}
    order by f.place, ${id} desc limit ${most})`
}

async function findAll(db: Db, selects: readonly Sql[]) {
  if (selects.length === 0) return []
  return query(columns)`${sql.raw(PLANNED_EACH_TIME)}
    select s.kind, s.type, s.id, s.number, s.title, s.details, s.status, s.reason as "matchedBy"
    from (${sql.join(selects, sql` union all `)}) s order by s.rank, s.place, s.id desc`.rows(db)
}

const paths: Readonly<Record<Exclude<SearchKindName, 'AccountHolder'>, string>> = {
  Contract: '/contracts',
  CancelRequest: '/cancelrequests',
  Claim: '/claims',
  CashTransaction: '/cashtransactions',
  Dealer: '/dealers',
  Customer: '/customers',
}

const pathOf = (kind: SearchKindName, type: string | null): string =>
  kind === 'AccountHolder'
    ? (holderKinds.find((holder) => holder.type === type)?.path ?? '/admincompanies')
    : paths[kind]

/** One box that finds contracts, requests, claims, cash and account holders. */
export const searchRoutes: readonly Route[] = [
  route.read({
    path: '/search',
    tag: 'Desk',
    summary: 'Find records by a number, a VIN, a name or a phone number',
    description:
      'The form of the text decides what it can be: the number of a record with or without its letters, a check number, a VIN or its last eight characters, a phone number, an email address, or the words of a name. A caller finds what it may read, and nothing else.',
    permission: 'signed-in',
    query: SearchQuery,
    answer: SearchAnswer,
    async handler({ db, caller, query: { q, kinds = kindNames, perKind } }) {
      const terms = searchTerms(q)
      const allowed = kindNames.filter(
        (name) => kinds.includes(name) && !lacking(caller, searchKinds[name].permission),
      )
      const rows = await findAll(
        db,
        allowed.flatMap((name) => selectKind(name, caller, terms, perKind + 1) ?? []),
      )
      const ofKind = (name: SearchKindName) => rows.filter(({ kind }) => kind === name)
      return {
        items: allowed.flatMap((name) => ofKind(name).slice(0, perKind).map(hitFromRow)),
        kinds: allowed,
        more: allowed.filter((name) => ofKind(name).length > perKind),
      }
    },
  }),
]

interface FoundRow {
  readonly kind: SearchKindName
  readonly type: string | null
  readonly id: number
  readonly number: string | null
  readonly title: string | null
  readonly details: readonly string[]
  readonly status: string | null
  readonly matchedBy: Reason
}

const hitFromRow = ({ details, ...row }: FoundRow): z.input<typeof SearchHit> => ({
  ...row,
  subtitle: details.join(', '),
  path: `${pathOf(row.kind, row.type)}/${row.id}`,
})
