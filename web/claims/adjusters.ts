import type { Adjuster } from '../../sdk/src/types.gen.ts'
import { useAnswer } from '../api/queries.ts'
import { useRights } from './rights.ts'

const LONG = 10 * 60 * 1000
const none: readonly Adjuster[] = []

/** Who decides claims, each with the amount up to which it decides alone. Only those who decide see it. */
export function useAdjusters(): readonly Adjuster[] {
  const { adjudicate } = useRights()
  const { data } = useAnswer('GET /claims/adjusters', {}, { enabled: adjudicate, staleTime: LONG })
  return data?.data ?? none
}
