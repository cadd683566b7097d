import { expect } from 'vitest'
import type { TestService } from '../service/app.ts'
import { act, cancelled, soldR1 } from './cancels.ts'
import { funded, rowsPaid } from './cash-paid.ts'
import { sellAndFinalize, sellR1 } from './contracts.ts'
import { setClock } from './held-contracts.ts'
import { accountOf } from './ledger-fixtures.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

/** A year and a half of one dealer: paid, corrected, cancelled, taken back, voided. Gives the days on which things happen. */
export async function tellStory(service: TestService): Promise<string[]> {
  const admin = service.api.as('sandbox-admin')
  const accounting = service.api.as('sandbox-accounting')
  const contract = await soldR1(service)
  await setClock(service, '2024-03-20T15:00:00Z')
  const agent = await accountOf(service, 'AGENT')
  const row = { accountHolderId: agent, direction: 'Pay', amount: 80, reason: 'Bonus' }
  const { body: manual } = await accounting.post('/ledgers', row)
  const { body: fee } = await accounting.post('/ledgers', { ...row, direction: 'Receive', amount: 12.5 })
  await setClock(service, '2024-04-02T15:00:00Z')
  const second = await sellAndFinalize(admin, {}, 'D1001')
  const waiting = await sellR1(admin)
  await setClock(service, '2024-04-05T15:00:00Z')
  await accounting.patch(`/ledgers/${manual.id}`, { amount: 95.5, reason: 'Miskeyed' })
  const { body: rows } = await accounting.get(`/ledgers?contractId=${second.id}&disbursementCode=RESERVE`)
  const owed = rows.find((one: Any) => one.direction === 'Receive')
  const edited = await accounting.patch(`/ledgers/${owed.id}`, {
    amount: owed.amount - 100,
    reason: 'Agreed',
  })
  expect(edited.status, edited.text).toBe(200)
  await setClock(service, '2024-04-09T15:00:00Z')
  await accounting.patch(`/ledgers/${fee.id}`, { status: 'Voided', reason: 'Waived' })
  await accounting.patch(`/ledgers/${manual.id}`, { amount: 60, reason: 'Miskeyed again' })
  const voided = await admin.patch(`/contracts/${waiting.body.id}`, { status: 'Voided', voidReason: 'Twice' })
  expect(voided.status, voided.text).toBe(200)
  await funded(service, contract.id, { date: '2024-04-12' })
  await rowsPaid(
    service,
    contract.id,
    ({ disbursementCode, direction }) => disbursementCode === 'CLIP' && direction === 'Pay',
    {
      date: '2024-04-15',
    },
  )
  await setClock(service, '2024-05-02T15:00:00Z')
  const end = await admin.patch(`/contracts/${second.id}`, { status: 'Voided', voidReason: 'Unwound' })
  expect(end.status, end.text).toBe(200)
  await setClock(service, '2025-09-14T15:00:00Z')
  const cancel = await cancelled(service, contract.id)
  await setClock(service, '2025-10-01T15:00:00Z')
  const back = await act(admin, cancel.id, {
    action: 'Reinstate',
    reason: 'Paid after all',
    reinstateDate: '2025-09-28',
  })
  expect(back.status, back.text).toBe(200)
  const sync = await admin.post(`/contracts/${contract.id}/syncEarnings`, { asOfDate: '2025-10-01' })
  expect(sync.status, sync.text).toBe(200)
  return [
    ...['2024-03-15', '2024-03-20', '2024-04-02', '2024-04-05', '2024-04-09', '2024-04-12', '2024-04-15'],
    ...['2024-05-02', '2025-09-10', '2025-09-14', '2025-09-28', '2025-10-01'],
  ]
}
