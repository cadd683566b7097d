import { describe, expect, test } from 'vitest'
import { contractC1, factsOf, termsC1 } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { amountOf } from '../money.ts'
import { calculateCancel } from './calculation.ts'
import { withoutCostSplit } from './cost-visibility.ts'
import type { CancelledContract } from './facts.ts'
import type { CancelCalculation } from './results.ts'

const calculated = (contract: CancelledContract): CancelCalculation => {
  const calculation = calculateCancel(factsOf(contract), termsC1)
  if ('refused' in calculation) throw new Error('The example was refused.')
  return calculation
}

const nonRefundable: CancelledContract = {
  ...contractC1,
  lines: contractC1.lines.map((line) =>
    ['ADMIN', 'CLIP', 'ROADSIDE'].includes(line.code) ? { ...line, cancelRule: 'NonRefundable' } : line,
  ),
}

describe('a calculation without the parts of dealer cost', () => {
  test.each([
    ['C1', contractC1],
    ['lines that give nothing back', nonRefundable],
  ])('%s: two lines that sum to the refund', (_, contract) => {
    const seen = withoutCostSplit(calculated(contract))
    expect(
      seen.lines.map(({ code, original, refund, claimsDeduction, accountHolder }) => [
        ...[code, amountOf(original), amountOf(refund), amountOf(claimsDeduction), accountHolder?.number],
      ]),
    ).toEqual([
      ['DEALERCOST', 1362.93, 831.39, 412.35, undefined],
      ['MARKUP', 1632.07, 995.56, 0, expect.any(String)],
    ])
    expect([seen.shortfall, seen.shortfallClaims]).toEqual([0, 0])
  })

  test('no step, sentence or figure reveals a line of the cost', () => {
    const whole = calculated(nonRefundable)
    expect(whole.explanation.join(' ')).toContain('94.55')
    const seen = withoutCostSplit(whole)
    const { payments: _, ...shown } = seen
    expect(JSON.stringify(shown)).not.toMatch(/RESERVE|PREMTAX|ADMIN|CLIP|ROADSIDE|AGENT|DLRGRP|94\.55|9455/)
    expect(seen.steps.map(({ code }) => code).filter((code) => code.startsWith('line:'))).toEqual([
      'line:DEALERCOST',
      'line:MARKUP',
    ])
    expect(seen.steps).toHaveLength(whole.steps.length - 7)
  })

  test('everything else is unchanged', () => {
    const whole = calculated(contractC1)
    const { lines, steps, explanation, shortfall, shortfallClaims, ...seen } = withoutCostSplit(whole)
    expect(whole).toMatchObject(seen)
  })
})
