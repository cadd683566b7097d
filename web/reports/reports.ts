import type { UseQueryResult } from '@tanstack/react-query'
import type { Report } from '../../sdk/src/types.gen.ts'
import type { Answer, Operation } from '../api/client.ts'
import { useAnyAnswer } from '../api/queries.ts'

/** The reports, each with the operation that makes it. */
export const reports = {
  production: 'GET /reports/production',
  earnings: 'GET /reports/earnings',
  'loss-ratio': 'GET /reports/loss-ratio',
  'loss-triangle': 'GET /reports/loss-triangle',
  cancels: 'GET /reports/cancels',
  aging: 'GET /reports/aging',
  'overdue-refunds': 'GET /reports/overdue-refunds',
} as const satisfies Readonly<Record<string, Operation>>

export type ReportName = keyof typeof reports

export const isReport = (name: string | undefined): name is ReportName =>
  name !== undefined && Object.hasOwn(reports, name)

/** What narrows a report, under the API's names. */
const parameters = {
  production: ['fromDate', 'toDate', 'productId', 'dealerId'],
  earnings: ['fromDate', 'toDate', 'by'],
  'loss-ratio': ['fromDate', 'toDate', 'productId', 'dealerId'],
  'loss-triangle': ['basis', 'fromDate', 'toDate', 'asOfDate', 'productId'],
  cancels: ['fromDate', 'toDate', 'productId', 'dealerId'],
  aging: ['asOfDate', 'direction'],
  'overdue-refunds': [],
} as const satisfies Readonly<Record<ReportName, readonly string[]>>

export type ParameterName = (typeof parameters)[ReportName][number]

export const parametersOf = (name: ReportName): readonly ParameterName[] => parameters[name]

/** What of the address belongs to the report. */
export const queryOf = (
  name: ReportName,
  address: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parametersOf(name).flatMap((parameter) => (address[parameter] ? [[parameter, address[parameter]]] : [])),
  )

/** Reads a report. */
export const useReport = (
  name: ReportName,
  query: Readonly<Record<string, string>>,
): UseQueryResult<Answer<Report>> =>
  useAnyAnswer(reports[name], { query }, { keepPrevious: true, staleTime: 60_000 }) as UseQueryResult<
    Answer<Report>
  >
