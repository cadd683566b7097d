import { applyDefinitions } from '../../custom-fields/definitions.ts'
import { type Db, run, type Tx } from '../../db/database.ts'
import type { Book, FileFault, NamedAccount, UnnumberedBook } from '../../domain/rate-book/book.ts'
import { assignIds } from '../../domain/rate-book/ids.ts'
import { loadIds, lockBooks, saveBook, saveIds } from './store.ts'

/** A book that was read, with the account holders that it names. */
export interface ReadyBook {
  readonly book: UnnumberedBook
  readonly accounts: readonly NamedAccount[]
}

/** What came of it: the new version, or what stands against it. */
export type AppliedBook =
  | { readonly version: number; readonly book: Book }
  | { readonly faults: readonly FileFault[] }

/** Makes a book the live one, whole or not at all. Contracts that were sold keep what they were sold with. */
export async function applyBook(
  tx: Tx,
  { book, accounts }: ReadyBook,
  made: { readonly at: Date; readonly by: string },
): Promise<AppliedBook> {
  await lockBooks(tx)
  const faults = await accountFaults(tx, accounts)
  if (faults.length > 0) return { faults }
  const { book: numbered, given } = assignIds(book, await loadIds(tx))
  const refused = await saveContractFields(tx, numbered)
  if (refused.length > 0) return { faults: refused }
  await saveIds(tx, given)
  await saveVisibility(tx, numbered)
  return { version: await saveBook(tx, numbered, made), book: numbered }
}

/** The account holders that a book names and that are not there. */
export async function accountFaults(db: Db, accounts: readonly NamedAccount[]): Promise<FileFault[]> {
  const rows = await run<{ type: string; number: string }>(
    db,
    `select h.type, lower(h.number) as number from account_holder h
     join unnest($1::text[], $2::text[]) as named (type, number)
       on named.type = h.type and lower(named.number) = lower(h.number)`,
    [accounts.map(({ type }) => type), accounts.map(({ number }) => number)],
  )
  const there = new Set(rows.map(({ type, number }) => `${type} ${number}`))
  return accounts
    .filter(({ type, number }) => !there.has(`${type} ${number.toLowerCase()}`))
    .map(({ type, number, file, line }) => ({ file, line, reason: `There is no ${type} ${number}.` }))
}

/** The fields of contracts are those of the book; all others stay as they are. */
async function saveContractFields(tx: Tx, book: Book): Promise<FileFault[]> {
  const wanted = book.contractFields.map(({ product, ...field }) => ({
    ...field,
    productId: book.products.find(({ code }) => code === product)?.id ?? null,
  }))
  const { faults } = await applyDefinitions(tx, wanted, ({ appliesTo }) => appliesTo === 'Contract')
  return faults.map((reason) => ({ file: 'contract-fields.yaml', line: 1, reason }))
}

/** The rows of visibility, where dealers' rate visibilities are read from. */
async function saveVisibility(tx: Tx, book: Book): Promise<void> {
  await run(tx, 'delete from dealer_rate_visibility', [])
  const programs = book.products.flatMap((product) =>
    product.programs.map((program) => ({ product, program })),
  )
  for (const row of book.visibility) {
    const product = book.products.find(({ code }) => code === row.product)
    const within = programs.filter(
      (one) =>
        (row.product === null || one.product.code === row.product) &&
        (row.program === null || one.program.code === row.program),
    )
    const idIn = (code: string | null, lists: readonly (readonly { id: number; code: string }[])[]) =>
      code === null ? null : (lists.flat().find((one) => one.code === code)?.id ?? null)
    await run(
      tx,
      `insert into dealer_rate_visibility (dealer_id, dealer_group_id, product_id, program_id, plan_id, term_id,
         deductible_id, class_code, is_visible, effective_from, effective_to)
       values ((select id from account_holder where type = 'Dealer' and lower(number) = lower($1)),
         (select id from account_holder where type = 'DealerGroup' and lower(number) = lower($2)),
         $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        row.dealer,
        row.dealerGroup,
        product?.id ?? null,
        idIn(row.program, [within.map(({ program }) => program)]),
        idIn(
          row.plan,
          within.map(({ program }) => program.plans),
        ),
        idIn(
          row.term,
          within.map(({ program }) => program.terms),
        ),
        idIn(
          row.deductible,
          within.map(({ program }) => program.deductibles),
        ),
        row.classCode,
        row.isVisible,
        row.effectiveFrom,
        row.effectiveTo,
      ],
    )
  }
}
