import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { rateIdOfR1, saleOfR1, withKey } from './contracts.ts'
import type { WriteStory } from './every-write.ts'

const actor = 'sandbox-admin'

/** The writes of cancel requests, on contracts sold today. */
export async function requestWrites(admin: Caller): Promise<WriteStory[]> {
  const today = await sandboxToday(admin)
  const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: today })
  const wish = { cancelDate: today, cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_000 }
  const sell = async (): Promise<{ id: number; number: string }> => {
    const { status, body, text } = await admin.post('/contracts', { rateId, ...saleOfR1() })
    if (status !== 201) throw new Error(text)
    await admin.post(`/contracts/${body.id}/finalize`, {}, withKey())
    return body
  }
  const request = async (contractId: number): Promise<{ id: number; number: string }> =>
    (await admin.post(`/contracts/${contractId}/cancelrequests`, wish)).body
  const [first, second, third, fourth] = [await sell(), await sell(), await sell(), await sell()]
  const [one, other] = [await request(third.id), await request(fourth.id)]
  const unknown = { ...wish, cancelReasonCode: 'NOSUCH' }
  const created = (operation: string, path: string, id: number): WriteStory => ({
    ...{ operation, subject: `contracts/${id}`, actor, refusal: 'UnknownReference' },
    done: { path, body: wish },
    refused: { path, body: unknown },
  })
  const acted = (operation: string, path: string, id: number): WriteStory => ({
    ...{ operation, subject: `contracts/${id}`, actor, refusal: 'ValidationFailed' },
    done: { path, body: { action: 'Approve' } },
    // Refused by the schema, because any other refusal would be stored under the key.
    refused: { path, body: { action: 'Deny' } },
  })
  return [
    created('POST /contracts/{contractId}/cancelrequests', `/contracts/${first.id}/cancelrequests`, first.id),
    created(
      'POST /v2/contracts/{identifier}/cancelrequests',
      `/v2/contracts/${second.number}/cancelrequests`,
      second.id,
    ),
    acted('POST /cancelrequests/{cancelRequestId}', `/cancelrequests/${one.id}`, third.id),
    acted('POST /v2/cancelrequests/{identifier}', `/v2/cancelrequests/${other.number}`, fourth.id),
  ]
}
