import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cashByAch, originator, payeeByAch, set } from '../support/builders/ach.ts'
import { bai2File, csvFile, inBase64, linesOf, sendBankFile } from '../support/builders/bank-files.ts'
import { openCash } from '../support/builders/cash.ts'
import { eventsOf } from '../support/builders/contract-files.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'
import { trials } from '../support/service/trials.ts'

const service = await testService()
const cash = openCash(service)
let dealer: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
  await set(cash.admin, originator)
})
beforeEach(() => setClock(service, '2024-04-18T15:00:00Z'))

let used = 1000
/** An amount that no other cash has. */
const newAmount = () => {
  used += 1
  return 3000 + used / 100
}

const enter = async (type: 'Receipt' | 'Payment', amount: number, changes: object = {}): Promise<number> => {
  const direction = type === 'Receipt' ? 'Receive' : 'Pay'
  const row = await cash.admin.post('/ledgers', {
    ...{ accountHolderId: dealer, direction, amount, reason: 'To be paid' },
  })
  const answer = await cash.post({
    ...{ type, method: 'Check', accountHolderId: dealer, date: '2024-04-12', amount },
    details: [{ ledgerId: row.body.id, amount }],
    ...changes,
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}
const read = async (id: number) => (await cash.books.get(`/cashtransactions/${id}`)).body
const change = (fileId: number, lineId: number, body: object) =>
  cash.books.patch(`/bankfiles/${fileId}/lines/${lineId}`, body)

describe('a bank file', () => {
  test('clears a check of ours by its number, whatever else has its amount', async () => {
    const amount = newAmount()
    const [check, other] = [
      await enter('Payment', amount, { checkNumber: '20441' }),
      await enter('Payment', amount, { checkNumber: '20442' }),
    ]
    const answer = await sendBankFile(
      cash.books,
      bai2File([{ amount: -amount, checkNumber: '20441', reference: 'BK1' }], '2024-04-16'),
    )
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('location')).toBe(`/bankfiles/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      ...{ format: 'BAI2', fileName: 'bank.bai', statementDate: '2024-04-16', openingBalance: 1000 },
      ...{ closingBalance: Math.round((1000 - amount) * 100) / 100, matched: 1, unmatched: 0 },
      lines: [
        {
          ...{
            date: '2024-04-16',
            amount: -amount,
            status: 'Matched',
            checkNumber: '20441',
            reference: 'BK1',
          },
          ...{ cashTransactionId: check, cashTransactionIds: [check], suggestions: [], reason: null },
        },
      ],
    })
    expect(await read(check)).toMatchObject({ status: 'Cleared', clearedDate: '2024-04-16', rowVersion: 2 })
    expect(await read(other)).toMatchObject({ status: 'Posted', clearedDate: null })
    const events = await eventsOf(service, `cashtransactions/${check}`)
    expect(events.map(({ type }) => type)).toEqual(['cashTransaction.posted', 'cashTransaction.cleared'])
    expect((await cash.books.get(`/bankfiles/${answer.body.id}`)).body).toEqual(answer.body)
    const { lines: _, ...summary } = answer.body
    const all = (await cash.books.get('/bankfiles?pageSize=200')).body
    expect(all.at(-1)).toEqual(summary)
    await cash.expectBooks()
  })

  test('clears a deposit by its reference', async () => {
    const amount = newAmount()
    const [deposit] = [
      await enter('Receipt', amount, { method: 'Wire', reference: 'Wire-77' }),
      await enter('Receipt', amount),
    ]
    const [line] = await linesOf(cash.books, csvFile([{ amount, reference: 'WIRE-77' }]))
    expect(line).toMatchObject({ status: 'Matched', cashTransactionId: deposit })
    expect(await read(deposit)).toMatchObject({ status: 'Cleared', clearedDate: '2024-04-12' })
  })

  test('clears by the amount alone what is within three business days, and nothing else', async () => {
    const [near, far, twice] = [newAmount(), newAmount(), newAmount()]
    const [clear, late, ...same] = [
      await enter('Receipt', near),
      await enter('Receipt', far),
      await enter('Receipt', twice),
      await enter('Receipt', twice),
    ]
    // April 12 was a Friday.
    const file = await sendBankFile(
      cash.books,
      csvFile([
        { amount: near, date: '2024-04-17' },
        { amount: far, date: '2024-04-18' },
        { amount: twice },
        { amount: -near, date: '2024-04-17' },
      ]),
    )
    expect(file.body.lines).toMatchObject([
      { status: 'Matched', cashTransactionId: clear },
      { status: 'Unmatched', cashTransactionId: null, suggestions: [] },
      { status: 'Suggested', cashTransactionId: null, suggestions: same },
      { status: 'Unmatched' },
    ])
    expect(await read(clear ?? 0)).toMatchObject({ status: 'Cleared', clearedDate: '2024-04-17' })
    for (const id of [late, ...same]) expect((await read(id ?? 0)).status).toBe('Posted')
    // What is cleared or voided later is no longer suggested.
    const again = async () => (await cash.books.get(`/bankfiles/${file.body.id}`)).body.lines[2]
    await cash.patch(same[0] ?? 0, { clearedDate: '2024-04-12' })
    expect(await again()).toMatchObject({ status: 'Suggested', suggestions: [same[1]] })
    await cash.patch(same[1] ?? 0, { status: 'Voided', reason: 'Entered twice' })
    expect(await again()).toMatchObject({ status: 'Unmatched', suggestions: [] })
  })

  test('clears all of an ACH file by its sum, but not what was voided since', async () => {
    const { holderId: payee } = await payeeByAch(cash.admin)
    const ids: number[] = []
    for (const amount of [1364.6, 352.07, 11.11]) {
      const row = await cash.admin.post('/ledgers', {
        ...{ accountHolderId: payee, direction: 'Pay', amount, reason: 'Claim' },
      })
      const details = [{ ledgerId: row.body.id, amount }]
      ids.push(
        (
          await cash.post({
            ...{
              type: 'Payment',
              method: 'ACH',
              accountHolderId: payee,
              date: '2024-04-15',
              amount,
              details,
            },
          })
        ).body.id,
      )
    }
    const debit = await cashByAch(cash.admin, payee, { type: 'Receipt', amount: 4.44 })
    const file = await cash.admin.post('/achfiles', { cashTransactionIds: [...ids, debit] })
    expect(file.status, file.text).toBe(201)
    expect(file.body).toMatchObject({ totalCredit: 1727.78, totalDebit: 4.44 })
    const [first, second, voided] = ids as [number, number, number]
    await cash.patch(voided, { status: 'Voided', reason: 'Paid twice' })
    const lines = await linesOf(
      cash.books,
      bai2File([
        { amount: -1727.78, reference: 'ACH SETTLEMENT' },
        { amount: 4.44, reference: 'ACH SETTLEMENT' },
      ]),
    )
    expect(lines).toMatchObject([
      { status: 'Matched', cashTransactionId: null, cashTransactionIds: ids },
      { status: 'Matched', cashTransactionId: debit },
    ])
    for (const id of [first, second, debit]) expect((await read(id)).status).toBe('Cleared')
    expect((await read(voided)).status).toBe('Voided')
    const again = await linesOf(cash.books, csvFile([{ amount: -1727.78 }]))
    expect(again).toMatchObject([{ status: 'Unmatched' }])
    await cash.expectBooks()
  })

  test('leaves alone what is cleared already', async () => {
    const amount = newAmount()
    const id = await enter('Receipt', amount)
    await cash.patch(id, { clearedDate: '2024-04-13' })
    expect(await linesOf(cash.books, csvFile([{ amount }]))).toMatchObject([{ status: 'Unmatched' }])
    expect((await read(id)).clearedDate).toBe('2024-04-13')
  })

  test('matches cash once when two files arrive together, and never what is being voided', async () => {
    for (let trial = 0; trial < trials(100); trial += 1) {
      const amount = newAmount()
      const id = await enter('Receipt', amount)
      const send = (description: string) => sendBankFile(cash.books, csvFile([{ amount, description }]))
      const [one, two, end] = await Promise.all([
        send(`One ${trial}`),
        send(`Two ${trial}`),
        cash.patch(id, { status: 'Voided', reason: 'Entered twice' }),
      ])
      expect([one.status, two.status, end.status]).toEqual([201, 201, 200])
      const matched = [one, two].filter(({ body }) => body.matched === 1)
      const { status, clearedDate } = await read(id)
      // A void may come after the bank has seen the money, so the day stays.
      expect(status).toBe('Voided')
      expect(matched).toHaveLength(clearedDate === null ? 0 : 1)
    }
    await cash.expectBooks()
  })

  test('that was read before is refused and named, also when both copies arrive together', async () => {
    const body = csvFile([{ amount: newAmount(), description: 'Once' }])
    const answers = await Promise.all([sendBankFile(cash.books, body), sendBankFile(cash.admin, body)])
    const [done, refused] = answers.sort((one, two) => one.status - two.status)
    expect(done?.status).toBe(201)
    if (refused) expect(expectProblem(refused, 'DuplicateBankFile').id).toBe(done?.body.id)
    const other = { ...body, fileName: 'renamed.csv' }
    expect(expectProblem(await sendBankFile(cash.books, other), 'DuplicateBankFile').id).toBe(done?.body.id)
  })

  test('whose lines do not lead from the opening to the closing balance changes nothing', async () => {
    const amount = newAmount()
    const id = await enter('Receipt', amount)
    const body = csvFile([{ amount }])
    const problem = expectProblem(
      await sendBankFile(cash.books, { ...body, closingBalance: 0 }),
      'BankFileInvalid',
    )
    expect(problem).toMatchObject({ line: 2, reason: expect.stringContaining('closing balance') })
    expect((await read(id)).status).toBe('Posted')
    expect((await sendBankFile(cash.books, body)).status).toBe(201)
  })

  test.each([
    [
      'that is torn',
      { ...bai2File([{ amount: 5 }]), data: inBase64('01,091000019,SUMMIT,240412,0600,1,80,,2/\n') },
    ],
    ['in another format', { ...bai2File([{ amount: 5 }]), data: csvFile([{ amount: 5 }]).data }],
    ['with an amount that is none', csvFile([], { data: inBase64('date,amount\n2024-04-12,five\n') })],
    ['that is not text', csvFile([], { data: inBase64('date,amount,description\n2024-04-12,5,\0\n') })],
    ['without lines', csvFile([], { data: inBase64('date,amount\n') })],
    ['that is empty', csvFile([], { data: '' })],
  ])('%s is refused with the line and the reason', async (_, body) => {
    const problem = expectProblem(await sendBankFile(cash.books, body), 'BankFileInvalid')
    expect(problem).toMatchObject({ line: expect.any(Number), reason: expect.any(String) })
  })

  test('tells every fault of its lines', async () => {
    const body = csvFile([], { data: inBase64('date,amount\n12.4.2024,1.00\n2024-04-12,1.005\n') })
    const problem = expectProblem(await sendBankFile(cash.books, body), 'BankFileInvalid')
    expect(problem.errors).toHaveLength(2)
  })

  test('needs balances when it is CSV, and has them when it is BAI2', async () => {
    const { openingBalance: _, ...body } = csvFile([{ amount: 5 }])
    expect(faultsIn(await sendBankFile(cash.books, body))).toEqual(['/openingBalance Required'])
    const named = { ...bai2File([{ amount: 5 }]), closingBalance: 5 }
    expect(faultsIn(await sendBankFile(cash.books, named))).toEqual(['/closingBalance Unknown'])
  })

  test('is for staff with the right to write cash', async () => {
    const dealerOffice = service.api.as('sandbox-dealer-d1001')
    expectProblem(await dealerOffice.get('/bankfiles'), 'Forbidden')
    const client = await cash.admin.post('/oauthclients', {
      ...{ name: 'limited', roles: ['Admin'], scopes: [{ type: 'Dealer', id: dealer }] },
    })
    const token = await service.api.token(client.body.clientId, client.body.clientSecret)
    const limited = service.api.with(token)
    const { body } = await sendBankFile(cash.books, csvFile([{ amount: newAmount() }]))
    expectProblem(await limited.get('/bankfiles'), 'Forbidden')
    expectProblem(await limited.get(`/bankfiles/${body.id}`), 'Forbidden')
    expectProblem(await sendBankFile(limited, csvFile([{ amount: newAmount() }])), 'Forbidden')
    const line = { ignore: true, reason: 'x' }
    const path = `/bankfiles/${body.id}/lines/${body.lines[0].id}`
    expectProblem(await limited.patch(path, line), 'Forbidden')
    expectProblem(await cash.books.get('/bankfiles/987654'), 'NotFound')
  })
})

describe('a line that was not matched', () => {
  const unmatched = async (amount: number) => {
    const { body } = await sendBankFile(cash.books, csvFile([{ amount, reference: `REF ${amount}` }]))
    return { fileId: body.id as number, lineId: body.lines[0].id as number }
  }

  test('is matched by hand, and the cash is cleared on its day', async () => {
    const amount = newAmount()
    const id = await enter('Receipt', amount, { date: '2024-03-15' })
    const { fileId, lineId } = await unmatched(amount)
    const answer = await change(fileId, lineId, { cashTransactionId: id })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ status: 'Matched', cashTransactionId: id, cashTransactionIds: [id] })
    expect(await read(id)).toMatchObject({ status: 'Cleared', clearedDate: '2024-04-12' })
    const file = (await cash.books.get(`/bankfiles/${fileId}`)).body
    expect(file).toMatchObject({ matched: 1, unmatched: 0, rowVersion: 2, lines: [answer.body] })
    expect(
      expectProblem(await change(fileId, lineId, { ignore: true, reason: 'x' }), 'InvalidTransition'),
    ).toMatchObject({
      ...{ from: 'Matched', to: 'Ignored' },
    })
    // The bank can still send back what it has cleared.
    expect((await cash.patch(id, { status: 'Returned', reason: 'NSF', returnCode: 'R01' })).status).toBe(200)
    await cash.expectBooks()
  })

  test('is the sum of one of two ACH files: any transaction of the file says which', async () => {
    const { holderId: payee } = await payeeByAch(cash.admin)
    const files: number[][] = []
    for (const _ of [1, 2]) {
      const ids = [
        await cashByAch(cash.admin, payee, { type: 'Receipt', amount: 60.01 }),
        await cashByAch(cash.admin, payee, { type: 'Receipt', amount: 40.02 }),
      ]
      expect((await cash.admin.post('/achfiles', { cashTransactionIds: ids })).status).toBe(201)
      files.push(ids)
    }
    const { body } = await sendBankFile(cash.books, csvFile([{ amount: 100.03, reference: 'ACH' }]))
    expect(body.lines).toMatchObject([{ status: 'Suggested', suggestions: files.flat() }])
    const answer = await change(body.id, body.lines[0].id, { cashTransactionId: files[1]?.[0] })
    expect(answer.body).toMatchObject({ status: 'Matched', cashTransactionIds: files[1], suggestions: [] })
    for (const id of files[1] ?? []) expect((await read(id)).status).toBe('Cleared')
    for (const id of files[0] ?? []) expect((await read(id)).status).toBe('Posted')
  })

  test('is ignored with a reason, and may be matched after all', async () => {
    const amount = newAmount()
    const id = await enter('Payment', amount)
    const { fileId, lineId } = await unmatched(-amount)
    const ignored = await change(fileId, lineId, { ignore: true, reason: 'A fee of the bank' })
    expect(ignored.body).toMatchObject({ status: 'Ignored', reason: 'A fee of the bank' })
    expect((await cash.books.get(`/bankfiles/${fileId}`)).body).toMatchObject({ matched: 0, unmatched: 0 })
    expectProblem(await change(fileId, lineId, { ignore: true, reason: 'Again' }), 'InvalidTransition')
    const matched = await change(fileId, lineId, { cashTransactionId: id })
    expect(matched.body).toMatchObject({ status: 'Matched', cashTransactionId: id, reason: null })
  })

  test('is taken back with a reason: the cash is posted again, and the line may be matched with other cash', async () => {
    const amount = newAmount()
    const [wrong, right] = [await enter('Payment', amount), await enter('Payment', amount)]
    const { fileId, lineId } = await unmatched(-amount)
    const undo = { unmatch: true, reason: 'The other check' }
    expectProblem(await change(fileId, lineId, undo), 'InvalidTransition')
    await change(fileId, lineId, { cashTransactionId: wrong })
    expect(faultsIn(await change(fileId, lineId, { unmatch: true }))).toEqual(['/reason Required'])
    expect(faultsIn(await change(fileId, lineId, { ...undo, cashTransactionId: right }))).toEqual([
      '/unmatch Format',
    ])
    const { body } = await change(fileId, lineId, undo)
    expect(body).toMatchObject({
      ...{ status: 'Unmatched', cashTransactionIds: [], reason: 'The other check' },
    })
    expect(await read(wrong)).toMatchObject({ status: 'Posted', clearedDate: null })
    expect((await eventsOf(service, `cashtransactions/${wrong}`)).at(-1)).toMatchObject({
      ...{ type: 'cashTransaction.updated', data: { id: wrong, status: 'Posted' } },
    })
    expect((await change(fileId, lineId, { cashTransactionId: right })).body.status).toBe('Matched')
    // Cash that was returned since stays returned.
    await cash.patch(right, { status: 'Returned', reason: 'NSF', returnCode: 'R01' })
    expect((await change(fileId, lineId, undo)).body.status).toBe('Unmatched')
    expect((await read(right)).status).toBe('Returned')
    await change(fileId, lineId, { ignore: true, reason: 'A fee' })
    expect((await change(fileId, lineId, undo)).body.status).toBe('Unmatched')
    await cash.expectBooks()
  })

  test('is not cash of another amount or direction', async () => {
    const amount = newAmount()
    const [receipt, payment] = [await enter('Receipt', amount), await enter('Payment', amount)]
    const { fileId, lineId } = await unmatched(amount + 0.5)
    expectProblem(await change(fileId, lineId, { cashTransactionId: receipt }), 'AmountMismatch')
    const second = await unmatched(amount)
    const answer = await change(second.fileId, second.lineId, { cashTransactionId: payment })
    expect(expectProblem(answer, 'AmountMismatch').errors).toMatchObject([{ pointer: '/cashTransactionId' }])
    expect((await read(payment)).status).toBe('Posted')
  })

  test('is not cash that is voided, cleared, or matched with another line', async () => {
    const amount = newAmount()
    const [voided, cleared, other] = [
      await enter('Receipt', amount),
      await enter('Receipt', amount),
      await enter('Receipt', amount),
    ]
    await cash.patch(voided, { status: 'Voided', reason: 'Mistake' })
    await cash.patch(cleared, { clearedDate: '2024-04-12' })
    const [first, second] = [await unmatched(amount), await unmatchedAgain(amount)]
    for (const [id, from] of [
      [voided, 'Voided'],
      [cleared, 'Cleared'],
    ] as const) {
      const answer = await change(first.fileId, first.lineId, { cashTransactionId: id })
      expect(expectProblem(answer, 'InvalidTransition')).toMatchObject({ from, to: 'Cleared' })
    }
    expect((await change(first.fileId, first.lineId, { cashTransactionId: other })).status).toBe(200)
    const again = await change(second.fileId, second.lineId, { cashTransactionId: other })
    expect(expectProblem(again, 'InvalidTransition').detail).toContain('another line')
  })
  const unmatchedAgain = async (amount: number) => {
    const { body } = await sendBankFile(cash.books, csvFile([{ amount, reference: `AGAIN ${amount}` }]))
    return { fileId: body.id as number, lineId: body.lines[0].id as number }
  }

  test('is not cash that does not exist, and is a line of its own file', async () => {
    const { fileId, lineId } = await unmatched(newAmount())
    expectProblem(await change(fileId, lineId, { cashTransactionId: 987654 }), 'UnknownReference')
    expectProblem(await change(fileId, 987654, { ignore: true, reason: 'x' }), 'NotFound')
    const other = await unmatched(newAmount())
    expectProblem(await change(other.fileId, lineId, { ignore: true, reason: 'x' }), 'NotFound')
  })

  test.each([
    [{}, ['/cashTransactionId Required']],
    [{ ignore: true }, ['/reason Required']],
    [{ cashTransactionId: 1, reason: 'x' }, ['/reason Unknown']],
    [{ cashTransactionId: 1, ignore: true, reason: 'x' }, ['/ignore Format']],
    [{ ignore: false, reason: 'x' }, ['/ignore Enum']],
  ])('is refused when the request says %j', async (body, faults) => {
    const { fileId, lineId } = await unmatched(newAmount())
    expect(faultsIn(await change(fileId, lineId, body))).toEqual(faults)
  })
})
