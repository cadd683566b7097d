import { beforeEach, describe, expect, test } from 'vitest'
import {
  finalize,
  rateIdOfR1,
  saleOfR1,
  sellAndFinalize,
  sellR1,
  withKey,
} from '../support/builders/contracts.ts'
import { pathOf, quote, rateIn, truck } from '../support/builders/quotes.ts'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { type RateLists, rateLists } from '../support/builders/rate-lists.ts'
import type { Caller } from '../support/service/api.ts'

// When the agent, the insurer and vendors of a contract are paid: as the rate book says, otherwise as the setting says.

let lists: RateLists
let admin: Caller
let staff: Caller
beforeEach(async () => {
  lists = await rateLists()
  admin = lists.admin
  staff = lists.service.api.as('sandbox-entry')
})

async function setPayWhen(value: 'OnFinalize' | 'WhenFunded' | null): Promise<void> {
  const { body } = await admin.get('/generalsettings?key=payWhen')
  expect((await admin.patch(`/generalsettings/${body[0].id}`, { value })).status).toBe(200)
}

interface Row {
  readonly disbursementCode: string
  readonly direction: string
  readonly ledgerStatus: string
  readonly isMemo: boolean
}

/** The status of each payable of a contract. */
async function payables(id: number): Promise<Record<string, string>> {
  const { body } = await admin.get(`/ledgers?contractId=${id}&pageSize=200`)
  const paid = (body as Row[]).filter(({ direction, isMemo }) => direction === 'Pay' && !isMemo)
  return Object.fromEntries(
    paid.map(({ disbursementCode, ledgerStatus }) => [disbursementCode, ledgerStatus]),
  )
}
const finalized = async (id: number) => {
  expect((await finalize(staff, id)).status).toBe(200)
  return payables(id)
}

const waiting = { AGENT: 'Pending', ROADSIDE: 'Pending' }
const open = { AGENT: 'Open', ROADSIDE: 'Open' }

const withLines = { ...truck, productTypeCode: 'VSC', includeDisbursements: true }
const shownIn = (body: unknown) => {
  const { disbursements } = rateIn(body, 'PLATINUM 60/75000 0')
  return Object.fromEntries(
    disbursements.map(({ code, payWhen }: { code: string; payWhen: string }) => [code, payWhen]),
  )
}

describe('lines of which the book does not say when they are paid', () => {
  test('wait for the dealer’s money by default, and are open at once if the setting says so', async () => {
    const before = (await sellR1(staff)).body.id
    await setPayWhen('OnFinalize')
    const after = (await sellR1(staff)).body.id
    // What was sold stays as it was sold.
    await setPayWhen(null)
    expect(await finalized(before)).toMatchObject(waiting)
    expect(await finalized(after)).toMatchObject(open)
  })

  test('are shown as the setting says in a quote, whose ETag changes with it, and as single lines', async () => {
    const path = pathOf('D1001', withLines)
    const before = await admin.get(path)
    expect(shownIn(before.body)).toMatchObject({ AGENT: 'WhenFunded', ROADSIDE: 'WhenFunded' })
    await setPayWhen('OnFinalize')
    const after = await admin.get(path, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
    expect(after.status).toBe(200)
    expect(shownIn(after.body)).toMatchObject({ AGENT: 'OnFinalize', ROADSIDE: 'OnFinalize' })
    const line = rateIn(after.body, 'PLATINUM 60/75000 0').disbursements[0]
    expect((await admin.get(`/Rates/Disbursements/${line.id}`)).body.disbursement).toMatchObject({
      payWhen: 'OnFinalize',
    })
    // An earlier quote is reproduced as it was.
    const { body } = await admin.get(`/Rates/quotes/${before.body.quoteId}`)
    expect(shownIn(body.result)).toEqual(shownIn(before.body))
  })

  test('of a quoted rate are paid as the setting says on the day of the sale', async () => {
    const rateId = await rateIdOfR1(staff)
    await setPayWhen('OnFinalize')
    const { body } = await staff.post('/contracts', { rateId, ...saleOfR1() })
    await setPayWhen('WhenFunded')
    expect(await finalized(body.id)).toMatchObject(open)
  })

  test('of a saved quote are paid as the setting says when it is submitted', async () => {
    const { body } = await sellR1(staff, { status: 'Quote' })
    await setPayWhen('OnFinalize')
    expect((await staff.patch(`/contracts/${body.id}`, { status: 'Pending' })).status).toBe(200)
    await setPayWhen('WhenFunded')
    // Rated again with other inputs, it stays the sale that it was.
    const rerated = { odometer: 9_000, applyChange: true }
    expect((await staff.post(`/contracts/${body.id}/rerateRequests`, rerated)).status).toBe(200)
    expect(await finalized(body.id)).toMatchObject(open)
  })

  test('of a contract in force stay so when it is refinalized', async () => {
    const contract = await sellAndFinalize(staff)
    await setPayWhen('OnFinalize')
    const rerated = { odometer: 20_000, applyChange: true }
    expect((await staff.post(`/contracts/${contract.id}/rerateRequests`, rerated)).body.applied).toBe(true)
    expect((await staff.post(`/contracts/${contract.id}/refinalize`, {}, withKey())).status).toBe(200)
    expect(new Set(Object.values(await payables(contract.id)))).toEqual(new Set(['Pending']))
  })
})

describe('a line of which the book says when it is paid', () => {
  const VSC = 'programs/VSC-STD/program.yaml'
  const agent = '- code: AGENT\n'
  const paid = (when: string) => edited(VSC, agent, `${agent}    payWhen: ${when}\n`)

  test('is paid so, whatever the setting is', async () => {
    await lists.apply(paid('WhenFunded'))
    await setPayWhen('OnFinalize')
    expect(shownIn((await quote(admin, 'D1001', withLines)).body)).toMatchObject({
      ...{ AGENT: 'WhenFunded', ROADSIDE: 'OnFinalize' },
    })
    const { body } = await sellR1(staff)
    expect(await finalized(body.id)).toMatchObject({ AGENT: 'Pending', ROADSIDE: 'Open' })
  })

  test('differs from a line of which a new book does not say it', async () => {
    await lists.apply(paid('WhenFunded'))
    const files = [...sandboxFiles].map(([name, content]) => ({ name, content }))
    const { body } = await admin.post('/Rates/books/comparisons', { files })
    expect(body.changes.map(({ text }: { text: string }) => text)).toEqual([
      'VSC-STD: disbursement AGENT: paid when changed from WhenFunded to the setting payWhen',
    ])
  })
})
