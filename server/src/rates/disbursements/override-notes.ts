import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { findPlace, isSameCode, type OverridePlace } from '../../domain/disbursements/book-lines.ts'
import { type AgreedLine, calculationFault } from '../../domain/disbursements/calculation-check.ts'
import type { Override } from '../../domain/disbursements/overrides.ts'
import type { Book, UnnumberedBook } from '../../domain/rate-book/book.ts'
import { calculationText, datesText } from '../../domain/rate-book/words.ts'
import { loadOverrides } from './store.ts'

/** One note for each override that affects a book about to be applied. Overrides that ended before the date are left out. */
export async function loadOverrideNotes(
  db: Db,
  books: { readonly live: Book; readonly next: UnnumberedBook },
  day: string,
): Promise<string[]> {
  const overrides = (await loadOverrides(db)).filter(
    ({ effectiveTo }) => effectiveTo === null || effectiveTo >= day,
  )
  if (overrides.length === 0) return []
  return overrideNotes(books, overrides, await loadHolderNames(db, overrides))
}

/** Overrides are found by the ids of the live book and matched to the next one by codes. */
function overrideNotes(
  { live, next }: { readonly live: Book; readonly next: UnnumberedBook },
  overrides: readonly Override[],
  holders: ReadonlyMap<number, string>,
): string[] {
  const programs = next.products.flatMap((product) => product.programs)
  const placed = overrides.flatMap((override) => {
    const place = findPlace(live, override)
    return place ? [{ override, place, code: place.line.code }] : []
  })
  return placed.flatMap(({ override, place, code }) => {
    // Such an override restores the figure of the book.
    if (override.calculation === null) return []
    const agreed = [
      ...[`${code} is overridden through the API (${figureText(override)} ${datesText(override)}`],
      ...[` for ${holders.get(override.holder?.id ?? 0) ?? 'every dealer'}${cellText(place)})`],
    ].join('')
    const program = programs.find(({ code: known }) => isSameCode(known, place.line.program.code))
    const note = `${program?.code ?? place.line.program.code}: ${agreed}`
    if (!program?.disbursements.some((line) => isSameCode(line.code, code)))
      return [`${note}. This book has no such line, so the override would have no effect.`]
    const fault = calculationFault(program, { code, override }, placed satisfies AgreedLine[])
    return [
      fault === undefined
        ? `${note}. The figure of this book does not apply there.`
        : `${note}. It cannot be computed with this book, so there would be no rates: ${fault}`,
    ]
  })
}

function figureText({ calculation }: Override): string {
  if (calculation === null) return ''
  const words = calculationText(calculation)
  return calculation.type === 'Flat' ? `Flat ${words}` : words
}

const cellText = ({ plan, term, deductible, classCode }: OverridePlace) =>
  Object.entries({ plan, term, deductible, class: classCode })
    .flatMap(([what, code]) => (code === null ? [] : [`, ${what} ${code}`]))
    .join('')

/** Names such as `agent A100`, by id. */
async function loadHolderNames(db: Db, overrides: readonly Override[]): Promise<Map<number, string>> {
  const ids = overrides.flatMap(({ holder }) => holder?.id ?? [])
  const rows = await FIND_HOLDERS.rows(db, [ids])
  const typeText = (type: string) => (type === 'DealerGroup' ? 'dealer group' : type.toLowerCase())
  return new Map(rows.map(({ id, type, number }) => [id, `${typeText(type)} ${number}`]))
}

const FIND_HOLDERS = statement(
  { id: int, type: text, number: text },
  'select id, type, number from account_holder where id = any($1::bigint[])',
)
