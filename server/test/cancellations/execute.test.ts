import { describe, expect, test } from 'vitest'
import {
  act,
  balances,
  cancelled,
  cancelRows,
  changed,
  contractOf,
  netOfHolders,
  paidR1,
  soldR1,
} from '../support/builders/cancels.ts'
import { funded } from '../support/builders/cash-paid.ts'
import { claimPaid } from '../support/builders/claims-paid.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { applyFiles } from '../support/builders/contract-files.ts'
import { inDatabase } from '../support/builders/database.ts'
import { eventsOf, payables } from '../support/builders/held-contracts.ts'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const db = async () => (await sandboxOf(service)).db

checkBooks(service)

describe('executing C1, to the cent', () => {
  test('every account holder gives back its part, and the lien holder gets the refund', async () => {
    const contract = await paidR1(service)
    const before = await balances(service)
    const cancel = await cancelled(service, contract.id)
    expect(cancel).toMatchObject({
      contractId: contract.id,
      contractNumber: contract.number,
      cancelRequestId: null,
      status: 'Active',
      reinstatement: null,
      executedBy: 'sandbox-admin',
      executionDate: '2025-09-10',
      reason: { code: 'CUSTREQ' },
      calculation: { grossRefund: 1826.95, claimsDeduction: 412.35, cancelFee: 50, netRefund: 1364.6 },
    })
    expect(cancel.number).toMatch(/^CXL-\d{6}$/)
    expect(await cancelRows(service, cancel.id)).toEqual([
      'Cancel Receive RESERVE RESERVE 235.29 memo',
      'Cancel Receive PREMTAX PREMTAX 12.95 Open',
      'Cancel Receive ADMIN ADMIN 76.25 memo',
      'Cancel Receive CLIP I100 7.32 Open',
      'Cancel Receive ROADSIDE ROAD 10.98 Open',
      'Cancel Receive AGENT A100 45.75 Open',
      'Cancel Receive DLRGRP G100 30.50 Open',
      'Cancel Receive MARKUP D1001 995.56 Open',
      'Cancel Pay REFUND L100 1364.60 Open',
      'CancelFee Pay CANCELFEE ADMIN 50.00 memo',
    ])
    const lender = await holderId(service, 'LienHolder', 'L100')
    const by = changed(before, await balances(service))
    expect(by[`Payable:${lender}`]).toBe(-1364.6)
    expect(by).toMatchObject({
      CancelFeeIncome: -50,
      'ClaimsRecovered:RESERVE': -412.35,
      // What was earned up to the day, and what the cancel recognises: 97.76 and 11.51.
      'Earned:RESERVE': -(316.3 + 97.76),
      'Earned:ADMIN': -(37.24 + 11.51),
      'Unearned:RESERVE': 1061.7,
      'Unearned:ADMIN': 125,
    })
    expect(cancel.payments).toEqual([
      expect.objectContaining({
        cancelId: cancel.id,
        payee: { type: 'LienHolder', id: lender, number: 'L100', name: expect.any(String) },
        payeeName: 'First Bank FBO Dana Reyes',
        forPayeeName: null,
        amount: 1364.6,
        method: 'Check',
        status: 'Pending',
        refundDueDate: '2025-10-25',
        latePenalty: 0,
        paidDate: null,
        isLienHolder: true,
        mailTo: expect.objectContaining({ city: 'Austin', state: 'TX' }),
        memo: `${contract.number} cancelled 2025-09-10`,
      }),
    ])
    expect(cancel.payments[0].lines).toContainEqual({ disbursementCode: 'RESERVE', amount: 235.29 })
    expect(cancel.payments[0].lines).toContainEqual({ disbursementCode: 'CANCELFEE', amount: -50 })
  })

  test('the contract is cancelled with its date, reason and odometer', async () => {
    const contract = await paidR1(service)
    const cancel = await cancelled(service, contract.id)
    const after = await contractOf(service, contract.id)
    expect(after).toMatchObject({
      status: 'Cancelled',
      statusReason: 'CUSTREQ',
      fundingStatus: 'Funded',
      isEffective: false,
      currentCancel: { type: 'Cancel', id: cancel.id, number: cancel.number },
      lastKnownOdometer: { value: 41_250, date: '2025-09-10', source: 'Cancel' },
    })
    // biome-ignore lint/suspicious/noExplicitAny: a line as it is answered.
    const line = (code: string) => after.disbursements.find((one: any) => one.code === code)
    expect(line('RESERVE')).toMatchObject({ amount: 1061.7, refunded: 647.64, earnedToDate: 414.06 })
    expect(line('AGENT')).toMatchObject({ amount: 75, refunded: 45.75, earnedToDate: 29.25 })
    expect(await eventsOf(service, contract.id)).toContain('contract.cancelled')
    const [event] = await inDatabase<{ data: object }>(
      service,
      `select data from event where subject = $1 and type = 'contract.cancelled'`,
      [`contracts/${contract.id}`],
    )
    expect(event?.data).toEqual({
      ...{ id: contract.id, number: contract.number, status: 'Cancelled' },
      ...{ cancelId: cancel.id, netRefund: 1364.6 },
    })
  })

  test('claims above the refund leave nothing to pay, and no line is charged back', async () => {
    const contract = await paidR1(service, { claims: 5000 })
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation).toMatchObject({ claimsDeduction: 1826.95, cancelFee: 0, totalRefund: 0 })
    expect(cancel.payments).toEqual([])
    expect(await cancelRows(service, cancel.id)).toEqual([])
  })

  test('claims above the refund of the reserve lower the other lines', async () => {
    const contract = await paidR1(service, { claims: 1000 })
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation).toMatchObject({ claimsDeduction: 1000, netRefund: 776.95 })
    const rows = await cancelRows(service, cancel.id)
    expect(rows.some((row) => row.includes('RESERVE'))).toBe(false)
    expect(rows).toContain('Cancel Pay REFUND L100 776.95 Open')
  })
})

describe('the payer of the refund', () => {
  test('is the dealer while the contract is not funded, and the refund is netted', async () => {
    const contract = await soldR1(service)
    await claimPaid(await db(), contract.id, 412.35)
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation.refundPayer).toBe('Dealer')
    expect(cancel.payments).toMatchObject([
      {
        payee: { type: 'Dealer', number: 'D1001' },
        payeeName: 'Hill Country Ford',
        forPayeeName: 'First Bank FBO Dana Reyes',
        amount: 1364.6,
        method: 'Netting',
        isLienHolder: false,
      },
    ])
    const rows = await cancelRows(service, cancel.id)
    expect(rows).toContain('Cancel Receive AGENT A100 45.75 Pending Funding')
    expect(rows).toContain('Cancel Receive MARKUP D1001 995.56 Open')
    expect(rows).toContain('Cancel Pay REFUND D1001 1364.60 Open')
    const dealer = await holderId(service, 'Dealer', 'D1001')
    const [owed] = await inDatabase<{ net: number }>(
      service,
      `select sum(case direction when 'Receive' then open_amount else -open_amount end)::bigint as net
       from ledger where contract_id = $1 and account_holder_id = $2`,
      [contract.id, dealer],
    )
    expect(owed?.net).toBe(993_89)
    expect(await payables(service, contract.id)).toMatchObject({ AGENT: 'Pending Funding' })
  })

  test('is the dealer if the dealer setting says so', async () => {
    const contract = await soldR1(service, {}, 'D1002')
    await funded(service, contract.id)
    await claimPaid(await db(), contract.id, 412.35)
    const cancel = await cancelled(service, contract.id)
    expect(cancel.payments).toMatchObject([{ payee: { number: 'D1002' }, method: 'Check', amount: 1364.6 }])
    const rows = await cancelRows(service, cancel.id)
    expect(rows).toContain('Cancel Pay REFUND D1002 1364.60 Open')
    expect(rows).toContain('Cancel Receive MARKUP D1002 995.56 Open')
  })

  test('refunds the sales tax too; in Florida the dealer takes the credit for it', async () => {
    const contract = await soldR1(service, { retailPrice: 2562.93 }, 'D2001')
    await funded(service, contract.id)
    await claimPaid(await db(), contract.id, 412.35)
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation).toMatchObject({ ruleCode: 'FL-MV', netRefund: 1207.1, salesTaxRefund: 113.36 })
    expect(await cancelRows(service, cancel.id)).toContain('SalesTax Receive SALESTAX D2001 113.36 Open')
    expect(cancel.payments).toMatchObject([{ amount: 1320.46 }])
  })
})

describe('lines that are not refunded in proportion', () => {
  const program = 'programs/VSC-STD/program.yaml'
  /** The sandbox's book with a cancel rule for some lines. */
  const ruled = (codes: readonly string[], rule: string) =>
    codes.reduce(
      (files, code) =>
        edited(program, new RegExp(`(- code: ${code}\\n    label: .*\\n)`), `$1    ${rule}\n`, files),
      sandboxFiles,
    )

  test('the shortfall account pays for a nonrefundable line, and the customer gets the same refund', async () => {
    await applyFiles(service, ruled(['ADMIN', 'CLIP', 'ROADSIDE'], 'cancelRule: NonRefundable'))
    const contract = await paidR1(service)
    const before = await balances(service)
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation).toMatchObject({ grossRefund: 1826.95, netRefund: 1364.6, shortfall: 94.55 })
    const rows = await cancelRows(service, cancel.id)
    expect(rows).toContain('Cancel Receive SHORTFALL ADMIN 94.55 memo')
    expect(rows.some((row) => /CLIP|ROADSIDE| ADMIN ADMIN/.test(row))).toBe(false)
    // All of ADMIN is earned on cancel, less what it bears.
    const by = changed(before, await balances(service))
    expect(by['Earned:ADMIN']).toBe(-30.45)
    const dealer = service.api.as('sandbox-dealer-d1001')
    const { body } = await dealer.get(`/cancels/${cancel.id}`)
    expect(body.calculation).toMatchObject({ shortfall: 0, lines: [{ refund: 831.39 }, { refund: 995.56 }] })
    expect(body.payments[0].lines[0]).toEqual({ disbursementCode: 'DEALERCOST', amount: 419.04 })
    const back = await act(admin(), cancel.id, { action: 'Reinstate', reason: 'In error' })
    expect(back.status, back.text).toBe(200)
    expect(netOfHolders(await balances(service))).toEqual(netOfHolders(before))
    await applyFiles(service, sandboxFiles)
  })

  test('if a line gives back more than its share, the shortfall account gets the rest', async () => {
    await applyFiles(service, ruled(['CLIP'], 'cancelRule: OwnMethod\n    cancelMethodCode: FLAT'))
    const contract = await paidR1(service)
    const cancel = await cancelled(service, contract.id)
    expect(cancel.calculation).toMatchObject({ grossRefund: 1826.95, shortfall: -4.68 })
    const rows = await cancelRows(service, cancel.id)
    expect(rows).toContain('Cancel Receive CLIP I100 12.00 Open')
    expect(rows).toContain('Cancel Pay SHORTFALL ADMIN 4.68 memo')
    await applyFiles(service, sandboxFiles)
  })
})
