import { customer as customers } from '../../account-holders/customers.ts'
import { kindColumns, kindTables, listKindColumns } from '../../account-holders/holders.ts'
import type { Seals } from '../../account-holders/seals.ts'
import { int, orNull, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { assumptionKeys, assumptions, knownDelivery } from '../../domain/cancellation/assumptions.ts'
import {
  freeLookDays,
  freeLookEnd,
  freeLookStart,
  isUsedWithoutWarranty,
} from '../../domain/cancellation/free-look.ts'
import { ASKED_BY_CUSTOMER, type CancelRule, ruleFor } from '../../domain/cancellation/rules.ts'
import { allowsTransfer, usualTransferFee } from '../../domain/contract/transfer-rules.ts'
import type {
  ContractForm,
  FormCancellation,
  FormParty,
  FormTransfer,
} from '../../domain/contract-form/form.ts'
import { smaller } from '../../domain/money.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Acting } from '../../http/caller.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { loadCancelRules } from '../../reference/load-cancel-rules.ts'
import { loadSettings } from '../../reference/settings.ts'
import { personFromCustomer } from '../record/answer.ts'
import { warrantedItem } from '../record/item.ts'
import type { ContractRow } from '../record/rows.ts'
import type { StoredPerson } from '../record/stored.ts'
import {
  addressOnForm,
  coverageOnForm,
  customFieldsOnForm,
  financingOnForm,
  isDraft,
  itemOnForm,
  personOnForm,
  priceOnForm,
  type SoldFrom,
  statusOnForm,
} from './parts.ts'

/** A form, and the book that may have the administrator's own PDF for it. */
export interface LoadedForm {
  readonly form: ContractForm
  readonly book: Book
}

interface FormServices {
  readonly books: LiveBooks
  readonly seals: Seals
}

/** The form of a contract as it is now. The sold product comes from the book of the sale. */
export async function loadForm(
  db: Db,
  { books, seals }: FormServices,
  { caller, now }: Acting,
  row: ContractRow,
): Promise<LoadedForm> {
  const live = await books.findVersion(caller, row.book_version)
  if (!live)
    throw new Error(`Rate book ${row.book_version}, which contract ${row.id} was sold with, is missing.`)
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
    isDraft: isDraft(row),
    status: statusOnForm(row),
    contractNumber: row.number,
    formNumber: row.sold.formNumber,
    stateOfSale: row.state_of_sale,
    administrator,
    obligor: { Admin: administrator, Dealer: dealer, Insurer: insurer ?? administrator }[row.sold.obligor],
    insurer,
    dealer,
    customer: personOnForm(person),
    cobuyer: row.cobuyer && personOnForm(row.cobuyer),
    lienHolder,
    item: itemOnForm(row.item, row, sold.assetType),
    coverage: coverageOnForm(row, sold),
    exclusions: sold.program?.exclusions ?? [],
    claimSteps: sold.program?.claimSteps ?? [],
    price: priceOnForm(row),
    financing: financingOnForm(row.financing),
    cancellation,
    transfer,
    notices: [],
    customFields: customFieldsOnForm(
      row.custom_fields,
      new Map(live.book.contractFields.map(({ code, name }) => [code, name])),
    ),
  }
  return { form, book: live.book }
}

function soldFrom(book: Book, { program_id, plan_id, deductible_id, item }: ContractRow): SoldFrom {
  const program = book.products.flatMap(({ programs }) => programs).find(({ id }) => id === program_id)
  return {
    program,
    assetType: book.assetTypes.find(({ code }) => code === item.assetTypeCode),
    plan: program?.plans.find(({ id }) => id === plan_id),
    deductible: program?.deductibles.find(({ id }) => id === deductible_id),
    coverageGroups: book.coverageGroups,
  }
}

const PARTIES = statement(
  {
    ...{ id: int, type: text, name: text, number: text, phone: orNull(text), email: orNull(text) },
    ...{
      line1: orNull(text),
      line2: orNull(text),
      city: orNull(text),
      state: orNull(text),
      zip: orNull(text),
    },
  },
  `select h.id, h.type, h.name, h.number, h.phone, h.email, h.line1, h.line2, h.city, h.state, h.zip
   from account_holder h where h.id = any($1::bigint[]) or h.id = (
     select a.id from account_holder a where a.type = 'AdminCompany' order by a.id limit 1)`,
)
type PartyRow = Awaited<ReturnType<typeof PARTIES.rows>>[number]

async function loadParties(db: Db, { dealer_id, insurer_id, lien_holder_id }: ContractRow) {
  const ids = [dealer_id, insurer_id, lien_holder_id].filter((id) => id !== null)
  const rows = await PARTIES.rows(db, [ids])
  const partyFromRow = (found: PartyRow | undefined): FormParty | null =>
    found
      ? {
          name: found.name,
          // The administrator's number is internal.
          number: found.type === 'AdminCompany' ? null : found.number,
          address: addressOnForm(found),
          phone: found.phone,
          email: found.email,
        }
      : null
  const withId = (id: number | null) => partyFromRow(rows.find((row) => row.id === id))
  const administrator = partyFromRow(rows.find(({ type }) => type === 'AdminCompany'))
  const dealer = withId(dealer_id)
  if (!administrator || !dealer)
    throw new Error('The administrator or the dealer of the contract is missing.')
  return { administrator, dealer, insurer: withId(insurer_id), lienHolder: withId(lien_holder_id) }
}

const PERSON = statement(
  kindColumns(customers),
  `select ${listKindColumns(customers)} from ${kindTables(customers)} where h.id = $1`,
)

async function loadPerson(db: Db, seals: Seals, id: number): Promise<StoredPerson | null> {
  const row = await PERSON.first(db, [id])
  return row ? personFromCustomer(row, seals) : null
}

async function loadTransfer(db: Db, { sold, state_of_sale }: ContractRow): Promise<FormTransfer> {
  const { transferDays, transferFee } = await loadSettings(db, ['transferDays', 'transferFee'])
  return {
    isTransferable: allowsTransfer({ isTransferable: sold.transferable, stateOfSale: state_of_sale }),
    fee: usualTransferFee({ transferFee, stateOfSale: state_of_sale }),
    withinDays: transferDays,
  }
}

/** The cancellation terms for a customer who asks to cancel: by the state's rule and the program's method. */
export async function loadRefundTerms(db: Db, row: ContractRow): Promise<FormCancellation> {
  const [rules, { defaultFee, refundDays, ...settings }] = await Promise.all([
    loadCancelRules(db),
    loadSettings(db, formSettings),
  ])
  const { newMaxOdometer, sellerKind, holidays, ...assumed } = assumptions(settings)
  const delivery = knownDelivery(row, assumed.delivery)
  const rule = ruleFor(rules, {
    state: row.state_of_sale,
    productTypeCode: row.product_type_code,
    programId: row.program_id,
    saleDate: row.sale_date,
    sellerKind,
    ...ASKED_BY_CUSTOMER,
  })
  const days = freeLookDays(rule, {
    productTypeCode: row.product_type_code,
    isUsedWithoutWarranty: isUsedWithoutWarranty(warrantedItem(row.item), row.sale_date, { newMaxOdometer }),
    delivery,
  })
  return {
    ...(await loadMethodNames(db, rule, row)),
    freeLookDays: days,
    freeLookEndDate: freeLookEnd(rule, freeLookStart(rule, { delivery, term: { saleDate: row.sale_date } }), {
      days,
      holidays,
    }),
    freeLookCount: rule.freeLookCount,
    freeLookFrom: rule.freeLookFrom,
    freeLookEndsWith: rule.freeLookEndsWith,
    freeLookFees: rule.freeLookFees,
    freeLookClaims: rule.freeLookClaims,
    freeLookFeePercent: rule.freeLookFeePercent,
    refundPercent: rule.refundPercent,
    maximumFee: rule.percentFeeOnly ? defaultFee : smaller(rule.maxFee, defaultFee),
    maximumFeePercent: rule.maxFeePercent,
    maximumFeeBase: rule.feeBase,
    deductsClaims: rule.deductsClaims,
    noRefundAfterBenefit: rule.noRefundAfterBenefit,
    refundDays: rule.refundDays ?? refundDays,
    penalty: lastingPenalty(rule),
  }
}

const formSettings = ['defaultFee', 'refundDays', ...assumptionKeys] as const

/** A penalty that is owed only in the free look is left out: the form would promise it for the whole term. */
function lastingPenalty({ penalty }: CancelRule): FormCancellation['penalty'] {
  if (!penalty || penalty.inFreeLookOnly) return null
  const { base, percent, period } = penalty
  return { base, percent, period }
}

const METHOD_NAMES = statement(
  { code: text, name: text },
  `select code, name from reference_value where list = 'CancelMethod' and code = any($1)`,
)

async function loadMethodNames(
  db: Db,
  rule: CancelRule,
  { sold }: ContractRow,
): Promise<Pick<FormCancellation, 'method' | 'floorMethod'>> {
  const [method, floor] = [rule.method ?? sold.cancelMethodCode ?? 'PRORATA_DAYS', rule.floorMethod]
  const rows = await METHOD_NAMES.rows(db, [[method, ...(floor ? [floor] : [])]])
  const named = (code: string) => rows.find((row) => row.code === code) ?? { code, name: code }
  return { method: named(method), floorMethod: floor && named(floor) }
}
