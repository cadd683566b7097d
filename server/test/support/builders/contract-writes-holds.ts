import { randomUUID } from 'node:crypto'
import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { rateIdOfR1, saleOfR1 } from './contracts.ts'
import type { WriteStory } from './every-write.ts'
import { holdReasons } from './held-contracts.ts'

const actor = 'sandbox-admin'
const lee = { firstName: 'Lee', lastName: 'Reyes' }

/** The writes on an existing contract: hold, lock, transfer and cobuyer. */
export async function holdWrites(admin: Caller): Promise<WriteStory[]> {
  const today = await sandboxToday(admin)
  const rateId = await rateIdOfR1(admin, 'D1001', { saleDate: today })
  const sell = async (isInForce = false): Promise<number> => {
    const { status, body, text } = await admin.post('/contracts', { rateId, ...saleOfR1() })
    if (status !== 201) throw new Error(text)
    const key = { 'idempotency-key': randomUUID() }
    if (isInForce) await admin.post(`/contracts/${body.id}/finalize`, {}, key)
    return body.id
  }
  const { MISSIGN, DUP } = await holdReasons(admin)
  const [held, resolved, passed] = [await sell(true), await sell(true), await sell(true)]
  const [free, taken, alone, both] = [await sell(), await sell(), await sell(), await sell()]
  const hold = await admin.post(`/contracts/${resolved}/holds`, { holdReasonId: DUP })
  await admin.post(`/contracts/${taken}/lock`)
  await admin.post(`/contracts/${both}/cobuyer`, lee)
  const story = (
    operation: string,
    id: number,
    calls: Pick<WriteStory, 'done' | 'refused' | 'refusal'> & Partial<WriteStory>,
  ): WriteStory => ({ operation, subject: `contracts/${id}`, actor, ...calls })
  const resolves = `/contracts/${resolved}/holds/${hold.body.id}/resolves`
  const request = {
    newOwner: {
      ...{ firstName: 'Sam', lastName: 'Okafor' },
      address: { line1: '4 Oak Ave', city: 'Austin', state: 'TX', zip: '78702' },
    },
    ...{ transferDate: today, odometer: 12_500 },
  }
  const transfer = `/contracts/${passed}/transferrequest`
  return [
    story('POST /contracts/{contractId}/holds', held, {
      done: { path: `/contracts/${held}/holds`, body: { holdReasonId: MISSIGN } },
      refused: { path: `/contracts/${held}/holds`, body: { holdReasonId: 987654 } },
      refusal: 'UnknownReference',
    }),
    story('POST /contracts/{contractId}/holds/{holdId}/resolves', resolved, {
      done: { path: resolves, body: { resolution: 'Corrected' } },
      refused: { path: resolves, body: { resolveDate: '2001-01-01' } },
      refusal: 'ResolveDateOutOfRange',
    }),
    story('POST /contracts/{contractId}/transferrequest', passed, {
      done: { path: transfer, body: request },
      refused: { path: transfer, body: { ...request, odometer: 1 } },
      refusal: 'OdometerBelowLastKnown',
    }),
    story('POST /contracts/{contractId}/lock', free, {
      done: { path: `/contracts/${free}/lock` },
      refused: { path: '/contracts/987654321/lock' },
      refusal: 'NotFound',
      subject: `contracts/${free}/lock`,
      secrets: ['lockToken'],
    }),
    story('DELETE /contracts/{contractId}/lock', taken, {
      done: { path: `/contracts/${taken}/lock` },
      refused: { path: `/contracts/${alone}/lock` },
      refusal: 'NotFound',
      subject: `contracts/${taken}/lock`,
    }),
    story('POST /contracts/{contractId}/cobuyer', alone, {
      done: { path: `/contracts/${alone}/cobuyer`, body: lee },
      refused: { path: `/contracts/${both}/cobuyer`, body: {} },
      refusal: 'ValidationFailed',
    }),
    story('DELETE /contracts/{contractId}/cobuyer', both, {
      done: { path: `/contracts/${both}/cobuyer` },
      refused: { path: `/contracts/${free}/cobuyer` },
      refusal: 'NotFound',
    }),
  ]
}
