import type { ClaimIndexResult } from '../../../sdk/src/types.gen.ts'

/** The row of the list, which has the names of customer and adjuster. */
export type ClaimRow = ClaimIndexResult
