import { loadCustomFields } from '../../custom-fields/fields.ts'
import { type Db, run } from '../../db/database.ts'
import type { CustomField } from '../../domain/custom-fields/custom-fields.ts'
import { amountOf } from '../../domain/money.ts'
import type { Effective, Product, Program } from '../../domain/rate-book/rate-book.ts'
import { allStates } from '../../domain/states.ts'
import type { Entry, Looking } from './book-lists.ts'
import type { CustomFieldModel, ProductModel, ProgramModel } from './rate-models.ts'

/** The products of the book, whoever may sell them. */
export async function productEntries({
  live,
  caller: { db },
  today,
}: Looking): Promise<Entry<ProductModel>[]> {
  const [adminCompanyId, fields] = await Promise.all([findCompany(db), loadCustomFields(db)])
  const ofContracts = fields
    .filter(({ appliesTo }) => appliesTo === 'Contract')
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
  return live.book.products.map((product) => ({
    id: product.id,
    shown: productModel(product, { adminCompanyId, fields: ofContracts, today }),
    by: foundBy(product, product, adminCompanyId),
  }))
}

export async function programEntries({
  live,
  caller: { db },
  today,
}: Looking): Promise<Entry<ProgramModel>[]> {
  const [adminCompanyId, insurers, methods] = await Promise.all([
    findCompany(db),
    findInsurers(db),
    findCancelMethods(db),
  ])
  return live.book.products.flatMap((product) =>
    product.programs.map((program) => ({
      id: program.id,
      shown: {
        ...ownFacts(program),
        productId: product.id,
        insurerId: insurers.get(program.insurer?.toLowerCase() ?? '') ?? null,
        cancelMethodId: methods.get(program.cancelMethodCode ?? '') ?? null,
        rateBookVersion: live.version,
        status: statusOn(program, today),
      },
      by: {
        ...foundBy(program, product, adminCompanyId),
        // A program is sold on the days that its product is sold too.
        effective_from: [program.effectiveFrom, product.effectiveFrom].sort()[1],
        effective_to: [program.effectiveTo, product.effectiveTo].filter((date) => date !== null).sort()[0],
        product_id: product.id,
        states: program.states,
      },
    })),
  )
}

const foundBy = (item: Product | Program, { productTypeCode }: Product, companyId: number) => ({
  code: item.code,
  name: item.name,
  product_type_code: productTypeCode,
  admin_company_id: companyId,
  effective_from: item.effectiveFrom,
  effective_to: item.effectiveTo,
})

interface Beside {
  readonly adminCompanyId: number
  /** The custom fields of contracts. */
  readonly fields: readonly CustomField[]
  readonly today: string
}

const productModel = (product: Product, { adminCompanyId, fields, today }: Beside) => ({
  id: product.id,
  code: product.code,
  name: product.name,
  productTypeCode: product.productTypeCode,
  assetTypeCodes: [...product.assetTypeCodes],
  adminCompanyId,
  isActive: statusOn(product, today) === 'Active',
  effectiveFrom: product.effectiveFrom,
  effectiveTo: product.effectiveTo,
  requiresLien: product.requiresLien,
  claimSettings: claimModel(product),
  customFields: fields
    .filter(({ productId }) => productId === null || productId === product.id)
    .map((field): CustomFieldModel => ({ ...field, options: field.options && [...field.options] })),
})

const claimModel = ({ id, claimSettings }: Product): ProductModel['claimSettings'] => {
  const { inspectionThreshold, maxPartsMarkupPercent: markup } = claimSettings
  return {
    ...claimSettings,
    productId: id,
    inspectionThreshold: inspectionThreshold === null ? null : amountOf(inspectionThreshold),
    maxPartsMarkupPercent: markup === null ? null : markup / 1_000_000,
  }
}

/** What a program says of itself. */
const ownFacts = ({ id, code, name, obligor, formNumber, states, ...rest }: Program) => ({
  ...{ id, code, name, obligor, formNumber, states: [...(states ?? allStates)] },
  effectiveFrom: rest.effectiveFrom,
  effectiveTo: rest.effectiveTo,
  transferable: rest.transferable,
})

export function statusOn(
  { effectiveFrom, effectiveTo }: Effective,
  date: string,
): 'Active' | 'Scheduled' | 'Expired' {
  if (date < effectiveFrom) return 'Scheduled'
  return effectiveTo !== null && effectiveTo < date ? 'Expired' : 'Active'
}

/** The administrator's own company: the first of all account holders. */
async function findCompany(db: Db): Promise<number> {
  const [company] = await run<{ id: number }>(
    db,
    `select id from account_holder where type = 'AdminCompany' order by id limit 1`,
    [],
  )
  if (!company) throw new Error('The administrator has no company.')
  return company.id
}

async function findInsurers(db: Db): Promise<Map<string, number>> {
  const rows = await run<{ number: string; id: number }>(
    db,
    `select lower(number) as number, id from account_holder where type = 'Insurer'`,
    [],
  )
  return new Map(rows.map(({ number, id }) => [number, id]))
}

async function findCancelMethods(db: Db): Promise<Map<string, number>> {
  const rows = await run<{ code: string; id: number }>(
    db,
    `select code, id from reference_value where list = 'CancelMethod'`,
    [],
  )
  return new Map(rows.map(({ code, id }) => [code, id]))
}
