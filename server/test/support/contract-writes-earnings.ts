import type { Caller } from './api.ts'
import type { WriteStory } from './every-write.ts'

/** The earnings of many contracts, posted. */
export async function earningWrites(admin: Caller): Promise<WriteStory[]> {
  const { body } = await admin.get('/contracts?status=Active&pageSize=2&sortBy=id')
  const contractIds = body.items.map(({ id }: { id: number }) => id)
  const path = '/contracts/updateEarnings'
  return [
    {
      operation: `POST ${path}`,
      done: { path, body: { asOfDate: '2026-06-30', contractIds } },
      refused: { path, body: { asOfDate: '2099-01-01', contractIds } },
      refusal: 'AsOfDateOutOfRange',
      subject: 'contracts',
      actor: 'sandbox-admin',
    },
  ]
}
