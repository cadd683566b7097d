import { describe, expect, test } from 'vitest'
import {
  calculated,
  contractC1,
  contractC3,
  dollars,
  factsOf,
  on,
  reasonOf,
  seededRules,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { addDays } from '../dates.ts'
import { AMOUNT_AT_MOST, type Cents, centsOf } from '../money.ts'
import { calculateCancel, cancelRuleFor } from './calculation.ts'
import type { CancelledContract, CancelTerms } from './facts.ts'
import { cancelGuards } from './guards.ts'
import type { CancelCalculation } from './results.ts'
import type { CancelRule } from './rules.ts'

// What the law of each state does to the same contract. Each is named with its source, as the rules themselves are.

const claimed = { paid: centsOf(412.35), authorized: centsOf(0) }
const none = { paid: centsOf(0), authorized: centsOf(0) }
const service = (stateOfSale: string, more: Partial<CancelledContract> = {}): CancelledContract => ({
  ...contractC1,
  ...{ stateOfSale, taxes: [], claims: claimed, ...more },
})
const gap = (stateOfSale: string): CancelledContract => ({ ...contractC3, stateOfSale })
const ofDay = (contract: CancelledContract, day: number, more: Partial<CancelTerms> = {}) =>
  on(addDays(contract.term.saleDate, day), { cancelOdometer: 12_000, ...more })
const byProvider: Partial<CancelTerms> = { requestedBy: 'Administrator', reason: reasonOf('ADMINCXL') }

const cancelled = (contract: CancelledContract, day: number, more?: Partial<CancelTerms>) =>
  calculated(factsOf(contract), ofDay(contract, day, more))
const figures = ({ grossRefund, claimsDeduction, cancelFee, netRefund }: CancelCalculation) =>
  [grossRefund, claimsDeduction, cancelFee, netRefund].map(dollars)

const refusalsOn = (contract: CancelledContract, day: number, more: Partial<CancelTerms>) => {
  const terms = ofDay(contract, day, more)
  const standing = {
    state: { status: 'Active', heldFrom: null } as const,
    ...{ hasGapClaim: false, openCancelRequestId: null, transferDate: null, lastPaidLossDate: null },
    odometerReadings: [],
  }
  const occasion = {
    isQuote: false,
    today: terms.cancelDate,
    ...{ quoteFutureDays: 30, cancelBackDays: 30, mayOverride: false },
  }
  return cancelGuards(factsOf(contract), terms, standing, occasion).map(({ code }) => code)
}

/** 1,826 days, no miles driven: the lesser factor is that of the days. */
const left = (day: number) => Math.round((299_500 * (1826 - day)) / 1826) / 100

describe('Texas service contracts (Occupations Code 1304.1581, 1304.159)', () => {
  test('within 30 days everything less claims, without fee', () => {
    expect(cancelled(service('TX'), 30)).toMatchObject({ ruleCode: 'TX-SC', isFreeLook: true })
    expect(figures(cancelled(service('TX'), 30))).toEqual([2995, 412.35, 0, 2582.65])
  })
  test('from the 31st day pro rata, less claims and at most 50.00; due in 45 days', () => {
    const { grossRefund, cancelFee, refundDueDate } = cancelled(service('TX'), 31)
    expect([dollars(grossRefund), dollars(cancelFee)]).toEqual([left(31), 50])
    expect(refundDueDate).toBe(addDays('2024-04-15', 45))
  })
  test('a tenth of what is owed for each month that a refund is late', () => {
    for (const more of [{}, byProvider])
      expect(cancelled(service('TX'), 100, more).penalty).toEqual({
        ...{ base: 'Outstanding', percent: 10, period: 'Month', inFreeLookOnly: false },
      })
  })
  test('the provider takes no fee, and owes notice five days ahead', () => {
    const calculation = cancelled(service('TX'), 100, byProvider)
    expect(calculation).toMatchObject({ ruleCode: 'TX-SC-P', side: 'Provider', cancelFee: 0 })
    expect(calculation.explanation.join(' ')).toContain('written notice 5 days before')
  })
  test('GAP in Texas is under the rule of all', () => {
    expect(cancelled(gap('TX'), 100).ruleCode).toBe('DEFAULT')
  })
})

describe('Florida motor vehicle service agreements (Statutes 634.121)', () => {
  test('within 60 days everything less claims, and a fee of at most 5% of the price', () => {
    expect(figures(cancelled(service('FL'), 60))).toEqual([2995, 412.35, 50, 2532.65])
    const dear = calculated(factsOf(service('FL'), { fee: centsOf(200) }), ofDay(service('FL'), 60))
    expect(dollars(dear.cancelFee)).toBe(149.75)
  })
  test('then nine tenths by days, less claims, without fee', () => {
    const { grossRefund, cancelFee, method, refundPercent } = cancelled(service('FL'), 61)
    expect(dollars(grossRefund)).toBe(Math.round((299_500 * 1765 * 9) / (1826 * 10)) / 100)
    expect([cancelFee, method, refundPercent]).toEqual([0, 'PRORATA_DAYS', 90])
  })
  test('the provider gives back all, and after day 60 cancels only for fraud or non-payment', () => {
    expect(cancelled(service('FL'), 100, byProvider)).toMatchObject({ refundPercent: 100, cancelFee: 0 })
    expect(refusalsOn(service('FL'), 60, byProvider)).toEqual([])
    expect(refusalsOn(service('FL'), 61, byProvider)).toEqual(['ReasonNotAllowed'])
    expect(refusalsOn(service('FL'), 61, { ...byProvider, reason: reasonOf('FRAUD') })).toEqual([])
    expect(refusalsOn(service('FL'), 61, { ...byProvider, reason: reasonOf('NONPAY') })).toEqual([])
    expect(refusalsOn(service('FL'), 61, {})).toEqual([])
  })
  test('is about vehicles only', () => {
    const tires = service('FL', { productTypeCode: 'TW', programMethod: 'PRORATA_DAYS' })
    expect(cancelled(tires, 100).ruleCode).toBe('DEFAULT')
  })
})

describe('California service contracts (Civil Code 1794.41, Insurance Code 12825)', () => {
  const unclaimed = service('CA', { claims: none })
  test('within 60 days everything, without fee', () => {
    expect(figures(cancelled(unclaimed, 60))).toEqual([2995, 0, 0, 2995])
    expect(cancelled(unclaimed, 61).isFreeLook).toBe(false)
  })
  test('within 30 for appliances, and for used vehicles without the maker’s warranty', () => {
    const appliance = { ...unclaimed, productTypeCode: 'APL', programMethod: 'PRORATA_DAYS' as const }
    for (const short of [appliance, { ...unclaimed, isUsedWithoutWarranty: true }]) {
      expect(cancelled(short, 30).isFreeLook).toBe(true)
      expect(cancelled(short, 31).isFreeLook).toBe(false)
    }
  })
  test('a paid claim loses the free look: pro rata, still without fee, and claims are not deducted', () => {
    const calculation = cancelled(service('CA'), 20)
    expect(calculation).toMatchObject({ isFreeLook: false, method: 'PRORATA_LESSER', claimsPaid: 41_235 })
    expect(figures(calculation)).toEqual([left(20), 0, 0, left(20)])
    expect(calculation.explanation[0]).toContain('was lost to claims of 412.35')
  })
  test('claims that together are above the largest amount are still in words', () => {
    const paid = (centsOf(AMOUNT_AT_MOST) + centsOf(AMOUNT_AT_MOST)) as Cents
    const { explanation } = cancelled(service('CA', { claims: { paid, authorized: centsOf(0) } }), 20)
    expect(explanation[0]).toContain('was lost to claims of 70,368,744,177,664.00')
  })
  test.each([
    ['of 25.00', 2995, 25],
    ['of a tenth of a small price', 180, 18],
  ])('then a fee %s, the lesser of the two', (_, price, fee) => {
    const [line] = unclaimed.lines
    const lines = line ? [{ ...line, amount: centsOf(price) }] : []
    const small = { ...unclaimed, retail: centsOf(price), lines }
    expect(dollars(cancelled(small, 100).cancelFee)).toBe(fee)
  })
  test('the provider pays within 30 days, and owes notice five days ahead', () => {
    const calculation = cancelled(unclaimed, 100, byProvider)
    expect(calculation.refundDueDate).toBe(addDays('2024-03-15', 130))
    expect(calculation.explanation.join(' ')).toContain('written notice 5 days before')
    expect(cancelled(unclaimed, 100).refundDueDate).toBe(addDays('2024-03-15', 145))
  })
})

describe('GAP', () => {
  test('California (Civil Code 2982.12): by days, the last one refunded, without fee', () => {
    const calculation = calculated(factsOf(gap('CA')), on('2025-09-25'))
    expect(calculation).toMatchObject({ ruleCode: 'CA-GAP', method: 'PRORATA_DAYS_INCL', cancelFee: 0 })
    expect(dollars(calculation.netRefund)).toBe(644.71)
  })
  test('only California refunds at payoff without being asked (Civil Code 2982.12)', () => {
    const terms = on('2025-09-25', { reason: reasonOf('PAYOFF'), requestedBy: 'Administrator' })
    const atPayoff = ['CA', 'CO', 'SC', 'WI', 'TX'].filter(
      (state) => cancelRuleFor(factsOf(gap(state)), terms).refundsAtPayoff,
    )
    expect(atPayoff).toEqual(['CA'])
  })
  test('Colorado (HB23-1181): a fee of at most 25.00, due in 30 days', () => {
    const calculation = calculated(factsOf(gap('CO')), on('2025-09-25'))
    expect(figures(calculation)).toEqual([646.39, 0, 25, 621.39])
    expect(calculation.refundDueDate).toBe('2025-10-25')
  })
  test('South Carolina (Code 37-30-150): without fee', () => {
    expect(figures(calculated(factsOf(gap('SC')), on('2025-09-25')))).toEqual([646.39, 0, 0, 646.39])
  })
  test('Wisconsin: without fee, and never less than the rule of 78', () => {
    const plain = calculated(factsOf(gap('WI')), on('2025-09-25'))
    expect(figures(plain)).toEqual([646.39, 0, 0, 646.39])
    const mean = calculated(factsOf({ ...gap('WI'), programMethod: 'NONE' }), on('2025-09-25'))
    expect(dollars(mean.grossRefund)).toBe(469.3)
    expect(mean).toMatchObject({ method: 'NONE', unearnedFactor: 0.524353 })
    expect(mean.explanation[1]).toContain('at least RULE78 = 0.524353')
  })
  test.each(['CA', 'CO', 'SC', 'WI'])('%s: a free look of 30 days', (state) => {
    expect(cancelled(gap(state), 30).isFreeLook).toBe(true)
    expect(cancelled(gap(state), 31).isFreeLook).toBe(false)
  })
})

describe('Nevada service contracts (NRS 690C.250)', () => {
  test('within 20 days everything; a paid claim loses it', () => {
    expect(figures(cancelled(service('NV', { claims: none }), 20))).toEqual([2995, 0, 0, 2995])
    expect(figures(cancelled(service('NV'), 20))).toEqual([left(20), 0, 0, left(20)])
  })
  test('then a fee of at most 25.00; claims are never deducted', () => {
    const { claimsDeduction, cancelFee } = cancelled(service('NV'), 21)
    expect([claimsDeduction, dollars(cancelFee)]).toEqual([0, 25])
  })
  test('from day 70 the provider cancels only for fraud or non-payment', () => {
    expect(refusalsOn(service('NV'), 69, byProvider)).toEqual([])
    expect(refusalsOn(service('NV'), 70, byProvider)).toEqual(['ReasonNotAllowed'])
    expect(refusalsOn(service('NV'), 70, { ...byProvider, reason: reasonOf('FRAUD') })).toEqual([])
    expect(refusalsOn(service('NV'), 70, { ...byProvider, reason: reasonOf('NONPAY') })).toEqual([])
    expect(refusalsOn(service('NV'), 70, {})).toEqual([])
  })
  test('a tenth of the price for each 30 days that a return is late', () => {
    expect(cancelled(service('NV', { claims: none }), 20).penalty).toEqual({
      ...{ base: 'Price', percent: 10, period: 'ThirtyDays', inFreeLookOnly: true },
    })
  })
})

test('New York service contracts (Insurance Law 7903(e)): fee at most 50.00, due in 30 days, a tenth a month when late', () => {
  const calculation = cancelled(service('NY'), 100)
  expect(figures(calculation)).toEqual([left(100), 412.35, 50, Math.round((left(100) - 462.35) * 100) / 100])
  expect(calculation.refundDueDate).toBe(addDays('2024-03-15', 130))
  expect(calculation.penalty).toMatchObject({ base: 'Outstanding', percent: 10, period: 'Month' })
})

test('Oklahoma vehicle service contracts (title 15, section 141.13): nine tenths by days, less claims, without fee', () => {
  const calculation = cancelled(service('OK'), 100)
  expect(calculation).toMatchObject({
    ruleCode: 'OK-SC',
    method: 'PRORATA_DAYS',
    refundPercent: 90,
    cancelFee: 0,
  })
  expect(dollars(calculation.grossRefund)).toBe(Math.round((299_500 * 1726 * 9) / (1826 * 10)) / 100)
  expect(cancelled(service('OK'), 100, byProvider).refundPercent).toBe(100)
})

test('elsewhere: 30 days, the program’s method, claims deducted, a fee of at most 50.00, due in 45 days', () => {
  expect(figures(cancelled(service('MT'), 30))).toEqual([2995, 412.35, 0, 2582.65])
  const calculation = cancelled(service('MT'), 31)
  expect(calculation).toMatchObject({ ruleCode: 'DEFAULT', method: 'PRORATA_LESSER', cancelFee: 5000 })
  expect(cancelled(service('MT'), 31, byProvider)).toMatchObject({ ruleCode: 'DEFAULT-P', cancelFee: 0 })
})

describe('the last day of the free look of a sale on 2024-03-15', () => {
  test.each([
    ['TX', '2024-04-14'],
    ['CA', '2024-05-14'],
    ['FL', '2024-05-14'],
  ])('%s %s', (state, date) => {
    expect(cancelled(service(state), 0).freeLookEndDate).toBe(date)
  })
})

/** Every rule with its source, what it is about, the days of its free look, and those that each side has to pay. */
const sources: readonly [code: string, source: string | null, CancelledContract, number, number, number][] = [
  ['TX-SC', 'Texas Occupations Code 1304.1581, 1304.159', service('TX'), 30, 45, 45],
  ['FL-MV', 'Florida Statutes 634.121', service('FL'), 60, 45, 45],
  ['CA-SC', 'California Civil Code 1794.41; California Insurance Code 12825', service('CA'), 60, 45, 30],
  ['CA-GAP', 'California Civil Code 2982.12', gap('CA'), 30, 45, 45],
  ['CO-GAP', 'Colorado HB23-1181', gap('CO'), 30, 30, 30],
  ['SC-GAP', 'South Carolina Code 37-30-150', gap('SC'), 30, 45, 45],
  ['WI-GAP', 'Wisconsin Statutes 218.0148', gap('WI'), 30, 45, 45],
  ['NV-SC', 'Nevada Revised Statutes 690C.250', service('NV'), 20, 45, 45],
  ['NY-SC', 'New York Insurance Law 7903(e)', service('NY'), 30, 30, 30],
  ['OK-SC', 'Oklahoma Statutes title 15, section 141.13', service('OK'), 30, 45, 45],
  ['DEFAULT', null, service('MT'), 30, 45, 45],
]

describe('every rule and its twin for the provider', () => {
  test('is in the table below', () => {
    const holders = seededRules.filter(({ side }) => side === 'Holder')
    expect(sources.map(([code, source]) => [code, source])).toEqual(
      holders.map(({ ruleCode, source }) => [ruleCode, source]),
    )
  })

  test.each(sources)('%s (%s)', (code, source, sold, freeLookDays, refundDays, providerDays) => {
    const contract = { ...sold, claims: none }
    const holder = cancelRuleFor(factsOf(contract), ofDay(contract, 0))
    const provider = cancelRuleFor(factsOf(contract), ofDay(contract, 0, byProvider))
    // The general rule has no deadline of its own: the setting counts.
    const own = (days: number) => (code === 'DEFAULT' ? null : days)
    expect(holder).toMatchObject({ ruleCode: code, source, freeLookDays, refundDays: own(refundDays) })
    expect(provider).toEqual({
      ...holder,
      ...{ id: holder.id + 1, ruleCode: `${code}-P`, side: 'Provider' },
      ...{ freeLookFeePercent: null, refundPercent: 100, maxFee: 0, maxFeePercent: null },
      ...{ refundDays: own(providerDays) },
      ...{ noticeDays: provider.noticeDays, limitedReasons: provider.limitedReasons },
    })
    for (const [more, due] of [
      [{}, refundDays],
      [byProvider, providerDays],
    ] as const) {
      expect(cancelled(contract, freeLookDays, more)).toMatchObject({ isFreeLook: true, method: 'FLAT' })
      const later = cancelled(contract, freeLookDays + 1, more)
      expect(later.isFreeLook).toBe(false)
      expect(later.refundDueDate).toBe(addDays(contract.term.saleDate, freeLookDays + 1 + due))
    }
    expect(cancelled(contract, freeLookDays, byProvider).cancelFee).toBe(0)
    expect(cancelled(contract, freeLookDays + 1, byProvider).cancelFee).toBe(0)
  })

  test('the general rule follows the setting, a law does not', () => {
    const dueWith = (contract: CancelledContract) => {
      const facts = factsOf({ ...contract, claims: none }, { refundDays: 20 })
      const result = calculateCancel(facts, ofDay(contract, 40))
      if ('refused' in result) throw new Error(JSON.stringify(result.refused))
      return [result.refundDueDate, result.steps.find(({ code }) => code === 'refundDueDate')?.clause]
    }
    const notice = (days: number) => addDays(service('MT').term.saleDate, 40 + days)
    expect(dueWith(service('MT'))).toEqual([notice(20), '20 days by the setting refundDays'])
    expect(dueWith(service('TX'))).toEqual([notice(45), '45 days'])
  })

  test('only Texas and California ask for notice, only Florida and Nevada for reasons, three for a penalty', () => {
    const codes = (has: (rule: CancelRule) => unknown) =>
      seededRules.filter(has).map(({ ruleCode }) => ruleCode)
    expect(codes(({ noticeDays }) => noticeDays)).toEqual(['TX-SC-P', 'CA-SC-P'])
    expect(codes(({ limitedReasons }) => limitedReasons)).toEqual(['FL-MV-P', 'NV-SC-P'])
    expect(codes(({ penalty }) => penalty)).toEqual([
      ...['TX-SC', 'TX-SC-P', 'NV-SC', 'NV-SC-P', 'NY-SC', 'NY-SC-P'],
    ])
    expect(codes(({ shortFreeLook }) => shortFreeLook)).toEqual(['CA-SC', 'CA-SC-P'])
    expect(codes(({ floorMethod }) => floorMethod)).toEqual(['WI-GAP', 'WI-GAP-P'])
  })
})
