import { z } from 'zod'
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
  servicesOf,
} from './coverage.ts'

const shared = { tag: 'Contracts', permission: 'contracts:read' } as const
const path = '/contracts/{contractId}'

/** What a contract covers, and the services that it pays for. */
export const coverageRoutes = ({ books }: ContractServices): readonly Route[] => [
  route.read({
    ...shared,
    path: `${path}/coveragegroups`,
    summary: 'List the groups of components that a contract covers',
    answer: z.array(CoverageGroupModel),
    handler: ({ db, caller, params: { contractId } }) => listGroups(books, { db, caller, contractId }),
  }),
  route.read({
    ...shared,
    path: `${path}/coveragecomponents`,
    summary: 'List the components of what was sold, and whether the contract covers them',
    description: 'All that a plan or a surcharge of the product can cover.',
    query: z.strictObject({
      groupCode: z.string().max(400).optional(),
      isCovered: queryBoolean().optional(),
    }),
    answer: z.array(ComponentModel),
    async handler({ db, caller, params: { contractId }, query }) {
      const { groupCode, isCovered } = query
      const components = await listComponents(books, { db, caller, contractId })
      return components.filter(
        (one) =>
          (groupCode === undefined || one.groupCode.toLowerCase() === groupCode.toLowerCase()) &&
          (isCovered === undefined || one.isCovered === isCovered),
      )
    },
  }),
  route.read({
    ...shared,
    path: `${path}/ppmservices`,
    summary: 'List the services of prepaid maintenance that a contract has',
    description:
      'When each is due next: as of today, and of the odometer as it was last known, where not asked otherwise. Empty for other products.',
    query: z.strictObject({
      asOfDate: CalendarDate.optional(),
      asOfOdometer: queryInteger(z.int().min(0).max(10_000_000)).optional(),
    }),
    answer: z.array(ServiceDataModel),
    async handler({ db, caller, today, params: { contractId }, query }) {
      const row = await seeContract(db, caller, contractId)
      return servicesOf(row, { date: query.asOfDate ?? today, odometer: query.asOfOdometer })
    },
  }),
]
