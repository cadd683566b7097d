import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Caller as HttpCaller } from '../../src/http/caller.ts'
import { sandboxBookFolder } from '../../src/rates/book/folder.ts'
import { inDatabase } from '../support/builders/database.ts'
import { quote, rateIn, truck } from '../support/builders/quotes.ts'
import { DAY, rateLists } from '../support/builders/rate-lists.ts'
import { startService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { runCommand } from '../support/service/run-command.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const lists = await rateLists()
const admin = lists.admin

const vsc = { ...truck, productTypeCode: 'VSC' }

describe('a stored quote', () => {
  test('can be read immediately and is identical to the original', async () => {
    const query = { ...vsc, msrp: 41_250.5, includeDisbursements: true, includeReasons: true }
    const { body } = await quote(admin, 'D1001', query)
    const stored = await admin.get(`/Rates/quotes/${body.quoteId}`)
    expect(stored.status).toBe(200)
    const { result, ...about } = stored.body
    expect(result).toEqual(body)
    expect(about).toEqual({
      quoteId: body.quoteId,
      quotedAt: body.quotedAt,
      validUntil: body.validUntil,
      dealer: body.dealer,
      request: { ...query, productTypeCode: ['VSC'] },
      bookVersion: 1,
      outcome: 'Rates',
    })
  })

  test('without plans has its reasons', async () => {
    const refused = await quote(admin, 'D1001', { ...vsc, make: 'Kia' })
    const { body } = await admin.get(`/Rates/quotes/${refused.body.quoteId}`)
    expect(body).toMatchObject({ outcome: 'NoPlansFound', result: { products: [] } })
    expect(body.result.reasons).toEqual(refused.body.reasons)
  })

  test('shows each caller only what it may see', async () => {
    const { body } = await quote(admin, 'D1001', { ...vsc, includeDisbursements: true })
    const path = `/Rates/quotes/${body.quoteId}`
    const dealer = await lists.service.api.as('sandbox-dealer-d1001').get(path)
    expect(dealer.status).toBe(200)
    expect(dealer.text).not.toMatch(/RESERVE|feeds|"disbursements"/)
    expect(rateIn(dealer.body.result, 'GOLD 12/12000 100').rateId).toBe(
      rateIn(body, 'GOLD 12/12000 100').rateId,
    )
    expectProblem(await lists.service.api.as('sandbox-dealer-d2001').get(path), 'NotFound')
    expectProblem(await (await lists.limitedTo([], ['rates:read'])).get(path), 'Forbidden')
  })

  test.each(['q_', 'q_AAAAAAAAAAAAAAAAAAAAAAAA', 'r_1', '17'])('%s is not found', async (id) => {
    expectProblem(await admin.get(`/Rates/quotes/${id}`), 'NotFound')
  })

  test('is available on another instance, and after this one has stopped', async () => {
    const { location } = lists.service
    const other = await startService({ location })
    const { body } = await quote(other.api.as('sandbox-admin'), 'D1001', vsc)
    expect((await admin.get(`/Rates/quotes/${body.quoteId}`)).status).toBe(200)
    const last = await quote(other.api.as('sandbox-admin'), 'D1001', vsc)
    await other.app.server.close()
    expect((await admin.get(`/Rates/quotes/${last.body.quoteId}`)).status).toBe(200)
  })

  test('keeps its figures when settings, the dealer and the clock have changed', async () => {
    const { body } = await quote(admin, 'D1001', { ...vsc, odometer: 900 })
    await inDatabase(
      lists.service,
      `update account_holder set state = 'FL', county = null where number = 'D1001'`,
    )
    await admin.put('/sandbox/clock', { now: '2026-01-01T00:00:00Z' })
    expect((await admin.get(`/Rates/quotes/${body.quoteId}`)).body.result).toEqual(body)
    await inDatabase(
      lists.service,
      `update account_holder set state = 'TX', county = 'Travis' where number = 'D1001'`,
    )
    await admin.put('/sandbox/clock', { now: DAY })
  })

  test('is not shown if recomputing gives other figures', async () => {
    const { body } = await quote(admin, 'D1001', vsc)
    await admin.get(`/Rates/quotes/${body.quoteId}`)
    await inDatabase(lists.service, `update rate_quote set figures_hash = 'x' where id = $1`, [body.quoteId])
    expectProblem(await admin.get(`/Rates/quotes/${body.quoteId}`), 'QuoteNotReproduced')
  })

  test.each([
    ['breaks a foreign key', 'q_key', { inputs: { bookVersion: 999_999 } }],
    ['has a date beyond the year 9999', 'q_far', { inputs: {}, validUntil: '+029403-01-01T00:00:00.000Z' }],
  ])('that %s is dropped, and does not keep others waiting', async (_, badId, { inputs: wrong, ...bad }) => {
    const { quotes } = lists.service.app.services
    const { body } = await quote(admin, 'D1001', vsc)
    await admin.get(`/Rates/quotes/${body.quoteId}`)
    const { tenant, db } = await sandboxOf(lists.service)
    const caller = { tenant, db, scopes: [], key: 'Client:1' } as unknown as HttpCaller
    const record = await quotes.find(caller, body.quoteId, false)
    if (!record) throw new Error('It is not there.')
    const good = { ...record, quoteId: `${badId}_good` }
    quotes.add(caller, good)
    quotes.add(caller, { ...record, quoteId: badId, ...bad, inputs: { ...record.inputs, ...wrong } })
    await quotes.flush()
    expect(await quotes.find(caller, good.quoteId, false)).toEqual(good)
    expect(await quotes.find(caller, badId, false)).toBeUndefined()
  })

  test('is deleted by a reset', async () => {
    const { body } = await quote(admin, 'D1001', vsc)
    expect((await admin.post('/sandbox/reset')).status).toBe(204)
    expectProblem(await admin.get(`/Rates/quotes/${body.quoteId}`), 'NotFound')
    await admin.put('/sandbox/clock', { now: DAY })
  })
})

describe('a change of one number in the book', () => {
  test('changes the right rates on every instance within two seconds; old quotes stay', async () => {
    const { service } = lists
    const other = await startService({ location: service.location })
    other.clock.set(new Date(DAY))
    const before = await quote(admin, 'D1001', vsc)
    await quote(other.api.as('sandbox-admin'), 'D1001', vsc)

    const folder = mkdtempSync(join(tmpdir(), 'bulwark-book-'))
    try {
      cpSync(sandboxBookFolder, folder, { recursive: true })
      const file = join(folder, 'programs/VSC-STD/rates.csv')
      const lines = readFileSync(file, 'utf8').split('\n')
      const at = lines.findIndex((line) => /PLATINUM,60\/75000,/.test(line))
      expect(lines[at]).toContain('780.00')
      lines[at] = (lines[at] ?? '').replace('780.00', '800.00')
      writeFileSync(file, lines.join('\n'))
      const command = ['ratebook', 'apply', '--tenant', 'ADM1', '--folder', folder]
      expect(await runCommand(service, folder, command)).toMatchObject({ code: 0 })
    } finally {
      rmSync(folder, { recursive: true })
    }

    const begun = performance.now()
    for (const { api } of [service, other]) {
      for (;;) {
        const { body } = await quote(api.as('sandbox-admin'), 'D1001', vsc)
        if (body.products[0].programs[0].rateBookVersion === 2) break
        if (performance.now() - begun > 2_000) throw new Error('After two seconds the old book still counts.')
      }
      const { body } = await quote(api.as('sandbox-admin'), 'D1001', vsc)
      const figures = (answer: typeof body) =>
        Object.fromEntries(
          answer.products[0].programs[0].plans.flatMap((plan: typeof body) =>
            plan.rates.map((rate: typeof body) => [
              `${rate.planCode} ${rate.term.code} ${rate.deductible.code}`,
              rate.dealerCost,
            ]),
          ),
        )
      const [was, is] = [figures(before.body), figures(body)]
      const changed = Object.keys(was).filter((name) => was[name] !== is[name])
      expect(changed).toEqual(['0', '50', '100', '100D', '200'].map((code) => `PLATINUM 60/75000 ${code}`))
      // 800 × 1.1 × 1.15 = 1,012.00; + 75; 2 % is 21.74; + 280.
      expect(is['PLATINUM 60/75000 0']).toBe(1_388.74)
    }
    const stored = await admin.get(`/Rates/quotes/${before.body.quoteId}`)
    expect(stored.body).toMatchObject({ bookVersion: 1 })
    expect(stored.body.result).toEqual(before.body)
    await other.app.server.close()
  })
})
