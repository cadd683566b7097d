import { applyDefinitions } from '../../custom-fields/definitions.ts'
import { int, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { command, statement } from '../../db/statement.ts'
import type { Book, FileFault, NamedAccount, UnnumberedBook } from '../../domain/rate-book/book.ts'
import { assignIds } from '../../domain/rate-book/ids.ts'
import { loadIds, lockBooks, saveBook, saveIds } from './store.ts'

/** A book that was read, with the account holders that it names. */
export interface ReadyBook {
  readonly book: UnnumberedBook
  readonly accounts: readonly NamedAccount[]
}

/** The result: the new version, or the reasons why it could not be applied. */
type AppliedBook =
  | { readonly version: number; readonly book: Book }
  | { readonly faults: readonly FileFault[] }

/** Makes a book the live one, whole or not at all. Sold contracts keep the terms they were sold with. */
export async function applyBook(
  tx: Tx,
  { book, accounts }: ReadyBook,
  made: { readonly at: Date; readonly by: string },
): Promise<AppliedBook> {
  await lockBooks(tx)
  const faults = await accountFaults(tx, accounts)
  if (faults.length > 0) return { faults }
  const { book: numbered, assigned } = assignIds(book, await loadIds(tx))
  const refused = await saveContractFields(tx, numbered)
  if (refused.length > 0) return { faults: refused }
  await saveIds(tx, assigned)
  await saveVisibility(tx, numbered)
  return { version: await saveBook(tx, numbered, made), book: numbered }
}

const EXISTING_ACCOUNTS = statement(
  { type: text, number: text },
  `select h.type, lower(h.number) as number from account_holder h
   join unnest($1::text[], $2::text[]) as named (type, number)
     on named.type = h.type and lower(named.number) = lower(h.number)`,
)

/** Faults for the account holders that a book names and that do not exist. */
export async function accountFaults(db: Db, accounts: readonly NamedAccount[]): Promise<FileFault[]> {
  const rows = await EXISTING_ACCOUNTS.rows(db, [
    accounts.map(({ type }) => type),
    accounts.map(({ number }) => number),
  ])
  const existing = new Set(rows.map(({ type, number }) => `${type} ${number}`))
  return accounts
    .filter(({ type, number }) => !existing.has(`${type} ${number.toLowerCase()}`))
    .map(({ type, number, file, line }) => ({ file, line, reason: `There is no ${type} ${number}.` }))
}

/** Makes the book's contract fields the only ones for contracts. The fields of other records stay as they are. */
async function saveContractFields(tx: Tx, book: Book): Promise<FileFault[]> {
  const definitions = book.contractFields.map(({ product, ...field }) => ({
    ...field,
    productId: book.products.find(({ code }) => code === product)?.id ?? null,
  }))
  const { faults } = await applyDefinitions(tx, definitions, ({ appliesTo }) => appliesTo === 'Contract')
  return faults.map((reason) => ({ file: 'contract-fields.yaml', line: 1, reason }))
}

const CLEAR_VISIBILITY = command('delete from dealer_rate_visibility')

const FIND_HOLDER = statement(
  { id: int },
  'select id from account_holder where type = $1 and lower(number) = lower($2)',
)
const ADD_VISIBILITY = command(
  `insert into dealer_rate_visibility (dealer_id, dealer_group_id, product_id, program_id, plan_id, term_id,
     deductible_id, class_code, is_visible, effective_from, effective_to)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

/** Saves the visibility rows for the dealers' rate visibility lists. */
async function saveVisibility(tx: Tx, book: Book): Promise<void> {
  await CLEAR_VISIBILITY.run(tx, [])
  const programs = book.products.flatMap((product) =>
    product.programs.map((program) => ({ product, program })),
  )
  for (const row of book.visibility) {
    const product = book.products.find(({ code }) => code === row.product)
    const within = programs.filter(
      (context) =>
        (row.product === null || context.product.code === row.product) &&
        (row.program === null || context.program.code === row.program),
    )
    const idIn = (code: string | null, lists: readonly (readonly { id: number; code: string }[])[]) =>
      code === null ? null : (lists.flat().find((item) => item.code === code)?.id ?? null)
    const plans = within.map(({ program }) => program.plans)
    const terms = within.map(({ program }) => program.terms)
    const deductibles = within.map(({ program }) => program.deductibles)
    const [dealer, group] = await runAll([
      row.dealer === null ? undefined : FIND_HOLDER.first(tx, ['Dealer', row.dealer]),
      row.dealerGroup === null ? undefined : FIND_HOLDER.first(tx, ['DealerGroup', row.dealerGroup]),
    ])
    await ADD_VISIBILITY.run(tx, [
      dealer?.id ?? null,
      group?.id ?? null,
      product?.id ?? null,
      idIn(row.program, [within.map(({ program }) => program)]),
      idIn(row.plan, plans),
      idIn(row.term, terms),
      idIn(row.deductible, deductibles),
      row.classCode,
      row.isVisible,
      row.effectiveFrom,
      row.effectiveTo,
    ])
  }
}
