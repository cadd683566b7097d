import { describe, expect, test } from 'vitest'
import {
  calculated,
  contractC1,
  contractC2,
  contractC3,
  contractC4,
  dollars,
  factsOf,
  on,
  people,
  reasonOf,
  seededRules,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { centsOf } from '../money.ts'
import { calculateCancel } from './calculation.ts'
import type { CancelFacts, CancelledContract, CancelTerms } from './facts.ts'
import type { CancelCalculation } from './results.ts'

const figures = (
  contract: CancelledContract,
  terms: CancelTerms,
  settings?: Partial<CancelFacts['settings']>,
) => {
  const { grossRefund, claimsDeduction, cancelFee, netRefund, salesTaxRefund } = calculated(
    factsOf(contract, settings),
    terms,
  )
  return [grossRefund, claimsDeduction, cancelFee, netRefund, salesTaxRefund].map(dollars)
}
const lines = ({ lines: all }: CancelCalculation) =>
  Object.fromEntries(all.map(({ code, refund }) => [code, dollars(refund)]))

describe('C1, cancelled by the customer in Texas', () => {
  const calculation = calculated(factsOf(contractC1), termsC1)

  test('has the expected figures', () => {
    expect(calculation).toMatchObject({
      ...{ ruleId: 1, ruleCode: 'TX-SC', state: 'TX', side: 'Holder', method: 'PRORATA_LESSER' },
      ...{ isFreeLook: false, freeLookEndDate: '2024-04-14', daysElapsed: 544, totalDays: 1826 },
      ...{ monthsElapsed: 17, milesUsed: 29_250, timeFactor: 0.702081, milesFactor: 0.61 },
      ...{ unearnedFactor: 0.61, refundPercent: 100, retail: centsOf(2995), grossRefund: centsOf(1826.95) },
      ...{ claimsPaid: centsOf(412.35), claimsDeduction: centsOf(412.35), cancelFee: centsOf(50) },
      ...{ netRefund: centsOf(1364.6), salesTaxRefund: 0, totalRefund: centsOf(1364.6), shortfall: 0 },
      ...{ refundDueDate: '2025-10-25', refundPayer: 'Administrator', computed: null },
      missing: ['document:CancelForm', 'document:OdometerStatement'],
    })
  })

  test('the lines give back the refund', () => {
    expect(lines(calculation)).toEqual({
      ...{ RESERVE: 647.64, PREMTAX: 12.95, ADMIN: 76.25, CLIP: 7.32, ROADSIDE: 10.98 },
      ...{ AGENT: 45.75, DLRGRP: 30.5, MARKUP: 995.56 },
    })
    expect(calculation.lines[0]).toMatchObject({
      ...{ original: centsOf(1061.7), unearnedFactor: 0.61, claimsDeduction: centsOf(412.35) },
      ...{ chargeback: false, direction: 'Receive' },
    })
    expect(calculation.lines.at(-1)).toMatchObject({ chargeback: true, claimsDeduction: 0 })
  })

  test('is paid to the lien holder for the customer', () => {
    expect(calculation.payee).toEqual({
      ...{
        type: 'LienHolder',
        accountHolder: people.bank,
        name: 'First Bank FBO Maria Lopez',
        isSole: false,
      },
    })
    const [payment] = calculation.payments
    expect(payment).toMatchObject({
      ...{ payee: people.bank, payeeName: 'First Bank FBO Maria Lopez', forPayeeName: null },
      ...{ amount: centsOf(1364.6), method: 'Check', isLienHolder: true },
    })
    expect(payment?.lines.map(({ disbursementCode, amount }) => [disbursementCode, dollars(amount)])).toEqual(
      [
        ['RESERVE', 235.29],
        ['PREMTAX', 12.95],
        ['ADMIN', 76.25],
        ['CLIP', 7.32],
        ['ROADSIDE', 10.98],
        ['AGENT', 45.75],
        ['DLRGRP', 30.5],
        ['MARKUP', 995.56],
        ['CANCELFEE', -50],
      ],
    )
  })

  test('is explained', () => {
    expect(calculation.explanation).toEqual([
      'Rule TX-SC: cancelled by the holder on day 544, after the free look ended on 2024-04-14.',
      'PRORATA_LESSER: time 1282/1826 = 0.702081, miles 45,750/75,000 = 0.61; the lesser is 0.61.',
      '2,995.00 x 0.61 = 1,826.95, less claims 412.35, less fee 50.00 = 1,364.60.',
    ])
  })

  test('is divided by the exact factor, not by the rounded refund', () => {
    const small = contractC1.lines
      .slice(0, 3)
      .map((line, at) => ({ ...line, amount: centsOf([0.01, 0.01, 0.03][at] ?? 0) }))
    const contract = {
      ...contractC1,
      retail: centsOf(0.05),
      lines: small,
      claims: { paid: centsOf(0), authorized: centsOf(0) },
    }
    const half = { ...termsC1, override: { reason: 'x', unearnedFactor: 0.5 } }
    expect(calculated(factsOf(contract), half)).toMatchObject({ grossRefund: 3 })
    expect(lines(calculated(factsOf(contract), half))).toEqual({ RESERVE: 0.01, PREMTAX: 0.01, ADMIN: 0.01 })
  })

  test('other methods give other refunds', () => {
    const by = (cancelMethodCode: 'PRORATA_DAYS' | 'PRORATA_MONTHS') =>
      figures(contractC1, { ...termsC1, override: { reason: 'x', cancelMethodCode } })[0]
    expect(by('PRORATA_DAYS')).toBe(2102.73)
    expect(by('PRORATA_MONTHS')).toBe(2146.42)
  })
})

describe('C2, the same in Florida', () => {
  test('after the free look refunds 90% by time, less claims, plus the tax', () => {
    expect(figures(contractC2, on('2025-09-10', { cancelOdometer: null }))).toEqual([
      1892.46, 412.35, 0, 1480.11, 132.47,
    ])
  })

  test('on day 60 refunds everything less claims and the fee', () => {
    expect(figures(contractC2, on('2024-05-14'))).toEqual([2995, 412.35, 50, 2532.65, 209.65])
    expect(figures(contractC2, on('2024-05-15', { cancelOdometer: null }))[2]).toBe(0)
  })

  const filed = contractC2.lines.map((line) =>
    line.code === 'MARKUP' ? { ...line, amount: centsOf(1200) } : line,
  )
  const [state] = contractC2.taxes
  const taxes = state ? [{ ...state, taxable: centsOf(2562.93), tax: centsOf(179.41) }] : []
  const sandbox = { ...contractC2, retail: centsOf(2562.93), lines: filed, taxes }

  test('filed at 2,562.93', () => {
    expect(figures(sandbox, on('2025-09-10'))).toEqual([1619.45, 412.35, 0, 1207.1, 113.36])
    expect(figures(sandbox, on('2024-05-14'))).toEqual([2562.93, 412.35, 50, 2100.58, 179.41])
  })
})

describe('C3, a GAP contract after 20 months', () => {
  const terms = on('2025-09-25', { cancelOdometer: null })
  const by = (code: 'RULE78' | 'SHORTRATE') => ({
    ...terms,
    override: { reason: 'x', cancelMethodCode: code },
  })

  test.each<[string, string, CancelTerms, number[]]>([
    ['in Texas', 'TX', terms, [646.39, 0, 50, 596.39, 0]],
    ['in Colorado', 'CO', terms, [646.39, 0, 25, 621.39, 0]],
    ['in California', 'CA', terms, [644.71, 0, 0, 644.71, 0]],
    ['by the rule of 78', 'TX', by('RULE78'), [469.3, 0, 50, 419.3, 0]],
    ['at a short rate', 'TX', by('SHORTRATE'), [581.75, 0, 50, 531.75, 0]],
    [
      'by plain days',
      'CA',
      { ...terms, override: { reason: 'x', cancelMethodCode: 'PRORATA_DAYS' } },
      [644.3, 0, 0, 644.3, 0],
    ],
  ])('%s', (_, stateOfSale, how, expected) => {
    expect(figures({ ...contractC3, stateOfSale }, how)).toEqual(expected)
  })
})

describe('C4, six services', () => {
  test('two used services: four sixths less the fee, and claims are not deducted again', () => {
    expect(figures(contractC4, on('2024-09-25'))).toEqual([396, 0, 50, 346, 0])
  })

  test('in the free look paid claims are deducted', () => {
    const used = { ...contractC4, claims: { paid: centsOf(55), authorized: centsOf(0) } }
    expect(figures(used, on('2024-04-01'))).toEqual([594, 55, 0, 539, 0])
  })
})

describe('C6, claims above the refund', () => {
  const claimed = (paid: number) => ({
    ...contractC1,
    claims: { paid: centsOf(paid), authorized: centsOf(0) },
  })

  test('leave nothing to pay and nothing to give back', () => {
    expect(figures(claimed(5000), termsC1)).toEqual([1826.95, 1826.95, 0, 0, 0])
    const calculation = calculated(factsOf(claimed(5000)), termsC1)
    expect(calculation.payments).toEqual([])
    for (const { refund, claimsDeduction } of calculation.lines) expect(claimsDeduction).toBe(refund)
  })

  test('of 1,000.00 use up the reserve and lower the other lines', () => {
    expect(figures(claimed(1000), termsC1)).toEqual([1826.95, 1000, 50, 776.95, 0])
    const { lines: all } = calculated(factsOf(claimed(1000)), termsC1)
    expect(all[0]?.claimsDeduction).toBe(all[0]?.refund)
    expect(all.slice(1).reduce((sum, { claimsDeduction }) => sum + claimsDeduction, 0)).toBe(centsOf(352.36))
  })

  test('the fee is limited to the refund after claims', () => {
    expect(figures(claimed(1800), termsC1)).toEqual([1826.95, 1800, 26.95, 0, 0])
  })
})

test('authorized claims are deducted if the administrator’s setting says so', () => {
  const contract = { ...contractC1, claims: { paid: centsOf(412.35), authorized: centsOf(100) } }
  expect(figures(contract, termsC1)[1]).toBe(412.35)
  expect(figures(contract, termsC1, { claimsDeductMode: 'PaidAndAuthorized' })[1]).toBe(512.35)
})

describe('the free look', () => {
  test('depends on the notice date: backdating brings no advantage', () => {
    const backdated = on('2024-04-14', { noticeReceivedDate: '2024-04-15' })
    expect(calculated(factsOf(contractC1), on('2024-04-14'))).toMatchObject({
      isFreeLook: true,
      method: 'FLAT',
    })
    expect(calculated(factsOf(contractC1), backdated)).toMatchObject({ isFreeLook: false, daysElapsed: 30 })
  })

  test('depends on the cancel date if that is later than the notice', () => {
    const ahead = on('2024-04-15', { noticeReceivedDate: '2024-04-01' })
    expect(calculated(factsOf(contractC1), ahead).isFreeLook).toBe(false)
  })

  test('belongs to the original buyer only', () => {
    const moved = calculated(factsOf({ ...contractC1, isTransferred: true }), on('2024-04-01'))
    expect(moved).toMatchObject({ isFreeLook: false, method: 'PRORATA_LESSER', cancelFee: centsOf(50) })
    expect(moved.explanation[0]).toContain('no free look after a transfer')
  })

  test('counts calendar days, including suspended days', () => {
    const suspensions = [{ from: '2024-03-20', to: '2024-04-10' }]
    const term = { ...contractC1.term, suspensions, extendedDays: 21, expirationDate: '2029-04-05' }
    const calculation = calculated(factsOf({ ...contractC1, term }), on('2024-04-15'))
    expect(calculation).toMatchObject({ isFreeLook: false, daysElapsed: 10, totalDays: 1826 })
  })

  test('does not need the odometer', () => {
    expect(calculated(factsOf(contractC1), on('2024-04-14', { cancelOdometer: null }))).toMatchObject({
      ...{ isFreeLook: true, milesUsed: null, missing: ['document:CancelForm'] },
    })
  })
})

describe('reasons', () => {
  test('that unwind the sale refund everything, without fee, to the dealer', () => {
    const unwound = on('2025-09-10', { reason: reasonOf('UNWIND'), requestedBy: 'Dealer' })
    const calculation = calculated(factsOf(contractC1), unwound)
    expect(calculation).toMatchObject({ method: 'FLAT', isFreeLook: false, cancelFee: 0 })
    expect(calculation.payee).toMatchObject({ type: 'Dealer', name: 'Hill Country Ford', isSole: true })
    expect(calculation.explanation[0]).toContain('UNWIND refunds the whole price')
  })

  test('a payoff reported by the administrator counts as cancelled by the holder’s side', () => {
    const payoff = on('2025-09-10', { reason: reasonOf('PAYOFF'), requestedBy: 'Administrator' })
    expect(calculated(factsOf(contractC1), payoff)).toMatchObject({
      ruleCode: 'TX-SC',
      cancelFee: centsOf(50),
    })
  })
})

describe('the odometer', () => {
  test('is required if the method counts miles', () => {
    const terms = { ...termsC1, cancelOdometer: null }
    expect(calculateCancel(factsOf(contractC1), terms)).toEqual({ refused: [{ code: 'OdometerRequired' }] })
  })

  test('is required if only a line counts miles, except for a full refund', () => {
    const own = contractC1.lines.map((line) =>
      line.code === 'CLIP'
        ? { ...line, cancelRule: 'OwnMethod' as const, cancelMethodCode: 'PRORATA_MILES' as const }
        : line,
    )
    const facts = factsOf({ ...contractC1, stateOfSale: 'FL', lines: own })
    const terms = on('2025-09-10', { cancelOdometer: null })
    expect(calculateCancel(facts, terms)).toEqual({ refused: [{ code: 'OdometerRequired' }] })
    expect(lines(calculated(facts, on('2024-04-01', { cancelOdometer: null })))).toMatchObject({ CLIP: 12 })
  })

  test('is not required if an override sets the factor or the refund', () => {
    const terms = { ...termsC1, cancelOdometer: null }
    const set = { ...terms, override: { reason: 'Scrapped', unearnedFactor: 0.5 } }
    expect(calculated(factsOf(contractC1), set)).toMatchObject({
      ...{ grossRefund: centsOf(1497.5), unearnedFactor: 0.5, computed: null },
    })
    const refund = { ...terms, override: { reason: 'Scrapped', grossRefund: centsOf(1000) } }
    expect(calculated(factsOf(contractC1), refund)).toMatchObject({
      grossRefund: centsOf(1000),
      computed: null,
    })
  })
})

describe('the odometer statement is required', () => {
  const own = contractC1.lines.map((line) =>
    line.code === 'CLIP'
      ? { ...line, cancelRule: 'OwnMethod' as const, cancelMethodCode: 'PRORATA_MILES' as const }
      : line,
  )
  const byDays = factsOf({ ...contractC1, stateOfSale: 'FL' })
  const ofLine = factsOf({ ...contractC1, stateOfSale: 'FL', lines: own })
  const floored = factsOf(contractC1, {
    rules: seededRules.map((rule) =>
      rule.ruleCode === 'TX-SC'
        ? { ...rule, method: 'PRORATA_DAYS' as const, floorMethod: 'PRORATA_GREATER' as const }
        : rule,
    ),
  })
  const set = { reason: 'Scrapped' }
  const disbursements = contractC1.lines.map(({ code }) => ({
    ...{ code, refund: code === 'RESERVE' ? centsOf(1000) : centsOf(0) },
  }))

  test.each<[boolean, string, CancelFacts, Partial<CancelTerms>]>([
    [true, 'if the method counts miles', factsOf(contractC1), {}],
    [true, 'if the floor of the rule does', floored, {}],
    [
      true,
      'if a method set by hand does',
      byDays,
      { override: { ...set, cancelMethodCode: 'PRORATA_MILES' } },
    ],
    [true, 'if a line does', ofLine, {}],
    [true, 'if a line does, whatever the factor', ofLine, { override: { ...set, unearnedFactor: 0.5 } }],
    [false, 'if nothing does', byDays, {}],
    [false, 'if the factor is set', factsOf(contractC1), { override: { ...set, unearnedFactor: 0.5 } }],
    [
      ...([false, 'if the refund is set', factsOf(contractC1)] as const),
      { override: { ...set, grossRefund: centsOf(1000) } },
    ],
    [
      false,
      'if the refund is set, whatever the floor',
      floored,
      { override: { ...set, grossRefund: centsOf(1000) } },
    ],
    [
      ...([false, 'if the line is set', ofLine] as const),
      { override: { ...set, grossRefund: centsOf(1000), disbursements } },
    ],
    [
      ...([false, 'if a full refund takes the line whole', ofLine] as const),
      { cancelDate: '2024-04-01', noticeReceivedDate: '2024-04-01' },
    ],
  ])('%s: %s', (isRequired, _, facts, changes) => {
    const terms = { ...termsC1, ...changes }
    const calculation = calculated(facts, terms)
    expect(calculation.missing.includes('document:OdometerStatement')).toBe(isRequired)
    // Without the odometer it is the same: either the odometer is asked for too, or neither.
    const without = calculateCancel(facts, { ...terms, cancelOdometer: null })
    expect('refused' in without).toBe(isRequired)
    if (!('refused' in without)) expect(without.missing).toEqual(calculation.missing)
  })
})

test('lines that do not sum to the price are an internal error', () => {
  const contract = { ...contractC1, lines: contractC1.lines.slice(1) }
  expect(() => calculateCancel(factsOf(contract), termsC1)).toThrow('do not sum')
})
