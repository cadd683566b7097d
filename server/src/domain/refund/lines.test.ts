import { describe, expect, test } from 'vitest'
import { contractC1 } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import type { Fraction } from '../fraction.ts'
import { partOfAmount } from '../fraction.ts'
import { allocate, type Cents, centsOf } from '../money.ts'
import { allocateByShare, deductClaims, divideRefund, type LineOfPrice } from './lines.ts'

const c1: LineOfPrice[] = contractC1.lines.map(({ code, amount, cancelRule }) => ({
  ...{ code, amount, cancelRule, own: null },
}))
const u: Fraction = { part: 61, whole: 100 }
const gross = centsOf(1826.95)
const divided = (lines: readonly LineOfPrice[], isFreeLook = false) =>
  divideRefund(lines, gross, { share: u, factor: u, isFreeLook })
const refundsOf = (result: ReturnType<typeof divided>) => result.lines.map(({ refund }) => refund / 100)
const codes = c1.map(({ code }) => code)
const withRule = (rule: LineOfPrice['cancelRule'], which: readonly string[], own: Fraction | null = null) =>
  c1.map((line) => (which.includes(line.code) ? { ...line, cancelRule: rule, own } : line))

describe('the refund of C1 is divided', () => {
  test('in proportion, to the cent', () => {
    expect(refundsOf(divided(c1))).toEqual([647.64, 12.95, 76.25, 7.32, 10.98, 45.75, 30.5, 995.56])
    expect(divided(c1).shortfall).toBe(0)
  })

  test('with nonrefundable lines as a shortfall', () => {
    const result = divided(withRule('NonRefundable', ['ADMIN', 'CLIP', 'ROADSIDE']))
    expect(result.shortfall).toBe(centsOf(94.55))
    expect(refundsOf(result).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1732.4, 9)
  })

  test('with lines that are refunded only in the free look', () => {
    const lines = withRule('FlatOnlyInFreeLook', ['ADMIN'])
    expect(divided(lines, true).shortfall).toBe(0)
    expect(divided(lines).shortfall).toBe(centsOf(76.25))
  })

  test('with lines that have a method of their own, which may give more than their share', () => {
    const less = divided(withRule('OwnMethod', ['CLIP'], { part: 1, whole: 3 }))
    expect(less.lines[3]).toEqual({ refund: centsOf(4), factor: { part: 1, whole: 3 } })
    expect(less.shortfall).toBe(centsOf(3.32))
    expect(divided(withRule('OwnMethod', ['CLIP'], { part: 1, whole: 1 })).shortfall).toBe(centsOf(-4.68))
  })
})

describe('shares', () => {
  test.each<[string, number[], Fraction, number[]]>([
    ['ties go to the first', [100, 100, 100], { part: 1, whole: 200 }, [1, 1, 0]],
    ['the largest remainder first', [3, 5, 2], { part: 1, whole: 3 }, [1, 2, 0]],
    ['a line of zero gets nothing', [0, 100, 0], { part: 1, whole: 3 }, [0, 33, 0]],
    ['a share of 1', [7, 11], { part: 1, whole: 1 }, [7, 11]],
    ['a share of 0', [7, 11], { part: 0, whole: 1 }, [0, 0]],
  ])('%s', (_, whole, share, shares) => {
    const total = partOfAmount(whole.reduce((sum, one) => sum + one, 0) as Cents, share)
    expect(allocateByShare(whole as Cents[], share, total)).toEqual(shares)
  })

  test('use the exact factor, not the rounded refund', () => {
    // 0.5, 0.5 and 1.5 of a refund of 2.5, rounded to 3. Shares of 3 would be 0.6, 0.6 and 1.8: another division.
    const amounts = [1, 1, 3] as Cents[]
    expect(allocateByShare(amounts, { part: 1, whole: 2 }, 3 as Cents)).toEqual([1, 1, 1])
    expect(allocate(3 as Cents, amounts)).toEqual([1, 0, 2])
  })
})

describe('claims', () => {
  test('are deducted from the reserve first', () => {
    const { lines, shortfall } = deductClaims(codes, divided(c1), centsOf(412.35))
    expect(lines).toEqual([centsOf(412.35), 0, 0, 0, 0, 0, 0, 0])
    expect(shortfall).toBe(0)
  })

  test('above the reserve lower the other lines in proportion', () => {
    const { lines } = deductClaims(codes, divided(c1), centsOf(1000))
    expect(lines[0]).toBe(centsOf(647.64))
    expect(lines.slice(1).reduce((sum, one) => sum + one, 0)).toBe(centsOf(352.36))
  })

  test('equal to the refund leave nothing to give back', () => {
    const lines = withRule('OwnMethod', ['CLIP'], { part: 1, whole: 1 })
    const result = divided(lines)
    const deducted = deductClaims(codes, result, gross)
    expect(deducted.lines).toEqual(result.lines.map(({ refund }) => refund))
    expect(deducted.shortfall).toBe(result.shortfall)
  })

  test('lower the shortfall as well', () => {
    const result = divided(withRule('NonRefundable', ['MARKUP']))
    const { lines, shortfall } = deductClaims(codes, result, centsOf(1647.64))
    expect(shortfall).toBeGreaterThan(0)
    expect(lines.reduce((sum, one) => sum + one, 0) + shortfall).toBe(centsOf(1647.64))
  })

  test('lower all lines if there is no reserve', () => {
    const lines = [c1[1], c1[2]].flatMap((line) => (line ? [line] : []))
    const result = divideRefund(lines, centsOf(89.2), { share: u, factor: u, isFreeLook: false })
    const deducted = deductClaims(['PREMTAX', 'ADMIN'], result, centsOf(10))
    expect(deducted.lines.reduce((sum, one) => sum + one, 0)).toBe(centsOf(10))
  })
})
