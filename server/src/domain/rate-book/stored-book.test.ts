import { expect, test } from 'vitest'
import { bookOf, sandboxFiles } from '../../../test/support/builders/rate-books.ts'
import type { Book } from './book.ts'
import { bookChanges, diffBooks } from './diff.ts'
import { assignIds } from './ids.ts'
import { completeStoredBook } from './stored-book.ts'

const { book } = assignIds(bookOf(sandboxFiles), new Map())

// What every product, program and so on had when the first books were stored.
const had: Readonly<Record<string, RegExp>> = {
  book: /^(?!coverageGroups$|forms$)/,
  products: /^(?!requiredParameters$|claimSettings$)/,
  programs: /^(?!classNames$|requiredDocuments$)/,
  plans: /^(?!limits$|benefits$|gap$|effective)/,
  factorTables: /^(?!type$|interpolation$)/,
  surcharges: /^(?!changesBenefits$|effective)/,
  taxRules: /^(?!roundMode$)/,
  ...Object.fromEntries(
    ['classes', 'deductibles', 'terms', 'entries', 'retail', 'related'].map((name) => [
      name,
      /^(?!effective)/,
    ]),
  ),
}

/** The book as it was stored before: without what could not be said then. */
function asItWas(value: unknown, kind: string): unknown {
  if (Array.isArray(value)) return value.map((item) => asItWas(item, kind))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => had[kind]?.test(name) ?? true)
  return Object.fromEntries(members.map(([name, inner]) => [name, asItWas(inner, name)]))
}

const old = JSON.parse(JSON.stringify(asItWas(book, 'book'))) as Book

test('an older stored book gets the defaults of its time', () => {
  expect(old.products[0]?.programs[0]?.plans[0]).not.toHaveProperty('limits')
  const { products, coverageGroups, taxRules } = completeStoredBook(old)
  expect(coverageGroups).toEqual([])
  expect(old.taxRules[0]).not.toHaveProperty('roundMode')
  expect(taxRules.map(({ roundMode }) => roundMode)).toEqual(taxRules.map(() => 'HalfUp'))
  const program = products[0]?.programs[0]
  const always = { effectiveFrom: null, effectiveTo: null }
  expect(program).toMatchObject({
    classNames: {},
    requiredDocuments: [],
    related: [],
    retail: [always, always],
  })
  expect(program?.plans[0]).toMatchObject({ ...always, limits: [], benefits: [], gap: null })
  expect(program?.plans[0]?.terms[0]).toMatchObject(always)
  expect(program?.surcharges[0]).toMatchObject({ ...always, changesBenefits: [] })
  expect(program?.factorTables[0]).toMatchObject({ type: 'Rate', interpolation: 'None' })
  expect(products[0]).toMatchObject({ requiredParameters: [], claimSettings: { deductibleRule: null } })
})

test('a diff with an older stored book shows only real changes', () => {
  const changes = bookChanges(completeStoredBook(old), book)
  const shown = changes
    .filter((change) => change.kind === 'Changed')
    .map(({ fact, item }) => [fact, item.name])
  expect(shown).toEqual([
    ['multiple open claims', 'product VSC1'],
    ['parts price level', 'product VSC1'],
    ['changed benefits', 'surcharge RENTALUP'],
    ['maximum GAP benefit', 'plan GAP125'],
    ['covered insurance deductible', 'plan GAP125'],
    ['maximum GAP benefit', 'plan GAP150'],
    ['covered insurance deductible', 'plan GAP150'],
  ])
  expect(changes.filter(({ kind }) => kind === 'Removed')).toEqual([])
  const fresh = changes.filter(({ kind }) => kind === 'New').map(({ item }) => item.name.split(' ')[0])
  expect(new Set(fresh)).toEqual(new Set(['coverage', 'component', 'the', 'benefit']))
})

test('an older earning table is read as a curve', () => {
  const [vsc, ...others] = old.products
  const [program, ...rest] = vsc?.programs ?? []
  if (!vsc || !program) throw new Error('The sandbox has a program.')
  const disbursements = program.disbursements.map((line) => ({ ...line, earningFactorTable: 'CLASS' }))
  const curved = {
    ...old,
    products: [{ ...vsc, programs: [{ ...program, disbursements }, ...rest] }, ...others],
  }
  expect(completeStoredBook(curved).products[0]?.programs[0]?.factorTables[0]).toMatchObject({
    ...{ code: 'CLASS', type: 'Earning', interpolation: 'Linear' },
  })
})

test('a complete book is not changed', () => {
  expect(completeStoredBook(book)).toEqual(book)
  expect(diffBooks(completeStoredBook(book), book)).toEqual([])
})
