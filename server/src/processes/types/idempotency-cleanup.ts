import { int, orNull } from '../../db/columns.ts'
import { command, statement } from '../../db/statement.ts'
import { faultsOf } from '../../domain/processes/run-parameters.ts'
import type { ChunkProcess } from '../process.ts'

const CHUNK = 5_000

// Answers have no ids, so a chunk goes on after the age of the last one, in microseconds of real time.
const AGE = `'epoch'::timestamptz + $1::bigint * interval '1 microsecond'`
const PAGE = statement(
  { count: int, last: orNull(int) },
  `select count(*) as count, (extract(epoch from max(a.created_at)) * 1000000)::bigint as last
   from (select created_at from idempotency
     where created_at > ${AGE} and created_at < now() - interval '48 hours' order by created_at limit ${CHUNK}) a`,
)
const DELETE = command(
  `delete from idempotency
   where created_at > ${AGE} and created_at <= 'epoch'::timestamptz + $2::bigint * interval '1 microsecond'`,
)

/** Answers to requests with an Idempotency-Key are kept for 48 hours. */
export const idempotencyCleanup: ChunkProcess = {
  kind: 'chunks',
  type: 'IdempotencyCleanup',
  parameterFaults: (parameters) => faultsOf(parameters, {}),
  async chunk(tx, _acting, _parameters, after) {
    const { count = 0, last } = (await PAGE.first(tx, [after])) ?? {}
    const succeeded = last ? await DELETE.run(tx, [after, last]) : 0
    return { ...(last && count === CHUNK ? { last } : {}), succeeded, skipped: 0, errors: [] }
  },
}
