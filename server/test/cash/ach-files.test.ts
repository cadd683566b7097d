import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { cashByAch, originator, payeeByAch, set } from '../support/builders/ach.ts'
import { type NachaFile, readNacha } from '../support/oracle/nacha.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
const accounting = service.api.as('sandbox-accounting')

beforeAll(async () => {
  // A Friday morning in Texas.
  await admin.put('/sandbox/clock', { now: '2024-04-12T15:30:00Z' })
  await set(admin, originator)
  await empty()
})

/** What the seed has left to send goes into a file first. */
async function empty(): Promise<void> {
  await run(db, `update cash_transaction set ach_file_id = 0 where ach_file_id is null`, [])
}

const make = async (body: object = {}) => {
  const answer = await accounting.post('/achfiles', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const contentOf = async (id: number) => {
  const answer = await accounting.get(`/achfiles/${id}/content`)
  expect(answer.status).toBe(200)
  return answer.text
}
/** The file, which has to be without faults. */
const readFile = async (id: number): Promise<NachaFile> => {
  const file = readNacha(await contentOf(id))
  expect(file.faults).toEqual([])
  return file
}
const cashOf = async (id: number) => {
  const [row] = await run<{ ach_file_id: number; ach_trace: string; payment_method_id: number }>(
    db,
    'select ach_file_id, ach_trace, payment_method_id from cash_transaction where id = $1',
    [id],
  )
  return row
}

describe('a file', () => {
  test('has all cash that waits, as banks read it', async () => {
    const shop = await payeeByAch(accounting)
    const lender = await payeeByAch(accounting, {
      ...{ routingNumber: '021000021', accountNumber: '000123456789', holderName: 'Lien Bank NA' },
    })
    const payment = await cashByAch(accounting, lender.holderId, { amount: 1364.6 })
    const receipt = await cashByAch(accounting, shop.holderId, { type: 'Receipt', amount: 352 })
    const file = await make()
    expect(file).toEqual({
      ...{ id: file.id, fileName: 'ach-2024-04-12-A.txt', createdBy: 'sandbox-accounting', isPrenote: false },
      ...{ createdAt: '2024-04-12T15:30:00.000Z', effectiveEntryDate: '2024-04-15' },
      ...{ batchCount: 2, entryCount: 2, totalDebit: 352, totalCredit: 1364.6, entryHash: 3_240_155 },
      cashTransactionIds: [payment, receipt],
    })
    const content = await accounting.get(`/achfiles/${file.id}/content`)
    expect(content.headers.get('content-type')).toBe('text/plain; charset=us-ascii')
    expect(content.headers.get('content-disposition')).toContain('ach-2024-04-12-A.txt')
    const [header] = content.text.split('\n')
    expect(header).toBe(
      '101 09100001911234567892404121030A094101FIRST BANK             PROTECT ADMIN LLC              ',
    )
    const { batches } = await readFile(file.id)
    const numbers = async (id: number) => (await accounting.get(`/cashtransactions/${id}`)).body.number
    expect(batches).toMatchObject([
      {
        ...{ serviceClass: '220', secCode: 'CCD', effectiveEntryDate: '240415' },
        entries: [
          {
            ...{ transactionCode: '22', routingNumber: '021000021', accountNumber: '000123456789' },
            ...{ cents: 136_460, name: 'LIEN BANK NA', individualId: await numbers(payment) },
          },
        ],
      },
      {
        serviceClass: '225',
        entries: [{ transactionCode: '27', accountNumber: '5550001', cents: 35_200 }],
      },
    ])
    const [sent, received] = [await cashOf(payment), await cashOf(receipt)]
    expect(sent).toEqual({
      ...{ ach_file_id: file.id, ach_trace: batches[0]?.entries[0]?.trace },
      payment_method_id: lender.methodId,
    })
    expect(received?.ach_trace).toBe(batches[1]?.entries[0]?.trace)
    expect((await accounting.get(`/achfiles/${file.id}`)).body).toEqual(file)
    expect((await accounting.get('/achfiles?sortDirection=Desc&pageSize=1')).body).toEqual([file])
    expectProblem(await accounting.post('/achfiles', {}), 'NothingToSend')
    const shown = (await accounting.get(`/cashtransactions/${payment}`)).body
    expect(shown).toMatchObject({ achFileId: file.id, achTrace: sent?.ach_trace })
  })

  test('continues the traces of the last one, and has its own letter', async () => {
    const { holderId } = await payeeByAch(accounting)
    await cashByAch(accounting, holderId)
    const first = await readFile((await make()).id)
    await cashByAch(accounting, holderId)
    // A dry run and a refusal use up no trace.
    await accounting.post('/achfiles?dryRun=true', {})
    await accounting.post('/achfiles', { effectiveEntryDate: '2024-04-13' })
    const second = await readFile((await make()).id)
    const traceOf = (file: NachaFile) => Number(file.batches[0]?.entries[0]?.trace)
    expect(traceOf(second)).toBe(traceOf(first) + 1)
    expect(second.modifier.charCodeAt(0)).toBe(first.modifier.charCodeAt(0) + 1)
  })

  test('begins with the first trace again where its entries would go beyond the last', async () => {
    const { holderId } = await payeeByAch(accounting)
    const nextTrace = () => run<{ next: number }>(db, 'select next_trace::int as next from ach_counter', [])
    const setNext = (next: number | undefined) => run(db, 'update ach_counter set next_trace = $1', [next])
    const [before] = await nextTrace()
    await setNext(9_999_999)
    await cashByAch(accounting, holderId)
    await cashByAch(accounting, holderId)
    const file = await readFile((await make()).id)
    const traces = file.batches.flatMap(({ entries }) => entries.map(({ trace }) => Number(trace.slice(-7))))
    expect(traces).toEqual([1, 2])
    expect(await nextTrace()).toEqual([{ next: 3 }])
    await setNext(before?.next)
  })

  test('has only the cash that is named', async () => {
    const { holderId } = await payeeByAch(accounting)
    const [one, two] = [await cashByAch(accounting, holderId), await cashByAch(accounting, holderId)]
    expect((await make({ cashTransactionIds: [two] })).cashTransactionIds).toEqual([two])
    expect((await make({ cashTransactionIds: [one, one] })).cashTransactionIds).toEqual([one])
  })

  test('keeps cash that is voided later, and leaves out cash that was voided before', async () => {
    const { holderId } = await payeeByAch(accounting)
    const [kept, left] = [await cashByAch(accounting, holderId), await cashByAch(accounting, holderId)]
    const voided = { status: 'Voided', reason: 'Entered twice' }
    await accounting.patch(`/cashtransactions/${left}`, voided)
    const file = await make()
    expect(file.cashTransactionIds).toEqual([kept])
    const before = await contentOf(file.id)
    await accounting.patch(`/cashtransactions/${kept}`, voided)
    expect(await contentOf(file.id)).toBe(before)
    expectProblem(await accounting.post('/achfiles', { cashTransactionIds: [left] }), 'NotAch')
    expectProblem(await accounting.post('/achfiles', { cashTransactionIds: [kept] }), 'AlreadyInAchFile')
  })

  test('lists what is paid, when the setting says so', async () => {
    const { holderId } = await payeeByAch(accounting)
    const [contract] = (await accounting.get('/contracts?status=Active&pageSize=1')).body
    await cashByAch(accounting, holderId, { contractId: contract.id })
    await set(admin, { achAddenda: true })
    const { batches } = await readFile((await make()).id)
    await set(admin, { achAddenda: null })
    expect(batches[0]?.entries[0]?.addenda).toBe(contract.number)
  })
})

test('files made at once: each cash transaction is in one, and no trace is used twice', async () => {
  const { holderId } = await payeeByAch(accounting)
  const ids = new Set<number>()
  for (let count = 0; count < 6; count += 1) ids.add(await cashByAch(accounting, holderId))
  const sorted = [...ids]
  const asked = [
    ...sorted.map((id) => ({ cashTransactionIds: [id] })),
    {},
    {},
    { cashTransactionIds: sorted },
  ]
  const answers = await Promise.all(asked.map((body) => accounting.post('/achfiles', body)))
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body)
  expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
  expect(made.flatMap((file) => file.cashTransactionIds).toSorted((one, two) => one - two)).toEqual(sorted)
  const files = await Promise.all(made.map(({ id }) => readFile(id)))
  const traces = files.flatMap(({ batches }) =>
    batches.flatMap(({ entries }) => entries.map(({ trace }) => trace)),
  )
  expect(new Set(traces).size).toBe(6)
  expect(new Set(files.map(({ modifier }) => modifier)).size).toBe(files.length)
})

describe('a file is refused', () => {
  test('for a weekend, or a day in the past', async () => {
    const { holderId } = await payeeByAch(accounting)
    const id = await cashByAch(accounting, holderId)
    for (const effectiveEntryDate of ['2024-04-13', '2024-04-14', '2024-04-11'])
      expectProblem(await accounting.post('/achfiles', { effectiveEntryDate }), 'EffectiveDateInvalid')
    expect(
      (await make({ cashTransactionIds: [id], effectiveEntryDate: '2024-04-12' })).effectiveEntryDate,
    ).toBe('2024-04-12')
  })

  test('for cash that is not by ACH, with all of it named', async () => {
    const { holderId } = await payeeByAch(accounting)
    const good = await cashByAch(accounting, holderId)
    const wires = [
      await cashByAch(accounting, holderId, { method: 'Wire' }),
      await cashByAch(accounting, holderId, { method: 'Wire' }),
    ]
    const refused = await accounting.post('/achfiles', { cashTransactionIds: [good, ...wires] })
    expect(expectProblem(refused, 'NotAch').cashTransactionIds).toEqual(wires)
    expect((await cashOf(good))?.ach_file_id).toBeNull()
    await make({ cashTransactionIds: [good] })
  })

  test('for an account holder without an active bank account for the direction', async () => {
    const payOnly = await payeeByAch(accounting, { directions: ['Pay'] })
    const receipt = await cashByAch(accounting, payOnly.holderId, { type: 'Receipt' })
    expectProblem(await accounting.post('/achfiles', {}), 'NotAch')
    const ended = await payeeByAch(accounting)
    const payment = await cashByAch(accounting, ended.holderId)
    await run(db, 'update payment_method set is_active = false where id = $1', [ended.methodId])
    const refused = await accounting.post('/achfiles', {})
    expect(expectProblem(refused, 'NotAch').cashTransactionIds).toEqual([receipt, payment])
    await empty()
  })

  test('for cash that is in a file, or does not exist', async () => {
    const { holderId } = await payeeByAch(accounting)
    const id = await cashByAch(accounting, holderId)
    await make()
    const refused = await accounting.post('/achfiles', { cashTransactionIds: [id] })
    expect(expectProblem(refused, 'AlreadyInAchFile').cashTransactionIds).toEqual([id])
    const unknown = await accounting.post('/achfiles', { cashTransactionIds: [id, 987_654] })
    expectProblem(unknown, 'UnknownReference')
    expect(unknown.body.errors).toMatchObject([{ pointer: '/cashTransactionIds/1' }])
  })

  test('while settings are missing or wrong, with all of them named', async () => {
    const { holderId } = await payeeByAch(accounting)
    const id = await cashByAch(accounting, holderId)
    await set(admin, { achDestination: '123456789', achOrigin: null, achCompanyId: 'much too long' })
    const refused = await accounting.post('/achfiles', {})
    expectProblem(refused, 'SettingInvalid')
    expect(refused.body.errors.map(({ message }: { message: string }) => message.split(' ')[2])).toEqual([
      ...['achDestination', 'achOrigin', 'achCompanyId'],
    ])
    await set(admin, originator)
    await make({ cashTransactionIds: [id] })
  })

  test('to callers without the permission, and to limited ones', async () => {
    for (const name of ['sandbox-supervisor', 'sandbox-office-d1001', 'sandbox-auditor']) {
      const caller = service.api.as(name)
      expectProblem(await caller.post('/achfiles', {}), 'Forbidden')
      for (const path of ['/achfiles', '/achfiles/1', '/achfiles/1/content'])
        expectProblem(await caller.get(path), 'Forbidden')
    }
    expect(faultsIn(await accounting.post('/achfiles', { prenotes: true, cashTransactionIds: [1] }))).toEqual(
      ['/cashTransactionIds Format'],
    )
    for (const path of ['/achfiles/987654', '/achfiles/987654/content', '/achfiles/x/content'])
      expectProblem(await accounting.get(path), 'NotFound')
  })
})

describe('reading the content', () => {
  test('is recorded with who read it, and nothing else of a file is', async () => {
    const { holderId } = await payeeByAch(accounting)
    await cashByAch(accounting, holderId)
    const { id } = await make()
    const records = () =>
      run<{ operation: string; actor_name: string }>(
        db,
        'select operation, actor_name from audit_record where subject = $1 order by position',
        [`achfiles/${id}`],
      )
    await accounting.get(`/achfiles/${id}`)
    expect(await records()).toHaveLength(1)
    await admin.get(`/achfiles/${id}/content`)
    expect(await records()).toEqual([
      { operation: 'POST /achfiles', actor_name: 'sandbox-accounting' },
      { operation: 'GET /achfiles/{achFileId}/content', actor_name: 'sandbox-admin' },
    ])
  })
})

describe('prenotes', () => {
  test('ask the bank about every account that is new, once', async () => {
    await run(db, `update payment_method set prenote_status = 'Confirmed' where prenote_status = 'None'`, [])
    const pay = await payeeByAch(accounting, { accountType: 'Savings', secCode: 'PPD' })
    const receive = await payeeByAch(accounting, { directions: ['Receive'] })
    const file = await make({ prenotes: true })
    expect(file).toMatchObject({
      ...{ isPrenote: true, entryCount: 2, totalDebit: 0, totalCredit: 0, cashTransactionIds: [] },
    })
    const { batches } = await readFile(file.id)
    expect(batches).toMatchObject([
      { serviceClass: '225', secCode: 'CCD', entries: [{ transactionCode: '28', cents: 0 }] },
      { serviceClass: '220', secCode: 'PPD', entries: [{ transactionCode: '33', cents: 0 }] },
    ])
    for (const { holderId } of [pay, receive]) {
      const { body } = await accounting.get(`/claimpayees/${holderId}`)
      expect(body.paymentMethods).toMatchObject([{ ach: { prenoteStatus: 'Sent' } }])
    }
    expectProblem(await accounting.post('/achfiles', { prenotes: true }), 'NothingToSend')
  })
})

test('any batch passes a reader that knows only the rules', async () => {
  const seed = trialSeed('ACH files', 'BULWARK_ACH_SEED')
  const account = fc.record({
    routingNumber: fc.constantFrom('021000021', '091000019', '011401533'),
    accountNumber: fc.stringMatching(/^[A-Za-z0-9]{4,17}$/),
    accountType: fc.constantFrom('Checking', 'Savings'),
    secCode: fc.constantFrom('CCD', 'PPD'),
    holderName: fc.constantFrom('Peña & Søn', 'A "quoted" name', 'x'.repeat(60), 'Zoë’s Repair (West) #4'),
  })
  const cash = fc.record({
    account,
    type: fc.constantFrom('Payment', 'Receipt'),
    cents: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constant(9_999_999_999)),
  })
  let lastTrace = ''
  await fc.assert(
    fc.asyncProperty(fc.array(cash, { minLength: 1, maxLength: 12 }), async (all) => {
      const ids: number[] = []
      for (const one of all) {
        const { holderId } = await payeeByAch(accounting, one.account)
        ids.push(await cashByAch(accounting, holderId, { type: one.type, amount: one.cents / 100 }))
      }
      const made = await make()
      expect(made.cashTransactionIds).toEqual(ids)
      const file = await readFile(made.id)
      const entries = file.batches.flatMap((batch) => batch.entries)
      expect(entries).toHaveLength(all.length)
      expect(entries.map(({ trace }) => trace > lastTrace)).not.toContain(false)
      lastTrace = entries.at(-1)?.trace ?? ''
      const plain = (accounts: readonly string[]) => accounts.toSorted()
      expect(
        plain(entries.map((entry) => `${entry.accountNumber} ${entry.routingNumber} ${entry.cents}`)),
      ).toEqual(
        plain(
          all.map(
            (one) => `${one.account.accountNumber.toUpperCase()} ${one.account.routingNumber} ${one.cents}`,
          ),
        ),
      )
    }),
    { seed, numRuns: trials(100) },
  )
}, 3_600_000)
