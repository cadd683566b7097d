import { describe, expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import type { Calculation, DisbursementDefinition } from '../rate-book/rate-book.ts'
import { type AgreedLine, calculationFault } from './calculation-check.ts'
import type { Override } from './overrides.ts'

const flat: Calculation = { type: 'Flat', amount: 5000 as Cents }
const percentOf = (base: 'DealerCost' | 'Retail' | 'Markup' | string[], percent = 5): Calculation => ({
  type: 'PercentOf',
  percent: percent * 1_000_000,
  base,
})

function line(
  code: string,
  calculation: Calculation,
  facts: Partial<DisbursementDefinition> = {},
): DisbursementDefinition {
  return {
    ...{ id: 1, code, label: code, to: { type: 'Agent', number: null }, calculation },
    ...{ includedInDealerCost: true, earningMethodCode: 'IMMEDIATE', earningFactorTable: null },
    ...{ cancelRule: 'Proportional', cancelMethodCode: null, payWhen: 'WhenFunded', sequence: 1 },
    ...{ effectiveFrom: '2015-01-01', effectiveTo: null, ...facts },
  }
}

const disbursements = [
  line('RESERVE', { type: 'RateRow', column: 'RESERVE', of: null }),
  line('PREMTAX', percentOf(['RESERVE'], 2)),
  line('ADMIN', flat),
  line('AGENT', flat),
  line('GROUP', percentOf('DealerCost', 10)),
  line('BONUS', percentOf('Markup', 10), { includedInDealerCost: false }),
  line('MARKUP', { type: 'Remainder', column: null }, { includedInDealerCost: false }),
]

let ids = 0
function agreed(code: string, calculation: Calculation | null, facts: Partial<Override> = {}): AgreedLine {
  ids += 1
  return {
    code,
    override: {
      ...{ id: ids, programId: 1, codeId: 1, holder: null, planId: null, termId: null },
      ...{ deductibleId: null, classCode: null, calculation, auditLogId: 1 },
      ...{ effectiveFrom: '2024-01-01', effectiveTo: null, ...facts },
    },
  }
}
const dealer = (id: number) => ({ holder: { type: 'Dealer', id } }) as const
const agent = (id: number) => ({ holder: { type: 'Agent', id } }) as const

const faultOf = (one: AgreedLine, others: AgreedLine[] = [], lines = disbursements) =>
  calculationFault({ disbursements: lines }, one, others)

describe('an override on its own', () => {
  test.each<[string, AgreedLine]>([
    ['an amount', agreed('AGENT', flat)],
    ['a percent of a line', agreed('AGENT', percentOf(['RESERVE', 'ADMIN']))],
    ['a percent of a percent of a line', agreed('AGENT', percentOf(['PREMTAX']))],
    ['a percent of dealer cost', agreed('AGENT', percentOf('DealerCost', 89.999999))],
    ['a percent of the price beyond dealer cost', agreed('BONUS', percentOf('Retail'))],
    ['the calculation of the book', agreed('RESERVE', null)],
  ])('%s is allowed', (_, one) => {
    expect(faultOf(one)).toBeUndefined()
  })

  test.each<[string, AgreedLine, string]>([
    ['nothing', agreed('AGENT', percentOf(['NOPE'])), 'the program has no line NOPE'],
    ['itself', agreed('AGENT', percentOf(['AGENT'])), 'AGENT of AGENT'],
    ['a line that is computed later', agreed('AGENT', percentOf(['GROUP'])), 'is computed after AGENT'],
    ['the markup', agreed('AGENT', percentOf(['MARKUP'])), 'is computed after AGENT'],
    ['a line that depends on it', agreed('RESERVE', percentOf(['PREMTAX'])), 'RESERVE of PREMTAX of RESERVE'],
    ['the price, as part of dealer cost', agreed('AGENT', percentOf('Retail')), 'part of dealer cost'],
    ['the markup, as part of dealer cost', agreed('AGENT', percentOf('Markup')), 'part of dealer cost'],
    [
      'all of dealer cost',
      agreed('AGENT', percentOf('DealerCost', 90)),
      'percentages of dealer cost add up to 100.',
    ],
    [
      'dealer cost, where others are a percent of it',
      agreed('RESERVE', percentOf('DealerCost')),
      'after PREMTAX, which is a percentage of RESERVE',
    ],
  ])('a percentage of %s is refused', (_, one, fault) => {
    expect(faultOf(one)).toContain(fault)
  })
})

describe('an override together with others', () => {
  const one = agreed('AGENT', percentOf(['ADMIN']), agent(1))
  const back = (facts: Partial<Override> = {}) => agreed('ADMIN', percentOf(['AGENT']), facts)

  test.each<[string, AgreedLine]>([
    ['with every dealer', back()],
    ['with a dealer of the agent', back(dealer(9))],
    ['with the same agent', back(agent(1))],
    ['for one plan', back({ planId: 3 })],
    ['for later days', back({ effectiveFrom: '2030-01-01' })],
  ])('%s: the circle is refused', (_, other) => {
    expect(faultOf(one, [other])).toContain('in a circle')
  })

  test.each<[string, AgreedLine]>([
    ['with another agent', back(agent(2))],
    ['for earlier days', back({ effectiveFrom: '2023-01-01', effectiveTo: '2023-12-31' })],
    ['of another program', back({ programId: 2 })],
  ])('%s: there is no circle', (_, other) => {
    expect(faultOf(one, [other])).toBeUndefined()
  })

  test('for other cells: there is no circle', () => {
    const narrow = agreed('AGENT', percentOf(['ADMIN']), { planId: 3, termId: 1, classCode: '3' })
    expect(faultOf(narrow, [back({ planId: 4 })])).toBeUndefined()
    expect(faultOf(narrow, [back({ termId: 2 })])).toBeUndefined()
    expect(faultOf(narrow, [back({ classCode: '4' })])).toBeUndefined()
    expect(faultOf(narrow, [back({ deductibleId: 4 })])).toContain('in a circle')
  })

  test('agreed percentages of dealer cost are added up', () => {
    const half = agreed('AGENT', percentOf('DealerCost', 50), dealer(9))
    expect(faultOf(half, [agreed('ADMIN', percentOf('DealerCost', 39.9))])).toBeUndefined()
    expect(faultOf(half, [agreed('ADMIN', percentOf('DealerCost', 40))])).toContain('add up to 100.')
    expect(faultOf(half, [agreed('ADMIN', percentOf('DealerCost', 40), dealer(8))])).toBeUndefined()
  })

  test('an override that takes precedence replaces the figure of the book', () => {
    const most = agreed('AGENT', percentOf('DealerCost', 95), dealer(9))
    expect(faultOf(most)).toContain('add up to 105.')
    expect(faultOf(most, [agreed('GROUP', flat)])).toBeUndefined()
    expect(faultOf(most, [agreed('GROUP', flat, dealer(9))])).toBeUndefined()
    expect(faultOf(most, [agreed('GROUP', flat, { planId: 3 })])).toContain('add up to 105.')
    expect(faultOf(most, [agreed('GROUP', flat, agent(1))])).toContain('add up to 105.')
    expect(faultOf(most, [agreed('GROUP', flat, { effectiveTo: '2024-06-30' })])).toContain('On 2024-07-01')
    // The dealer's override takes precedence over the program's.
    const program = agreed('GROUP', percentOf('DealerCost', 20))
    expect(faultOf(most, [program, agreed('GROUP', flat, dealer(9))])).toBeUndefined()
  })
})

test('a line that changes on a date is checked before and after it', () => {
  const lines = [
    ...disbursements.filter(({ code }) => code !== 'ADMIN'),
    line('ADMIN', flat, { effectiveTo: '2024-12-31' }),
    line('ADMIN', percentOf(['AGENT']), { effectiveFrom: '2025-01-01' }),
  ]
  const one = (to: string | null) => agreed('AGENT', percentOf(['ADMIN']), { effectiveTo: to })
  expect(faultOf(one('2024-12-31'), [], lines)).toBeUndefined()
  expect(faultOf(one(null), [], lines)).toContain('AGENT of ADMIN of AGENT')
})
