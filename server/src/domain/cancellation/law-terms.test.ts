import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculated,
  contractC1,
  contractC3,
  dollars,
  factsOf,
  on,
  party,
  reasonOf,
  seededRules,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { addDays } from '../dates.ts'
import { centsOf } from '../money.ts'
import type { CancelFacts, CancelledContract, CancelTerms } from './facts.ts'
import { latePenalties } from './late-penalty.ts'
import { lawTerms, termNames, withGeneralTerms } from './law-terms.ts'
import type { CancelRule } from './rules.ts'

// Each term that only some laws have, worked by hand on the example contracts: a service contract for 2,995.00 sold on
// 2024-03-15, and GAP for 895.00 over 72 months, sold on 2024-01-20.

const general = seededRules.find(({ ruleCode }) => ruleCode === 'DEFAULT') as CancelRule
const generalTwin = seededRules.find(({ ruleCode }) => ruleCode === 'DEFAULT-P') as CancelRule

/** The contract under the general rule with these terms. */
const under = (
  contract: CancelledContract,
  terms: Partial<CancelRule>,
  settings: Partial<CancelFacts['settings']> = {},
): CancelFacts =>
  factsOf(contract, {
    rules: [
      { ...general, ...terms },
      { ...generalTwin, ...terms, side: 'Provider' },
    ],
    ...settings,
  })

const clean = { ...contractC1, claims: { paid: centsOf(0), authorized: centsOf(0) }, hasClaim: false }
const days = (count: number, more: Partial<CancelTerms> = {}) => on(addDays('2024-03-15', count), more)
const gapOn = (date: string, more: Partial<CancelTerms> = {}) => on(date, more)
const fee = (facts: CancelFacts, terms: CancelTerms) => dollars(calculated(facts, terms).cancelFee)

describe('the fee', () => {
  test.each([
    // 2,995.00 is 60% earned by time and 61% of the miles are left: 1,826.95 is unearned on 2025-09-10.
    ['Price', 299.5],
    ['Unearned', 182.7],
    // Claims of 412.35 come off first: 10% of 1,414.60.
    ['Refund', 141.46],
  ] as const)('is a percent of the %s', (feeBase, expected) => {
    const terms = { maxFee: centsOf(1000), maxFeePercent: 10, feeBase }
    expect(fee(under(contractC1, terms, { fee: centsOf(1000) }), on('2025-09-10'))).toBe(expected)
  })

  test('may have no limit as an amount', () => {
    const terms = { maxFee: centsOf(0), percentFeeOnly: true, maxFeePercent: 10 }
    // The administrator's own fee of 50.00 is below 10% of the price.
    expect(fee(under(contractC1, terms), on('2025-09-10'))).toBe(50)
    expect(fee(under(contractC1, terms, { fee: centsOf(400) }), on('2025-09-10'))).toBe(299.5)
  })

  test.each([
    [0, 0],
    [9, 0],
    [10, 25],
    [30, 25],
    [31, 40],
  ])('steps by day in the free look: on day %s it is %s', (day, expected) => {
    const freeLookFees = [{ fromDay: 10, maxFee: centsOf(25), maxFeePercent: null }]
    expect(fee(under(clean, { freeLookFees, maxFee: centsOf(40) }), days(day))).toBe(expected)
  })

  test('in the free look is the lesser of an amount and a percent of the price', () => {
    const freeLookFees = [{ fromDay: 0, maxFee: centsOf(50), maxFeePercent: 1 }]
    expect(fee(under(clean, { freeLookFees }), days(5))).toBe(29.95)
  })
})

describe('the free look', () => {
  const inLook = (terms: Partial<CancelRule>, day: number, contract: CancelledContract = clean) =>
    calculated(under(contract, terms), days(day)).isFreeLook

  test('in business days skips weekends and holidays', () => {
    // From Friday, March 15, 2024: 20 business days end on Friday, April 12.
    const terms = { freeLookDays: 20, freeLookCount: 'Business' } as const
    const { freeLookEndDate } = calculated(under(clean, terms), days(28))
    expect([freeLookEndDate, inLook(terms, 28), inLook(terms, 29)]).toEqual(['2024-04-12', true, false])
    const holiday = calculated(under(clean, terms, { holidays: ['2024-03-29'] }), days(28))
    expect(holiday.freeLookEndDate).toBe('2024-04-15')
  })

  test('from the delivery counts from its day, or else from the sale', () => {
    const terms = { freeLookDays: 10, freeLookFrom: 'Delivery' } as const
    const late = { ...clean, delivery: { date: '2024-03-25', isMailed: null } }
    expect([inLook(terms, 20, late), inLook(terms, 21, late), inLook(terms, 11)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('of a mailed contract is longer, and it is the longer one while nobody knows', () => {
    const terms = { freeLookDays: 10, mailedFreeLookDays: 20 }
    const by = (isMailed: boolean | null) => ({ ...clean, delivery: { date: null, isMailed } })
    expect([false, true, null].map((isMailed) => inLook(terms, 15, by(isMailed)))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('ends with a claim, paid or not: the refund is then the later one, with its fee', () => {
    const terms = { freeLookEndsWith: 'ClaimMade' } as const
    const result = calculated(under({ ...clean, hasClaim: true }, terms), days(5, { cancelOdometer: 12_000 }))
    expect(result).toMatchObject({ isFreeLook: false, method: 'PRORATA_LESSER', cancelFee: 5000 })
    expect(result.explanation[0]).toContain('ended with a claim')
    expect(inLook(terms, 5)).toBe(true)
  })

  test('ends with a covered loss even before a claim', () => {
    const loss = gapOn('2024-01-25', { reason: reasonOf('TOTALLOSS'), requestedBy: 'Customer' })
    const look = (freeLookEndsWith: CancelRule['freeLookEndsWith']) =>
      calculated(under(contractC3, { freeLookEndsWith }), loss).isFreeLook
    expect([look('CoveredLoss'), look('ClaimMade'), look(null)]).toEqual([false, true, true])
  })
})

describe('the refund', () => {
  test.each([
    // January 20 to May 4 is 3 months and 14 days, to May 5 15 days, to May 6 16 days.
    ['2024-05-04', null, 3],
    ['2024-05-05', 16, 3],
    ['2024-05-06', 16, 4],
    ['2024-05-06', null, 3],
  ])('counts a month as whole by its days: on %s, with %s, %s months', (date, wholeMonthDays, months) => {
    const { monthsElapsed } = calculated(under(contractC3, { wholeMonthDays }), gapOn(date))
    expect(monthsElapsed).toBe(months)
  })

  test('is at least what the floor gives', () => {
    const terms = { method: 'RULE78', floorMethod: 'PRORATA_DAYS', freeLookDays: 0 } as const
    // 614 of 2,192 days are used.
    const { grossRefund } = calculated(under(contractC3, terms), gapOn('2025-09-25'))
    expect(dollars(grossRefund)).toBe(644.3)
  })

  test('is not owed below an amount', () => {
    // In the last month but one 1/72 is left: 12.43, less the fee of 8.00 is 4.43.
    const net = (leastRefund: number) => {
      const facts = under(contractC3, { leastRefund: centsOf(leastRefund) }, { fee: centsOf(8) })
      const { grossRefund, cancelFee, netRefund, lines } = calculated(facts, gapOn('2029-12-25'))
      return [grossRefund, cancelFee, netRefund, lines.reduce((sum, { refund }) => sum + refund, 0)]
    }
    expect([net(4.43), net(4.44)]).toEqual([
      [1243, 800, 443, 1243],
      [0, 0, 0, 0],
    ])
  })

  test('is rounded to the dollar where the rule allows it and the administrator wants it', () => {
    const gross = (allowsDollars: boolean, roundsToDollars: boolean) => {
      const facts = under(contractC3, { allowsDollars }, { roundsToDollars })
      const { grossRefund, lines, shortfall } = calculated(facts, gapOn('2025-09-25'))
      expect(lines.reduce((sum, { refund }) => sum + refund, Number(shortfall))).toBe(grossRefund)
      return dollars(grossRefund)
    }
    expect([gross(true, true), gross(true, false), gross(false, true)]).toEqual([646, 646.39, 646.39])
  })

  test('is nothing after a benefit', () => {
    const paid = { ...contractC3, claims: { paid: centsOf(1), authorized: centsOf(0) }, hasClaim: true }
    const terms = { noRefundAfterBenefit: true, deductsClaims: false }
    for (const date of ['2024-01-25', '2025-09-25'])
      expect(calculated(under(paid, terms), gapOn(date))).toMatchObject({ method: 'NONE', totalRefund: 0 })
    expect(calculated(under(contractC3, terms), gapOn('2024-01-25')).totalRefund).toBe(89500)
    const { steps } = calculated(under(paid, terms), gapOn('2025-09-25'))
    expect(steps.find(({ code }) => code === 'unearnedFactor')).toMatchObject({
      clause: 'no refund after a benefit',
      words: 'NONE: no part of the price, because a benefit was paid.',
    })
  })

  test('comes with finance charges that the creditor credits', () => {
    const financed = { ...contractC3, financeCharge: centsOf(72) }
    const step = (contract: CancelledContract, financeCharges: CancelRule['financeCharges'], date: string) =>
      calculated(under(contract, { financeCharges }), gapOn(date)).steps.find(
        ({ code }) => code === 'financeCharges',
      )
    expect(step(financed, 'InFreeLook', '2024-01-25')).toMatchObject({ amount: 7200 })
    expect(step(financed, 'InFreeLook', '2025-09-25')).toBeUndefined()
    // 52 of 72 months are left.
    expect(step(financed, 'Always', '2025-09-25')).toMatchObject({ amount: 5200 })
    expect(step(contractC3, 'Always', '2025-09-25')).toMatchObject({ amount: null })
    expect(step({ ...financed, lienHolder: null }, 'Always', '2025-09-25')).toBeUndefined()
  })

  test('has the sales tax that the rule says', () => {
    const tax = { type: 'State', rate: 7_000_000, taxable: centsOf(2995), tax: centsOf(209.65) }
    const refund = (salesTax: CancelRule['salesTax'], isRefundable: boolean) =>
      dollars(
        calculated(under({ ...clean, taxes: [{ ...tax, isRefundable }] }, { salesTax }), days(5))
          .salesTaxRefund,
      )
    expect([refund('Refund', false), refund('Keep', true), refund(null, true), refund(null, false)]).toEqual([
      209.65, 0, 209.65, 0,
    ])
  })
})

describe('the end of the loan', () => {
  const payoff = gapOn('2025-09-25', { reason: reasonOf('PAYOFF'), noticeReceivedDate: '2025-10-10' })
  const due = (payoffSteps: CancelRule['payoffSteps'], terms = payoff) =>
    calculated(under(contractC3, { refundsAtPayoff: true, payoffSteps }), terms).refundDueDate

  test('has its own deadline, the administrator’s before the others’', () => {
    const creditor = { by: 'Creditor', does: 'Refunds', days: 60, from: 'LoanEnd' } as const
    const told = { by: 'Creditor', does: 'Instructs', days: 30, from: 'LoanEnd' } as const
    const ours = { by: 'Administrator', does: 'Refunds', days: 30, from: 'Notice' } as const
    expect(due([creditor])).toBe('2025-11-24')
    expect(due([creditor, told, ours])).toBe('2025-11-09')
    expect(due([told])).toBe('2025-11-24')
    for (const code of ['REFI', 'TRADE', 'REPO'])
      expect(due([creditor, told, ours], { ...payoff, reason: reasonOf(code) })).toBe('2025-11-09')
    expect(due([ours], { ...payoff, reason: reasonOf('CUSTREQ') })).toBe('2025-11-24')
  })

  test.each([
    ['PAYOFF', 'LoanEnd', '2025-12-24', 'in time'],
    ['PAYOFF', 'LoanEnd', '2025-12-25', '91 days'],
    ['CUSTREQ', 'LoanEnd', '2025-12-25', undefined],
    ['CUSTREQ', 'Cancel', '2025-12-25', '91 days'],
  ] as const)('asks for a request in time: %s, after %s, on %s', (code, after, notice, words) => {
    const terms = gapOn('2025-09-25', { reason: reasonOf(code), noticeReceivedDate: notice })
    const result = calculated(under(contractC3, { requestWithin: { days: 90, after } }), terms)
    const step = result.steps.find((one) => one.code === 'request')
    if (words === undefined) expect(step).toBeUndefined()
    else expect(step?.words).toContain(words)
    // It tells the desk and does not change the refund.
    expect(result.grossRefund).toBe(64639)
  })
})

describe('the provider', () => {
  test.each([
    ['NONPAY', false],
    ['FRAUD', false],
    ['ADMINCXL', true],
  ])('owes notice with %s: %s', (code, owes) => {
    const terms = { noticeDays: 5, noticeExceptions: ['Nonpayment', 'Misrepresentation', 'Breach'] } as const
    const result = calculated(
      under(clean, terms),
      on('2025-09-10', { reason: reasonOf(code), requestedBy: 'Administrator' }),
    )
    expect(result.explanation.some((sentence) => sentence.includes('written notice 5 days'))).toBe(owes)
  })
})

test('a late refund may cost a percent of the whole refund', () => {
  const penalty = { base: 'Refund', percent: 10, period: 'Month', inFreeLookOnly: false } as const
  const late = (base: 'Refund' | 'Outstanding') =>
    latePenalties(
      {
        ...{
          penalty: { ...penalty, base },
          refundDueDate: '2025-10-25',
          retail: centsOf(2995),
          isFreeLook: false,
        },
        payments: [{ amount: centsOf(1000), paid: [{ date: '2025-11-01', amount: centsOf(600) }] }],
      },
      '2025-12-01',
    ).map(dollars)
  // One month on 1,000.00, then one while 400.00 is unpaid.
  expect([late('Outstanding'), late('Refund')]).toEqual([[140], [200]])
})

describe('the two layers', () => {
  const named = { state: 'TX', productTypeCodes: ['VSC'] }
  const library: CancelRule = {
    ...general,
    ...named,
    id: 90,
    ruleCode: 'LIB',
    layer: 'Library',
    maxFee: centsOf(1),
  }
  const own: CancelRule = { ...general, ...named, id: 91, ruleCode: 'OWN', maxFee: centsOf(2) }
  const found = (...rules: CancelRule[]) =>
    calculated(factsOf(clean, { rules: [...rules, general, generalTwin] }), on('2025-09-10')).ruleCode

  test('of equals the own rule decides, of others the more specific one', () => {
    expect(found(library, own)).toBe('OWN')
    expect(found(own, { ...library, effectiveFrom: '2024-01-01' })).toBe('OWN')
    expect(found(library)).toBe('LIB')
    expect(found(library, { ...own, productTypeCodes: null })).toBe('LIB')
    expect(found(own, { ...library, reasonCodes: ['CUSTREQ'] })).toBe('LIB')
  })

  test('a rule leaves sellers out, unless nobody knows the seller', () => {
    const bank = { ...library, leavesOut: ['Bank'] } as const
    const soldBy = (sellerKind: CancelledContract['sellerKind']) =>
      calculated(factsOf({ ...clean, sellerKind }, { rules: [bank, general, generalTwin] }), on('2025-09-10'))
        .ruleCode
    expect([soldBy('Bank'), soldBy('Dealer'), soldBy(null)]).toEqual(['DEFAULT', 'LIB', 'LIB'])
  })

  test('what the law does not say, or nobody has read, is the general rule’s', () => {
    const open: CancelRule = { ...library, silent: ['maxFee'], unverified: ['refundDays'], refundDays: 1 }
    const result = calculated(
      factsOf(clean, { rules: [open, { ...general, refundDays: 33 }] }),
      on('2025-09-10'),
    )
    expect(result).toMatchObject({
      ruleCode: 'LIB',
      cancelFee: 5000,
      refundDueDate: addDays('2025-09-10', 33),
    })
  })

  test('every term is left to the general rule by itself', () => {
    fc.assert(
      fc.property(fc.subarray([...termNames]), fc.boolean(), (terms, isSilent) => {
        const none = { silent: [], unverified: [] }
        const rule: CancelRule = { ...library, ...none, [isSilent ? 'silent' : 'unverified']: terms }
        const marked = Object.fromEntries(Object.keys(general).map((name) => [name, `general ${name}`]))
        const merged = withGeneralTerms(rule, { ...general, ...marked } as CancelRule)
        const left = terms.flatMap((term): readonly string[] => lawTerms[term])
        for (const [name, value] of Object.entries(merged))
          expect(value).toEqual(left.includes(name) ? `general ${name}` : rule[name as keyof CancelRule])
      }),
    )
  })
})

describe('how sure the rule is', () => {
  const words = (rule: Partial<CancelRule>, contract: CancelledContract = clean) => {
    const facts = factsOf(contract, { rules: [{ ...general, ...rule }, general] })
    const { steps, explanation } = calculated(facts, on('2025-09-10'))
    expect(explanation.join(' ')).not.toMatch(/verif|Secondary|not read/i)
    return steps.find(({ code }) => code === 'verification')?.words
  }

  test('is told to the desk, and never in the explanation', () => {
    const unknown = 'No rule has been verified for VSC in TX.'
    expect(words({})).toContain(`${unknown} The general rule applies.`)
    const own = `${unknown} Your own rule OWN applies, which names no state.`
    expect(words({ productTypeCodes: ['VSC'], ruleCode: 'OWN' })).toContain(own)
    const named = { state: 'TX', layer: 'Library', verification: 'Secondary', asOf: '2019' } as const
    expect(words({ ...named, unverified: ['maxFee'], note: 'Read 1304.' })).toBe(
      'The law was not read itself, only what others write about it, as of 2019. Not verified, by the general rule: the fee. Read 1304.',
    )
    expect(words({ state: 'TX', ruleCode: 'OWN' })).toBeUndefined()
  })
})

test('the creditor of the finance charges is named', () => {
  const bank = party('LienHolder', 5, 'Second Bank')
  const facts = under(
    { ...contractC3, lienHolder: bank, financeCharge: centsOf(10) },
    { financeCharges: 'Always' },
  )
  expect(calculated(facts, gapOn('2024-01-25')).explanation).toContain(
    'Second Bank also credits finance charges of 10.00.',
  )
})
