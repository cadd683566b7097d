import { describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { permissions } from '../../src/domain/permissions.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf, sandboxToday } from '../support/service/sandbox.ts'

// What people see of the rules: the list, the map of the states, and a quote under a rule of the library.

const service = await testService()
const desk = service.api.as('sandbox-cancels')
const dealer = service.api.as('sandbox-dealer-d1001')

const admin = service.api.as('sandbox-admin')
const LIBRARY = '/cancelrules/library'

describe('POST /cancelrules/library', () => {
  const count = async () => (await admin.get('/cancelrules?layer=Library')).body.totalCount

  test('shows what would change as a dry run, changes it once, and leaves own rules as they are', async () => {
    const own = async () => (await admin.get('/cancelrules?layer=Own&pageSize=200')).body.items
    const before = await own()
    expect(await count()).toBe(0)
    const shown = await admin.post(`${LIBRARY}?dryRun=true`, {})
    expect(shown.body.changes).toContainEqual({
      ...{ kind: 'New', ruleCode: 'LAW-WA-VSC' },
      text: expect.stringContaining('free look 30 days'),
    })
    expect(await count()).toBe(0)
    const { status, body } = await admin.post(LIBRARY, {})
    expect([status, body.changes]).toEqual([200, shown.body.changes])
    expect(await count()).toBe(body.changes.length)
    expect((await admin.post(LIBRARY, {})).body).toEqual({ changes: [] })
    expect(await own()).toEqual(before)
  })

  test('is for staff that may change settings', async () => {
    expect(await desk.post(LIBRARY, {})).toMatchObject({
      ...{ status: 403, body: { code: 'Forbidden', permission: 'settings:write' } },
    })
    const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
    const { body } = await admin.post('/apikeys', { name: 'limited', permissions, scopes })
    expect(await service.api.with(body.key).post(LIBRARY, {})).toMatchObject({ status: 403 })
  })

  test('a body with a member is refused', async () => {
    expect(await admin.post(LIBRARY, { state: 'WA' })).toMatchObject({
      ...{ status: 400, body: { code: 'ValidationFailed' } },
    })
  })
})

describe('GET /cancelrules', () => {
  const codes = async (query: string) => {
    const { status, body } = await desk.get(`/cancelrules?pageSize=200&${query}`)
    expect(status).toBe(200)
    return body.items.map(({ ruleCode }: { ruleCode: string }) => ruleCode)
  }

  test('filters by state, product type, verification and layer', async () => {
    expect(await codes('state=WI&productTypeCode=GAP')).toEqual([
      ...['WI-GAP', 'WI-GAP-P', 'LAW-WI-GAP', 'LAW-WI-GAP-P'],
    ])
    expect(await codes('state=WI&productTypeCode=GAP&layer=Own')).toEqual(['WI-GAP', 'WI-GAP-P'])
    expect(await codes('state=WI&verification=PartlyRead')).toEqual([
      ...['LAW-WI-GAP', 'LAW-WI-GAP-P', 'LAW-WI-VSC', 'LAW-WI-VSC-P'],
    ])
    expect(await codes('verification=Read')).toHaveLength(100)
  })

  test('tells the source, how sure the rule is, and its terms in words', async () => {
    const { body } = await desk.get('/cancelrules?ruleCode=LAW-WA-VSC')
    expect(body.items).toMatchObject([
      {
        ...{ layer: 'Library', source: 'RCW 48.110.075', verification: 'Read', side: 'Holder' },
        unverified: ['limitedReasons'],
        terms: expect.arrayContaining([
          { name: 'free look', value: '30 days' },
          { name: 'fees in the free look', value: 'from day 10 25.00' },
          { name: 'late penalty', value: '10% of the refund once' },
        ]),
      },
    ])
    expect(body.items[0].terms).not.toContainEqual(
      expect.objectContaining({ name: 'maximum fee in the free look' }),
    )
  })

  test('is for the desk', async () => {
    expect(await dealer.get('/cancelrules')).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
    expect(await dealer.get('/cancelrules/coverage')).toMatchObject({ status: 403 })
  })
})

describe('GET /cancelrules/coverage', () => {
  const states = async (query: string) => (await desk.get(`/cancelrules/coverage?${query}`)).body.states

  test('is the map of the states', async () => {
    expect(await states('')).toHaveLength(102)
    expect(await states('certainty=Unverified')).toHaveLength(14)
    expect(await states('state=LA&productTypeCode=VSC')).toMatchObject([
      { ruleCode: 'DEFAULT', certainty: 'Unverified', source: null, overrules: null },
    ])
    expect(await states('state=WI&productTypeCode=GAP')).toMatchObject([
      {
        ...{ ruleCode: 'WI-GAP', certainty: 'Own', layer: 'Own' },
        overrules: {
          ruleCode: 'LAW-WI-GAP',
          differences: expect.arrayContaining([
            { field: 'finance charges', library: 'InFreeLook', own: 'not credited' },
          ]),
        },
      },
    ])
  })
})

test('a quote names the rule and its source; the desk alone is told how sure it is', async () => {
  const { db } = await sandboxOf(service)
  const [sold] = await run<{ id: number; dealer: number; code: string; source: string }>(
    db,
    `select c.id, c.dealer_id as dealer, r.code, r.source from contract c
     join cancel_rule r on r.state = c.state_of_sale and c.product_type_code = any(r.product_type_codes)
       and r.layer = 'Library' and r.side = 'Holder' and cardinality(r.unverified) > 0
     where c.status = 'Active' and c.expiration_date > '2027-12-31' and c.sale_date > '2022-01-01'
       and not exists (select from cancel_rule o where o.state = r.state and o.layer = 'Own'
         and c.product_type_code = any(o.product_type_codes))
       and not exists (select from claim k where k.contract_id = c.id) order by c.id limit 1`,
    [],
  )
  const admin = service.api.as('sandbox-admin')
  const today = await sandboxToday(admin)
  const body = { cancelDate: today, cancelReasonCode: 'CUSTREQ', isQuoteOnly: true, cancelOdometer: 190_000 }
  const quoted = await desk.post(`/contracts/${sold?.id}/cancelrequests`, body)
  expect(quoted).toMatchObject({ status: 201 })
  const { calculation } = quoted.body
  expect(calculation).toMatchObject({ ruleCode: sold?.code, ruleSource: sold?.source })
  const told = calculation.steps.find(({ code }: { code: string }) => code === 'verification')
  expect(told.words).toContain('Not verified, by the general rule: ')
  expect(calculation.explanation.join(' ')).not.toMatch(/verified/)
  const { body: client } = await admin.post('/oauthclients', {
    ...{ name: 'limited', roles: ['Admin'], scopes: [{ type: 'Dealer', id: sold?.dealer }] },
  })
  const limited = service.api.as(client.clientId, client.clientSecret)
  const seen = await limited.get(`/cancelrequests/${quoted.body.id}`)
  expect(seen.body.calculation.ruleSource).toBe(sold?.source)
  expect(JSON.stringify(seen.body)).not.toMatch(/verif/i)
})
