import { beforeEach, describe, expect, test } from 'vitest'
import { finalize, rateIdOfR1, saleOfR1, sellR1 } from '../support/builders/contracts.ts'
import { quote, rateIn, truck } from '../support/builders/quotes.ts'
import { edited } from '../support/builders/rate-books.ts'
import { type RateLists, rateLists } from '../support/builders/rate-lists.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { rowVersions } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

// Who is Inactive, Suspended or Expired gets no new contracts and no new lines. What exists stays.

let lists: RateLists
let admin: Caller
let staff: Caller
beforeEach(async () => {
  lists = await rateLists()
  admin = lists.admin
  staff = lists.service.api.as('sandbox-entry')
})

const paths: Readonly<Record<string, string>> = {
  Dealer: '/dealers',
  DealerGroup: '/dealergroups',
  Agent: '/agents',
  Insurer: '/insurers',
  DisbursementAccount: '/disbursementaccounts',
}

async function setStatus(holder: string, status: string): Promise<void> {
  const [type = '', number = ''] = holder.split(' ')
  const id = await holderId(lists.service, type, number)
  const { status: answered, text } = await admin.patch(`${paths[type]}/${id}`, { status })
  expect(answered, text).toBe(200)
}

/** Refused with this message, and nothing was written. */
async function expectClosed(ask: () => Promise<Answer>, message: string): Promise<void> {
  const before = await rowVersions(lists.service)
  const answer = await ask()
  expectProblem(answer, 'AccountInactive')
  expect(answer.body.errors).toEqual([{ pointer: '', code: 'AccountInactive', message }])
  expect(await rowVersions(lists.service)).toEqual(before)
}

const submit = (id: number) => staff.patch(`/contracts/${id}`, { status: 'Pending' })
const vsc = { ...truck, productTypeCode: 'VSC' }

describe('a dealer that is closed after a quote', () => {
  const closed = 'Dealer D1001 is Suspended; it must be Active.'

  test('cannot sell by the id of the rate, nor save a quote, and can again once it is active', async () => {
    const rateId = await rateIdOfR1(staff)
    const byChoice = await choiceOfR1()
    await setStatus('Dealer D1001', 'Suspended')
    for (const status of ['Pending', 'Quote']) {
      await expectClosed(() => staff.post('/contracts', { rateId, status, ...saleOfR1() }), closed)
      const body = { ...saleOfR1(), ...byChoice, status }
      await expectClosed(() => staff.post('/contracts', body), closed)
    }
    expectProblem(await quote(staff, 'D1001', vsc), 'NoPlansFound')
    await setStatus('Dealer D1001', 'Active')
    expect((await staff.post('/contracts', { rateId, ...saleOfR1() })).status).toBe(201)
  })

  test('cannot submit a saved quote', async () => {
    const { body } = await sellR1(staff, { status: 'Quote' })
    await setStatus('Dealer D1001', 'Suspended')
    const lines = ' The line MARKUP would be paid to it.'
    await expectClosed(() => submit(body.id), `${closed}${lines}`)
  })

  test('cannot submit one whose rate has expired, nor have it rated again', async () => {
    const { body } = await sellR1(staff, { status: 'Quote' })
    await setStatus('Dealer D1001', 'Suspended')
    await expectClosed(() => staff.post(`/contracts/${body.id}/rerateRequests`, { odometer: 9_000 }), closed)
    await admin.put('/sandbox/clock', { now: '2024-05-15T15:00:00Z' })
    await expectClosed(() => submit(body.id), closed)
  })

  async function choiceOfR1() {
    const { body } = await sellR1(staff)
    const { vehicle } = saleOfR1()
    return {
      ...{ dealerNumber: 'D1001', planId: body.plan.id, termId: body.term.id },
      ...{ deductibleId: body.deductible.id, saleDate: '2024-03-15' },
      vehicle: { ...vehicle, year: 2024, make: 'Ford', model: 'F-150', driveType: '4WD', odometer: 12_000 },
    }
  }
})

describe('an account holder that a line would be paid to', () => {
  const cases = [
    ['Agent A100', 'Inactive', 'The line AGENT would be paid to it.'],
    ['DealerGroup G100', 'Expired', 'The line DLRGRP would be paid to it.'],
    ['Insurer I100', 'Suspended', 'The line CLIP would be paid to it.'],
    ['DisbursementAccount ROAD', 'Inactive', 'The line ROADSIDE would be paid to it.'],
    ['DisbursementAccount SALESTAX', 'Inactive', 'The line SALESTAX would be paid to it.'],
  ] as const

  test.each(cases)('%s, %s, refuses the sale and the submit, not the quote', async (holder, status, why) => {
    const message = `${holder} is ${status}; it must be Active. ${why}`
    const { body: before } = await sellR1(staff, { status: 'Quote' })
    await setStatus(holder, status)
    // The price is still shown, and can be saved.
    expect(rateIn((await quote(staff, 'D1001', vsc)).body, 'PLATINUM 60/75000 0').dealerCost).toBe(1_362.93)
    const { status: saved, body } = await sellR1(staff, { status: 'Quote' })
    expect(saved).toBe(201)
    const rateId = await rateIdOfR1(staff)
    await expectClosed(() => staff.post('/contracts', { rateId, ...saleOfR1() }), message)
    await expectClosed(() => submit(before.id), message)
    await expectClosed(() => submit(body.id), message)
    await setStatus(holder, 'Active')
    expect((await submit(body.id)).status).toBe(200)
  })

  test('is not named to a dealer, who does not see what dealer cost is made of', async () => {
    const dealer = lists.service.api.as('sandbox-dealer-d1001')
    const rateId = await rateIdOfR1(dealer)
    await setStatus('DisbursementAccount ROAD', 'Inactive')
    const message = 'An account holder that is paid from dealer cost is not active. Ask the administrator.'
    await expectClosed(() => dealer.post('/contracts', { rateId, ...saleOfR1() }), message)
  })
})

describe('a contract that exists', () => {
  test('stays: it is edited, rated again and finalized', async () => {
    const { body } = await sellR1(staff)
    await setStatus('DisbursementAccount ROAD', 'Inactive')
    expect((await staff.patch(`/contracts/${body.id}`, { retailPrice: 2_500 })).status).toBe(200)
    const changed = { odometer: 9_000, applyChange: true }
    expect((await staff.post(`/contracts/${body.id}/rerateRequests`, changed)).status).toBe(200)
    expect((await finalize(staff, body.id)).status).toBe(200)
  })

  test('gets no line of someone closed whom it has not paid yet', async () => {
    const { body } = await sellR1(staff)
    const { body: account } = await admin.post('/disbursementaccounts', {
      ...{ number: 'TOW', name: 'Tow Partners', isInternal: false },
      address: { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' },
    })
    expect(account.id).toBeDefined()
    await lists.apply(
      edited('programs/VSC-STD/program.yaml', 'to: DisbursementAccount ROAD', 'to: DisbursementAccount TOW'),
    )
    await setStatus('DisbursementAccount TOW', 'Inactive')
    await expectClosed(
      () =>
        staff.post(`/contracts/${body.id}/rerateRequests`, {
          ...{ odometer: 9_000, applyChange: true },
        }),
      'DisbursementAccount TOW is Inactive; it must be Active. The line ROADSIDE would be paid to it.',
    )
    // A new price alone keeps the book of the sale, and its lines.
    expect((await staff.patch(`/contracts/${body.id}`, { retailPrice: 2_500 })).status).toBe(200)
  })
})
