import { describe, expect, test } from 'vitest'
import { act, cancelled, cancelRows, executedC1, paymentsOf, soldR1 } from '../support/builders/cancels.ts'
import { funded, rowsPaid, rowUnpaid } from '../support/builders/cash-paid.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const on = (date: string) => setClock(service, `${date}T15:00:00Z`)

checkBooks(service)

interface Payment {
  readonly payee: { readonly id: number }
  readonly amount: number
  readonly ledgerId: number
}

/** Pays a row in full on a day, which is today from then on, and gives the id of the cash. */
async function paidOn(date: string, { payee, amount, ledgerId }: Payment): Promise<number> {
  await on(date)
  const { status, text, body } = await admin().post(
    '/cashtransactions',
    {
      ...{ type: 'Payment', method: 'Check', accountHolderId: payee.id, date, amount },
      details: [{ ledgerId, amount }],
    },
    withKey(),
  )
  expect(status, text).toBe(201)
  return body.id
}

async function takenBack(cashId: number, as: 'Voided' | 'Returned'): Promise<void> {
  const { status, text } = await admin().patch(`/cashtransactions/${cashId}`, { status: as, reason: 'Test' })
  expect(status, text).toBe(200)
}

const penaltiesOf = async (cancelId: number) =>
  (await cancelRows(service, cancelId)).filter((row) => row.startsWith('Penalty'))

async function balanceOfContract(contractId: number, account: string): Promise<number> {
  const [row] = await inDatabase<{ cents: string }>(
    service,
    `select coalesce(sum(case when debit_account = $2 then amount else 0 end)
       - sum(case when credit_account = $2 then amount else 0 end), 0) as cents
     from journal where contract_id = $1`,
    [contractId, account],
  )
  return Number(row?.cents) / 100
}

describe('a refund payment', () => {
  test('has the status of its ledger row: in process, paid, and open again', async () => {
    const { contract, cancel, payment } = await executedC1(service)
    const isRefund = ({ id }: { id: number }) => id === payment.ledgerId
    await rowsPaid(service, contract.id, isRefund, { date: '2025-09-20', checkNumber: '20441' })
    const [paid] = await paymentsOf(service, cancel.id)
    expect(paid).toMatchObject({
      status: 'Paid',
      paidDate: '2025-09-20',
      checkNumber: '20441',
      latePenalty: 0,
    })
    expect(paid.cashTransactionId).toBeGreaterThan(0)
    await rowUnpaid(service, contract.id, payment.ledgerId)
    const [again] = await paymentsOf(service, cancel.id)
    expect(again).toMatchObject({
      status: 'Pending',
      paidDate: null,
      cashTransactionId: null,
      checkNumber: null,
    })
  })

  test('costs ten percent for each started month if it is late', async () => {
    const { cancel } = await executedC1(service)
    for (const [date, penalty] of [
      ['2025-10-25', 0],
      ['2025-10-26', 136.46],
      ['2025-12-25', 272.92],
    ] as const) {
      await on(date)
      expect(await paymentsOf(service, cancel.id)).toMatchObject([{ latePenalty: penalty }])
    }
  })

  test('is posted once with its penalty if it was paid late', async () => {
    const { cancel, payment } = await executedC1(service)
    await paidOn('2025-12-25', payment)
    expect(await penaltiesOf(cancel.id)).toEqual(['Penalty Pay PENALTY L100 272.92 Open'])
    await on('2026-03-01')
    expect(await paymentsOf(service, cancel.id)).toMatchObject([{ status: 'Paid', latePenalty: 272.92 }])
    const recoveryAccountId = await holderId(service, 'LienHolder', 'L100')
    const back = await act(admin(), cancel.id, {
      ...{ action: 'Reinstate', reason: 'In error', recoveryAccountId },
    })
    expect(back.status, back.text).toBe(200)
    // It was late, whatever became of the contract.
    expect(await penaltiesOf(cancel.id)).toEqual(['Penalty Pay PENALTY L100 272.92 Open'])
  })

  test('that is taken back has no penalty booked, and a larger one when it is paid at last', async () => {
    const { contract, cancel, payment } = await executedC1(service)
    const check = await paidOn('2025-10-26', payment)
    expect(await penaltiesOf(cancel.id)).toEqual(['Penalty Pay PENALTY L100 136.46 Open'])
    await on('2025-11-03')
    await takenBack(check, 'Voided')
    const voided = ['Penalty Pay PENALTY L100 136.46 Voided', 'Penalty Receive PENALTY L100 136.46 Voided']
    expect(await penaltiesOf(cancel.id)).toEqual(voided)
    expect(await balanceOfContract(contract.id, 'PenaltyExpense')).toBe(0)
    await on('2025-12-25')
    expect(await paymentsOf(service, cancel.id)).toMatchObject([{ status: 'Pending', latePenalty: 272.92 }])
    await paidOn('2025-12-25', payment)
    expect(await penaltiesOf(cancel.id)).toEqual([...voided, 'Penalty Pay PENALTY L100 272.92 Open'])
    expect(await balanceOfContract(contract.id, 'PenaltyExpense')).toBe(272.92)
  })

  test('that is returned after its penalty was paid keeps it, and is owed the rest when it is paid at last', async () => {
    const { cancel, payment } = await executedC1(service)
    const check = await paidOn('2025-10-26', payment)
    const [penalty] = (await admin().get(`/ledgers?cancelId=${cancel.id}&ledgerType=Penalty`)).body
    await paidOn('2025-10-27', { ...payment, ledgerId: penalty.id, amount: penalty.amount })
    await takenBack(check, 'Returned')
    expect(await penaltiesOf(cancel.id)).toEqual(['Penalty Pay PENALTY L100 136.46 Paid'])
    await paidOn('2025-12-25', payment)
    expect(await penaltiesOf(cancel.id)).toEqual([
      ...['Penalty Pay PENALTY L100 136.46 Paid', 'Penalty Pay PENALTY L100 136.46 Open'],
    ])
  })

  test('has the penalty of the day on which the dealer passed it on, in whichever order that is told', async () => {
    const { cancel, payment } = await executedC1(service, 'D1002')
    await paidOn('2025-12-25', payment)
    const booked = 'Penalty Pay PENALTY D1002 272.92'
    expect(await penaltiesOf(cancel.id)).toEqual([`${booked} Open`])
    const confirm = async (paidDate: string) => {
      const { status, text } = await act(admin(), cancel.id, {
        ...{ action: 'ConfirmRefund', paymentId: payment.id, paidDate },
      })
      expect(status, text).toBe(200)
    }
    await confirm('2025-09-20')
    const voided = [`${booked} Voided`, 'Penalty Receive PENALTY D1002 272.92 Voided']
    expect(await penaltiesOf(cancel.id)).toEqual(voided)
    // The desk corrects the day.
    await confirm('2025-12-01')
    expect(await penaltiesOf(cancel.id)).toEqual([...voided, `${booked} Open`])
  })

  test('has no penalty if it was paid on time', async () => {
    const { cancel, payment } = await executedC1(service)
    const check = await paidOn('2025-10-25', payment)
    expect(await penaltiesOf(cancel.id)).toEqual([])
    await takenBack(check, 'Voided')
    expect(await penaltiesOf(cancel.id)).toEqual([])
  })
})

test('a penalty on the price is shared by the payments, in every answer', async () => {
  const contract = await soldR1(service)
  await funded(service, contract.id)
  const payments = [
    { payee: { type: 'LienHolder' }, amount: 1000 },
    { payee: { type: 'LienHolder' }, amount: 776.95 },
  ]
  const cancel = await cancelled(service, contract.id, { payments })
  // As in Nevada, where the sandbox has no dealer.
  const penalty = { base: 'Price', percent: 10, period: 'ThirtyDays', inFreeLookOnly: false }
  await inDatabase(
    service,
    `update cancel set calculation = jsonb_set(calculation, '{penalty}', $2) where id = $1`,
    [...[cancel.id, JSON.stringify(penalty)]],
  )
  await on('2025-10-26')
  const shown = await paymentsOf(service, cancel.id)
  expect(shown.map(({ latePenalty }: { latePenalty: number }) => latePenalty)).toEqual([168.55, 130.95])
  expect((await admin().get(`/cancels/${cancel.id}/cancelpayments`)).body).toEqual(shown)
})

describe('lists of payments', () => {
  test('exist for a contract, a request and a cancel, in v1 and v2', async () => {
    const { contract, cancel, payment } = await executedC1(service)
    const { id } = payment
    const array = async (path: string) => (await admin().get(path)).body.map((one: { id: number }) => one.id)
    const paged = async (path: string) =>
      (await admin().get(path)).body.items.map((one: { id: number }) => one.id)
    expect(await array(`/contracts/${contract.id}/cancelpayments`)).toEqual([id])
    expect(await array(`/cancels/${cancel.id}/cancelpayments`)).toEqual([id])
    expect(await paged(`/v2/contracts/${contract.number}/cancelpayments`)).toEqual([id])
    for (const [search, found] of [
      ['status=Pending', [id]],
      ['status=Paid,Voided', []],
      ['from=2025-10-25&to=2025-10-25', [id]],
      ['from=2025-10-26', []],
    ] as const)
      expect(await array(`/contracts/${contract.id}/cancelpayments?${search}`), search).toEqual(found)
    const { headers } = await admin().get(`/contracts/${contract.id}/cancelpayments`)
    expect(headers.get('link')).toContain(`/v2/contracts/${contract.id}/cancelpayments`)
    await act(admin(), cancel.id, { action: 'Reinstate', reason: 'In error' })
    expect(await array(`/contracts/${contract.id}/cancelpayments?status=Voided`)).toEqual([id])
  })

  test('are empty before a cancel is executed', async () => {
    const contract = await soldR1(service)
    expect((await admin().get(`/contracts/${contract.id}/cancelpayments`)).body).toEqual([])
    const request = await admin().post(`/contracts/${contract.id}/cancelrequests`, {
      ...{ cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 },
    })
    expect(request.status, request.text).toBe(201)
    const { id, number } = request.body
    expect((await admin().get(`/cancelrequests/${id}/cancelpayments`)).body).toEqual([])
    expect((await admin().get(`/v2/cancelrequests/${number}/cancelpayments`)).body.items).toEqual([])
  })

  test('show dealer cost to a dealer as one amount, and to other limited callers nothing', async () => {
    const { contract, cancel } = await executedC1(service)
    const dealer = service.api.as('sandbox-dealer-d1001')
    const { body } = await dealer.get(`/contracts/${contract.id}/cancelpayments`)
    expect(body[0].lines).toEqual([
      { disbursementCode: 'DEALERCOST', amount: 419.04 },
      { disbursementCode: 'MARKUP', amount: 995.56 },
      { disbursementCode: 'CANCELFEE', amount: -50 },
    ])
    const seen = JSON.stringify([
      body,
      (await dealer.get(`/cancels/${cancel.id}`)).body,
      (await dealer.get(`/contracts/${contract.id}/history`)).body,
    ])
    for (const part of ['RESERVE', 'PREMTAX', 'CLIP', 'ROADSIDE', '235.29', '647.64', '76.25'])
      expect(seen).not.toContain(part)
    const other = service.api.as('sandbox-dealer-d2001')
    for (const path of [`/contracts/${contract.id}/cancelpayments`, `/cancels/${cancel.id}/cancelpayments`])
      expect((await other.get(path)).status).toBe(404)
  })
})
