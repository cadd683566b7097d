import { expect, test } from 'vitest'
import { bookOf, edited, sandboxFiles } from '../../../test/support/builders/rate-books.ts'
import type { Cents } from '../money.ts'
import { assignIds } from '../rate-book/ids.ts'
import type { Calculation } from '../rate-book/rate-book.ts'
import { allPrograms, disbursementCodeId } from './book-lines.ts'
import { overrideSet } from './override-set.ts'
import type { Override } from './overrides.ts'

const VSC = 'programs/VSC-STD/program.yaml'
const { book, assigned } = assignIds(bookOf(sandboxFiles), new Map())
const later = (from: string | RegExp, to: string) => assignIds(bookOf(edited(VSC, from, to)), assigned).book
const program = allPrograms(book).find(({ code }) => code === 'VSC-STD')
const idOf = (items: readonly { id: number; code: string }[] | undefined, code: string) =>
  items?.find((one) => one.code === code)?.id ?? 0

const flat = (amount: number): Calculation => ({ type: 'Flat', amount: amount as Cents })
const sale = { dealerId: 11, agentId: 12, groupId: 13, saleDate: '2024-04-01' }

function agreed(
  auditLogId: number,
  calculation: Calculation | null,
  facts: Partial<Override> = {},
): Override {
  return {
    ...{
      id: 100 + auditLogId,
      programId: program?.id ?? 0,
      codeId: disbursementCodeId(book, 'AGENT'),
      holder: null,
    },
    ...{ planId: null, termId: null, deductibleId: null, classCode: null, calculation, auditLogId },
    ...{ effectiveFrom: '2024-04-01', effectiveTo: '2024-04-30', ...facts },
  }
}

test('without overrides there is nothing to apply', () => {
  expect(overrideSet([]).forSale(book, sale)).toEqual([])
})

test('the order is dealer, agent, group, program; then the most specific, then the newest', () => {
  const planId = idOf(program?.plans, 'PLATINUM')
  const termId = idOf(program?.terms, '60/75000')
  const all = [
    agreed(1, flat(7)),
    agreed(2, flat(6), { holder: { type: 'DealerGroup', id: 13 } }),
    agreed(3, flat(5), { holder: { type: 'Agent', id: 12 } }),
    agreed(4, flat(3), { holder: { type: 'Dealer', id: 11 }, planId }),
    agreed(5, flat(4), { holder: { type: 'Dealer', id: 11 } }),
    agreed(6, flat(2), { holder: { type: 'Dealer', id: 11 }, classCode: '3' }),
    agreed(7, flat(1), { holder: { type: 'Dealer', id: 11 }, planId, termId }),
    agreed(8, flat(9), { holder: { type: 'Dealer', id: 99 } }),
    agreed(9, flat(9), { effectiveFrom: '2024-04-02' }),
    agreed(10, flat(9), { effectiveFrom: '2024-03-01', effectiveTo: '2024-03-31' }),
  ]
  const found = overrideSet(all).forSale(book, sale)
  expect(found.map(({ calculation }) => calculation)).toEqual([1, 2, 3, 4, 5, 6, 7].map(flat))
  expect(found[0]).toEqual({
    ...{ program: 'VSC-STD', disbursementCode: 'AGENT', plan: 'PLATINUM', term: '60/75000' },
    ...{ deductible: null, classCode: null, calculation: flat(1) },
  })
  const alone = overrideSet(all).forSale(book, { ...sale, dealerId: 1, agentId: null, groupId: null })
  expect(alone.map(({ calculation }) => calculation)).toEqual([flat(7)])
})

test('the book’s own calculation is that of the book and date of the sale', () => {
  const overrides = overrideSet([agreed(1, null)])
  const calculations = (one: typeof book) =>
    overrides.forSale(one, sale).map(({ calculation }) => calculation)
  expect(calculations(book)).toEqual([flat(7500)])
  expect(calculations(later('amount: 75.00', 'amount: 80.00'))).toEqual([flat(8000)])
  const ended = later(
    '{ type: Flat, amount: 75.00 }\n',
    '{ type: Flat, amount: 75.00 }\n    effectiveTo: 2024-03-31\n',
  )
  expect(calculations(ended)).toEqual([])
})

test('an override is left out if the book no longer has its target', () => {
  const percent: Calculation = { type: 'PercentOf', percent: 5_000_000, base: ['RESERVE', 'ROADSIDE'] }
  const overrides = overrideSet([agreed(1, percent)])
  expect(overrides.forSale(book, sale)).toHaveLength(1)
  const without = (code: string, next: string) =>
    later(new RegExp(` {2}- code: ${code}\\n(.|\\n)*?(?= {2}- code: ${next})`), '')
  expect(overrides.forSale(without('AGENT', 'DLRGRP'), sale)).toEqual([])
  expect(overrides.forSale(without('ROADSIDE', 'AGENT'), sale)).toEqual([])
  expect(overrides.forSale({ ...book, products: [] }, sale)).toEqual([])
  expect(overrideSet([agreed(1, flat(1), { planId: 987 })]).forSale(book, sale)).toEqual([])
})
