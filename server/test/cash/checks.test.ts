import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { detailsOf, openCash, sumOf } from '../support/builders/cash.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { readPdf } from '../support/builders/pdf-reading.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const cash = openCash(service)
let dealer: number
beforeAll(async () => {
  dealer = await holderId(service, 'Dealer', 'D1001')
})
beforeEach(() => setClock(service, '2024-04-12T15:00:00Z'))

const address = { line1: '1 Main Street', line2: 'Suite 4', city: 'Waco', state: 'TX', zip: '76701' }
let serial = 30_000
const newNumber = () => {
  serial += 1
  return String(serial)
}

const addPayee = async (name: string): Promise<number> => {
  const { body, text } = await cash.admin.post('/claimpayees', {
    number: `CHK-${newNumber()}`,
    name,
    address,
  })
  if (!body.id) throw new Error(text)
  return body.id
}
const owe = async (accountHolderId: number, amount: number, direction = 'Pay', reason = 'Towing') =>
  (await cash.admin.post('/ledgers', { accountHolderId, direction, amount, reason })).body.id as number

/** A check for one new row of the account holder. */
const pay = async (accountHolderId: number, amount: number, changes: object = {}) => {
  const details = [{ ledgerId: await owe(accountHolderId, amount), amount }]
  const answer = await cash.post({
    ...{ type: 'Payment', method: 'Check', accountHolderId, date: '2024-04-12', amount, details },
    ...{ checkNumber: newNumber(), ...changes },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as { id: number; number: string; checkNumber: string }
}

/** Bytes, which the usual caller would read as text. */
const print = async (id: number, client = 'sandbox-accounting') => {
  const authorization = `Bearer ${await service.api.token(client)}`
  return fetch(`${service.url}/cashtransactions/${id}/check`, { headers: { authorization } })
}
const printed = async (id: number) => {
  const answer = await print(id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return readPdf(new Uint8Array(await answer.arrayBuffer()))
}
/** The prints in the audit: who, and the count before and after. */
const printsOf = async (id: number) => {
  const { db } = await sandboxOf(service)
  return run<{ actor_name: string; changes: unknown }>(
    db,
    `select actor_name, changes from audit_record
     where operation = 'GET /cashtransactions/{cashTransactionId}/check' and subject = $1 order by position`,
    [`cashtransactions/${id}`],
  )
}

describe('a printed check', () => {
  test('has date, payee, mailing address, amount in figures and words, memo and number, and a stub', async () => {
    const payee = await addPayee('Repair Shop Inc')
    const { id, number, checkNumber } = await pay(payee, 1362.93, { memo: 'Claims of March' })
    const { text, pages, title, isTagged, hasScripts } = await printed(id)
    expect(pages).toHaveLength(1)
    for (const part of [
      ...[
        `No. ${checkNumber}`,
        'April 12, 2024',
        'Repair Shop Inc',
        '1 Main Street, Suite 4',
        'Waco, TX 76701',
      ],
      ...['$1,362.93', 'One thousand three hundred sixty-two and 93/100 dollars', 'Memo: Claims of March'],
      ...['What this check pays', 'Adjustment: Towing', number, 'Authorized signature'],
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('VOID')
    expect({ title, isTagged, hasScripts }).toEqual({
      ...{ title: `Check ${checkNumber}`, isTagged: true, hasScripts: false },
    })
  })

  test('goes to the name and address of the payment method', async () => {
    const payee = await addPayee('Shop')
    const mailTo = { line1: 'PO Box 12', city: 'Dallas', state: 'TX', zip: '75201' }
    const method = await cash.admin.post('/availablePaymentMethods', {
      ...{ accountHolderId: payee, isDefault: true },
      paymentMethod: { type: 'Check', payeeName: 'Shop Holdings LLC', mailTo },
    })
    expect(method.status, method.text).toBe(201)
    const { id, checkNumber } = await pay(payee, 12)
    const { text } = await printed(id)
    expect(text).toContain('Shop Holdings LLC PO Box 12 Dallas, TX 75201')
    expect(text).not.toContain('1 Main Street')
    const csv = await cash.books.get('/cashtransactions/positivepay?from=2024-04-12&to=2024-04-12')
    expect(csv.text).toContain(`${checkNumber},2024-04-12,12,Shop Holdings LLC,Issued\r\n`)
  })

  test('lists every row on as many pages as it takes, and repeats nothing', async () => {
    const payee = await addPayee('Many Claims Inc')
    const details: { ledgerId: number; amount: number }[] = []
    for (let at = 1; at <= 50; at += 1)
      details.push({ ledgerId: await owe(payee, at, 'Pay', `Job ${1000 + at}`), amount: at })
    const answer = await cash.post({
      ...{
        type: 'Payment',
        method: 'Check',
        accountHolderId: payee,
        date: '2024-04-12',
        amount: 1275,
        details,
      },
      checkNumber: newNumber(),
    })
    const { pages, text } = await printed(answer.body.id)
    expect(pages.length).toBeGreaterThan(1)
    for (let at = 1; at <= 50; at += 1) expect(text.split(`Job ${1000 + at} `)).toHaveLength(2)
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  test('does not tell a dealer what dealer cost is made of', async () => {
    const contract = await cash.activate()
    const owed = await cash.owed(contract)
    const refund = await owe(dealer, 2000, 'Pay', 'Volume bonus')
    const amount = Math.round((2000 - sumOf(owed)) * 100) / 100
    const answer = await cash.post({
      ...{ type: 'Payment', method: 'Check', accountHolderId: dealer, date: '2024-04-12', amount },
      ...{ details: [{ ledgerId: refund, amount: 2000 }, ...detailsOf(owed)], checkNumber: newNumber() },
    })
    expect(answer.status, answer.text).toBe(201)
    const { text } = await printed(answer.body.id)
    const { number } = await cash.contract(contract)
    expect(text).toContain(`${number} Contract, dealer cost -$1,362.93`)
    for (const { disbursementCode } of owed) expect(text).not.toContain(disbursementCode)
  })

  test('is marked VOID once it is voided, and still says what it paid', async () => {
    const payee = await addPayee('Lost Mail Inc')
    const { id } = await pay(payee, 50)
    await cash.patch(id, { status: 'Voided', reason: 'Lost' })
    const { text } = await printed(id)
    expect(text.match(/VOID/g)?.length).toBeGreaterThan(1)
    expect(text).toContain('Adjustment: Towing $50.00')
  })

  test('is recorded with each print, and every print after the first is a reprint', async () => {
    const payee = await addPayee('Twice Inc')
    const { id } = await pay(payee, 50)
    await print(id)
    await print(id, 'sandbox-admin')
    expect(await printsOf(id)).toEqual([
      { actor_name: 'sandbox-accounting', changes: [{ pointer: '/checkPrints', before: 0, after: 1 }] },
      { actor_name: 'sandbox-admin', changes: [{ pointer: '/checkPrints', before: 1, after: 2 }] },
    ])
    // Printing changes nothing that a caller sees of the cash.
    expect((await cash.books.get(`/cashtransactions/${id}`)).body.rowVersion).toBe(1)
  })

  test('must be a payment by check', async () => {
    const receipt = await cash.post({
      ...{ type: 'Receipt', method: 'Check', accountHolderId: dealer, date: '2024-04-12', amount: 5 },
      allowUnapplied: true,
    })
    const payee = await addPayee('Wired Inc')
    const wire = await pay(payee, 50, { method: 'Wire' })
    for (const id of [receipt.body.id, wire.id]) {
      expectProblem(await cash.books.get(`/cashtransactions/${id}/check`), 'NotCheck')
      expect(await printsOf(id)).toEqual([])
    }
    for (const id of ['987654', 'abc', '0'])
      expectProblem(await cash.books.get(`/cashtransactions/${id}/check`), 'NotFound')
  })
})

describe('positive pay', () => {
  const between = (from: string, to: string, caller: Caller = cash.books) =>
    caller.get(`/cashtransactions/positivepay?from=${from}&to=${to}`)
  const linesOf = async (from: string, to: string) => (await between(from, to)).text.trimEnd().split('\r\n')

  test('has our numbered checks of the days, and says which are void', async () => {
    const payee = await addPayee('=Formula, Inc')
    const on = (date: string, amount: number, changes: object = {}) =>
      pay(payee, amount, { date, ...changes })
    const [first, last] = [await on('2024-02-01', 10.5), await on('2024-02-29', 1200)]
    const others = [await on('2024-01-31', 1), await on('2024-03-01', 2)]
    const lost = await on('2024-02-10', 30)
    await on('2024-02-11', 3, { method: 'Wire', checkNumber: null })
    await on('2024-02-11', 4, { checkNumber: null })
    await cash.patch(lost.id, { status: 'Voided', reason: 'Lost' })
    await cash.patch(last.id, { clearedDate: '2024-03-02' })
    const answer = await between('2024-02-01', '2024-02-29')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toContain('positive-pay-2024-02-01-2024-02-29.csv')
    // A spreadsheet must not run the name.
    const name = `"'=Formula, Inc"`
    expect(answer.text).toBe(
      [
        'checkNumber,date,amount,payee,status',
        `${first.checkNumber},2024-02-01,10.5,${name},Issued`,
        `${lost.checkNumber},2024-02-10,30,${name},Void`,
        `${last.checkNumber},2024-02-29,1200,${name},Issued`,
        '',
      ].join('\r\n'),
    )
    for (const { checkNumber } of others) expect(answer.text).not.toContain(checkNumber)
    // The bank hears of a void on the day of the void, too.
    expect(await linesOf('2024-04-12', '2024-04-12')).toContain(
      `${lost.checkNumber},2024-02-10,30,${name},Void`,
    )
  })

  test('needs a range that ends after it begins', async () => {
    expectProblem(await between('2024-02-02', '2024-02-01'), 'DateRangeInvalid')
    expect((await between('2024-02-02', '2024-02-02')).status).toBe(200)
    const answer = await cash.books.get('/cashtransactions/positivepay?from=soon&until=later')
    expect(faultsIn(answer).sort()).toEqual(['?from Format', '?to Required', '?until Unknown'])
  })
})

test('checks are for staff with the right to write cash', async () => {
  const { id } = await pay(dealer, 50)
  const client = await cash.admin.post('/oauthclients', {
    ...{ name: 'limited', roles: ['Admin'], scopes: [{ type: 'Dealer', id: dealer }] },
  })
  const limited = service.api.with(await service.api.token(client.body.clientId, client.body.clientSecret))
  for (const caller of [limited, service.api.as('sandbox-dealer-d1001')]) {
    expectProblem(await caller.get(`/cashtransactions/${id}/check`), 'Forbidden')
    const range = 'from=2024-04-12&to=2024-04-12'
    expectProblem(await caller.get(`/cashtransactions/positivepay?${range}`), 'Forbidden')
  }
  expect(await printsOf(id)).toEqual([])
})
