import type { Contract } from '../../../sdk/src/types.gen.ts'

/** What every region of the page gets. It reads the rest by itself. */
export interface RegionProps {
  readonly contract: Contract
}
