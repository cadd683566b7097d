import type { UnnumberedProduct } from '../../domain/rate-book/book.ts'
import { findClashes } from '../../domain/rate-book/clashes.ts'
import type { VisibilityRow } from '../../domain/rate-book/rate-book.ts'
import { accountNumber, code, date, flag, termCode } from '../../files/cells.ts'
import { type Reading, type Row, refuse, refuseUnknown } from '../../files/reading.ts'
import { optional, readTable, required } from '../../files/tables.ts'
import { daysOf, refuseDates } from './effective.ts'

const file = 'visibility.csv'

/** Which rates somebody sees. Dealers and groups are collected, to be looked up when the book is applied. */
export function readVisibility(
  reading: Reading,
  products: readonly UnnumberedProduct[],
): readonly VisibilityRow[] {
  const rows = readTable<VisibilityRow>(
    reading,
    file,
    {
      dealer: optional(accountNumber),
      dealerGroup: optional(accountNumber),
      product: optional(code),
      program: optional(code),
      plan: optional(code),
      term: optional(termCode),
      deductible: optional(code),
      classCode: optional(code),
      isVisible: required(flag),
      effectiveFrom: required(date),
      effectiveTo: optional(date),
    },
    'optional',
  )
  for (const row of rows) checkRow(reading, row, products)
  refuseTwice(reading, rows)
  return rows.map(({ values }) => values)
}

function checkRow(
  reading: Reading,
  { line, values }: Row<VisibilityRow>,
  products: readonly UnnumberedProduct[],
): void {
  const place = { file, line }
  const { dealer, dealerGroup, product, program, plan, term, deductible } = values
  if (dealer !== null && dealerGroup !== null)
    refuse(reading, place, 'A row is for a dealer or for a dealer group, not for both.')
  if (dealer) reading.accounts.push({ type: 'Dealer', number: dealer, ...place })
  if (dealerGroup) reading.accounts.push({ type: 'DealerGroup', number: dealerGroup, ...place })
  refuseDates(reading, place, values)
  const named = (what: string, value: string | null, known: readonly { readonly code: string }[]) => {
    if (value !== null)
      refuseUnknown(reading, place, { what, code: value, known: known.map((one) => one.code) })
  }
  named('product', product, products)
  const ofProduct = products.filter((one) => product === null || one.code === product)
  const programs = ofProduct.flatMap((one) => one.programs)
  if (ofProduct.length > 0) named(product ? `program of ${product}` : 'program', program, programs)
  const found = programs.find((one) => one.code === program)
  if (program === null && (plan ?? term ?? deductible) !== null)
    refuse(reading, place, 'A row that names a plan, term or deductible names its program too.')
  if (!found) return
  named(`plan of ${found.code}`, plan, found.plans)
  named(`term of ${found.code}`, term, found.terms)
  named(`deductible of ${found.code}`, deductible, found.deductibles)
}

/** The same said twice of the same days; where they differ, hidden would win and nobody would see why. */
function refuseTwice(reading: Reading, rows: readonly Row<VisibilityRow>[]): void {
  const fitting = rows
    .filter(({ isSound }) => isSound)
    .map(({ line, values }) => {
      const { isVisible: _, effectiveFrom, effectiveTo, ...named } = values
      // What is not named is one more value here: rows that name less are not the same row.
      return {
        line,
        codes: Object.values(named).map((value) => value ?? ''),
        ranges: [daysOf({ effectiveFrom, effectiveTo })],
      }
    })
  for (const { line, other } of findClashes(fitting))
    refuse(reading, { file, line }, `The row on line ${other} is about the same rates and the same days.`)
}
