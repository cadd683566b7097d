import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from '../../domain/dates.ts'
import { checkVin } from '../../domain/vin/vin.ts'
import { monthsInTerm } from '../contracts/choices.ts'
import type { SeedSale } from '../contracts/steps.ts'
import { planLiving } from './plan.ts'

const NOW = new Date('2026-11-16T17:00:00Z')

const salesOf = ({ steps }: ReturnType<typeof planLiving>): SeedSale[] =>
  steps.flatMap(({ step }) => (step.do === 'sell' ? [step.sale] : []))

const shareOf = <One>(all: readonly One[], isOne: (one: One) => boolean) =>
  all.filter(isOne).length / all.length

// A leap day, the turn of a year, a day on which summer time begins, a day far ahead.
const moments = [
  ...[NOW, new Date('2028-02-29T23:00:00Z'), new Date('2027-01-01T06:00:01Z')],
  ...[new Date('2027-03-14T12:00:00Z'), new Date('2033-07-04T04:30:00Z')],
]

describe('the last twelve months', () => {
  test.each(moments)('are up to the moment of the first start: %o', (now) => {
    const plan = planLiving(now)
    for (const { step, at } of plan.steps) {
      expect(at <= now).toBe(true)
      expect(step.on > addDays(plan.today, -365) && step.on <= plan.today).toBe(true)
    }
    const times = plan.steps.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    const sales = salesOf(plan)
    expect(sales.some(({ deal }) => deal.soldOn > addDays(plan.today, -4))).toBe(true)
    expect(sales.some(({ deal }) => deal.soldOn < addDays(plan.today, -355))).toBe(true)
    for (const { deal, choice } of sales) {
      expect(addMonths(deal.soldOn, monthsInTerm(choice.term)) >= plan.today).toBe(true)
      if (deal.vehicle) expect(checkVin(deal.vehicle.vin)).toEqual({ vin: deal.vehicle.vin })
    }
    for (const day of plan.remitDays) expect(day < plan.today).toBe(true)
    expect(plan.statementMonths).toHaveLength(3)
  })

  test('are the same for the same moment, and have the same deals on another day', () => {
    expect(planLiving(NOW)).toEqual(planLiving(NOW))
    const [one, other] = [planLiving(NOW), planLiving(new Date('2027-02-03T18:00:00Z'))].map(salesOf)
    expect(one).toHaveLength(other?.length ?? 0)
    const serials = (sales: readonly SeedSale[] = []) => sales.map(({ deal }) => deal.serial)
    expect(serials(one)).toEqual(serials(other))
  })

  test('have a third at the dealers of the known group, and loans of the known lien holder', () => {
    const sales = salesOf(planLiving(NOW))
    expect(sales.length).toBeGreaterThan(200)
    expect(shareOf(sales, ({ deal }) => deal.dealerNumber >= 'D6041')).toBeGreaterThan(0.25)
    expect(shareOf(sales, ({ deal }) => deal.lienHolderNumber === 'L100')).toBeGreaterThan(0.15)
    expect(shareOf(sales, ({ deal }) => deal.vehicle?.condition === 'New')).toBeGreaterThan(0.1)
    expect(new Set(sales.map(({ choice }) => choice.product)).size).toBe(6)
    expect(new Set(sales.map(({ deal }) => deal.dealerNumber)).size).toBeGreaterThan(12)
  })
})
