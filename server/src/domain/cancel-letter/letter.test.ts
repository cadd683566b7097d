import { describe, expect, test } from 'vitest'
import { letterAbout, letterC1, saidIn } from '../../../test/support/builders/cancel-letters.ts'
import {
  calculated,
  contractC1,
  contractC2,
  contractC3,
  contractC4,
  factsOf,
  on,
  reasonOf,
  seededRules,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import type { CancelledContract, CancelTerms } from '../cancellation/facts.ts'
import type { CancelRule } from '../cancellation/rules.ts'
import { centsOf } from '../money.ts'
import type { MethodCode } from '../refund/methods.ts'
import type { CancelLetter } from './facts.ts'
import { cancelLetter } from './letter.ts'

const written = (letter: CancelLetter) => saidIn(cancelLetter(letter))
const about = (contract: CancelledContract, terms: CancelTerms, more: Partial<CancelLetter> = {}) =>
  letterAbout({ contract }, terms, calculated(factsOf(contract), terms), more)
const by = (code: MethodCode, terms = termsC1): CancelTerms => ({
  ...terms,
  override: { reason: 'Goodwill', cancelMethodCode: code },
})

/** Every line that is expected is there as it stands. */
function expectSaid(letter: CancelLetter, lines: readonly string[]): void {
  expect(written(letter)).toEqual(expect.arrayContaining([...lines]))
}

describe('the letter about the cancellation of the story', () => {
  test('answers all questions of the customer', () => {
    expect(written(letterC1)).toEqual([
      'Cancellation request VSC-0000731',
      'Summit Protection Administrators',
      '100 Congress Ave',
      'Austin, TX 78701',
      '512-555-0100',
      'care@summit.example',
      'September 11, 2025',
      'Maria Lopez',
      '12 Elm St, Apt 4',
      'Austin, TX 78701',
      'Contract | VSC-0000731',
      'Our reference | CXR-000088',
      'Cancellation request',
      'Dear Maria Lopez,',
      'You asked us to cancel your contract as of September 10, 2025. The refund comes to $1,364.60.',
      'The request is under review. Your contract remains in force until it is cancelled.',
      'Total refund | $1,364.60',
      'Cancelled as of | Sep 10, 2025',
      'Due by | Oct 25, 2025',
      'Paid to | First Bank FBO Maria Lopez',
      'Your contract',
      'Contract | Vehicle Service Contract | Platinum',
      'Vehicle | 2024 Ford F-150 | 1FTFW1E58RF000001',
      'Sold on | March 15, 2024',
      'Term ends on | March 15, 2029',
      'Cancelled as of | September 10, 2025',
      'Requested by | Maria Lopez',
      'Reason | Reason CUSTREQ',
      'Notice received on | September 10, 2025',
      'Odometer | 41,250 miles',
      'The rule that applies',
      'Your contract was sold in TX. The rule for such contracts in that state is TX-SC (Texas Occupations Code 1304.1581, 1304.159).',
      'The free look of 30 days from the sale ended on April 14, 2024.',
      'How much of the contract was left',
      'Days | 1,826 days from March 15, 2024, 544 of them used: 1,282 / 1,826 | 70.2081%',
      'Miles | 75,000 miles, 41,250 - 12,000 = 29,250 of them used: 45,750 / 75,000 | 61%',
      'Unused share | The lesser of the two. | 61%',
      'Your refund',
      'Price of the contract | Without sales tax | $2,995.00',
      'Refund before deductions | $2,995.00 × 45,750 / 75,000. | $1,826.95',
      'Less claims | Claims total $412.35. They are deducted. | -$412.35',
      'Less fee | Our fee is $50.00, which TX-SC allows. | -$50.00',
      'Refund of the price | $1,826.95 - $412.35 - $50.00 | $1,364.60',
      'Sales tax | The $224.63 that you paid is not refunded, by the sales tax rules of TX (state tax), Travis County, TX (county tax), and Austin, TX (city tax). | $0.00',
      'Total refund | Refund of the price and sales tax | $1,364.60',
      'Payment',
      'First Bank FBO Maria Lopez | By check | Due by October 25, 2025 | $1,364.60',
      'Your contract was financed with a loan that, as far as we know, is not paid off. The refund therefore goes to First Bank on your behalf and reduces what you owe there.',
      'The refund is due by October 25, 2025, 45 days after we received the notice. If it is paid later, 10% of the unpaid amount is owed in addition for each month or part of it after that day.',
      'What you need to do',
      'Please send us: the signed cancellation form; a statement of the odometer reading on September 10, 2025.',
      'If your loan with First Bank is paid off, send us the payoff letter. The refund is then paid to you.',
      'If you have questions, call Summit Protection Administrators at 512-555-0100, or write to care@summit.example. Mention contract VSC-0000731.',
      'Sincerely,',
      'Summit Protection Administrators',
      'Contract VSC-0000731 · CXR-000088',
    ])
  })
})

describe('each kind of calculation has its wording:', () => {
  const cases: readonly [name: string, CancelledContract, CancelTerms, lines: readonly string[]][] = [
    [
      'a percent of what is left, and tax',
      contractC2,
      on('2025-09-10'),
      [
        'Your contract was sold in FL. The rule for such contracts in that state is FL-MV (Florida Statutes 634.121).',
        'Unused share | The share by days. | 70.2081%',
        'Refund before deductions | $2,995.00 × 1,282 / 1,826 × 90%, rounded to the cent. FL-MV refunds 90% of the unused part. | $1,892.46',
        'Less fee | No fee is charged. | $0.00',
        'Sales tax (state) | 7% of $2,995.00 × $1,892.46 / $2,995.00, rounded to the cent. Claims and fee do not reduce it. | $132.47',
        'Total refund | Refund of the price and sales tax | $1,612.58',
        'The refund is due by October 25, 2025, 45 days after we received the notice.',
      ],
    ],
    [
      'the free look with a fee',
      contractC2,
      on('2024-05-14'),
      [
        'The cancellation is within the free look of 60 days from the sale, until May 14, 2024, in which the whole price is refunded.',
        'Refund before deductions | The whole price. | $2,995.00',
        'Less fee | Our fee is $50.00, which FL-MV allows. | -$50.00',
        'Sales tax (state) | All that you paid: 7% of $2,995.00. | $209.65',
      ],
    ],
    [
      'a free look that is lost',
      { ...contractC1, stateOfSale: 'CA' },
      on('2024-04-20', { cancelOdometer: 12_500 }),
      [
        'The cancellation is within the free look of 60 days from the sale, until May 14, 2024. Because a claim was paid, the refund is figured as it would be after the free look, but without a fee.',
        'Less claims | Claims total $412.35. Under CA-SC they are not deducted. | $0.00',
      ],
    ],
    [
      'a fee that the rule cuts',
      { ...contractC1, stateOfSale: 'CA' },
      termsC1,
      ['Less fee | Our fee is $50.00; CA-SC allows $25.00. | -$25.00'],
    ],
    [
      'the last day counted',
      { ...contractC3, stateOfSale: 'CA' },
      on('2025-09-25'),
      [
        'Days | 2,192 days from January 20, 2024, 614 of them used, with the cancel date counted as unused: 1,579 / 2,192 | 72.0347%',
      ],
    ],
    [
      'a floor',
      { ...contractC3, stateOfSale: 'WI', programMethod: 'NONE' },
      on('2025-09-25'),
      [
        'Your contract was sold in WI. The rule for such contracts in that state is WI-GAP (Wisconsin Statutes 218.0148).',
        'Unused share | At least the share by the Rule of 78, which is higher: 2,756 / 5,256 | 52.4353%',
      ],
    ],
    [
      'a rule for all',
      contractC3,
      on('2025-09-25'),
      [
        'Your contract was sold in TX. That state has no rule of its own for such contracts, so our general rule applies, DEFAULT.',
        'Months | 72 months, 20 of them used; a partial month is not counted: 52 / 72 | 72.2222%',
        'Unused share | The share by months. | 72.2222%',
      ],
    ],
    [
      'the Rule of 78',
      contractC3,
      by('RULE78', on('2025-09-25')),
      ['Unused share | Rule of 78: 52 × 53 / (72 × 73) = 2,756 / 5,256 | 52.4353%'],
    ],
    [
      'balances',
      { ...contractC3, balances: Array.from({ length: 72 }, (_, at) => centsOf(72 - at)) },
      by('RULE78_BALANCE', on('2025-09-25')),
      [
        'Unused share | The loan balances of the remaining months as a share of all monthly balances: 137,800 / 262,800 | 52.4353%',
      ],
    ],
    [
      'a short rate',
      contractC3,
      by('SHORTRATE', on('2025-09-25')),
      ['Unused share | The share by months. 90% of it counts: 26 / 40 | 65%'],
    ],
    [
      'services, without what they cost us',
      contractC4,
      on('2024-09-25'),
      [
        'Unused share | The value of the unused services as a share of all services: 2 / 3 | 66.6667%',
        'Refund before deductions | $594.00 × 2 / 3. | $396.00',
        'Less claims | Used services are already counted above. | $0.00',
      ],
    ],
    [
      'miles without a limit',
      { ...contractC1, expirationOdometer: null },
      termsC1,
      [
        'Unused share | Your contract has no limit on miles, so the share by days counts. | 70.2081%',
        'Refund before deductions | $2,995.00 × 1,282 / 1,826, rounded to the cent. | $2,102.73',
      ],
    ],
    ['the greater', contractC1, by('PRORATA_GREATER'), ['Unused share | The greater of the two. | 70.2081%']],
    [
      'hours',
      { ...contractC1, odometerUnit: 'hours' },
      by('PRORATA_MILES'),
      [
        'Hour meter | 41,250 hours',
        'Hours | 75,000 hours, 41,250 - 12,000 = 29,250 of them used: 45,750 / 75,000 | 61%',
        'Unused share | The share by hours. | 61%',
      ],
    ],
    [
      'nothing',
      contractC1,
      by('NONE'),
      [
        'You asked us to cancel your contract as of September 10, 2025. No refund is owed.',
        'Unused share | After the free look the price is not refunded. | 0%',
        'Less fee | Our fee is $50.00, which TX-SC allows. We charge no more than what is left. | $0.00',
      ],
    ],
    [
      'claims above the refund',
      { ...contractC1, claims: { paid: centsOf(5000), authorized: centsOf(0) } },
      termsC1,
      [
        'Less claims | Claims total $5,000.00. We deduct no more than the refund. You owe us nothing. | -$1,826.95',
        'Total refund | Refund of the price and sales tax | $0.00',
      ],
    ],
    [
      'days of a suspension',
      {
        ...contractC1,
        term: {
          ...contractC1.term,
          expirationDate: '2029-04-14',
          suspensions: [{ from: '2025-01-01', to: '2025-01-31' }],
          extendedDays: 30,
        },
      },
      termsC1,
      [
        'Days | 1,826 days from March 15, 2024, 514 of them used; 30 days of suspension not counted; 30 days of extension not counted: 1,312 / 1,826 | 71.851%',
      ],
    ],
    [
      'a new owner',
      { ...contractC1, isTransferred: true },
      on('2024-04-01'),
      ['The free look belonged to the first owner and does not pass to a new owner.'],
    ],
    [
      'a sale that is unwound',
      contractC1,
      { ...termsC1, reason: reasonOf('UNWIND'), requestedBy: 'Dealer' },
      [
        'Hill Country Ford asked us to cancel your contract as of September 10, 2025. The refund comes to $2,582.65.',
        'The free look of 30 days from the sale ended on April 14, 2024. For the reason “Reason UNWIND” the whole price is refunded.',
        'Hill Country Ford | By check | Due by October 25, 2025 | $2,582.65',
        'The refund goes to Hill Country Ford, which will settle it with you.',
        'We still need, from you or from Hill Country Ford: the signed cancellation form.',
      ],
    ],
    [
      'a contract that we cancel',
      contractC1,
      { ...termsC1, reason: reasonOf('FRAUD'), requestedBy: 'Administrator' },
      [
        'We intend to cancel your contract as of September 10, 2025. The refund comes to $1,414.60.',
        'Your contract was sold in TX. The rule for such contracts in that state is TX-SC-P (Texas Occupations Code 1304.1581, 1304.159). It is the rule for a contract that the provider cancels. It requires us to write to you at least 5 days before we cancel.',
        'Requested by | Summit Protection Administrators',
      ],
    ],
    [
      'a price that is late by thirty days',
      { ...contractC1, stateOfSale: 'NV', claims: { paid: centsOf(0), authorized: centsOf(0) } },
      on('2024-04-01'),
      [
        'The refund is due by May 16, 2024, 45 days after we received the notice. If it is paid later, 10% of the price of the contract is owed in addition for each 30 days or part of it after that day.',
      ],
    ],
    [
      'a penalty of the free look, after it',
      { ...contractC1, stateOfSale: 'NV' },
      termsC1,
      ['The refund is due by October 25, 2025, 45 days after we received the notice.'],
    ],
  ]
  test.each(cases)('%s', (_, contract, terms, lines) => {
    expectSaid(about(contract, terms), lines)
  })
})

describe('terms that only some laws have', () => {
  /** The letter about a contract under the general rule with these terms. */
  const under = (contract: CancelledContract, given: Partial<CancelRule>, terms: CancelTerms, more = {}) => {
    const rules = seededRules.map((rule) => (rule.ruleCode === 'DEFAULT' ? { ...rule, ...given } : rule))
    return letterAbout({ contract }, terms, calculated(factsOf(contract, { rules }), terms), more)
  }
  const steps = [{ by: 'Creditor', does: 'Refunds', days: 60, from: 'LoanEnd' }] as const
  const told: CancelTerms = {
    ...on('2025-05-05', { reason: reasonOf('PAYOFF') }),
    noticeReceivedDate: '2025-09-10',
  }

  test('days that count from the end of the loan are not counted from the notice', () => {
    const given = { refundsAtPayoff: true, payoffSteps: steps }
    expectSaid(under(contractC3, given, told), [
      'The refund is due by July 4, 2025, 60 days after the loan ended on May 5, 2025.',
    ])
    expectSaid(under(contractC3, given, told, { status: 'Quote' }), [
      'The refund would be due by July 4, 2025, 60 days after the loan ended on May 5, 2025.',
    ])
  })

  test('a penalty that is owed once', () => {
    const penalty = { base: 'Refund', percent: 10, period: 'Once', inFreeLookOnly: false } as const
    expectSaid(under(contractC3, { penalty }, on('2025-09-10')), [
      'The refund is due by October 25, 2025, 45 days after we received the notice. If it is paid later, 10% of the refund is owed in addition, once.',
    ])
  })

  test('no refund after a benefit', () => {
    const paid = { ...contractC3, claims: { paid: centsOf(150), authorized: centsOf(0) }, hasClaim: true }
    expectSaid(under(paid, { noRefundAfterBenefit: true, deductsClaims: false }, on('2025-09-10')), [
      'Unused share | Because a benefit was paid, the price is not refunded. | 0%',
      'Less claims | Claims total $150.00. Under DEFAULT nothing is refunded after a benefit. | $0.00',
      'Total refund | Refund of the price and sales tax | $0.00',
    ])
  })
})
