import { flag, int, orNull } from '../../db/columns.ts'
import { statement } from '../../db/statement.ts'
import { faultsOf } from '../../domain/processes/run-parameters.ts'
import type { ChunkProcess } from '../process.ts'

const CHUNK = 5_000

// Deliveries are made in the order of their ids, so the first one that is young ends the work. Times are real time.
const PAGE = statement(
  { count: int, last: orNull(int), isOld: orNull(flag) },
  `select count(*) as count, max(d.id) as last, bool_and(d.created_at < now() - interval '30 days') as "isOld"
   from (select id, created_at from webhook_delivery where id > $1 order by id limit ${CHUNK}) d`,
)
const DELETE = statement(
  { id: int },
  `delete from webhook_delivery where id > $1 and id <= $2 and status <> 'Pending'
   and created_at < now() - interval '30 days' returning id`,
)

/** Deliveries that have ended are kept for 30 days. */
export const webhookCleanup: ChunkProcess = {
  kind: 'chunks',
  type: 'WebhookDeliveryCleanup',
  parameterFaults: (parameters) => faultsOf(parameters, {}),
  async chunk(tx, _acting, _parameters, after) {
    const { count = 0, last, isOld } = (await PAGE.first(tx, [after])) ?? {}
    const removed = last ? await DELETE.rows(tx, [after, last]) : []
    const hasMore = last && isOld && count === CHUNK
    return {
      ...(hasMore ? { last } : {}),
      ...{ succeeded: removed.length, skipped: 0, errors: [] },
      done: removed.map(({ id }) => ({ entityId: id, result: { deliveryId: id, result: 'Removed' } })),
    }
  },
}
