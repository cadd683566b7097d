import type { CrowdHolder } from './parts.ts'
import { crowdAgents, crowdDealers, crowdGroups } from './sellers.ts'
import {
  crowdFacilities,
  crowdInspectors,
  crowdInsurers,
  crowdLienHolders,
  crowdPayees,
} from './servicers.ts'

/**
 * The generated account holders, so that lists have something to show. They do not refer to the fixed account holders of
 * the world. Each comes after those it refers to, and ids follow the order.
 */
export function crowd(): CrowdHolder[] {
  const dealers = crowdDealers()
  return [
    ...crowdInsurers(),
    ...crowdGroups(),
    ...crowdAgents(),
    ...crowdLienHolders(),
    ...crowdInspectors(),
    ...crowdPayees(),
    ...dealers,
    ...crowdFacilities(dealers),
  ]
}
