import type { Claim } from '../../sdk/src/types.gen.ts'
import { useAnswer } from '../api/queries.ts'
import { useRights } from './rights.ts'

/** The contract behind the claim, if the caller may read it: its limits, customer, lien holder and loan. */
export function useContract({ contract: { contractId } }: Claim) {
  const { contract } = useRights()
  return useAnswer('GET /contracts/{contractId}', { path: { contractId } }, { enabled: contract })
}
