import { describe, expect, test } from 'vitest'
import { saidIn } from '../../../test/support/builders/cancel-letters.ts'
import { serviceContract } from '../../../test/support/builders/contract-forms.ts'
import {
  detail,
  facts,
  labor,
  limitedTo,
  misc,
  part,
} from '../../../test/support/oracle/claims/claim-examples.ts'
import { centsOf } from '../money.ts'
import { adjudicate } from './adjudicate.ts'
import type { ClaimDetail, DetailFigures, DetailStatus } from './claim.ts'
import { claimLetter } from './letter.ts'
import type { ClaimLetter, LetterDetail } from './letter-facts.ts'
import { missingWords, type OpenMatters } from './letter-missing.ts'

// The letter about a decision, from adjudicated claims.

/** A detail of the letter with the figures of its adjudication. */
function decided(
  lines: Partial<ClaimDetail>,
  status: DetailStatus,
  more: Partial<LetterDetail> = {},
): LetterDetail {
  const asked = detail({ ...lines, status: status === 'Denied' ? 'Denied' : 'Pending' })
  const figures = adjudicate(facts([asked])).details.get(asked.id) as DetailFigures
  return {
    ...{ sequence: asked.sequence, status, title: 'Noise', components: asked.components, figures },
    lines: [
      ...asked.labor.map(({ id, componentCode }) => ({
        ...{ target: 'Labor' as const, id, componentCode, name: 'Labor' },
      })),
      ...asked.misc.map(({ id, componentCode }) => ({
        ...{ target: 'Misc' as const, id, componentCode, name: 'Towing' },
      })),
    ],
    deniedReason: null,
    ...more,
  }
}

const letterOf = (details: readonly LetterDetail[], more: Partial<ClaimLetter> = {}): ClaimLetter => ({
  ...{ writtenAt: '2025-03-12T15:00:00Z', date: '2025-03-12', appealDays: 60 },
  contract: { ...serviceContract, cobuyer: null },
  components: limitedTo({}),
  ...{ number: 'CLM-000311', isVoided: false, lossDate: '2025-03-10', lossOdometer: 24_100 },
  facilityName: 'Lone Star Repair',
  coverage: { inForce: true, reasons: [] },
  ...{ deniedReason: null, authorization: null, details, settlement: null, payments: [], missing: [] },
  ...more,
})
const said = (details: readonly LetterDetail[], more: Partial<ClaimLetter> = {}) =>
  saidIn(claimLetter(letterOf(details, more)))

/** The norm's example V1. */
const waterPump = {
  labor: [labor({ hours: 4.2, rate: 145, guide: 3.8 })],
  parts: [part({ id: 1, price: 389.95 }), part({ id: 2, price: 18.4, quantity: 2 })],
  misc: [misc({ type: 'Tow', price: 45 })],
}

describe('an authorized claim', () => {
  const authorization = { number: 'A-000311', until: '2025-05-11' } as const
  const lines = said([decided(waterPump, 'Authorized')], { authorization })

  test('tells what was asked, what we pay, what the customer pays, and the clause', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'Your claim is authorized CLM-000311',
        'Dear Dana Reyes,',
        'This is about your claim CLM-000311 for the loss on March 10, 2025 under contract VSC-0000731. We pay $957.96, and you pay $100.00.',
        'We pay | $957.96',
        'You pay | $100.00',
        'Authorization | A-000311 | valid until May 11, 2025',
        'Form | VSC-100',
        'Repair shop | Lone Star Repair',
        '1. Noise: Water pump',
        'Asked for, before tax | $1,080.75',
        'Decision | Authorized',
        'Covered by Engine, form VSC-100. What we pay includes $35.21 of sales tax.',
        'You can appeal until May 11, 2025, 60 days from the date of this letter.',
      ]),
    )
    expect(lines.join(' ')).toContain('$100.00 of what you pay is your deductible')
    expect(lines.join(' ')).toContain('Clause: Deductible, form VSC-100.')
  })

  test('does not tell what was cut between us and the shop, nor what is missing', () => {
    const text = lines.join(' ')
    expect(text).not.toMatch(/58\.00|551\.00|guide|labor rate|adjust/i)
    expect(text).not.toContain('What is still missing')
  })
})

describe('reasons', () => {
  test('a component that is not covered, and a tow above its benefit', () => {
    const lines = said([
      decided(
        {
          labor: [
            labor({ id: 1, hours: 2, rate: 100 }),
            labor({ id: 2, component: 'NAVIGATION', hours: 3, rate: 100 }),
          ],
          misc: [misc({ id: 3, type: 'Tow', price: 120 })],
        },
        'Authorized',
      ),
    ])
    expect(lines).toEqual(
      expect.arrayContaining([
        '$300.00 of what you pay: Navigation is not covered. Clause: HighTech, form VSC-100.',
        '$45.00 of what you pay: Towing is paid up to the benefit of your contract. Clause: Benefits, form VSC-100.',
        'You pay | $445.00',
      ]),
    )
  })

  test('a denial', () => {
    const lines = said([decided(waterPump, 'Denied', { deniedReason: 'Maintenance not shown' })])
    expect(lines).toEqual(
      expect.arrayContaining([
        'Your claim is denied',
        'We pay nothing for it. Reason: Maintenance not shown. Clause: Engine, form VSC-100.',
        'We pay | $0.00',
        'You pay | $1,080.75',
      ]),
    )
  })

  test('a product without coverage groups has its form as the clause', () => {
    const lines = said([decided({ components: [] }, 'Denied', { deniedReason: 'Reported too late' })], {
      components: new Map(),
    })
    expect(lines).toContain('We pay nothing for it. Reason: Reported too late. Clause: form VSC-100.')
  })

  test('a contract that is not in force, without the reasons of a hold', () => {
    const coverage = {
      inForce: false,
      reasons: [
        { code: 'LossAfterExpiration', message: 'The loss on 2025-03-10 is after the last day, 2025-03-01.' },
        { code: 'HoldBlocksClaims', message: 'The contract is on hold, and claims wait: Chargeback.' },
      ],
    }
    const [paragraph] = said([decided(waterPump, 'Pending')], { coverage }).filter((line) =>
      /not cover/.test(line),
    )
    expect(paragraph).toBe(
      'Your contract does not cover this loss. The loss on March 10, 2025 is after the last day, March 1, 2025. The contract is on hold, and claims wait.',
    )
  })
})

describe('a claim that is not decided', () => {
  test('promises no amounts, and lists what is missing', () => {
    const lines = said([decided(waterPump, 'Hold')], { missing: ['your maintenance records'] })
    expect(lines).toEqual(
      expect.arrayContaining([
        'Your claim is under review',
        'Decision | Not decided yet',
        'When we have decided, you can appeal within 60 days of the letter with our decision.',
        'What is still missing',
        '- your maintenance records',
      ]),
    )
    expect(lines.join(' ')).not.toMatch(/We pay|You pay|957\.96/)
  })

  test('in part tells both', () => {
    const lines = said([
      decided(waterPump, 'Authorized'),
      decided({ ...waterPump, sequence: 2 }, 'Inspection'),
    ])
    expect(lines).toContain('Our decision on your claim')
    expect(lines.join(' ')).toContain('We have not decided everything yet.')
    expect(lines).toContain('We need nothing from you at the moment.')
  })
})

test('a claim without details, denied or voided', () => {
  expect(said([], { deniedReason: 'Contract not in force' }).join(' ')).toContain(
    'We cannot pay it. Reason: Contract not in force.',
  )
  expect(said([], { isVoided: true })).toContain('Your claim is voided')
})

test('the settlement of a total loss, and what the customer still owes', () => {
  const cents = centsOf
  const lines = said([decided({ components: [] }, 'Authorized', { title: 'Total loss' })], {
    components: new Map(),
    settlement: {
      ...{ scheduledPayoff: cents(24_447.49), refunds: cents(1_364.6), exclusions: cents(0) },
      ...{ coveredBalance: cents(23_082.89), insuranceCredit: cents(18_850), gap: cents(4_232.89) },
      ...{ maxBenefit: cents(50_000), payable: cents(4_232.89), customerResidual: cents(2_002.97) },
    },
    payments: [{ payeeName: 'First Bank', amount: cents(4_232.89), isPaid: false }],
  })
  expect(lines).toEqual(
    expect.arrayContaining([
      'Refunds of cancelled products | -$1,364.60',
      'We pay, at most $50,000.00 | $4,232.89',
      'You still owe your lender | $2,002.97',
      'First Bank | Being paid | $4,232.89',
    ]),
  )
  expect(lines.join(' ')).not.toContain('You pay')
})

const nothing: OpenMatters = {
  ...{ hasDetails: true, gapMissing: [], documents: [], holds: [] },
  ...{ needsInspection: false, needsApproval: false },
}
test.each<[Partial<OpenMatters>, string[]]>([
  [{}, []],
  [{ hasDetails: false }, ['the estimate of the repair shop']],
  [{ hasDetails: false, holds: ['ESTPEND'] }, ['the estimate of the repair shop']],
  [
    { documents: ['PAYOFF', 'Death certificate'], gapMissing: ['lenderPayoff', 'financing.apr'] },
    ['the payoff letter of your lender', 'Death certificate', 'the finance agreement'],
  ],
  [{ gapMissing: ['ltvValue'] }, ['the value of the vehicle']],
  [{ holds: ['SUPAPPR', 'SUSPICION'], needsApproval: true }, ['our own review of the claim']],
  [{ holds: ['INSPPEND'], needsInspection: true }, ['the inspection of the vehicle, which we arrange']],
])('of %o is missing %o', (open, words) => {
  expect(missingWords({ ...nothing, ...open })).toEqual(words)
})
