import { describe, expect, test } from 'vitest'
import {
  ApiError,
  bearer,
  can,
  clientCredentials,
  cookieSession,
  createClient,
  type ListOperation,
} from '../../sdk/src/client.ts'
import { CANCELLED, c1, SOLD } from './support/builders/cancels.ts'
import { newVin, saleOfR1 } from './support/builders/contracts.ts'
import { setClock } from './support/builders/held-contracts.ts'
import { testService } from './support/service/app.ts'

// The client of the package against the service: a contract from its quote to its cancel, and what can go wrong.

const service = await testService()
await setClock(service, SOLD)
const baseUrl = service.url
const timing = { wait: async () => undefined }
const clientAs = (clientId: string, more: object = {}) =>
  createClient({ baseUrl, timing, auth: clientCredentials({ clientId, clientSecret: 'sandbox' }), ...more })

const dealer = clientAs('sandbox-dealer-d1001')
const entry = clientAs('sandbox-entry')
const desk = clientAs('sandbox-cancels')
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It was not refused.'),
    (error: unknown) => error as ApiError,
  )

/** The rate that is sold here, from a quote. */
async function quotedRate(client = dealer): Promise<string> {
  const { data } = await client.call('GET /Rates/rateQuote/{dealerNumber}', {
    path: { dealerNumber: 'D1001' },
    query: {
      ...{ year: 2024, make: 'Ford', model: 'F-150', driveType: '4WD' },
      ...{ odometer: 12_000, saleDate: '2024-03-15', productTypeCode: ['VSC'] },
    },
  })
  const rates = data.products.flatMap(({ programs }) =>
    programs.flatMap(({ plans }) => plans.flatMap(({ rates }) => rates)),
  )
  const rate = rates.find(({ planCode, term }) => planCode === 'PLATINUM' && term.code === '60/75000')
  return rate?.rateId ?? expect.fail('There is no such rate.')
}

const rateId = await quotedRate()
const newSale = () => ({ ...saleOfR1(), financing: undefined, rateId })

const contractsWith = async (vin: string) => {
  const { data } = await entry.call('GET /contracts', { query: { vin } })
  return data.map(({ id }) => id)
}

test('a contract is quoted, sold, finalized, and cancelled as it was quoted', async () => {
  const { data: sold } = await dealer.call('POST /contracts', { body: newSale() })
  const path = { contractId: sold.id }
  const { data: active, etag } = await entry.call('POST /contracts/{contractId}/finalize', { path, body: {} })
  expect([sold.status, active.status]).toEqual(['Pending', 'Active'])
  expect((await entry.call('GET /contracts/{contractId}', { path })).etag).toBe(etag)
  await setClock(service, CANCELLED)
  const quoted = await desk.call('POST /contracts/{contractId}/cancelrequests', {
    path,
    body: { ...c1, isQuoteOnly: true },
  })
  const { data: cancel } = await desk.call('POST /contracts/{contractId}/cancels', { path, body: c1 })
  expect(quoted.data.calculation?.netRefund).toBe(1776.95)
  expect(cancel.calculation?.netRefund).toBe(1776.95)
  expect((await dealer.call('GET /contracts/{contractId}', { path })).data.status).toBe('Cancelled')
  await setClock(service, SOLD)
})

test('a dry run shows the effects and changes nothing', async () => {
  const { data: sold } = await dealer.call('POST /contracts', { body: newSale() })
  const path = { contractId: sold.id }
  const tried = await entry.call('POST /contracts/{contractId}/finalize', { path, body: {}, dryRun: true })
  expect(tried.data.status).toBe('Active')
  expect(tried.data.effects.ledger.length).toBeGreaterThan(10)
  expect(tried.data.effects.events.map(({ type }) => type)).toContain('contract.finalized')
  expect((await entry.call('GET /contracts/{contractId}', { path })).data.status).toBe('Pending')
})

test('a problem is an error that names each fault and its place', async () => {
  const body = {
    ...newSale(),
    retailPrice: 'much' as never,
    customer: { firstName: 'Dana' } as never,
  }
  const error = await caught(dealer.call('POST /contracts', { body }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 400, code: 'ValidationFailed', requestId: expect.any(String) })
  expect(error.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toContain('/retailPrice Type')
  expect(error.problem.instance).toBe('/contracts')
})

test('somebody else’s change is a conflict; what is read again can be changed', async () => {
  const { data: sold } = await dealer.call('POST /contracts', { body: newSale() })
  const { etag } = await entry.call('GET /contracts/{contractId}', { path: { contractId: sold.id } })
  const change = (notes: string, ifMatch: string | undefined) =>
    entry.call('PATCH /contracts/{contractId}', { path: { contractId: sold.id }, body: { notes }, ifMatch })
  const first = await change('One', etag)
  expect(await caught(change('Two', etag))).toMatchObject({ status: 412, code: 'PreconditionFailed' })
  expect((await change('Two', first.etag)).data.notes).toBe('Two')
})

test('a sale whose answer is lost is sent again, and there is one contract', async () => {
  let lost = 0
  const losesFirstSale = async (...[url, init]: Parameters<typeof fetch>) => {
    const answer = await fetch(url, init)
    if (!String(url).endsWith('/contracts') || lost > 0) return answer
    lost += 1
    await answer.body?.cancel()
    throw new TypeError('terminated')
  }
  const client = clientAs('sandbox-dealer-d1001', { fetch: losesFirstSale })
  const vin = newVin()
  const { data, isReplayed } = await client.call('POST /contracts', {
    body: { ...newSale(), vehicle: { vin } },
  })
  expect([lost, isReplayed]).toEqual([1, true])
  expect(await contractsWith(vin)).toEqual([data.id])
})

describe('a list to its end has each row once', () => {
  const auditor = clientAs('sandbox-auditor')
  const lists: [ListOperation, object][] = [
    ['GET /contracts', { pageSize: 150 }],
    ['GET /v2/contracts', { pageSize: 170, sortBy: 'saleDate', sortDirection: 'Desc' }],
    ['GET /lienHolders', { pageSize: 2 }],
    ['GET /events', { limit: 2 }],
  ]
  test.each(lists)('%s %j', async (operation, query) => {
    const client = operation === 'GET /events' ? clientAs('sandbox-admin') : auditor
    const ids: unknown[] = []
    let total: number | undefined
    let pages = 0
    for await (const { rows, totalCount } of client.pages(operation, { query } as never)) {
      for (const row of rows) ids.push((row as { id: unknown }).id)
      total = totalCount
      pages += 1
    }
    expect(pages).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(ids.length)
    if (total !== undefined) expect(ids).toHaveLength(total)
  })

  test('and so has the CSV', async () => {
    const { data } = await auditor.call('GET /contracts', { as: 'csv', query: { status: ['Pending'] } })
    let text = ''
    const reader = data.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    const rows = await auditor.pages('GET /contracts', { query: { status: ['Pending'], pageSize: 1 } }).next()
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + Number(rows.value?.totalCount))
  })
})

describe('who calls', () => {
  /** A browser’s fetch: it keeps cookies. */
  function browserFetch() {
    const cookies = new Map<string, string>()
    return async (url: Parameters<typeof fetch>[0], init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const answer = await fetch(url, { ...init, headers })
      for (const text of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
        cookies.set(name, value)
      }
      return answer
    }
  }

  test('a person with a session, which another tab may have replaced', async () => {
    const fetch = browserFetch()
    const tab = () => createClient({ baseUrl, fetch, auth: cookieSession() })
    const [one, two] = [tab(), tab()]
    const body = { userName: 'sandbox-admin@sandbox.example', password: 'sandbox' }
    const { data: session } = await one.call('POST /session', { body })
    expect(can(session, 'PUT /sandbox/clock')).toBe(true)
    await two.call('POST /session', { body })
    // The token of the first tab is that of the old session; the client reads the new one and goes on.
    const made = await one.call('POST /portalvisibilitygroups', { body: { code: 'TABS', name: 'Two tabs' } })
    expect(made.status).toBe(201)
    await two.call('DELETE /session')
    expect(await caught(one.call('GET /session'))).toMatchObject({ code: 'Unauthenticated' })
  })

  test('a program with an API key, which may do what its key may', async () => {
    const admin = clientAs('sandbox-admin')
    const { data: made } = await admin.call('POST /apikeys', {
      body: { name: 'Nightly', permissions: ['contracts:read'] },
    })
    const client = createClient({ baseUrl, auth: bearer(String(made.key)) })
    expect((await client.call('GET /contracts', { query: { pageSize: 1 } })).data).toHaveLength(1)
    const refused = client.call('POST /contracts/{contractId}/finalize', {
      path: { contractId: 1 },
      body: {},
    })
    expect(await caught(refused)).toMatchObject({ status: 403, code: 'Forbidden' })
  })

  test('what `can` says is what the service says', async () => {
    const sessions = createClient({ baseUrl, fetch: browserFetch(), auth: cookieSession() })
    const body = { userName: 'sandbox-auditor@sandbox.example', password: 'sandbox' }
    const { data: auditor } = await sessions.call('POST /session', { body })
    expect(can(auditor, 'GET /contracts')).toBe(true)
    expect(can(auditor, 'POST /contracts/{contractId}/finalize')).toBe(false)
    await sessions.call('GET /contracts', { query: { pageSize: 1 } })
    const refused = sessions.call('POST /contracts/{contractId}/finalize', {
      path: { contractId: 1 },
      body: {},
    })
    expect(await caught(refused)).toMatchObject({
      code: 'Forbidden',
      problem: { permission: 'contracts:finalize' },
    })
  })
})
