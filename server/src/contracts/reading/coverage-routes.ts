import { z } from 'zod'
import { comparable, readingUnit } from '../../domain/odometer-unit.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, queryBoolean, queryInteger } from '../../http/schemas.ts'
import type { ContractServices } from '../record/change-state.ts'
import { seeContract } from '../record/rows.ts'
import {
  ComponentModel,
  CoverageGroupModel,
  listComponents,
  listGroups,
  ServiceDataModel,
} from './coverage.ts'
import { loadServices } from './services.ts'

const shared = { tag: 'Contracts', permission: 'contracts:read' } as const
const path = '/contracts/{contractId}'

/** The coverage of a contract and its prepaid services. */
export const coverageRoutes = ({ books }: ContractServices): readonly Route[] => [
  route.read({
    ...shared,
    path: `${path}/coveragegroups`,
    summary: 'List the coverage groups of a contract',
    answer: z.array(CoverageGroupModel),
    pages: ['id', 'code', 'name'],
    handler: ({ db, caller, params: { contractId } }) => listGroups(books, { db, caller, contractId }),
  }),
  route.read({
    ...shared,
    path: `${path}/coveragecomponents`,
    summary: 'List the components of the product and whether the contract covers them',
    description: 'Every component that a plan or surcharge of the product can cover.',
    query: z.strictObject({
      groupCode: z.string().max(400).optional(),
      isCovered: queryBoolean().optional(),
    }),
    answer: z.array(ComponentModel),
    pages: ['id', 'code', 'name', 'groupCode'],
    async handler({ db, caller, params: { contractId }, query }) {
      const { groupCode, isCovered } = query
      const components = await listComponents(books, { db, caller, contractId })
      return components.filter(
        (component) =>
          (groupCode === undefined || component.groupCode.toLowerCase() === groupCode.toLowerCase()) &&
          (isCovered === undefined || component.isCovered === isCovered),
      )
    },
  }),
  route.read({
    ...shared,
    path: `${path}/ppmservices`,
    summary: 'List the prepaid maintenance services of a contract',
    description:
      'Shows what claims used of each service, what is left, and when the next one is due. Default: as of today and the last known odometer. Empty for other products.',
    query: z.strictObject({
      asOfDate: CalendarDate.optional(),
      asOfOdometer: queryInteger(z.int().min(0).max(10_000_000)).optional(),
    }),
    answer: z.array(ServiceDataModel),
    pages: ['id', 'code', 'name', 'sequence', 'nextDueDate'],
    async handler({ db, caller, today, params: { contractId }, query }) {
      const row = await seeContract(db, caller, contractId)
      const { asOfOdometer } = query
      const odometer =
        asOfOdometer === undefined ? undefined : comparable(asOfOdometer, readingUnit(row.item))
      return loadServices(db, row, { date: query.asOfDate ?? today, odometer })
    },
  }),
]
