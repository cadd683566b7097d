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
 * The crowd of account holders around the fixed ones, so that lists have something to show. It has nothing to do with
 * them: no group, agent, dealer or facility of theirs. Each comes after those it names, and ids follow the order.
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
