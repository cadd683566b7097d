import { z } from 'zod'
import { type Caller, isLimited } from '../../http/caller.ts'
import { type CsvTable, csvColumns } from '../../http/csv.ts'
import { Problem } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { ClaimStatistic, ClaimTriangle, type ClaimTriangleModel } from './models.ts'
import { readStatistics, StatisticsQuery } from './statistics.ts'
import { readTriangle, TriangleQuery } from './triangles.ts'

const tag = 'Claims'

/** What all claims add up to, and how losses develop. */
export const claimFigureRoutes: readonly Route[] = [
  route.read({
    path: '/claims/statistics',
    tag,
    summary: 'Count and add up claims',
    description:
      'Claims are counted by `dateField`, money by its accounting date. `lossRatio` is null if nothing was earned. Inspection fees are left out. For callers without scopes.',
    permission: 'claims:read',
    query: StatisticsQuery,
    answer: z.array(ClaimStatistic),
    pages: csvColumns(ClaimStatistic),
    async handler({ db, caller, query }) {
      requireUnlimited(caller)
      return readStatistics(db, query)
    },
  }),
  route.read({
    path: '/claims/triangles',
    tag,
    summary: 'Show how losses develop by quarter',
    description:
      'Each cell has what was paid or incurred by the end of a quarter; the last of a row, by `asOfDate`. In CSV, a line has an origin and the columns age0, age1 and so on. For callers without scopes.',
    permission: 'claims:read',
    query: TriangleQuery,
    answer: ClaimTriangle,
    csv: triangleTable,
    async handler({ db, caller, query, today }) {
      requireUnlimited(caller)
      return readTriangle(db, query, today)
    },
  }),
]

/** A row for each origin, a column for each age. */
function triangleTable({ origins, ages, cells }: ClaimTriangleModel): CsvTable {
  const columns = ages.map((age) => `age${age}`)
  return {
    columns: ['origin', ...columns],
    rows: origins.map((origin, at) => ({
      origin,
      ...Object.fromEntries(columns.map((column, age) => [column, cells[at]?.[age]])),
    })),
  }
}

function requireUnlimited(caller: Pick<Caller, 'scopes'>): void {
  if (!isLimited(caller)) return
  throw new Problem(
    'Forbidden',
    'A caller that is limited to account holders does not see what all claims add up to.',
    { members: { permission: 'claims:read' } },
  )
}
