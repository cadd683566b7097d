import { describe, expect, test } from 'vitest'
import { cancelled, contractOf, paidR1, soldR1 } from '../support/builders/cancels.ts'
import { claimOpen, claimPaid } from '../support/builders/claims-paid.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { inDatabase } from '../support/builders/database.ts'
import { holdReasons, payables, setClock } from '../support/builders/held-contracts.ts'
import { monthsClosed, monthsOpened } from '../support/builders/periods.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const db = async () => (await sandboxOf(service)).db

checkBooks(service)

describe('effects of a cancel', () => {
  test('holds end, and the payables they held are released', async () => {
    const contract = await paidR1(service)
    const { MISSIGN } = await holdReasons(admin())
    await setClock(service, '2025-04-01T15:00:00Z')
    const hold = await admin().post(`/contracts/${contract.id}/holds`, { holdReasonId: MISSIGN })
    expect(await payables(service, contract.id)).toMatchObject({ AGENT: 'Held' })
    await setClock(service, '2025-09-10T15:00:00Z')
    await cancelled(service, contract.id)
    const after = await contractOf(service, contract.id)
    expect(after).toMatchObject({ status: 'Cancelled', heldFrom: null })
    expect(after.holds).toMatchObject([
      {
        id: hold.body.id,
        status: 'Resolved',
        resolves: [{ resolution: 'Cancelled', resolveDate: '2025-09-10' }],
      },
    ])
    expect(await payables(service, contract.id)).toMatchObject({ AGENT: 'Open' })
  })

  test('claims with a loss on or after the cancel date are denied, unless they are being paid', async () => {
    const contract = await soldR1(service)
    const base = await db()
    const ids = {
      before: await claimOpen(base, contract.id, { lossDate: '2025-09-08' }),
      after: await claimOpen(base, contract.id, { lossDate: '2025-09-09' }),
      closed: await claimOpen(base, contract.id, { lossDate: '2025-09-09', status: 'Closed' }),
    }
    await cancelled(service, contract.id, { cancelDate: '2025-09-09' })
    const claims = await inDatabase<{ id: number; status: string; denied_reason: string | null }>(
      service,
      'select id, status, denied_reason from claim where contract_id = $1 order by id',
      [contract.id],
    )
    expect(claims).toEqual([
      { id: ids.before, status: 'Open', denied_reason: null },
      { id: ids.after, status: 'Denied', denied_reason: 'NOINFORCE' },
      { id: ids.closed, status: 'Closed', denied_reason: null },
    ])
    const events = await inDatabase(service, `select type from event where subject = $1`, [
      `claims/${ids.after}`,
    ])
    expect(events).toEqual([{ type: 'claim.denied' }])
  })

  test('a flat cancel denies all claims, except those being paid', async () => {
    const contract = await soldR1(service)
    const open = await claimOpen(await db(), contract.id, { lossDate: '2024-06-01' })
    await claimPaid(await db(), contract.id, 100, { lossDate: '2024-06-01', status: 'PaymentRequested' })
    await inDatabase(
      service,
      `insert into ppm_claim_event (claim_id, contract_id, service_code, service_date, is_authorized, status)
       values ($1, $2, 'OIL', '2024-06-01', true, 'Requested')`,
      [open, contract.id],
    )
    await cancelled(service, contract.id, { cancelReasonCode: 'DLRERR', requestedBy: 'Dealer' })
    const select = 'select status from claim where contract_id = $1 order by id'
    expect(await inDatabase(service, select, [contract.id])).toEqual([
      { status: 'Denied' },
      { status: 'PaymentRequested' },
    ])
    // What it had reserved is free again.
    const services = 'select status from ppm_claim_event where claim_id = $1'
    expect(await inDatabase(service, services, [open])).toEqual([{ status: 'Voided' }])
  })

  test('the history of the contract shows the cancel', async () => {
    const contract = await paidR1(service)
    const cancel = await cancelled(service, contract.id)
    const { body } = await admin().get(`/contracts/${contract.id}/history?pageSize=200`)
    const entries = body.items.filter(
      (entry: { operation: string }) => entry.operation === 'POST /contracts/{contractId}/cancels',
    )
    expect(entries).toHaveLength(1)
    expect(entries[0].changes).toContainEqual({ pointer: '/status', before: 'Active', after: 'Cancelled' })
    expect(JSON.stringify(entries[0].changes)).toContain(cancel.number)
  })
})

describe('dates of a cancel', () => {
  test('it takes effect on the cancel date and is booked on the execution date', async () => {
    const contract = await paidR1(service)
    await setClock(service, '2025-09-20T15:00:00Z')
    const cancel = await cancelled(service, contract.id, { executionDate: '2025-09-15' })
    expect(cancel).toMatchObject({ cancelDate: '2025-09-10', executionDate: '2025-09-15' })
    const { body } = await service.api.as('sandbox-accounting').get(`/ledgers?cancelId=${cancel.id}`)
    for (const row of body)
      expect(row).toMatchObject({ effectiveDate: '2025-09-10', accountingDate: '2025-09-15' })
    const journal = await service.api.as('sandbox-accounting').get(`/journal?cancelId=${cancel.id}`)
    for (const row of journal.body.items)
      expect(row).toMatchObject({ effectiveDate: '2025-09-10', accountingDate: '2025-09-15' })
  })

  test('in a closed month it is booked on the first open day', async () => {
    const contract = await paidR1(service)
    await setClock(service, '2025-10-05T15:00:00Z')
    const books = service.api.as('sandbox-accounting')
    await monthsClosed(service, '2025-09')
    const cancel = await cancelled(service, contract.id, { executionDate: '2025-09-12' })
    const { body } = await books.get(`/ledgers?cancelId=${cancel.id}`)
    for (const row of body)
      expect(row).toMatchObject({ effectiveDate: '2025-09-10', accountingDate: '2025-10-01' })
    await monthsOpened(service)
  })

  test('lines corrected after the cancel date are refunded with their amounts on that date', async () => {
    const contract = await soldR1(service)
    await setClock(service, '2025-09-20T15:00:00Z')
    const books = service.api.as('sandbox-accounting')
    const { body: rows } = await books.get(`/ledgers?contractId=${contract.id}&disbursementCode=ADMIN`)
    const edit = await books.patch(`/ledgers/${rows[0].id}`, { amount: 100, reason: 'Agreed' })
    expect(edit.status, edit.text).toBe(200)
    const cancel = await cancelled(service, contract.id)
    // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
    const line = (code: string) => cancel.calculation.lines.find((one: any) => one.code === code)
    expect(line('ADMIN')).toMatchObject({ original: 125, refund: 76.25 })
    expect(line('MARKUP')).toMatchObject({ original: 1632.07, refund: 995.56 })
  })

  test('earnings posted after the cancel date are reversed', async () => {
    const contract = await paidR1(service)
    await setClock(service, '2025-10-05T15:00:00Z')
    const sync = await admin().post(`/contracts/${contract.id}/syncEarnings`, { asOfDate: '2025-09-30' })
    expect(sync.status, sync.text).toBeLessThan(300)
    await cancelled(service, contract.id)
    const after = await contractOf(service, contract.id)
    // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
    const reserve = after.disbursements.find((one: any) => one.code === 'RESERVE')
    expect(reserve).toMatchObject({ refunded: 647.64, earnedToDate: 414.06 })
  })
})
