import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'

const actor = 'sandbox-admin'
const path = '/automatic-process-runs'

/** The writes of automatic processes. */
export async function processWrites(admin: Caller): Promise<WriteStory[]> {
  const { body: run } = await admin.post(path, { processType: 'LedgerPayReceive' })
  return [
    {
      operation: 'POST /automatic-process-runs',
      done: { path, body: { processType: 'Statements' } },
      refused: { path, body: { processType: 'LedgerPayReceive' } },
      refusal: 'RunAlreadyActive',
      subject: `automatic-process-runs/#`,
      actor,
    },
    {
      operation: 'PATCH /automatic-process-runs/{guid}',
      done: { path: `${path}/${run.guid}`, body: { candidates: 3, succeeded: 2 } },
      refused: { path: `${path}/${run.guid}`, body: { status: 'Completed', candidates: 1_000 } },
      refusal: 'CountersInconsistent',
      subject: `automatic-process-runs/${run.guid}`,
      actor,
    },
  ]
}
