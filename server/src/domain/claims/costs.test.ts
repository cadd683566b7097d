import { describe, expect, test } from 'vitest'
import { detail, misc, terms } from '../../../test/support/oracle/claims/claim-examples.ts'
import { amountOf, type Cents, centsOf } from '../money.ts'
import { claimBenefits } from './benefits.ts'
import type { ClaimStatus, ClaimTerms, DetailFigures, DetailStatus } from './claim.ts'
import { claimCosts, claimReserve } from './costs.ts'

const figures = (payable: number): DetailFigures => ({
  ...{ labor: [], parts: [], misc: [], adjustments: [] },
  ...{ requested: centsOf(payable + 40), adjusted: centsOf(payable + 15), tax: centsOf(5) },
  ...{ deductibleApplied: centsOf(12), overLimit: centsOf(8), notCovered: centsOf(25) },
  ...{ payable: centsOf(payable), customerPay: centsOf(45) },
})
const costed = (status: DetailStatus, payable: number, paid = 0) => ({
  ...{ status, figures: figures(payable), paid: centsOf(paid) },
})

test('the costs of a claim leave out what is denied or voided, but the customer pays what is denied', () => {
  const costs = claimCosts([
    costed('Authorized', 100, 30),
    costed('Paid', 200, 200),
    costed('Pending', 300),
    costed('PendingApproval', 50),
    costed('Denied', 1_000),
    costed('Voided', 5_000),
  ])
  const dollars = Object.fromEntries(Object.entries(costs).map(([name, cents]) => [name, amountOf(cents)]))
  expect(dollars).toEqual({
    ...{ requested: 810, adjusted: 710, tax: 20, deductible: 48, overLimit: 32 },
    ...{ payable: 650, customerPay: 225, authorized: 300, paid: 230, outstanding: 70 },
  })
})

describe('the reserve', () => {
  test.each<[ClaimStatus, number | null, number, number, number]>([
    ['Open', null, 0, 0, 0],
    ['Authorized', null, 0, 500, 500],
    ['Authorized', 800, 0, 500, 800],
    ['Authorized', 800, 300, 200, 500],
    ['Authorized', 800, 700, 200, 200],
    ['Open', 800, 900, 0, 0],
    ['OnHold', 250.5, 0, 0, 250.5],
    ['PaymentRequested', null, 100, 40, 40],
    ['Closed', 800, 0, 500, 0],
    ['Denied', 800, 0, 0, 0],
    ['Voided', 800, 0, 0, 0],
    ['Paid', 800, 100, 0, 0],
  ])('%s, estimated %j, %d paid, %d outstanding: %d', (status, estimate, paid, outstanding, expected) => {
    const costs = { paid: centsOf(paid), outstanding: centsOf(outstanding) }
    const caseReserve = estimate === null ? null : centsOf(estimate)
    expect(amountOf(claimReserve(status, caseReserve, costs))).toBe(expected)
  })
})

describe('the benefits of a claim', () => {
  const lines = [
    misc({ id: 1, type: 'Rental', price: 40, quantity: 3 }),
    misc({ id: 2, type: 'Tow', price: 75 }),
  ]
  const taking = (status: DetailStatus, amounts: number[]) => ({
    ...detail({ status, misc: lines }),
    figures: {
      misc: amounts.map((amount, at) => ({
        ...{ id: at + 1, requested: centsOf(500), amount: centsOf(amount), tax: 0 as Cents },
      })),
    },
  })
  const remaining = (contract: Partial<ClaimTerms>, details: Parameters<typeof claimBenefits>[1]) =>
    claimBenefits(terms(contract), details).map(({ code, used, remaining: left }) => [
      ...[code, amountOf(used), amountOf(left)],
    ])

  test('without details', () => {
    expect(remaining({}, [])).toEqual([
      ['RENTAL', 0, 200],
      ['TOW', 0, 75],
    ])
  })

  test('denied and voided details take nothing', () => {
    const details = [
      ...[taking('Pending', [120, 75]), taking('Authorized', [30, 0])],
      ...[taking('Denied', [200, 75]), taking('Voided', [200, 75])],
    ]
    expect(remaining({}, details)).toEqual([
      ['RENTAL', 150, 50],
      ['TOW', 75, 0],
    ])
  })

  test('a cap of the contract counts all its claims', () => {
    const [rental] = terms().benefits
    const benefits = rental ? [{ ...rental, contractCap: centsOf(300), usedElsewhere: centsOf(160) }] : []
    expect(remaining({ benefits }, [taking('Pending', [120, 0])])).toEqual([['RENTAL', 280, 20]])
  })
})
