import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { verifyAudit } from '../../src/db/verify-audit.ts'
import { dana, finalize, sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

const service = await testService()
const staff = () => service.api.as('sandbox-entry')
const as = (name: string) => service.api.as(name)

// It stands still: what comes after what is not told by the time.
await as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })

const historyOf = async (id: number, caller: Caller = as('sandbox-admin'), search = ''): Promise<Any[]> => {
  const answer = await caller.get(`/contracts/${id}/history${search}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const newest = async (id: number, caller?: Caller): Promise<Any> => (await historyOf(id, caller))[0]
const changeAt = (entry: Any, pointer: string) => {
  const change = entry.changes.find((one: Any) => one.pointer === pointer)
  return change && [change.before, change.after]
}
const reasonOf = async (code: string): Promise<number> => {
  const { body } = await staff().get('/contracts/holdreasons?pageSize=200')
  return body.find((one: Any) => one.code === code).id
}

describe('the history of a contract', () => {
  let id: number
  beforeAll(async () => {
    const birthDate = '1984-07-02'
    const sold = await sellR1(staff(), { customer: { ...dana, birthDate } })
    id = sold.body.id
    await finalize(as('sandbox-supervisor'), id, { note: 'Paid by card.' })
    const held = await staff().post(`/contracts/${id}/holds`, {
      holdReasonId: await reasonOf('MISSIGN'),
      note: 'The signature is missing.',
    })
    await staff().post(`/contracts/${id}/holds/${held.body.id}/resolves`, { note: 'It has come.' })
    await staff().patch(`/contracts/${id}`, { notes: 'Call after five.' })
    await staff().post(`/contracts/${id}/cobuyer`, { ...dana, firstName: 'Jo', birthDate })
    await staff().send('DELETE', `/contracts/${id}/cobuyer`)
  })

  test('is listed newest first, with who, when and why', async () => {
    const entries = await historyOf(id)
    expect(entries.map(({ operation, by, reason }) => [operation, by, reason])).toEqual([
      ['DELETE /contracts/{contractId}/cobuyer', 'sandbox-entry', null],
      ['POST /contracts/{contractId}/cobuyer', 'sandbox-entry', null],
      ['PATCH /contracts/{contractId}', 'sandbox-entry', null],
      ['POST /contracts/{contractId}/holds/{holdId}/resolves', 'sandbox-entry', 'It has come.'],
      ['POST /contracts/{contractId}/holds', 'sandbox-entry', 'The signature is missing.'],
      ['POST /contracts/{contractId}/finalize', 'sandbox-supervisor', 'Paid by card.'],
      ['POST /contracts', 'sandbox-entry', null],
    ])
    for (const { at, requestId } of entries) {
      expect(at).toBe('2024-03-15T15:00:00.000Z')
      expect(requestId).toMatch(/\S/)
    }
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(7)
  })

  test('shows the values before and after, whatever the operation answered', async () => {
    const [removed, added, patched, resolved, held, finalized, made] = await historyOf(id)
    expect(made.changes).toMatchObject([{ pointer: '', before: null, after: { id, status: 'Pending' } }])
    expect(changeAt(finalized, '/status')).toEqual(['Pending', 'Active'])
    expect(changeAt(finalized, '/disbursements/0')).toMatchObject([
      { code: 'RESERVE', ledgerStatus: 'Pending' },
      { code: 'RESERVE', ledgerStatus: 'Open' },
    ])
    expect(changeAt(held, '/status')).toEqual(['Active', 'OnHold'])
    expect(changeAt(held, '/holds/0')).toMatchObject([null, { status: 'Open' }])
    expect(changeAt(resolved, '/status')).toEqual(['OnHold', 'Active'])
    expect(changeAt(resolved, '/holds/0')).toMatchObject([{ status: 'Open' }, { status: 'Resolved' }])
    expect(patched.changes).toMatchObject([{ pointer: '/notes', after: 'Call after five.' }])
    expect(changeAt(added, '/cobuyer')).toMatchObject([null, { firstName: 'Jo' }])
    expect(changeAt(removed, '/cobuyer')).toMatchObject([{ firstName: 'Jo' }, null])
  })

  test('never shows a birth date', async () => {
    const text = JSON.stringify(await historyOf(id))
    expect(text).not.toContain('1984')
    expect(text).toContain('birthDate')
  })

  test('comes in pages, in both directions', async () => {
    const { body, headers } = await as('sandbox-admin').get(
      `/contracts/${id}/history?pageSize=3&pageNumber=2`,
    )
    expect([body.totalCount, body.totalPages, headers.get('x-total-count')]).toEqual([7, 3, '7'])
    const all = await historyOf(id)
    expect(body.items).toEqual(all.slice(3, 6))
    expect(await historyOf(id, undefined, '?sortBy=id')).toEqual(all.toReversed())
  })

  test('keeps the audit chain valid', async () => {
    const { db } = await sandboxOf(service)
    expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
  })
})

test('a transfer shows the previous and the new owner', async () => {
  const { id } = await sellAndFinalize(staff())
  const newOwner = { ...dana, firstName: 'Sam', lastName: 'Okafor', birthDate: '1990-01-05' }
  const answer = await staff().post(`/contracts/${id}/transferrequest`, {
    ...{ newOwner, transferDate: '2024-03-15', odometer: 12_500, note: 'Sold to a neighbour.' },
  })
  expect(answer.status, answer.text).toBe(201)
  const entry = await newest(id)
  expect(entry).toMatchObject({ reason: 'Sold to a neighbour.' })
  expect(changeAt(entry, '/customer/firstName')).toEqual(['Dana', 'Sam'])
  expect(changeAt(entry, '/isTransferred')).toEqual([false, true])
  expect(changeAt(entry, '/transfers/0')).toMatchObject([null, { odometer: 12_500 }])
  expect(JSON.stringify(entry)).not.toContain('1990')
})

describe('requests that change nothing', () => {
  test('a refusal, a dry run, a rerate preview and a lock are not in the history', async () => {
    const { id } = (await sellR1(staff())).body
    await staff().post(`/contracts/${id}/holds`, { holdReasonId: 987654 })
    await staff().post(`/contracts/${id}/finalize?dryRun=true`, {})
    const look = await staff().post(`/contracts/${id}/rerateRequests`, {
      surchargeCodes: ['SEALS'],
      reason: 'Asked.',
    })
    expect(look.status, look.text).toBe(200)
    expect((await staff().post(`/contracts/${id}/lock`)).status).toBe(201)
    expect((await staff().send('DELETE', `/contracts/${id}/lock`)).status).toBe(204)
    expect(await historyOf(id)).toHaveLength(1)
  })

  test('a rerate that is applied is in the history', async () => {
    const { id } = (await sellR1(staff())).body
    await staff().post(`/contracts/${id}/rerateRequests`, {
      ...{ surchargeCodes: ['SEALS'], applyChange: true, reason: 'Wished for.' },
    })
    const entry = await newest(id)
    expect(entry).toMatchObject({
      operation: 'POST /contracts/{contractId}/rerateRequests',
      reason: 'Wished for.',
    })
    expect(changeAt(entry, '/dealerCost')).toEqual([1362.93, 1408.83])
  })
})

describe('the reason', () => {
  test('is shown for a void and for a corrected odometer reading', async () => {
    const { id } = (await sellR1(staff())).body
    await staff().patch(`/contracts/${id}`, { status: 'Voided', voidReason: 'Sold twice.' })
    expect(await newest(id)).toMatchObject({ reason: 'Sold twice.' })
    const other = await sellAndFinalize(staff())
    const reading = { value: 12_500, date: '2024-03-15', reason: 'Seen at the shop.' }
    const answer = await staff().patch(`/contracts/${other.id}`, { odometerReading: reading })
    expect(answer.status, answer.text).toBe(200)
    expect(await newest(other.id)).toMatchObject({ reason: 'Seen at the shop.' })
  })

  test('is part of the sealed record', async () => {
    const { id } = (await sellR1(staff())).body
    await staff().patch(`/contracts/${id}`, { status: 'Voided', voidReason: 'Sold twice.' })
    const { db } = await sandboxOf(service)
    const change = (to: string, from: string) =>
      run(db, `update audit_record set reason = $1 where subject = $2 and reason = $3`, [
        to,
        `contracts/${id}`,
        from,
      ])
    await change('Never sold.', 'Sold twice.')
    expect((await verifyAudit(db, service.keys.audit)).faults).toMatchObject([
      { reason: 'its content was changed' },
    ])
    await change('Sold twice.', 'Never sold.')
    expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
  })
})

describe('records of related things', () => {
  test('documents are in the history', async () => {
    const { id } = (await sellR1(staff())).body
    const file = { fileName: 'form.pdf', contentType: 'application/pdf', data: pdf }
    const answer = await staff().post(`/contracts/${id}/files`, file)
    expect(answer.status, answer.text).toBe(201)
    expect((await newest(id)).changes).toMatchObject([
      { pointer: `/files/${answer.body.id}`, before: null, after: { fileName: 'form.pdf' } },
    ])
  })

  test('ledger rows are in the history, for staff who may read ledgers', async () => {
    const { id } = await sellAndFinalize(staff())
    const { body: rows } = await as('sandbox-accounting').get(`/ledgers?contractId=${id}&pageSize=200`)
    const row = rows.find(
      (one: Any) => one.disbursementCode === 'ADMIN' && one.direction === 'Receive' && !one.isMemo,
    )
    const corrected = await as('sandbox-accounting').patch(`/ledgers/${row.id}`, {
      ...{ amount: 120, reason: 'Agreed otherwise.' },
    })
    expect(corrected.status, corrected.text).toBe(200)
    const entry = await newest(id, as('sandbox-accounting'))
    expect(entry).toMatchObject({ reason: 'Agreed otherwise.', by: 'sandbox-accounting' })
    expect(changeAt(entry, `/ledgers/${row.id}/amount`)).toEqual([125, 120])
    // Entry has no ledgers:read; a dealer's office has, and is limited.
    for (const caller of [staff(), as('sandbox-office-d1001')])
      expect((await newest(id, caller)).operation).toBe('POST /contracts/{contractId}/finalize')
  })
})

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n').toString(
  'base64',
)

describe('a contract of the seed', () => {
  const find = async (search: string): Promise<number> =>
    (await as('sandbox-admin').get(`/contracts?${search}&pageSize=1`)).body[0].id
  const story = async (id: number, caller?: Caller) =>
    (await historyOf(id, caller, '?pageSize=200')).map(({ operation }) => operation).toReversed()
  const idOf = async (query: string): Promise<number> => {
    const { db } = await sandboxOf(service)
    return Number((await run<{ id: number }>(db, `select (${query}) as id`, []))[0]?.id)
  }

  test('tells its life by its own records: sale, hold, resolve, cancel and reinstatement', async () => {
    const held = await idOf(
      `select h.contract_id from contract_hold h join contract_resolve z on z.hold_id = h.id
       where z.resolution = 'Cleared' and h.note is not null order by h.id limit 1`,
    )
    expect(await story(held)).toEqual(
      expect.arrayContaining([
        'POST /contracts',
        'POST /contracts/{contractId}/holds',
        'POST /contracts/{contractId}/holds/{holdId}/resolves',
      ]),
    )
    const [first] = (await historyOf(held, undefined, '?pageSize=200')).toReversed()
    expect(first).toMatchObject({ by: 'seed', requestId: null, operation: 'POST /contracts' })
    expect(first.changes[0]).toMatchObject({ pointer: '', before: null, after: { id: held } })
    const back = await idOf(
      `select x.contract_id from reinstatement z join cancel x on x.id = z.cancel_id order by z.id limit 1`,
    )
    const operations = await story(back)
    expect(operations.at(-1)).toBe('POST /cancels/{cancelId}')
    expect(operations).toContain('POST /contracts/{contractId}/finalize')
  })

  test('tells its claims and payments to those who may see them', async () => {
    const paid = await idOf(
      `select m.contract_id from claim m where m.status = 'Paid' and exists (select from ledger l
       join ledger_detail d on d.ledger_id = l.id where l.contract_id = m.contract_id and l.claim_id is null)
       order by m.id limit 1`,
    )
    const operations = await story(paid)
    for (const operation of ['POST /claims', 'PATCH /claims/{claimId}', 'POST /cashtransactions'])
      expect(operations).toContain(operation)
    const entries = await historyOf(paid, undefined, '?pageSize=200')
    const authorized = entries.find((entry) => entry.changes[0].pointer.endsWith('/authorizedAmount'))
    const { body: claim } = await as('sandbox-admin').get(
      `/claims/${authorized.changes[0].pointer.split('/')[2]}`,
    )
    expect(authorized.changes[0].after).toBe(claim.details[0].authorizedAmount)
    expect(operations.indexOf('POST /claims')).toBeLessThan(
      operations.indexOf('POST /claims/{claimId}/paymentrequests'),
    )
    // The cancel desk sees no claims, and contract entry no ledgers.
    expect((await story(paid, as('sandbox-cancels'))).join()).not.toContain('/claims')
    expect((await story(paid, staff())).join()).not.toContain('cashtransactions')
  })

  test('is told once: what is changed now has its audit record, and only that', async () => {
    const id = await find('status=Active&sortBy=id')
    const before = await story(id)
    const note = { holdReasonId: await reasonOf('MISSIGN'), note: 'By the audit.' }
    expect((await staff().post(`/contracts/${id}/holds`, note)).status).toBe(201)
    const after = await story(id)
    expect(after).toHaveLength(before.length + 1)
    const entries = await historyOf(id, undefined, '?pageSize=200')
    const held = entries.filter(({ reason }) => reason === 'By the audit.')
    expect(held).toMatchObject([{ by: 'sandbox-entry', requestId: expect.any(String) }])
  })

  test('has the same entries by page and as CSV', async () => {
    const id = await find('status=Cancelled&sortBy=id')
    const all = await historyOf(id, undefined, '?pageSize=200')
    const pages = await Promise.all(
      [1, 2].map((page) => historyOf(id, undefined, `?pageSize=2&pageNumber=${page}`)),
    )
    expect(pages.flat()).toEqual(all.slice(0, 4))
    expect(new Set(all.map((entry) => entry.id)).size).toBe(all.length)
    const { text } = await as('sandbox-admin').get(`/contracts/${id}/history`, {
      headers: { accept: 'text/csv' },
    })
    expect(text.trim().split('\r\n')).toHaveLength(all.length + 1)
  })
})

describe('visibility of the history', () => {
  let id: number
  beforeAll(async () => {
    id = (await sellR1(staff(), {})).body.id
    await finalize(staff(), id)
    await staff().post(`/contracts/${id}/holds`, { holdReasonId: await reasonOf('MISSIGN') })
  })
  const lines = /RESERVE|PREMTAX|CLIP|ROADSIDE|DLRGRP|feeds/

  test.each(['sandbox-dealer-d1001', 'sandbox-group-g100', 'sandbox-lienholder-l100'])(
    '%s, without what dealer cost is made of',
    async (name) => {
      const entries = await historyOf(id, as(name))
      expect(entries).toHaveLength(3)
      expect(JSON.stringify(entries)).not.toMatch(lines)
      expect(JSON.stringify(entries)).not.toContain('AGENT')
      expect(changeAt(entries[0], '/status')).toEqual(['Active', 'OnHold'])
      expect(entries[2].changes[0].after).toMatchObject({ dealerCost: 1362.93 })
      expect(JSON.stringify(await historyOf(id))).toMatch(lines)
    },
  )

  test('an agent sees its own line', async () => {
    const text = JSON.stringify(await historyOf(id, as('sandbox-agent-a100')))
    expect(text).not.toMatch(lines)
    expect(text).toContain('AGENT')
  })

  test('is the same when a dealer made the change', async () => {
    const sold = await sellR1(as('sandbox-dealer-d1001'))
    const [made] = await historyOf(sold.body.id, as('sandbox-dealer-d1001'))
    expect(made.changes[0].after.disbursements.map((one: Any) => one.code)).toEqual(['DEALERCOST', 'MARKUP'])
  })

  test('is the same in a CSV export', async () => {
    const { text } = await as('sandbox-dealer-d1001').get(`/contracts/${id}/history`, {
      headers: { accept: 'text/csv' },
    })
    expect(text.split('\r\n')[0]).toBe('id,at,by,operation,reason,changes,requestId')
    expect(text).not.toMatch(lines)
  })

  test('no one else sees it', async () => {
    expectProblem(await as('sandbox-dealer-d2001').get(`/contracts/${id}/history`), 'NotFound')
    expectProblem(await as('sandbox-admin').get('/contracts/987654/history'), 'NotFound')
    expectProblem(await as('sandbox-rates').get(`/contracts/${id}/history`), 'Forbidden')
  })
})

test('a record is written once for each idempotency key', async () => {
  const { id } = (await sellR1(staff())).body
  const key = withKey()
  for (const _ of [1, 2]) await staff().patch(`/contracts/${id}`, { notes: 'Once.' }, key)
  expect(await historyOf(id)).toHaveLength(2)
})
