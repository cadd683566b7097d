import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'
import { earningsPosted } from './periods.ts'

const actor = 'sandbox-admin'

/** The writes of the ledger and the accounting months. */
export async function ledgerWrites(admin: Caller): Promise<WriteStory[]> {
  const accountHolderId: number = (await admin.get('/dealers?number=D1001')).body[0].id
  const manual = { accountHolderId, direction: 'Receive', amount: 12.5, reason: 'Story' }
  const statement = { fromDate: '2024-01-01', toDate: '2024-01-31' }
  const made = await admin.post('/ledgers', { ...manual, effectiveDate: '2024-02-10' })
  const { id } = made.body
  await earningsPosted(admin, '2021-07-31')
  return [
    {
      operation: 'POST /ledgers',
      done: { path: '/ledgers', body: manual },
      refused: { path: '/ledgers', body: { ...manual, accountHolderId: 987654 } },
      refusal: 'UnknownReference',
      subject: 'ledgers/#',
      actor,
    },
    {
      operation: 'PATCH /ledgers/{ledgerId}',
      done: { path: `/ledgers/${id}`, body: { amount: 13, reason: 'Miskeyed' } },
      refused: { path: '/ledgers/987654', body: { amount: 13, reason: 'Miskeyed' } },
      refusal: 'NotFound',
      subject: `ledgers/${id}`,
      actor,
    },
    {
      operation: 'PATCH /accountingperiods/{period}',
      done: { path: '/accountingperiods/2021-07', body: { status: 'Closed' } },
      refused: { path: '/accountingperiods/2024-04', body: { status: 'Closed' } },
      refusal: 'EarlierPeriodOpen',
      subject: 'accountingperiods/2021-07',
      actor,
    },
    {
      operation: 'POST /accountholders/{accountHolderId}/statementrequests',
      done: { path: `/accountholders/${accountHolderId}/statementrequests`, body: statement },
      refused: { path: '/accountholders/987654/statementrequests', body: statement },
      refusal: 'NotFound',
      subject: 'statementrequests/#',
      actor,
    },
  ]
}
