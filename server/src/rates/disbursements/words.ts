import { type Db, run } from '../../db/database.ts'
import { isSameCode, type Place, placeOf } from '../../domain/disbursements/book-lines.ts'
import { calculationFault, type LineAgreed } from '../../domain/disbursements/calculation-check.ts'
import type { Override } from '../../domain/disbursements/overrides.ts'
import type { Book, UnnumberedBook } from '../../domain/rate-book/book.ts'
import { calculationWords, days } from '../../domain/rate-book/words.ts'
import { loadOverrides } from './store.ts'

/** Where lines of a book that would be live are overridden over the API, one line each. Those that ended before the day are past. */
export async function overriddenIn(
  db: Db,
  books: { readonly live: Book; readonly next: UnnumberedBook },
  day: string,
): Promise<string[]> {
  const overrides = (await loadOverrides(db)).filter(
    ({ effectiveTo }) => effectiveTo === null || effectiveTo >= day,
  )
  if (overrides.length === 0) return []
  return overriddenWords(books, overrides, await holderWords(db, overrides))
}

/** What is agreed is found by the ids of the live book, and said of the next one by its codes. */
export function overriddenWords(
  { live, next }: { readonly live: Book; readonly next: UnnumberedBook },
  overrides: readonly Override[],
  holders: ReadonlyMap<number, string>,
): string[] {
  const programs = next.products.flatMap((product) => product.programs)
  const placed = overrides.flatMap((override) => {
    const place = placeOf(live, override)
    return place ? [{ override, place, code: place.line.code }] : []
  })
  return placed.flatMap(({ override, place, code }) => {
    // Where it is as the book says, nothing is overridden.
    if (override.calculation === null) return []
    const agreed = [
      ...[`${code} is overridden over the API (${figure(override)} ${days(override)}`],
      ...[` for ${holders.get(override.holder?.id ?? 0) ?? 'everybody'}${cellWords(place)})`],
    ].join('')
    const program = programs.find((one) => isSameCode(one.code, place.line.program.code))
    const told = `${program?.code ?? place.line.program.code}: ${agreed}`
    if (!program?.disbursements.some((one) => isSameCode(one.code, code)))
      return [`${told}; this book has no such line, and it would not count.`]
    const fault = calculationFault(program, { code, override }, placed satisfies LineAgreed[])
    return [
      fault === undefined
        ? `${told}; the book's figure does not apply there.`
        : `${told}; with this book it cannot be computed, and there would be no rates: ${fault}`,
    ]
  })
}

function figure({ calculation }: Override): string {
  if (calculation === null) return ''
  const words = calculationWords(calculation)
  return calculation.type === 'Flat' ? `Flat ${words}` : words
}

const cellWords = ({ plan, term, deductible, classCode }: Place) =>
  Object.entries({ plan, term, deductible, class: classCode })
    .flatMap(([what, code]) => (code === null ? [] : [`, ${what} ${code}`]))
    .join('')

/** `agent A100`, by id. */
async function holderWords(db: Db, overrides: readonly Override[]): Promise<Map<number, string>> {
  const ids = overrides.flatMap(({ holder }) => holder?.id ?? [])
  const rows = await run<{ id: number; type: string; number: string }>(
    db,
    'select id, type, number from account_holder where id = any($1::bigint[])',
    [ids],
  )
  const words = (type: string) => (type === 'DealerGroup' ? 'dealer group' : type.toLowerCase())
  return new Map(rows.map(({ id, type, number }) => [id, `${words(type)} ${number}`]))
}
