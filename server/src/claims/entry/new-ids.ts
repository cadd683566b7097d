import type { Tx } from '../../db/database.ts'
import { takeNumbers } from '../../db/take-numbers.ts'

// A claim, its details and their lines name each other, so their ids are taken before they are written.

const SEQUENCES = {
  claim: 'claim_id_seq',
  detail: 'claim_detail_id_seq',
  line: 'claim_line_id',
  event: 'ppm_claim_event_id_seq',
} as const

/** New ids, in order. */
export const takeIds = (tx: Tx, kind: keyof typeof SEQUENCES, count: number): Promise<number[]> =>
  takeNumbers(tx, SEQUENCES[kind], count)
