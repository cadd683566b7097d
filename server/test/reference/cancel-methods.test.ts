import { describe, expect, test } from 'vitest'
import { productTypes } from '../../src/reference/product-types.ts'
import { inDatabase } from '../support/builders/database.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
const inspector = () => service.api.as('sandbox-inspector-ic100')
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code).join(' ')

const all =
  'FLAT PRORATA_DAYS PRORATA_DAYS_INCL PRORATA_MONTHS PRORATA_MILES PRORATA_LESSER PRORATA_GREATER RULE78 RULE78_BALANCE SHORTRATE SERVICES NONE'

describe('cancel methods', () => {
  test('are listed in both versions, for every signed-in caller', async () => {
    const v1 = await inspector().get('/cancelmethods')
    const v2 = await inspector().get('/v2/cancelmethods')
    expect(codes(v1.body)).toBe(all)
    expect(v1.headers.get('link')).toContain('</v2/cancelmethods>; rel="successor-version"')
    expect(v2.body).toEqual({ items: v1.body, pageNumber: 1, pageSize: 25, totalCount: 12, totalPages: 1 })
    for (const path of ['/cancelmethods', '/v2/cancelmethods', '/v2/cancelmethods/FLAT'])
      expectProblem(await service.api.anonymous.get(path), 'Unauthenticated')
  })

  test('have a formula and a refund percent', async () => {
    const { body } = await inspector().get('/cancelmethods')
    for (const method of body) {
      expect(method.refundPercent, method.code).toBe(method.code === 'SHORTRATE' ? 90 : 100)
      expect(method.monthRule, method.code).toBe('Ignore')
      expect(method.isActive, method.code).toBe(true)
    }
    const texts = body.flatMap(({ name, formula }: Record<string, string>) => [name, formula])
    expect(new Set(texts).size).toBe(24)
    expect((await inspector().get('/v2/cancelmethods/prorata_days')).body).toEqual({
      id: expect.any(Number),
      code: 'PRORATA_DAYS',
      name: 'Pro rata by days',
      formula: 'days left / days of the term',
      monthRule: 'Ignore',
      refundPercent: 100,
      isActive: true,
    })
  })

  test('are sorted, paged and exported like every list', async () => {
    const page = await inspector().get(
      '/v2/cancelmethods?sortBy=code&sortDirection=Desc&pageSize=2&pageNumber=2',
    )
    expect(codes(page.body.items)).toBe('RULE78_BALANCE RULE78')
    const csv = await inspector().get('/cancelmethods?state=TX&productTypeCode=VSC', {
      headers: { accept: 'text/csv' },
    })
    expect(csv.text.split('\r\n')[0]).toBe('id,code,name,formula,monthRule,refundPercent,isActive')
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  })

  test('are read by id, in v2 by code as well', async () => {
    const [first] = (await inspector().get('/cancelmethods')).body
    for (const path of [
      `/cancelmethods/${first.id}`,
      `/v2/cancelmethods/${first.id}`,
      '/v2/cancelmethods/Flat',
    ])
      expect((await inspector().get(path)).body, path).toEqual(first)
  })

  test.each(['/cancelmethods/999999', '/cancelmethods/FLAT', '/v2/cancelmethods/NOPE'])(
    '404 NotFound for %s',
    async (path) => {
      expectProblem(await inspector().get(path), 'NotFound')
    },
  )

  test('404 NotFound for the id or code of a row of another list', async () => {
    const [reason] = (await inspector().get('/cancelreasons')).body
    for (const path of [`/cancelmethods/${reason.id}`, `/v2/cancelmethods/${reason.code}`])
      expectProblem(await inspector().get(path), 'NotFound')
  })

  test('400 ValidationFailed for an unknown filter and for a wrong type', async () => {
    const answer = await inspector().get('/cancelmethods?requestedBy=Dealer&isActive=perhaps')
    expect(faultsIn(answer)).toEqual(expect.arrayContaining(['?requestedBy Unknown', '?isActive Type']))
  })
})

describe('cancel methods in use', () => {
  const everywhere = 'FLAT PRORATA_DAYS PRORATA_MONTHS PRORATA_LESSER SERVICES'

  test.each([
    ['code=rule78', 'RULE78'],
    ['name=78', 'RULE78 RULE78_BALANCE'],
    ['isActive=false', ''],
    ['isActive=true', all],
    // A pair has the free look, and the method of the one rule that fits it best.
    ['state=TX&productTypeCode=VSC', 'FLAT PRORATA_LESSER'],
    ['state=tx&productTypeCode=vsc', 'FLAT PRORATA_LESSER'],
    ['state=TX&productTypeCode=TW', 'FLAT PRORATA_DAYS'],
    ['state=TX&productTypeCode=GAP', 'FLAT PRORATA_MONTHS'],
    ['state=FL&productTypeCode=VSC', 'FLAT PRORATA_DAYS'],
    ['state=FL&productTypeCode=GAP', 'FLAT PRORATA_MONTHS'],
    ['state=OK&productTypeCode=VSC', 'FLAT PRORATA_DAYS'],
    ['state=CA&productTypeCode=VSC', 'FLAT PRORATA_LESSER'],
    ['state=CA&productTypeCode=GAP', 'FLAT PRORATA_DAYS_INCL'],
    ['state=CO&productTypeCode=GAP', 'FLAT PRORATA_MONTHS'],
    ['state=WI&productTypeCode=GAP', 'FLAT PRORATA_MONTHS RULE78'],
    ['state=FL&productTypeCode=PPM', 'FLAT SERVICES'],
    // A state without a rule of its own, and one that does not exist.
    ['state=AZ&productTypeCode=VSC', 'FLAT PRORATA_LESSER'],
    ['state=ZZ&productTypeCode=VSC', 'FLAT PRORATA_LESSER'],
    // One of the two: whatever the other may be.
    ['state=TX', everywhere],
    ['state=ZZ', everywhere],
    ['state=FL', 'FLAT PRORATA_DAYS PRORATA_MONTHS SERVICES'],
    ['state=CA', 'FLAT PRORATA_DAYS PRORATA_DAYS_INCL PRORATA_LESSER SERVICES'],
    ['productTypeCode=VSC', 'FLAT PRORATA_DAYS PRORATA_LESSER'],
    ['productTypeCode=GAP', 'FLAT PRORATA_DAYS_INCL PRORATA_MONTHS RULE78'],
    ['productTypeCode=PPM', 'FLAT SERVICES'],
    ['productTypeCode=APL', 'FLAT PRORATA_DAYS'],
    ['productTypeCode=NOPE', ''],
    ['state=TX&productTypeCode=VSC&code=FLAT', 'FLAT'],
    ['state=TX&productTypeCode=VSC&code=PRORATA_DAYS', ''],
  ])('%s', async (query, expected) => {
    const answer = await inspector().get(`/cancelmethods?${query}`)
    expect(codes(answer.body)).toBe(expected)
    expect(answer.headers.get('x-total-count')).toBe(
      String(expected.split(' ').filter((code) => code !== '').length),
    )
    expect((await inspector().get(`/v2/cancelmethods?${query}`)).body.items).toEqual(answer.body)
  })
})

describe('cancel rules', () => {
  /** Rules in a line each: where, free look, after it, fee in cents, claims, refund and penalty. Null is a dash. */
  const facts = async (codes: readonly string[]) => {
    const rows = await inDatabase<Record<string, unknown>>(
      service,
      `select code, state, array_to_string(product_type_codes, '+') as types, free_look_days, free_look_claims,
         free_look_fee_percent, method, floor_method, refund_percent, max_fee, max_fee_percent, deducts_claims,
         refund_days, penalty_percent, penalty_base, penalty_period
       from cancel_rule where code = any($1) order by id`,
      [codes],
    )
    return rows.map((row) => {
      const cells = Object.values(row).map((cell) => cell ?? '-')
      const parts = [cells.slice(0, 3), cells.slice(3, 6), cells.slice(6, 9), cells.slice(9, 11)]
      return [...parts, cells.slice(11, 12), cells.slice(12)].map((part) => part.join(' ')).join('|')
    })
  }
  const expected: Readonly<Record<string, string>> = {
    'TX-SC': 'TX VSC+TW+KEY+APL|30 Deduct -|- - 100|5000 -|true|45 10 Outstanding Month',
    'FL-MV': 'FL VSC|60 Deduct 5|PRORATA_DAYS - 90|0 -|true|45 - - -',
    'CA-SC': 'CA VSC+TW+KEY+APL|60 LoseFreeLook -|- - 100|2500 10|false|45 - - -',
    'CA-GAP': 'CA GAP|30 - -|PRORATA_DAYS_INCL - 100|0 -|false|45 - - -',
    'CO-GAP': 'CO GAP|30 - -|- - 100|2500 -|false|30 - - -',
    'SC-GAP': 'SC GAP|30 - -|- - 100|0 -|false|45 - - -',
    'WI-GAP': 'WI GAP|30 - -|- RULE78 100|0 -|false|45 - - -',
    'NV-SC': 'NV VSC+TW+KEY+APL|20 LoseFreeLook -|- - 100|2500 -|false|45 10 Price ThirtyDays',
    'NY-SC': 'NY VSC+TW+KEY+APL|30 Deduct -|- - 100|5000 -|true|30 10 Outstanding Month',
    'OK-SC': 'OK VSC|30 Deduct -|PRORATA_DAYS - 90|0 -|true|45 - - -',
    // Its days are those of the setting refundDays.
    DEFAULT: '- -|30 Deduct -|- - 100|5000 -|true|- - - -',
  }
  const lines = (rules: Readonly<Record<string, string>>) =>
    Object.entries(rules).map(([code, line]) => `${code} ${line}`)

  test('match the law of each state for a cancellation by the holder', async () => {
    expect(await facts(Object.keys(expected))).toEqual(lines(expected))
  })

  test('have a matching rule for the provider, without fee and with a full refund', async () => {
    const twins = Object.fromEntries(
      Object.entries(expected).map(([code, line]) => {
        const [where, freeLook = '', after = '', , claims, refund = ''] = line.split('|')
        const days = code === 'CA-SC' ? refund.replace('45', '30') : refund
        const noFee = freeLook.replace(/\S+$/, '-')
        return [`${code}-P`, [where, noFee, after.replace(/\d+$/, '100'), '0 -', claims, days].join('|')]
      }),
    )
    expect(await facts(Object.keys(twins))).toEqual(lines(twins))
    const sides = await inDatabase(
      service,
      'select side, count(*) as rules, bool_and((code like $1) = (side = $2)) as named from cancel_rule group by side order by side',
      ['%-P', 'Provider'],
    )
    expect(sides).toEqual([
      { side: 'Holder', rules: 11, named: true },
      { side: 'Provider', rules: 11, named: true },
    ])
  })

  test('have terms that only some states have', async () => {
    const those = async (columns: string, condition: string) =>
      inDatabase(service, `select code, ${columns} from cancel_rule where ${condition} order by id`)
    expect(
      await those(
        'reasons_limited_from_day as day, limited_reason_codes as codes',
        'reasons_limited_from_day is not null',
      ),
    ).toEqual([
      { code: 'FL-MV-P', day: 61, codes: ['FRAUD', 'NONPAY'] },
      { code: 'NV-SC-P', day: 70, codes: ['FRAUD', 'NONPAY'] },
    ])
    expect(await those('notice_days as days', 'notice_days is not null')).toEqual([
      { code: 'TX-SC-P', days: 5 },
      { code: 'CA-SC-P', days: 5 },
    ])
    const short = { days: 30, types: ['APL'], used: true }
    expect(
      await those(
        'short_free_look_days as days, short_free_look_product_type_codes as types, short_free_look_without_warranty as used',
        'short_free_look_days is not null',
      ),
    ).toEqual([
      { code: 'CA-SC', ...short },
      { code: 'CA-SC-P', ...short },
    ])
    expect(await those('side', 'refunds_at_payoff')).toMatchObject([{ code: 'CA-GAP' }, { code: 'CA-GAP-P' }])
    expect(await those('side', 'penalty_in_free_look_only')).toMatchObject([
      { code: 'NV-SC' },
      { code: 'NV-SC-P' },
    ])
    expect(await those('side', 'source is null')).toMatchObject(
      ['DEFAULT', 'DEFAULT-P'].map((code) => ({ code })),
    )
  })

  test('name only existing methods and product types', async () => {
    const named = await inDatabase<{ method: string }>(
      service,
      'select distinct unnest(array[method, floor_method]) as method from cancel_rule',
    )
    const methods = new Set(all.split(' '))
    for (const { method } of named) if (method) expect(methods).toContain(method)
    for (const { cancelMethod } of productTypes) expect(methods).toContain(cancelMethod)
    const types = await inDatabase<{ type: string }>(
      service,
      'select distinct unnest(product_type_codes || short_free_look_product_type_codes) as type from cancel_rule',
    )
    for (const { type } of types) expect(productTypes.map(({ code }) => code as string)).toContain(type)
  })
})
