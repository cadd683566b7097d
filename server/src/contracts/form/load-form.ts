import { customer as customers } from '../../account-holders/customers.ts'
import { kindColumns, kindTables } from '../../account-holders/holders.ts'
import type { Seals } from '../../account-holders/seals.ts'
import { type Db, run } from '../../db/database.ts'
import type { ContractForm, FormParty, FormTransfer } from '../../domain/contract-form/form.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Acting } from '../../http/caller.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { type Person, personOf } from '../record/answer.ts'
import type { ContractRow } from '../record/rows.ts'
import { settingOf } from '../record/settings.ts'
import { loadRefundTerms } from './load-refund-terms.ts'
import {
  addressIn,
  coverageOf,
  fieldsIn,
  financingIn,
  isDraftOf,
  itemIn,
  personIn,
  priceIn,
  type SoldFrom,
  statusIn,
} from './parts.ts'

/** A form, and the book that says what it is printed on. */
export interface LoadedForm {
  readonly form: ContractForm
  readonly book: Book
}

interface FormServices {
  readonly books: LiveBooks
  readonly seals: Seals
}

/** The form of a contract as it stands, with what was sold as the book had it then. */
export async function loadForm(
  db: Db,
  { books, seals }: FormServices,
  { caller, now }: Acting,
  row: ContractRow,
): Promise<LoadedForm> {
  const live = await books.findVersion(caller, row.book_version)
  if (!live) throw new Error(`The book ${row.book_version} of contract ${row.id} is not there.`)
  const [parties, person, transfer, cancellation] = await Promise.all([
    loadParties(db, row),
    row.customer_id === null ? null : loadPerson(db, seals, row.customer_id),
    loadTransfer(db, row),
    loadRefundTerms(db, row),
  ])
  const sold = soldFrom(live.book, row)
  const { administrator, dealer, insurer, lienHolder } = parties
  const form: ContractForm = {
    writtenAt: now.toISOString(),
    isDraft: isDraftOf(row),
    status: statusIn(row),
    contractNumber: row.number,
    formNumber: row.sold.formNumber,
    stateOfSale: row.state_of_sale,
    administrator,
    obligor: { Admin: administrator, Dealer: dealer, Insurer: insurer ?? administrator }[row.sold.obligor],
    insurer,
    dealer,
    customer: personIn(person),
    cobuyer: row.cobuyer ? personIn(row.cobuyer as unknown as Person) : null,
    lienHolder,
    item: itemIn(row.item, row, sold.assetType),
    coverage: coverageOf(row, sold),
    price: priceIn(row),
    financing: financingIn(row.financing),
    cancellation,
    transfer,
    notices: [],
    customFields: fieldsIn(
      row.custom_fields,
      new Map(live.book.contractFields.map(({ code, name }) => [code, name])),
    ),
  }
  return { form, book: live.book }
}

function soldFrom(book: Book, { program_id, plan_id, deductible_id, item }: ContractRow): SoldFrom {
  const program = book.products.flatMap(({ programs }) => programs).find(({ id }) => id === program_id)
  return {
    assetType: book.assetTypes.find(({ code }) => code === item.assetTypeCode),
    plan: program?.plans.find(({ id }) => id === plan_id),
    deductible: program?.deductibles.find(({ id }) => id === deductible_id),
    coverageGroups: book.coverageGroups,
  }
}

interface PartyRow {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly number: string
  readonly phone: string | null
  readonly email: string | null
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zip: string | null
}

const PARTIES = `select h.id, h.type, h.name, h.number, h.phone, h.email, h.line1, h.line2,
    h.city, h.state, h.zip
  from account_holder h where h.id = any($1::bigint[]) or h.id = (
    select a.id from account_holder a where a.type = 'AdminCompany' order by a.id limit 1)`

async function loadParties(db: Db, { dealer_id, insurer_id, lien_holder_id }: ContractRow) {
  const ids = [dealer_id, insurer_id, lien_holder_id].filter((id) => id !== null)
  const rows = await run<PartyRow>(db, PARTIES, [ids])
  const partyOf = (found: PartyRow | undefined): FormParty | null =>
    found
      ? {
          name: found.name,
          // The administrator has no number to those outside.
          number: found.type === 'AdminCompany' ? null : found.number,
          address: addressIn(found),
          phone: found.phone,
          email: found.email,
        }
      : null
  const withId = (id: number | null) => partyOf(rows.find((row) => row.id === id))
  const administrator = partyOf(rows.find(({ type }) => type === 'AdminCompany'))
  const dealer = withId(dealer_id)
  if (!administrator || !dealer) throw new Error('A contract has an administrator and a dealer.')
  return { administrator, dealer, insurer: withId(insurer_id), lienHolder: withId(lien_holder_id) }
}

async function loadPerson(db: Db, seals: Seals, id: number): Promise<Person | null> {
  const [row] = await run<Parameters<typeof personOf>[0]>(
    db,
    `select ${kindColumns(customers)} from ${kindTables(customers)} where h.id = $1`,
    [id],
  )
  return row ? personOf(row, seals) : null
}

const FLORIDA_FEE = 4_000 as Cents

/** In Florida every contract passes to a new owner, for at most 40.00. */
async function loadTransfer(db: Db, { sold, state_of_sale }: ContractRow): Promise<FormTransfer> {
  const [days, fee] = await Promise.all([settingOf(db, 'transferDays'), settingOf(db, 'transferFee')])
  const asked = centsOf(Number(fee))
  const isFlorida = state_of_sale === 'FL'
  return {
    isTransferable: sold.transferable || isFlorida,
    fee: isFlorida && asked > FLORIDA_FEE ? FLORIDA_FEE : asked,
    withinDays: Number(days),
  }
}
