import { z } from 'zod'
import { inSnapshot } from '../db/snapshot.ts'
import { type Acting, isLimited, lacking } from '../http/caller.ts'
import { Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { aging } from './aging.ts'
import { cancels } from './cancels.ts'
import { earnings } from './earnings.ts'
import { lossRatio } from './loss-ratio.ts'
import { lossTriangle } from './loss-triangle.ts'
import { overdueRefunds } from './overdue-refunds.ts'
import { production } from './production.ts'
import { Report, type ReportSpec, reportTable } from './report.ts'

const tag = 'Reports'

/** A report of any parameters: those that a report declares are what its route gives it. */
type AnyReport = Omit<ReportSpec<z.ZodObject>, 'make'>
const reports: readonly AnyReport[] = [
  production,
  earnings,
  lossRatio,
  lossTriangle,
  cancels,
  aging,
  overdueRefunds,
]

const pathOf = ({ name }: AnyReport) => `/reports/${name}`

function reportRoute<Query extends z.ZodObject>(report: ReportSpec<Query>): Route {
  const { name, permission, isForStaff, summary, description, query } = report
  return route.read({
    path: `/reports/${name}` as string,
    ...{ tag, summary, permission, query },
    description: isForStaff ? `${description} For callers without scopes.` : description,
    answer: Report,
    csv: reportTable,
    problems: 'fromDate' in query.shape ? ['DateRangeInvalid'] : [],
    malformed: 'fromDate' in query.shape ? ['DateRangeInvalid'] : [],
    async handler({ db, caller, now, today, query: asked }) {
      if (isForStaff && isLimited(caller))
        throw new Problem(
          'Forbidden',
          'A caller that is limited to account holders does not see this report.',
          {
            members: { permission },
          },
        )
      // Reports add up everything, which takes longer than a read of a few rows may.
      return inSnapshot(db, async (snapshot) => ({
        name,
        ...(await report.make({ db: snapshot, caller, now, today }, asked)),
      }))
    },
  })
}

const ReportNames = z
  .object({
    items: z.array(
      z
        .object({
          name: z.string().meta({ example: 'production' }),
          path: z.string().meta({ example: '/reports/production' }),
          permission: z.string().describe('What the report needs.'),
          parameters: z.array(z.string()).describe('The parameters that it takes.'),
        })
        .meta({ id: 'ReportName' }),
    ),
  })
  .meta({ id: 'ReportNames' })

const maySee = ({ caller }: Pick<Acting, 'caller'>, { permission, isForStaff }: AnyReport) =>
  !lacking(caller, permission) && !(isForStaff && isLimited(caller))

/** Figures for people, each with the rows behind it. */
export const reportRoutes: readonly Route[] = [
  route.read({
    path: '/reports',
    tag,
    summary: 'List the reports that the caller may read',
    permission: 'signed-in',
    answer: ReportNames,
    handler: async (acting) => ({
      items: reports
        .filter((report) => maySee(acting, report))
        .map((report) => ({
          ...{ name: report.name, path: pathOf(report), permission: report.permission },
          parameters: Object.keys(report.query.shape),
        })),
    }),
  }),
  reportRoute(production),
  reportRoute(earnings),
  reportRoute(lossRatio),
  reportRoute(lossTriangle),
  reportRoute(cancels),
  reportRoute(aging),
  reportRoute(overdueRefunds),
]
