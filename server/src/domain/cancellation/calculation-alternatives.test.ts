import { describe, expect, test } from 'vitest'
import { contractC1, factsOf, termsC1 } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { centsOf } from '../money.ts'
import { calculateAlternatives, calculateCancel, changedAmounts } from './calculation.ts'
import type { CancelledContract, CancelTerms } from './facts.ts'
import type { CancelCalculation } from './results.ts'

const calculated = (contract: CancelledContract, terms: CancelTerms) =>
  calculateCancel(factsOf(contract), terms) as CancelCalculation

describe('alternatives', () => {
  test('calculate the same cancellation on other dates and by other methods', () => {
    const alternatives = calculateAlternatives(() => factsOf(contractC1), termsC1, [
      {},
      { cancelDate: '2025-10-10' },
      { cancelMethodCode: 'PRORATA_DAYS' },
      { cancelDate: '2024-04-01', cancelMethodCode: 'RULE78' },
    ])
    expect(alternatives.map(({ cancelDate, method }) => [cancelDate, method])).toEqual([
      ['2025-09-10', 'PRORATA_LESSER'],
      ['2025-10-10', 'PRORATA_LESSER'],
      ['2025-09-10', 'PRORATA_DAYS'],
      ['2024-04-01', 'RULE78'],
    ])
    expect(alternatives[0]?.result).toEqual(calculated(contractC1, termsC1))
    expect(alternatives[2]?.result).toMatchObject({ grossRefund: centsOf(2102.73) })
  })

  test('use the facts of their own date', () => {
    const terms: string[] = []
    const factsOn = (date: string) => {
      terms.push(date)
      return factsOf(contractC1)
    }
    calculateAlternatives(factsOn, termsC1, [{ cancelDate: '2025-08-01' }])
    expect(terms).toEqual(['2025-08-01'])
  })

  test('say why they cannot be calculated', () => {
    const terms = { ...termsC1, cancelOdometer: null }
    const [days, miles] = calculateAlternatives(() => factsOf(contractC1), terms, [
      { cancelMethodCode: 'PRORATA_DAYS' },
      { cancelMethodCode: 'PRORATA_MILES' },
    ])
    expect(days?.result).toMatchObject({ computed: null, grossRefund: centsOf(2102.73) })
    expect(miles).toMatchObject({
      method: 'PRORATA_MILES',
      result: { refused: [{ code: 'OdometerRequired' }] },
    })
  })
})

describe('amounts changed since the agreement', () => {
  const agreed = calculated(contractC1, termsC1)

  test('there are none on the same facts', () => {
    expect(changedAmounts(agreed, calculated(contractC1, termsC1))).toEqual([])
  })

  test('a new claim changes amounts', () => {
    const claims = { paid: centsOf(500), authorized: centsOf(0) }
    expect(changedAmounts(agreed, calculated({ ...contractC1, claims }, termsC1))).toEqual([
      'claimsDeduction',
      'netRefund',
      'lines/RESERVE',
    ])
  })

  test('an added or removed line is a change', () => {
    expect(changedAmounts(agreed, { ...agreed, lines: agreed.lines.slice(1) })).toEqual(['lines/RESERVE'])
  })
})
