import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

// A claim, its details and their lines name each other, so their ids are taken before they are written.

const TAKE = statement(
  { id: int },
  'select nextval($1::regclass)::bigint as id from generate_series(1, $2::integer)',
)

/** The statement that takes new ids. */
export const TAKE_IDS = TAKE.text

const SEQUENCES = {
  claim: 'claim_id_seq',
  detail: 'claim_detail_id_seq',
  line: 'claim_line_id',
  event: 'ppm_claim_event_id_seq',
} as const

/** New ids, in order. */
export async function takeIds(tx: Tx, kind: keyof typeof SEQUENCES, count: number): Promise<number[]> {
  if (count === 0) return []
  return (await TAKE.rows(tx, [SEQUENCES[kind], count])).map(({ id }) => id)
}
