import { beforeEach, describe, expect, test } from 'vitest'
import { type Disbursements, flat, openDisbursements } from '../support/builders/disbursements.ts'
import { quote, rateIn, ratesIn, truck } from '../support/builders/quotes.ts'
import type { Caller } from '../support/service/api.ts'

let lines: Disbursements
let admin: Caller
beforeEach(async () => {
  lines = await openDisbursements()
  admin = lines.service.api.as('sandbox-admin')
})

const vsc = { ...truck, productTypeCode: 'VSC', includeDisbursements: true }
const NAME = 'PLATINUM 60/75000 0'

async function agree(type: string, number: string, agreed: Record<string, unknown>) {
  const holder = await lines.holder(type, number)
  await lines.completed(
    lines.caller.post(`/Rates/Disbursements/AccountHolder/${holder}`, {
      programId: lines.programId,
      disbursementCode: 'AGENT',
      effectiveFrom: '2024-03-15',
      ...agreed,
    }),
  )
}

/** Dealer cost, the agent's line and how it was come by. */
async function agentOf(dealer = 'D1001', name = NAME) {
  const { body } = await quote(admin, dealer, vsc)
  for (const rate of ratesIn(body)) {
    const cents = rate.disbursements.map(({ amount }: { amount: number }) => Math.round(amount * 100))
    expect(cents.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(
      Math.round(rate.suggestedRetail * 100),
    )
  }
  const rate = rateIn(body, name)
  const line = rate.disbursements.find(({ code }: { code: string }) => code === 'AGENT')
  return [rate.dealerCost, line.amount, line.calculationType, line.percent]
}

describe('overrides apply to quotes', () => {
  test('an amount for the dealers of an agent', async () => {
    expect(await agentOf()).toEqual([1_362.93, 75, 'Flat', null])
    await agree('Agent', 'A100', { calculation: flat(90) })
    expect(await agentOf()).toEqual([1_377.93, 90, 'Flat', null])
    expect(await agentOf('D1002')).toEqual([1_377.93, 90, 'Flat', null])
    expect(await agentOf('D2001')).toEqual([1_362.93, 75, 'Flat', null])
  })

  test('a percent of the dealer cost that it is part of', async () => {
    await agree('Agent', 'A100', {
      calculation: { type: 'PercentOf', percent: 6, percentBase: 'DealerCost' },
    })
    expect(await agentOf()).toEqual([1_370.14, 82.21, 'PercentOf', 6])
  })

  test('a percent of other lines', async () => {
    await agree('Dealer', 'D1001', {
      calculation: { type: 'PercentOf', percent: 5, percentBase: ['RESERVE', 'ADMIN'] },
    })
    // 5 % of 1,186.70 is 59.335.
    expect(await agentOf()).toEqual([1_347.27, 59.34, 'PercentOf', 5])
  })

  test("the dealer's before its agent's before its group's; what names most first", async () => {
    await agree('DealerGroup', 'G100', { calculation: flat(10) })
    expect(await agentOf()).toEqual([1_297.93, 10, 'Flat', null])
    await agree('Agent', 'A100', { calculation: flat(20) })
    expect(await agentOf()).toEqual([1_307.93, 20, 'Flat', null])
    await agree('Dealer', 'D1001', { calculation: flat(30) })
    expect(await agentOf()).toEqual([1_317.93, 30, 'Flat', null])
    await agree('Dealer', 'D1001', { calculation: flat(40), planId: lines.planId })
    expect(await agentOf()).toEqual([1_327.93, 40, 'Flat', null])
    expect((await agentOf('D1001', 'GOLD 12/12000 100'))[1]).toBe(30)
  })

  test('applies from its start date and changes the ETag', async () => {
    const before = await quote(admin, 'D1001', vsc)
    await agree('Dealer', 'D1001', {
      calculation: flat(90),
      effectiveFrom: '2024-03-10',
      effectiveTo: '2024-03-14',
    })
    expect(await agentOf()).toEqual([1_362.93, 75, 'Flat', null])
    const earlier = await quote(admin, 'D1001', { ...vsc, saleDate: '2024-03-12' })
    expect(rateIn(earlier.body, NAME).dealerCost).toBe(1_377.93)
    await agree('Dealer', 'D1001', { calculation: flat(90) })
    const after = await quote(admin, 'D1001', vsc)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('earlier quotes keep their figures', async () => {
    const { body } = await quote(admin, 'D1001', vsc)
    await agree('Dealer', 'D1001', { calculation: flat(90) })
    const agreed = await quote(admin, 'D1001', vsc)
    await agree('Dealer', 'D1001', { calculation: flat(95), planId: lines.planId })
    for (const one of [body, agreed.body])
      expect((await admin.get(`/Rates/quotes/${one.quoteId}`)).body.result).toEqual(one)
  })

  test('a dealer sees the cost but nothing of the override', async () => {
    await agree('Agent', 'A100', { calculation: flat(91.37) })
    const { includeDisbursements: _, ...query } = vsc
    const { body, text } = await quote(lines.service.api.as('sandbox-dealer-d1001'), 'D1001', query)
    expect(rateIn(body, NAME).dealerCost).toBe(1_379.3)
    const token = rateIn(body, NAME).rateId.split('.').at(-1)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/9137|91\.37|A100/)
    expect(text).not.toMatch(/91\.37|AGENT/)
  })
})
