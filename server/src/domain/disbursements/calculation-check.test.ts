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

describe('by itself', () => {
  test.each<[string, AgreedLine]>([
    ['an amount', agreed('AGENT', flat)],
    ['a percent of a line', agreed('AGENT', percentOf(['RESERVE', 'ADMIN']))],
    ['a percent of a percent of a line', agreed('AGENT', percentOf(['PREMTAX']))],
    ['a percent of dealer cost', agreed('AGENT', percentOf('DealerCost', 89.999999))],
    ['a percent of the price beyond dealer cost', agreed('BONUS', percentOf('Retail'))],
    ['as the book says', agreed('RESERVE', null)],
  ])('%s is sound', (_, one) => {
    expect(faultOf(one)).toBeUndefined()
  })

  test.each<[string, AgreedLine, string]>([
    ['nothing', agreed('AGENT', percentOf(['NOPE'])), 'which the program does not have'],
    ['itself', agreed('AGENT', percentOf(['AGENT'])), 'AGENT of AGENT'],
    ['what is known last', agreed('AGENT', percentOf(['GROUP'])), 'only known after it'],
    ['the markup', agreed('AGENT', percentOf(['MARKUP'])), 'only known after it'],
    ['what is a percent of it', agreed('RESERVE', percentOf(['PREMTAX'])), 'RESERVE of PREMTAX of RESERVE'],
    ['the price, as part of dealer cost', agreed('AGENT', percentOf('Retail')), 'part of dealer cost'],
    ['the markup, as part of dealer cost', agreed('AGENT', percentOf('Markup')), 'part of dealer cost'],
    ['all of dealer cost', agreed('AGENT', percentOf('DealerCost', 90)), 'take 100 percent of dealer cost'],
    [
      'dealer cost, where others are a percent of it',
      agreed('RESERVE', percentOf('DealerCost')),
      'PREMTAX is a percent of RESERVE',
    ],
  ])('a percent of %s is none', (_, one, fault) => {
    expect(faultOf(one)).toContain(fault)
  })
})

describe('beside what else is agreed', () => {
  const one = agreed('AGENT', percentOf(['ADMIN']), agent(1))
  const back = (facts: Partial<Override> = {}) => agreed('ADMIN', percentOf(['AGENT']), facts)

  test.each<[string, AgreedLine]>([
    ['with everybody', back()],
    ['with a dealer of the agent', back(dealer(9))],
    ['with the same agent', back(agent(1))],
    ['for one plan', back({ planId: 3 })],
    ['for later days', back({ effectiveFrom: '2030-01-01' })],
  ])('%s, a ring is closed', (_, other) => {
    expect(faultOf(one, [other])).toContain('ring')
  })

  test.each<[string, AgreedLine]>([
    ['with another agent', back(agent(2))],
    ['for earlier days', back({ effectiveFrom: '2023-01-01', effectiveTo: '2023-12-31' })],
    ['of another program', back({ programId: 2 })],
  ])('%s, none is', (_, other) => {
    expect(faultOf(one, [other])).toBeUndefined()
  })

  test('that is for other cells, none is', () => {
    const narrow = agreed('AGENT', percentOf(['ADMIN']), { planId: 3, termId: 1, classCode: '3' })
    expect(faultOf(narrow, [back({ planId: 4 })])).toBeUndefined()
    expect(faultOf(narrow, [back({ termId: 2 })])).toBeUndefined()
    expect(faultOf(narrow, [back({ classCode: '4' })])).toBeUndefined()
    expect(faultOf(narrow, [back({ deductibleId: 4 })])).toContain('ring')
  })

  test('the percents of dealer cost are counted as they are agreed', () => {
    const half = agreed('AGENT', percentOf('DealerCost', 50), dealer(9))
    expect(faultOf(half, [agreed('ADMIN', percentOf('DealerCost', 39.9))])).toBeUndefined()
    expect(faultOf(half, [agreed('ADMIN', percentOf('DealerCost', 40))])).toContain('100 percent')
    expect(faultOf(half, [agreed('ADMIN', percentOf('DealerCost', 40), dealer(8))])).toBeUndefined()
  })

  test('what stands before the figure of the book, takes its place', () => {
    const most = agreed('AGENT', percentOf('DealerCost', 95), dealer(9))
    expect(faultOf(most)).toContain('105 percent')
    expect(faultOf(most, [agreed('GROUP', flat)])).toBeUndefined()
    expect(faultOf(most, [agreed('GROUP', flat, dealer(9))])).toBeUndefined()
    expect(faultOf(most, [agreed('GROUP', flat, { planId: 3 })])).toContain('105 percent')
    expect(faultOf(most, [agreed('GROUP', flat, agent(1))])).toContain('105 percent')
    expect(faultOf(most, [agreed('GROUP', flat, { effectiveTo: '2024-06-30' })])).toContain('On 2024-07-01')
    // The dealer's own stands before the program's.
    const program = agreed('GROUP', percentOf('DealerCost', 20))
    expect(faultOf(most, [program, agreed('GROUP', flat, dealer(9))])).toBeUndefined()
  })
})

test('a line that changes on a date is looked at on both sides of it', () => {
  const lines = [
    ...disbursements.filter(({ code }) => code !== 'ADMIN'),
    line('ADMIN', flat, { effectiveTo: '2024-12-31' }),
    line('ADMIN', percentOf(['AGENT']), { effectiveFrom: '2025-01-01' }),
  ]
  const one = (to: string | null) => agreed('AGENT', percentOf(['ADMIN']), { effectiveTo: to })
  expect(faultOf(one('2024-12-31'), [], lines)).toBeUndefined()
  expect(faultOf(one(null), [], lines)).toContain('AGENT of ADMIN of AGENT')
})
