import { describe, expect, test } from 'vitest'
import { contractC1, factsOf, termsC1 } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { centsOf } from '../money.ts'
import { calculateAlternatives, calculateCancel, changedAmounts } from './calculation.ts'
import type { CancelledContract, CancelTerms } from './facts.ts'
import type { CancelCalculation } from './results.ts'

const calculated = (contract: CancelledContract, terms: CancelTerms) =>
  calculateCancel(factsOf(contract), terms) as CancelCalculation

describe('alternatives', () => {
  test('are the same cancellation on other days and by other methods', () => {
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

  test('ask for the facts of their day', () => {
    const terms: string[] = []
    const factsOn = (date: string) => {
      terms.push(date)
      return factsOf(contractC1)
    }
    calculateAlternatives(factsOn, termsC1, [{ cancelDate: '2025-08-01' }])
    expect(terms).toEqual(['2025-08-01'])
  })

  test('that cannot be computed say so', () => {
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

describe('what has changed since it was agreed to', () => {
  const agreed = calculated(contractC1, termsC1)

  test('is nothing on the same facts', () => {
    expect(changedAmounts(agreed, calculated(contractC1, termsC1))).toEqual([])
  })

  test('is what a claim takes', () => {
    const claims = { paid: centsOf(500), authorized: centsOf(0) }
    expect(changedAmounts(agreed, calculated({ ...contractC1, claims }, termsC1))).toEqual([
      'claimsDeduction',
      'netRefund',
      'lines/RESERVE',
    ])
  })

  test('is a line that came or went', () => {
    expect(changedAmounts(agreed, { ...agreed, lines: agreed.lines.slice(1) })).toEqual(['lines/RESERVE'])
  })
})
