import { compileCriteria } from '../../domain/criteria/criteria.ts'
import type { FileFault, UnnumberedBook } from '../../domain/rate-book/book.ts'
import { formFaultMessages } from '../../forms/printer.ts'
import { type ReadBook, readBook } from './read-book.ts'

/** A book from its files, keyed by their path in the folder, or every fault in them. Needs no database. */
export async function checkBook(files: ReadonlyMap<string, string>): Promise<ReadBook> {
  const read = readBook(files, criteriaFault)
  if ('faults' in read) return read
  const faults = await formFaults(read.book)
  return faults.length > 0 ? { faults } : read
}

/** Errors in the forms of the book, such as a PDF that cannot be filled. */
async function formFaults({ forms }: UnnumberedBook): Promise<FileFault[]> {
  if (forms.length === 0) return []
  const { findFormFault } = await import('../../forms/fill.ts')
  const found = await Promise.all(forms.map(({ content }) => findFormFault(Buffer.from(content, 'base64'))))
  return found.flatMap((fault, at) =>
    fault ? [{ file: `forms/${forms[at]?.formNumber}.pdf`, line: 1, reason: formFaultMessages[fault] }] : [],
  )
}

/** Why a text is not a valid criteria rule. */
export function criteriaFault(text: string): string | undefined {
  const compiled = compileCriteria(text)
  if (!('invalid' in compiled)) return undefined
  const { message, position } = compiled.invalid
  return `${message} (at character ${position.start + 1} of ${text})`
}

/** How much there is in a book. */
export function countParts({ products, vehicles }: UnnumberedBook) {
  const programs = products.flatMap((product) => product.programs)
  return {
    products: products.length,
    programs: programs.length,
    plans: programs.flatMap(({ plans }) => plans).length,
    rates: programs.reduce((sum, { rates }) => sum + rates.length, 0),
    vehicles: vehicles.length,
  }
}
