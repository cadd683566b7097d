import { describe, expect, test } from 'vitest'
import { letterAbout, saidIn } from '../../../test/support/builders/cancel-letters.ts'
import {
  calculated,
  contractC1,
  contractC3,
  contractC4,
  factsOf,
  party,
  reasonOf,
  seededRules,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import type { CancelFacts, CancelTerms } from '../cancellation/facts.ts'
import type { CancelCalculation } from '../cancellation/results.ts'
import type { CancelRule } from '../cancellation/rules.ts'
import { moneyWords } from '../contract-form/words.ts'
import { centsOf } from '../money.ts'
import { cancelLetter } from './letter.ts'

// What a letter must not get wrong, nor tell: the figures, the lines of the price, why somebody set something.

const about = (terms: CancelTerms) => {
  const facts = factsOf(contractC1)
  return saidIn(cancelLetter(letterAbout(facts, terms, calculated(facts, terms))))
}

describe('overridden figures are shown as amounts:', () => {
  const SET = 'Set for this cancellation.'
  const cases: readonly [
    name: string,
    override: NonNullable<CancelTerms['override']>,
    lines: readonly string[],
  ][] = [
    [
      'the refund',
      { reason: 'Goodwill', grossRefund: centsOf(2000) },
      [`Refund before deductions | ${SET} | $2,000.00`],
    ],
    [
      'the factor',
      { reason: 'Goodwill', unearnedFactor: 0.7 },
      [`Unused share | ${SET} | 70%`, 'Refund before deductions | $2,995.00 × 0.7. | $2,096.50'],
    ],
    [
      'claims and fee',
      { reason: 'Goodwill', claimsDeduction: centsOf(0), cancelFee: centsOf(10) },
      [`Less claims | ${SET} | $0.00`, `Less fee | ${SET} | -$10.00`],
    ],
    [
      'what is paid',
      { reason: 'Goodwill', netRefund: centsOf(1500) },
      ['Total refund | Refund of the price and sales tax | $1,500.00'],
    ],
    [
      'the payee',
      {
        reason: 'Goodwill',
        payee: { type: 'Other', accountHolder: party('Dealer', 77, 'Goodwill Motors'), name: null },
      },
      ['The refund is made out to Goodwill Motors.'],
    ],
  ]
  test.each(cases)('%s', (_, override, lines) => {
    const letterLines = about({ ...termsC1, override })
    expect(letterLines).toEqual(expect.arrayContaining([...lines]))
    expect(letterLines.join(' ').replaceAll('Goodwill Motors', '')).not.toContain('Goodwill')
  })

  test('a refund that is set without an odometer reading', () => {
    const override = { reason: 'Goodwill', grossRefund: centsOf(2000) }
    const letterLines = about({ ...termsC1, cancelOdometer: null, override })
    expect(letterLines).toContain(`Refund before deductions | ${SET} | $2,000.00`)
    expect(letterLines.join(' ')).not.toMatch(/Unused share \|/)
  })
})

describe('under every rule', () => {
  // No other figure is this one.
  const fee = centsOf(37.13)
  const productOf = (codes: readonly string[] | null) =>
    codes?.includes('GAP') ? contractC3 : codes === null ? contractC4 : contractC1
  const every = seededRules.flatMap((rule) => {
    const contract = { ...productOf(rule.productTypeCodes), stateOfSale: rule.state ?? 'OH' }
    const terms =
      rule.side === 'Holder'
        ? termsC1
        : { ...termsC1, reason: reasonOf('NONPAY'), requestedBy: 'Insurer' as const }
    return ['2024-03-20', '2024-05-01', '2025-09-10'].map(
      (cancelDate) =>
        [
          rule.ruleCode,
          cancelDate,
          factsOf(contract, { fee }),
          { ...terms, cancelDate, noticeReceivedDate: cancelDate },
        ] as const,
    )
  })

  test.each(every)(
    '%s on %s the figures are those of the calculation, and no line is told',
    (ruleCode, _, facts, terms) => {
      const calculation = calculated(facts, terms)
      expect(calculation.ruleCode).toBe(ruleCode)
      const letterLines = saidIn(cancelLetter(letterAbout(facts, terms, calculation)))
      expectFigures(letterLines, calculation)
      expectNoLines(letterLines, facts, calculation)
    },
  )
})

test('a letter names the law, and never how sure we are of it', () => {
  const [rule] = seededRules.filter(({ ruleCode }) => ruleCode === 'DEFAULT')
  if (!rule) throw new Error('There is no general rule.')
  const law: CancelRule = {
    ...rule,
    ...{
      ruleCode: 'LAW-TX-VSC',
      layer: 'Library',
      state: 'TX',
      source: 'Texas Code 1',
      verification: 'Secondary',
    },
    ...{ asOf: '2019', unverified: ['maxFee'], note: 'Nobody has read (d).' },
  }
  for (const rules of [[law, rule], [rule]]) {
    const facts = factsOf(contractC1, { rules })
    const calculation = calculated(facts, termsC1)
    expect(calculation.steps.some(({ code }) => code === 'verification')).toBe(true)
    const text = saidIn(cancelLetter(letterAbout(facts, termsC1, calculation))).join(' ')
    expect(text).toContain(calculation.ruleCode)
    expect(text).not.toMatch(/verif|Secondary|Nobody|2019/)
    if (rules.length > 1) expect(text).toContain('Texas Code 1')
  }
})

/** Row by row, to the cent. */
function expectFigures(letterLines: readonly string[], calculation: CancelCalculation): void {
  const { retail, grossRefund, claimsDeduction, cancelFee, netRefund, totalRefund, taxes } = calculation
  const amounts = (label: string) =>
    letterLines
      .filter((line) => line.startsWith(`${label} | `) && line.split(' | ').length === 3)
      .map((line) => line.split(' | ')[2])
  const less = (amount: number) => (amount === 0 ? '$0.00' : `-${moneyWords(amount as typeof retail)}`)
  expect(amounts('Price of the contract')).toEqual([moneyWords(retail)])
  expect(amounts('Refund before deductions')).toEqual([moneyWords(grossRefund)])
  expect(amounts('Less claims')).toEqual([less(claimsDeduction)])
  expect(amounts('Less fee')).toEqual([less(cancelFee)])
  expect(amounts('Refund of the price')).toEqual([moneyWords(netRefund)])
  for (const { type, refund } of taxes.filter(({ isRefundable }) => isRefundable))
    expect(amounts(`Sales tax (${type.toLowerCase()})`)).toEqual([moneyWords(refund)])
  expect(amounts('Total refund')).toEqual([moneyWords(totalRefund)])
}

function expectNoLines(
  letterLines: readonly string[],
  { contract }: CancelFacts,
  { lines }: CancelCalculation,
): void {
  const text = letterLines.join('\n')
  for (const { code } of contract.lines) expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
  const secret = [...contract.lines.map(({ amount }) => amount), ...lines.map(({ refund }) => refund)]
  for (const amount of secret.filter((one) => one !== 0 && one !== contract.retail))
    expect(text).not.toContain(moneyWords(amount))
}
