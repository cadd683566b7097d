import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import {
  addBankAccount,
  type BankAccountChoice,
  cashByAch,
  originator,
  payeeByAch,
  set,
} from '../support/builders/ach.ts'
import { inBase64, returnFile } from '../support/builders/return-files.ts'
import { readNacha } from '../support/oracle/nacha.ts'
import { testService } from '../support/service/app.ts'
import { rowVersions } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
const accounting = service.api.as('sandbox-accounting')

beforeAll(async () => {
  await admin.put('/sandbox/clock', { now: '2024-04-12T15:30:00Z' })
  await set(admin, originator)
  await run(db, 'update cash_transaction set ach_file_id = 0 where ach_file_id is null', [])
})

interface Sent {
  readonly holderId: number
  readonly methodId: number
  readonly cashId: number
  readonly trace: string
  readonly cents: number
}

/** Cash that was sent to the bank. */
async function sent(type: 'Payment' | 'Receipt', account: BankAccountChoice = {}): Promise<Sent> {
  const payee = await payeeByAch(accounting, account)
  const cashId = await cashByAch(accounting, payee.holderId, { type, amount: 123.45 })
  const { body } = await accounting.post('/achfiles', { cashTransactionIds: [cashId] })
  const { text } = await accounting.get(`/achfiles/${body.id}/content`)
  const trace = readNacha(text).batches[0]?.entries[0]?.trace ?? ''
  return { ...payee, cashId, trace, cents: 12_345 }
}

const read = (text: string, fileName = 'returns.ach') =>
  accounting.post('/achfiles/returns', { fileName, data: inBase64(text) })
const cashOf = async (id: number) => (await accounting.get(`/cashtransactions/${id}`)).body
const methodOf = async ({ holderId }: Sent) =>
  (await accounting.get(`/availablePaymentMethods?accountHolderId=${holderId}`)).body[0]

describe('a return', () => {
  test('of a receipt: the cash is returned, and the fee for it is due', async () => {
    const receipt = await sent('Receipt')
    const { status, body } = await read(returnFile([{ ...receipt, code: 'R01' }]))
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      returned: [{ cashTransactionId: receipt.cashId, achTrace: receipt.trace, returnCode: 'R01' }],
      corrections: [],
      unmatched: [],
    })
    expect(await cashOf(receipt.cashId)).toMatchObject({ status: 'Returned', returnCode: 'R01' })
    const fees = await accounting.get(`/ledgers?accountHolderId=${receipt.holderId}&ledgerType=Penalty`)
    expect(fees.body).toMatchObject([{ direction: 'Receive', amount: 35, ledgerStatus: 'Open' }])
    expect(await methodOf(receipt)).toMatchObject({ isActive: true })
  })

  test.each(['R02', 'R03', 'R04'])('of a payment with %s ends the bank account', async (code) => {
    const payment = await sent('Payment')
    await read(returnFile([{ ...payment, code }]))
    expect(await cashOf(payment.cashId)).toMatchObject({ status: 'Returned', returnCode: code })
    expect(await methodOf(payment)).toMatchObject({ isActive: false })
  })

  test('of a payment with R29 leaves the bank account as it is', async () => {
    const payment = await sent('Payment')
    await read(returnFile([{ ...payment, code: 'R29' }]))
    expect(await methodOf(payment)).toMatchObject({ isActive: true })
  })

  describe('of a payment that was never in a file', () => {
    const other = { routingNumber: '021000021', accountNumber: '7770002' }

    /** Which bank accounts are left when the bank has sent a payment back. */
    async function leftAfterReturn(holderId: number, returnCode = 'R03'): Promise<boolean[]> {
      const id = await cashByAch(accounting, holderId)
      const end = { status: 'Returned', reason: 'Account is closed', returnCode }
      expect((await accounting.patch(`/cashtransactions/${id}`, end)).status).toBe(200)
      const { body } = await accounting.get(`/availablePaymentMethods?accountHolderId=${holderId}&type=ACH`)
      return body.map(({ isActive }: { isActive: boolean }) => isActive)
    }

    test.each(['R02', 'R03', 'R04'])('%s ends the only bank account, default or not', async (code) => {
      const { holderId } = await payeeByAch(accounting, { isDefault: false })
      const check = { type: 'Check', payeeName: 'Repair Shop Inc' }
      const data = { accountHolderId: holderId, paymentMethod: check, directions: ['Pay'], isDefault: true }
      expect((await accounting.post('/availablePaymentMethods', data)).status).toBe(201)
      expect(await leftAfterReturn(holderId, code)).toEqual([false])
    })

    test('R29 ends none', async () => {
      const { holderId } = await payeeByAch(accounting, { isDefault: false })
      expect(await leftAfterReturn(holderId, 'R29')).toEqual([true])
    })

    test('the default of several is ended, and no other by the next return', async () => {
      const { holderId } = await payeeByAch(accounting)
      await addBankAccount(accounting, holderId, { ...other, isDefault: false })
      expect(await leftAfterReturn(holderId)).toEqual([false, true])
      expect(await leftAfterReturn(holderId)).toEqual([false, true])
    })

    test('of several without a default none is ended', async () => {
      const { holderId } = await payeeByAch(accounting, { isDefault: false })
      await addBankAccount(accounting, holderId, { ...other, isDefault: false })
      expect(await leftAfterReturn(holderId)).toEqual([true, true])
    })

    test('a bank account that replaced the ended one stays', async () => {
      const { holderId } = await payeeByAch(accounting, { isDefault: false })
      expect(await leftAfterReturn(holderId)).toEqual([false])
      await addBankAccount(accounting, holderId, { ...other, isDefault: false })
      expect(await leftAfterReturn(holderId)).toEqual([false, true])
    })
  })

  test('of cash that is voided or returned already is listed and changes nothing', async () => {
    const [voided, twice] = [await sent('Payment'), await sent('Payment')]
    await accounting.patch(`/cashtransactions/${voided.cashId}`, {
      status: 'Voided',
      reason: 'Entered twice',
    })
    const before = await cashOf(voided.cashId)
    const { body } = await read(
      returnFile([
        { ...voided, code: 'R03' },
        { ...twice, code: 'R01' },
        { ...twice, code: 'R03' },
      ]),
    )
    expect(body.returned.map(({ returnCode }: { returnCode: string }) => returnCode)).toEqual([
      ...['R03', 'R01', 'R03'],
    ])
    expect(await cashOf(voided.cashId)).toEqual(before)
    expect(await cashOf(twice.cashId)).toMatchObject({ status: 'Returned', returnCode: 'R01' })
  })

  test('of an entry that is not ours, or of another amount, is unmatched', async () => {
    const payment = await sent('Payment')
    const { body } = await read(
      returnFile([
        { trace: '091000019999999', cents: 500, code: 'R01' },
        { ...payment, cents: 12_346, code: 'R01' },
      ]),
    )
    expect(body).toMatchObject({
      returned: [],
      unmatched: [
        { achTrace: '091000019999999', amount: 5, returnCode: 'R01' },
        { achTrace: payment.trace, amount: 123.46, returnCode: 'R01' },
      ],
    })
    expect(await cashOf(payment.cashId)).toMatchObject({ status: 'Posted' })
  })

  test('of a prenote: it failed, and a wrong account is ended', async () => {
    await run(db, `update payment_method set prenote_status = 'Confirmed' where prenote_status = 'None'`, [])
    const payee = await payeeByAch(accounting)
    const file = (await accounting.post('/achfiles', { prenotes: true })).body
    const { text } = await accounting.get(`/achfiles/${file.id}/content`)
    const trace = readNacha(text).batches[0]?.entries[0]?.trace ?? ''
    const { body } = await read(returnFile([{ trace, cents: 0, code: 'R03' }]))
    expect(body.returned).toEqual([{ cashTransactionId: null, achTrace: trace, returnCode: 'R03' }])
    const [method] = (await accounting.get(`/availablePaymentMethods?accountHolderId=${payee.holderId}`)).body
    expect(method).toMatchObject({ isActive: false, paymentMethod: { ach: { prenoteStatus: 'Failed' } } })
  })
})

describe('a notification of change', () => {
  test('corrects the bank account, and the next file uses it', async () => {
    const payment = await sent('Payment')
    const corrections = [
      { trace: payment.trace, code: 'C01', data: '777000222' },
      { trace: payment.trace, code: 'C02', data: '021000021' },
      { trace: payment.trace, code: 'C05', data: '32' },
    ]
    const answer = await read(returnFile([], corrections))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.corrections).toEqual([
      { cashTransactionId: payment.cashId, changeCode: 'C01', correctedData: '*****0222' },
      { cashTransactionId: payment.cashId, changeCode: 'C02', correctedData: '*****0021' },
      { cashTransactionId: payment.cashId, changeCode: 'C05', correctedData: '32' },
    ])
    expect(await methodOf(payment)).toMatchObject({
      paymentMethod: { ach: { accountLast4: '0222', routingNumber: '021000021', accountType: 'Savings' } },
    })
    const next = await cashByAch(accounting, payment.holderId)
    const file = (await accounting.post('/achfiles', { cashTransactionIds: [next] })).body
    const { text } = await accounting.get(`/achfiles/${file.id}/content`)
    expect(readNacha(text).batches[0]?.entries).toMatchObject([
      { transactionCode: '32', routingNumber: '021000021', accountNumber: '777000222' },
    ])
    expect(await cashOf(payment.cashId)).toMatchObject({ status: 'Posted' })
  })

  test('that cannot be right changes nothing, and one of a foreign entry is unmatched', async () => {
    const payment = await sent('Payment')
    const before = await methodOf(payment)
    const { body } = await read(
      returnFile(
        [],
        [
          { trace: payment.trace, code: 'C02', data: '123456789' },
          { trace: payment.trace, code: 'C04', data: 'OTHER NAME' },
          { trace: '091000019999998', code: 'C01', data: '777000222' },
        ],
      ),
    )
    expect(body.corrections).toHaveLength(2)
    expect(body.unmatched).toEqual([{ achTrace: '091000019999998', amount: 0, returnCode: 'C01' }])
    expect(await methodOf(payment)).toEqual(before)
  })
})

describe('a return file is refused', () => {
  test('when it was read before, and then nothing happens twice', async () => {
    const receipt = await sent('Receipt')
    const text = returnFile([{ ...receipt, code: 'R01' }])
    const { body: first } = await read(text)
    const before = await rowVersions(service)
    const again = await read(text, 'another-name.ach')
    expect(expectProblem(again, 'DuplicateReturnFile').id).toBe(first.id)
    expect(await rowVersions(service)).toEqual(before)
  })

  test('when two copies arrive together: one is applied', async () => {
    const receipt = await sent('Receipt')
    const text = returnFile([{ ...receipt, code: 'R01' }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => read(text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const fees = await accounting.get(`/ledgers?accountHolderId=${receipt.holderId}&ledgerType=Penalty`)
    expect(fees.body).toHaveLength(1)
  })

  test('when it is torn, foreign or something else: the line and the reason are named, nothing is applied', async () => {
    const payment = await sent('Payment')
    const good = returnFile([{ ...payment, code: 'R03' }])
    const lines = good.split('\n')
    const torn = {
      1: returnFile([{ ...payment, code: 'R03' }], [], '1999999999'),
      3: [...lines.slice(0, 2), lines[2]?.slice(0, 80), ...lines.slice(3)].join('\n'),
      4: lines.slice(0, 4).join('\n'),
      5: good.replace('0000012345', '0000012346'),
    }
    const before = await rowVersions(service)
    for (const [line, text] of Object.entries(torn)) {
      const { line: named, reason } = expectProblem(await read(text), 'AchFileInvalid')
      expect(named, reason).toBe(Number(line))
      expect(reason).toMatch(/\S/)
    }
    expectProblem(await read('date,amount\n2024-04-15,12.50\n'), 'AchFileInvalid')
    expectProblem(await read(''), 'AchFileInvalid')
    expect(await rowVersions(service)).toEqual(before)
    expect((await read(good)).status).toBe(201)
  })

  test('when it is not base64, or the caller may not', async () => {
    const answer = await accounting.post('/achfiles/returns', { fileName: 'r.ach', data: '###' })
    expect(faultsIn(answer)).toEqual(['/data Format'])
    const supervisor = service.api.as('sandbox-supervisor')
    expectProblem(
      await supervisor.post('/achfiles/returns', { fileName: 'r.ach', data: inBase64('x') }),
      'Forbidden',
    )
  })
})
