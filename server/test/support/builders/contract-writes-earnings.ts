import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'

/** The writes that post earnings of one contract and of many. */
export async function earningWrites(admin: Caller): Promise<WriteStory[]> {
  const { body } = await admin.get('/v2/contracts?status=Active&pageSize=2')
  const contractIds = body.items.map(({ id }: { id: number }) => id)
  const [path, one] = ['/contracts/updateEarnings', `/contracts/${contractIds[0]}/syncEarnings`]
  const actor = 'sandbox-admin'
  return [
    {
      operation: `POST ${path}`,
      done: { path, body: { asOfDate: '2026-06-30', contractIds } },
      refused: { path, body: { asOfDate: '2099-01-01', contractIds } },
      refusal: 'AsOfDateOutOfRange',
      subject: 'contracts',
      actor,
    },
    {
      operation: 'POST /contracts/{contractId}/syncEarnings',
      done: { path: one, body: { asOfDate: '2026-07-31' } },
      refused: { path: one, body: { asOfDate: '2099-01-01' } },
      refusal: 'AsOfDateOutOfRange',
      subject: `contracts/${contractIds[0]}`,
      actor,
    },
  ]
}
