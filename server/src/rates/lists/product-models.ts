import { loadCustomFields } from '../../custom-fields/fields.ts'
import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { CustomField } from '../../domain/custom-fields/custom-fields.ts'
import { effectiveStatus } from '../../domain/in-force.ts'
import { amountOrNull } from '../../domain/money.ts'
import type { Product, Program } from '../../domain/rate-book/rate-book.ts'
import { allStates } from '../../domain/states.ts'
import type { BookContext, ListEntry } from './book-lists.ts'
import type { CustomFieldModel, ProductModel, ProgramModel } from './rate-models.ts'

/** All products of the book. What the caller may sell is selected later. */
export async function productEntries({
  live,
  caller: { db },
  today,
}: BookContext): Promise<ListEntry<ProductModel>[]> {
  const [adminCompanyId, fields] = await Promise.all([findCompany(db), loadCustomFields(db)])
  const contractFields = fields
    .filter(({ appliesTo }) => appliesTo === 'Contract')
    .toSorted((left, right) => left.displayOrder - right.displayOrder)
  return live.book.products.map((product) => ({
    id: product.id,
    row: productModel(product, { adminCompanyId, contractFields, today }),
    columns: searchColumns(product, product, adminCompanyId),
  }))
}

export async function programEntries({
  live,
  caller: { db },
  today,
}: BookContext): Promise<ListEntry<ProgramModel>[]> {
  const [adminCompanyId, insurers, methods] = await Promise.all([
    findCompany(db),
    findInsurers(db),
    findCancelMethodIds(db),
  ])
  return live.book.products.flatMap((product) =>
    product.programs.map((program) => ({
      id: program.id,
      row: {
        ...programFacts(program),
        productId: product.id,
        insurerId: insurers.get(program.insurer?.toLowerCase() ?? '') ?? null,
        cancelMethodId: methods.get(program.cancelMethodCode ?? '') ?? null,
        rateBookVersion: live.version,
        status: effectiveStatus(program, today),
      },
      columns: {
        ...searchColumns(program, product, adminCompanyId),
        // A program can only be sold while its product can.
        effective_from: [program.effectiveFrom, product.effectiveFrom].sort()[1],
        effective_to: [program.effectiveTo, product.effectiveTo].filter((date) => date !== null).sort()[0],
        product_id: product.id,
        states: program.states,
      },
    })),
  )
}

const searchColumns = (item: Product | Program, { productTypeCode }: Product, companyId: number) => ({
  code: item.code,
  name: item.name,
  product_type_code: productTypeCode,
  admin_company_id: companyId,
  effective_from: item.effectiveFrom,
  effective_to: item.effectiveTo,
})

interface ProductData {
  readonly adminCompanyId: number
  readonly contractFields: readonly CustomField[]
  readonly today: string
}

const productModel = (product: Product, { adminCompanyId, contractFields, today }: ProductData) => ({
  id: product.id,
  code: product.code,
  name: product.name,
  productTypeCode: product.productTypeCode,
  assetTypeCodes: [...product.assetTypeCodes],
  adminCompanyId,
  isActive: effectiveStatus(product, today) === 'Active',
  effectiveFrom: product.effectiveFrom,
  effectiveTo: product.effectiveTo,
  requiresLien: product.requiresLien,
  claimSettings: claimModel(product),
  customFields: contractFields
    .filter(({ productId }) => productId === null || productId === product.id)
    .map((field): CustomFieldModel => ({ ...field, options: field.options && [...field.options] })),
})

const claimModel = ({ id, claimSettings }: Product): ProductModel['claimSettings'] => {
  const { inspectionThreshold, maxPartsMarkupPercent: markup } = claimSettings
  return {
    ...claimSettings,
    productId: id,
    inspectionThreshold: amountOrNull(inspectionThreshold),
    maxPartsMarkupPercent: markup === null ? null : markup / 1_000_000,
  }
}

/** The part of the answer that comes from the program alone. */
const programFacts = ({ id, code, name, obligor, formNumber, states, ...rest }: Program) => ({
  ...{ id, code, name, obligor, formNumber, states: [...(states ?? allStates)] },
  effectiveFrom: rest.effectiveFrom,
  effectiveTo: rest.effectiveTo,
  transferable: rest.transferable,
})

/** The administrator's own company: the first account holder. */
async function findCompany(db: Db): Promise<number> {
  const company = await FIND_COMPANY.first(db, [])
  if (!company) throw new Error('The administrator has no account holder of type AdminCompany.')
  return company.id
}

const FIND_COMPANY = statement(
  { id: int },
  `select id from account_holder where type = 'AdminCompany' order by id limit 1`,
)

/** The ids of insurers by number, in lower case. */
async function findInsurers(db: Db): Promise<Map<string, number>> {
  return new Map((await FIND_INSURERS.rows(db, [])).map(({ number, id }) => [number, id]))
}

const FIND_INSURERS = statement(
  { number: text, id: int },
  `select lower(number) as number, id from account_holder where type = 'Insurer'`,
)

/** The ids of cancel methods by code. */
export async function findCancelMethodIds(db: Db): Promise<Map<string, number>> {
  return new Map((await FIND_CANCEL_METHODS.rows(db, [])).map(({ code, id }) => [code, id]))
}

const FIND_CANCEL_METHODS = statement(
  { code: text, id: int },
  `select code, id from reference_value where list = 'CancelMethod' order by id`,
)
