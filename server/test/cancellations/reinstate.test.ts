import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cents } from '../../src/domain/money.ts'
import {
  act,
  balances,
  cancelled,
  cancelRows,
  changed,
  contractOf,
  earnedR1,
  netOfHolders,
  soldR1,
} from '../support/builders/cancels.ts'
import { detailsOf, openCash } from '../support/builders/cash.ts'
import { rowsPaid } from '../support/builders/cash-paid.ts'
import { claimOpen } from '../support/builders/claims-paid.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { applyFiles } from '../support/builders/contract-files.ts'
import { inDatabase } from '../support/builders/database.ts'
import { eventsOf, holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const db = async () => (await sandboxOf(service)).db
const back = { action: 'Reinstate', reason: 'Cancelled in error' }
const october = () => setClock(service, '2025-10-01T15:00:00Z')

checkBooks(service)

/** How what is to be paid out of the price stands. */
const shares = async (id: number): Promise<string[]> => {
  const search = `contractId=${id}&direction=Pay&isMemo=false&ledgerType=ContractDisbursement`
  const { body } = await service.api.as('sandbox-accounting').get(`/ledgers?${search}`)
  return body.map(({ ledgerStatus }: { ledgerStatus: string }) => ledgerStatus)
}

describe('reinstating before anything is paid', () => {
  test('restores all balances to the cent, and the contract is active again', async () => {
    const { contract, before } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await october()
    const answer = await act(service.api.as('sandbox-cancels'), cancel.id, {
      ...{ ...back, reinstateDate: '2025-10-01', gapDays: 0 },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      id: cancel.id,
      status: 'Reversed',
      reinstatement: { date: '2025-10-01', reason: back.reason, gapDays: 0, by: 'sandbox-cancels' },
      payments: [{ status: 'Voided', latePenalty: 0 }],
    })
    const after = await balances(service)
    expect(netOfHolders(after)).toEqual(netOfHolders(before))
    // Only what it has earned in the meantime is new: 328.51 of the reserve, as if nothing had been.
    expect(changed(before, after)).toEqual({
      'Earned:RESERVE': -12.21,
      'Unearned:RESERVE': 12.21,
      'Earned:ADMIN': -1.44,
      'Unearned:ADMIN': 1.44,
    })
    const stands = await contractOf(service, contract.id)
    expect(stands).toMatchObject({
      ...{ status: 'Active', statusReason: null, currentCancel: null },
      expirationDate: '2029-03-15',
    })
    // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
    expect(stands.disbursements.find((one: any) => one.code === 'RESERVE')).toMatchObject({
      ...{ refunded: 0, earnedToDate: 328.51 },
    })
    const rows = await cancelRows(service, cancel.id)
    expect(rows).toContain('Cancel Pay REFUND L100 1364.60 Voided')
    expect(rows).toContain('Reinstatement Receive REFUND L100 1364.60 Voided')
    expect(rows).toHaveLength(20)
    expect(await eventsOf(service, contract.id)).toContain('contract.reinstated')
  })

  test('days without coverage extend the term', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await october()
    const answer = await act(admin(), cancel.id, { ...back, gapDays: 21 })
    expect(answer.status, answer.text).toBe(200)
    expect((await contractOf(service, contract.id)).expirationDate).toBe('2029-04-05')
    // The clock stood still: what is unearned is what it was on the day of the cancel.
    const again = await cancelled(service, contract.id, { cancelDate: '2025-10-01' })
    expect(again.calculation).toMatchObject({ daysElapsed: 544, totalDays: 1826 })
  })

  test('holds that the cancel ended are open again and hold their payables', async () => {
    const { contract } = await earnedR1(service)
    const { MISSIGN, DUP } = await holdReasons(admin())
    const path = `/contracts/${contract.id}/holds`
    const resolved = await admin().post(path, { holdReasonId: DUP, holdDate: '2025-08-01' })
    await admin().post(`${path}/${resolved.body.id}/resolves`, {})
    await admin().post(path, { holdReasonId: MISSIGN, holdDate: '2025-09-01' })
    expect(await shares(contract.id)).toEqual(Array(5).fill('Held'))
    const before = await balances(service)
    const cancel = await cancelled(service, contract.id)
    expect(await shares(contract.id)).toEqual(Array(5).fill('Open'))
    await october()
    expect((await act(admin(), cancel.id, back)).status).toBe(200)
    const stands = await contractOf(service, contract.id)
    expect(stands).toMatchObject({ status: 'OnHold', heldFrom: 'Active' })
    expect(stands.holds.map(({ status }: { status: string }) => status)).toEqual(['Resolved', 'Open'])
    expect(await shares(contract.id)).toEqual(Array(5).fill('Held'))
    expect(netOfHolders(await balances(service))).toEqual(netOfHolders(before))
    const hold = stands.holds[1].id
    const resolve = await admin().post(`${path}/${hold}/resolves`, {})
    expect(resolve.status, resolve.text).toBe(201)
    expect((await contractOf(service, contract.id)).status).toBe('Active')
  })

  test('days of an ended suspension that a backdated cancel overlaps count once', async () => {
    const { contract } = await earnedR1(service)
    const { MISSIGN } = await holdReasons(admin())
    const path = `/contracts/${contract.id}/holds`
    const hold = await admin().post(path, {
      ...{ holdReasonId: MISSIGN, mode: 'Suspend', holdDate: '2025-08-20' },
    })
    await admin().post(`${path}/${hold.body.id}/resolves`, { resolveDate: '2025-09-10' })
    expect((await contractOf(service, contract.id)).expirationDate).toBe('2029-04-05')
    const cancel = await cancelled(service, contract.id, { cancelDate: '2025-09-05' })
    await october()
    await act(admin(), cancel.id, { ...back, gapDays: 10 })
    // From September 5 to 15; until the 10th it stood still anyway.
    const { expirationDate } = await contractOf(service, contract.id)
    expect(expirationDate).toBe('2029-04-10')
    const { body } = await admin().get(`/contracts/${contract.id}/earningdetails`)
    expect(body.contract.lines[0].expirationDate).toBe(expirationDate)
  })

  test('days that were both suspended by a hold and without coverage count once', async () => {
    const { contract } = await earnedR1(service)
    const { MISSIGN } = await holdReasons(admin())
    const path = `/contracts/${contract.id}/holds`
    const hold = await admin().post(path, {
      ...{ holdReasonId: MISSIGN, mode: 'Suspend', holdDate: '2025-09-01' },
    })
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation).toMatchObject({ daysElapsed: 535, totalDays: 1826 })
    await october()
    await act(admin(), cancel.id, { ...back, gapDays: 21 })
    expect(await contractOf(service, contract.id)).toMatchObject({
      status: 'OnHold',
      expirationDate: '2029-04-05',
    })
    await setClock(service, '2025-10-10T15:00:00Z')
    const resolve = await admin().post(`${path}/${hold.body.id}/resolves`, {})
    expect(resolve.body).toMatchObject({ extendsExpirationDays: 18 })
    expect((await contractOf(service, contract.id)).expirationDate).toBe('2029-04-23')
    const again = await cancelled(service, contract.id, { cancelDate: '2025-10-10' })
    expect(again.calculation).toMatchObject({ daysElapsed: 535, totalDays: 1826 })
  })

  test('denied claims stay denied, and the contract can be cancelled again', async () => {
    const { contract, before } = await earnedR1(service)
    await claimOpen(await db(), contract.id, { lossDate: '2025-09-10' })
    const first = await cancelled(service, contract.id)
    await october()
    await act(admin(), first.id, back)
    const claims = await inDatabase(
      service,
      `select status from claim where contract_id = $1 and status <> 'Paid'`,
      [contract.id],
    )
    expect(claims).toEqual([{ status: 'Denied' }])
    const second = await cancelled(service, contract.id)
    expect(second.calculation).toMatchObject({ netRefund: 1364.6 })
    const { body } = await admin().get(`/contracts/${contract.id}/cancels`)
    expect(body.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [second.id, 'Active'],
      [first.id, 'Reversed'],
    ])
    await act(admin(), second.id, back)
    expect(netOfHolders(await balances(service))).toEqual(netOfHolders(before))
  })

  test('works for a contract that is not funded', async () => {
    const contract = await soldR1(service)
    const before = await balances(service)
    const cancel = await cancelled(service, contract.id)
    expect((await act(admin(), cancel.id, { ...back, reinstateDate: '2025-09-10' })).status).toBe(200)
    expect(netOfHolders(await balances(service))).toEqual(netOfHolders(before))
    expect(await contractOf(service, contract.id)).toMatchObject({
      status: 'Active',
      fundingStatus: 'NotFunded',
    })
  })
})

describe('reinstating after money has moved', () => {
  const isOf = (cancelId: number, code: string) => (row: { cancelId: unknown; disbursementCode: unknown }) =>
    row.cancelId === cancelId && row.disbursementCode === code

  test('the recovery account owes a refund that was paid out', async () => {
    const { contract, before } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await rowsPaid(service, contract.id, isOf(cancel.id, 'REFUND'), { date: '2025-09-20' })
    await october()
    const refused = await act(admin(), cancel.id, back)
    expect([refused.status, refused.body.code]).toEqual([409, 'RefundAlreadyPaid'])
    expect(refused.body.paymentIds).toEqual([cancel.payments[0].id])
    const recoveryAccountId = await holderId(service, 'Dealer', 'D1001')
    const answer = await act(admin(), cancel.id, { ...back, recoveryAccountId })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.payments).toMatchObject([{ status: 'Paid', paidDate: '2025-09-20' }])
    expect(await cancelRows(service, cancel.id)).toContain('Reinstatement Receive REFUND D1001 1364.60 Open')
    const [own, net] = [netOfHolders(before), netOfHolders(await balances(service))]
    const dealer = String(recoveryAccountId)
    // The payee has its money and owes nothing; the recovery account owes it instead.
    expect(net).toEqual({ ...own, [dealer]: Math.round(((own[dealer] ?? 0) + 1364.6) * 100) / 100 })
  })

  test('of a refund that was paid in part, that part is owed and the rest is paid no more', async () => {
    const { contract, before } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await rowsPaid(service, contract.id, isOf(cancel.id, 'REFUND'), {
      ...{ date: '2025-09-20', part: 500_00 as Cents },
    })
    await october()
    expect((await act(admin(), cancel.id, back)).body.code).toBe('RefundAlreadyPaid')
    const recoveryAccountId = await holderId(service, 'Dealer', 'D1001')
    const answer = await act(admin(), cancel.id, { ...back, recoveryAccountId })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.payments).toMatchObject([{ status: 'Voided' }])
    const rows = await cancelRows(service, cancel.id)
    expect(rows.filter((row) => /Open$/.test(row))).toEqual([
      'Reinstatement Receive REFUND D1001 500.00 Open',
    ])
    const [own, net] = [netOfHolders(before), netOfHolders(await balances(service))]
    const dealer = String(recoveryAccountId)
    expect(net).toEqual({ ...own, [dealer]: Math.round(((own[dealer] ?? 0) + 500) * 100) / 100 })
    const checked = await service.api.as('sandbox-accounting').get('/books/verification')
    expect(checked.body.checks.filter(({ isWhole }: { isWhole: boolean }) => !isWhole)).toEqual([])
  })

  test('amounts that were paid back, in part or in full, are owed to the account holder again', async () => {
    const { contract, before } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await rowsPaid(service, contract.id, isOf(cancel.id, 'AGENT'), { date: '2025-09-20' })
    await rowsPaid(service, contract.id, isOf(cancel.id, 'MARKUP'), {
      ...{ date: '2025-09-20', part: 100_00 as Cents },
    })
    await october()
    const answer = await act(admin(), cancel.id, back)
    expect(answer.status, answer.text).toBe(200)
    const open = (await cancelRows(service, cancel.id)).filter((row) => /^Reinstatement.*Open$/.test(row))
    expect(open).toEqual([
      'Reinstatement Pay AGENT A100 45.75 Open',
      'Reinstatement Pay MARKUP D1001 995.56 Open',
    ])
    // With the received cash, all balances are restored.
    const [own, net] = [netOfHolders(before), netOfHolders(await balances(service))]
    const agent = String(await holderId(service, 'Agent', 'A100'))
    const dealer = String(await holderId(service, 'Dealer', 'D1001'))
    const less = (holder: string, cash: number) => Math.round(((own[holder] ?? 0) - cash) * 100) / 100
    expect(net).toEqual({ ...own, [agent]: less(agent, 45.75), [dealer]: less(dealer, 100) })
  })

  test('if one of two payments was paid, the other is voided', async () => {
    const { contract } = await earnedR1(service)
    const payments = [
      { payee: { type: 'LienHolder' }, amount: 600 },
      { payee: { type: 'LienHolder' }, amount: 764.6, method: 'ACH' },
    ]
    const cancel = await cancelled(service, contract.id, { payments })
    const [first] = cancel.payments
    await rowsPaid(service, contract.id, ({ id }) => id === first.ledgerId, { date: '2025-09-20' })
    await october()
    const recoveryAccountId = await holderId(service, 'LienHolder', 'L100')
    const answer = await act(admin(), cancel.id, { ...back, recoveryAccountId })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.payments).toMatchObject([{ status: 'Paid' }, { status: 'Voided' }])
  })
})

describe('reinstating after an outside account got what the lines gave back too much', () => {
  const { post, ledgersOf } = openCash(service)
  const setShortfallAccount = async (value: string | null) => {
    const { body } = await admin().get('/generalsettings?key=shortfallAccount')
    expect((await admin().patch(`/generalsettings/${body[0].id}`, { value })).status).toBe(200)
  }
  beforeAll(async () => {
    const generous = '$1    cancelRule: OwnMethod\n    cancelMethodCode: FLAT\n'
    const files = edited('programs/VSC-STD/program.yaml', /(- code: CLIP\n {4}label: .*\n)/, generous)
    await applyFiles(service, files)
    await setShortfallAccount('PREMTAX')
  })
  afterAll(async () => {
    await applyFiles(service, sandboxFiles)
    await setShortfallAccount(null)
  })

  /** Pays the row of the cancel with this code. */
  const payOut = async (cancelId: number, code: string) => {
    const [row] = await ledgersOf(`cancelId=${cancelId}&disbursementCode=${code}`)
    if (!row) throw new Error(`Cancel ${cancelId} has no row ${code}.`)
    const answer = await post({
      ...{ type: 'Payment', method: 'Wire', accountHolderId: row.accountHolder.id, date: '2025-09-20' },
      ...{ amount: row.openAmount, details: detailsOf([row]) },
    })
    expect(answer.status, answer.text).toBe(201)
  }
  const open = async (cancelId: number) =>
    (await cancelRows(service, cancelId)).filter((row) => /^Reinstatement.*Open$/.test(row))

  test('it gives that back, and nobody else is needed', async () => {
    const { contract, before } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    expect(await cancelRows(service, cancel.id)).toContain('Cancel Pay SHORTFALL PREMTAX 4.68 Open')
    await october()
    await payOut(cancel.id, 'SHORTFALL')
    const answer = await act(admin(), cancel.id, back)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ status: 'Reversed', payments: [{ status: 'Voided' }] })
    expect(await open(cancel.id)).toEqual(['Reinstatement Receive SHORTFALL PREMTAX 4.68 Open'])
    const [own, net] = [netOfHolders(before), netOfHolders(await balances(service))]
    const account = String(await holderId(service, 'DisbursementAccount', 'PREMTAX'))
    expect(net).toEqual({ ...own, [account]: Math.round(((own[account] ?? 0) + 4.68) * 100) / 100 })
  })

  test('only the refund is claimed from the recovery account', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await october()
    await payOut(cancel.id, 'SHORTFALL')
    await payOut(cancel.id, 'REFUND')
    const refused = await act(admin(), cancel.id, back)
    expect([refused.status, refused.body.code]).toEqual([409, 'RefundAlreadyPaid'])
    expect(refused.body.paymentIds).toEqual([cancel.payments[0].id])
    const recoveryAccountId = await holderId(service, 'Dealer', 'D1001')
    const answer = await act(admin(), cancel.id, { ...back, recoveryAccountId })
    expect(answer.status, answer.text).toBe(200)
    expect(await open(cancel.id)).toEqual([
      'Reinstatement Receive REFUND D1001 1364.60 Open',
      'Reinstatement Receive SHORTFALL PREMTAX 4.68 Open',
    ])
  })
})
