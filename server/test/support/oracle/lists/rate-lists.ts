import { dateIn } from '../../../../src/domain/dates.ts'
import { vehicleConditions } from '../../../../src/rates/book/read-rates.ts'
import type { Meaning, NaiveList, NaiveRow, Seen } from './lists.ts'
import { idOf } from './meanings.ts'
import { isShown, type PlanName, reached, viewer } from './rate-visibility.ts'
import { book, itemId, programs, segmentations, vehicleParts } from './vehicle-lists.ts'
import type { Raw, World } from './world.ts'

// The expected answers of the lists of a rate book, computed row by row from its files. Only ids come from the database,
// by the paths that they were assigned to.

const placedPlans = programs.flatMap(({ product, program }) =>
  program.plans.map((plan) => ({ product, program, plan })),
)
const planNames: readonly PlanName[] = placedPlans.map(({ product, program, plan }) => ({
  product: product.code,
  program: program.code,
  plan: plan.code,
}))

/** Whether one of these dealers may see one of the matching plans. */
const sees = (dealers: ReturnType<typeof reached>, named: Partial<PlanName>) =>
  planNames.some(
    (name) =>
      Object.entries(named).every(([part, code]) => name[part as keyof PlanName] === code) &&
      (dealers === 'all' || dealers.some((dealer) => isShown(book.visibility, dealer, name))),
  )

/** The requested dealer, if the caller may see it. */
const dealerNumber = (name: (row: NaiveRow) => Partial<PlanName>): Meaning => ({
  values: (_, world) => ['D1001', 'd4001', 'D5001', ...world.all('account_holder').slice(-9).map(numberOf)],
  matches: (row, value, { world, caller }) => {
    const dealer = viewer(world, caller, value)
    return dealer !== undefined && sees([dealer], name(row))
  },
})
const numberOf = ({ type, number }: Raw) => (type === 'Dealer' ? number : null)

const asksForNobody = ({ dealerNumber: number }: Raw, { world, caller }: Seen) =>
  number !== undefined && viewer(world, caller, number) === undefined

const onDay = (dates: (row: NaiveRow) => readonly { from: string; to: string | null }[]): Meaning => ({
  values: (row) => dates(row).flatMap(({ from, to }) => [from, to ?? '2024-03-15']),
  matches: (row, value) =>
    dates(row).every(({ from, to }) => from <= String(value) && String(value) <= (to ?? '9999-12-31')),
})

const dates = ({ effectiveFrom, effectiveTo }: { effectiveFrom: string; effectiveTo: string | null }) => ({
  from: effectiveFrom,
  to: effectiveTo,
})

const productOf = ({ r }: NaiveRow) => book.products.find(({ code }) => code === r?.product)
const programOf = ({ r }: NaiveRow) => programs.find(({ program }) => program.code === r?.code)?.program

const companyOf = (world: World) =>
  Math.min(
    ...world
      .all('account_holder')
      .filter(({ type }) => type === 'AdminCompany')
      .map(({ id }) => Number(id)),
  )

const products: NaiveList = {
  rows: (world, caller) =>
    book.products
      .filter(({ code }) => sees(reached(world, caller), { product: code }))
      .map(({ code, name, productTypeCode }) => ({
        r: {
          ...{ id: itemId(world, 'product', code), code, name, product: code },
          ...{ product_type_code: productTypeCode, admin_company_id: companyOf(world) },
        },
      })),
  id: idOf('r'),
  asksForNobody,
  where: {
    dealerNumber: dealerNumber(({ r }) => ({ product: String(r?.product) })),
    effectiveOn: onDay((row) => [productOf(row)].flatMap((one) => (one ? [dates(one)] : []))),
  },
}

const programList: NaiveList = {
  rows: (world, caller) =>
    programs
      .filter(({ program }) => sees(reached(world, caller), { program: program.code }))
      .map(({ product, program: { code, name } }) => ({
        r: {
          ...{ id: itemId(world, 'program', code), code, name, product: product.code },
          ...{ product_type_code: product.productTypeCode, admin_company_id: companyOf(world) },
          product_id: itemId(world, 'product', product.code),
        },
      })),
  id: idOf('r'),
  asksForNobody,
  where: {
    dealerNumber: dealerNumber(({ r }) => ({ program: String(r?.code) })),
    effectiveOn: onDay((row) => [productOf(row), programOf(row)].flatMap((one) => (one ? [dates(one)] : []))),
    state: {
      values: (row) => programOf(row)?.states ?? ['TX', 'ca'],
      matches: (row, value) => programOf(row)?.states?.includes(String(value).toUpperCase()) ?? true,
    },
  },
}

const terms: NaiveList = {
  named: (world) => [...placedPlans.map(({ program, plan }) => planId(world, program.code, plan.code)), 999],
  rows(world, caller, named) {
    const placed = placedPlans.find(
      ({ program, plan }) => String(planId(world, program.code, plan.code)) === named,
    )
    if (!placed) return undefined
    const { product, program, plan } = placed
    const name = { product: product.code, program: program.code, plan: plan.code }
    if (!sees(reached(world, caller), name)) return undefined
    return plan.terms.map((own) => {
      const term = program.terms.find(({ code }) => code === own.term)
      return { r: { ...term, id: itemId(world, 'term', program.code, own.term), own } }
    })
  },
  id: idOf('r'),
  shown: {
    in: (row) => String((row.term as Raw | undefined)?.id ?? row['term.id']),
    of: ({ r }) => String(r?.id),
  },
  where: {
    condition: {
      values: ({ r }) => limits(r).conditions ?? vehicleConditions,
      matches: ({ r }, value) => limits(r).conditions?.some((one) => one === value) ?? true,
    },
    odometer: {
      values: () => [0, 12_000, 100_000],
      matches: ({ r }, value) =>
        Number(value) >= (limits(r).minimumOdometer ?? 0) &&
        Number(value) <= (limits(r).maximumOdometer ?? Number(value)),
    },
  },
}
const planId = (world: World, program: string, plan: string) => itemId(world, 'plan', program, plan)
type PlanTerm = (typeof placedPlans)[number]['plan']['terms'][number]
const limits = (r: Raw | undefined) => r?.own as PlanTerm

const assetTypes: NaiveList = {
  rows: (world) =>
    book.assetTypes.map(({ code, name }) => ({ r: { id: itemId(world, 'assetType', code), code, name } })),
  id: idOf('r'),
  where: {
    productTypeCode: {
      values: ({ r }) => typesFor(r?.code),
      matches: ({ r }, value) => typesFor(r?.code).includes(String(value).toUpperCase()),
    },
  },
}
const typesFor = (assetType: unknown) =>
  book.products
    .filter(({ assetTypeCodes }) => assetTypeCodes.some((code) => code === assetType))
    .map(({ productTypeCode }) => productTypeCode)

const disbursementCodes: NaiveList = {
  rows: (world) =>
    book.disbursementCodes.map(({ code, name, groupCode }) => ({
      r: {
        ...{ id: itemId(world, 'disbursementCode', code), code, name },
        group_id: itemId(world, 'disbursementGroup', groupCode),
      },
    })),
  id: idOf('r'),
}

const disbursementGroups: NaiveList = {
  rows: (world) =>
    book.disbursementGroups.map(({ code, name }) => ({
      r: { id: itemId(world, 'disbursementGroup', code), code, name },
    })),
  id: idOf('r'),
}

const disbursementLabels: NaiveList = {
  rows: (world, caller) =>
    programs
      .filter(({ program }) => sees(reached(world, caller), { program: program.code }))
      .flatMap(({ program }) =>
        program.disbursements.map(({ code, label }) => ({
          r: {
            id: itemId(world, 'disbursement', program.code, code),
            disbursement_code_id: itemId(world, 'disbursementCode', code),
            program_id: itemId(world, 'program', program.code),
            label,
          },
        })),
      ),
  id: idOf('r'),
}

/** The lists with rows from the book, by the paths that they are declared with. */
export const bookLists: Readonly<Record<string, NaiveList>> = {
  '/Rates/AssetTypes': assetTypes,
  '/Rates/VehicleMakes': vehicleParts('make'),
  '/Rates/VehicleModels': vehicleParts('model'),
  '/Rates/VehicleTrims': vehicleParts('trim'),
  '/Rates/VehicleSeries': vehicleParts('series'),
  '/Rates/VehicleBodyStyles': vehicleParts('bodyStyle'),
  '/Rates/VehicleSegmentations': segmentations,
  '/Rates/Products': products,
  '/Rates/Programs': programList,
  '/Rates/Terms/Plan/{planId}': terms,
  '/Rates/Disbursements/DisbursementsCodes': disbursementCodes,
  '/Rates/Disbursements/DisbursementsGroups': disbursementGroups,
  '/Rates/Disbursements/DisbursementsLabels': disbursementLabels,
}

const contractFields: NaiveList = {
  named: (world) => [...book.products.map(({ code }) => itemId(world, 'product', code)), 999],
  rows(world, caller, named) {
    const product = book.products.find(({ code }) => String(itemId(world, 'product', code)) === named)
    if (!product || !sees(reached(world, caller), { product: product.code })) return undefined
    return world
      .all('custom_field')
      .filter(({ applies_to }) => applies_to === 'Contract')
      .filter(({ product_id }) => product_id === null || String(product_id) === named)
      .map((f) => ({ f }))
  },
  id: idOf('f'),
}

/** No limited caller sees overrides of costs. */
const agreedLines: NaiveList = {
  isForbidden: ({ scopes }) => scopes.length > 0,
  named: (world) => [...world.all('rate_override').map((o) => Number(o.account_holder_id)), 987_654_321],
  rows: (world, _, named) =>
    world.find('account_holder', Number(named)) &&
    world
      .all('rate_override')
      .filter(({ account_holder_id }) => String(account_holder_id) === named)
      .map((o) => ({ o, r: { ...o, code: codeOf(world, o), ...productAndStatus(world, o) } })),
  id: idOf('o'),
  shown: {
    in: (row) => String((row.disbursement as Raw | undefined)?.id ?? row['disbursement.id']),
    of: ({ o }) => String(o?.id),
  },
  where: {
    effectiveOn: onDay(({ o }) => [{ from: String(o?.effective_from), to: textOf(o?.effective_to) }]),
  },
}
const productAndStatus = (world: World, { program_id, effective_from, effective_to }: Raw) => {
  const { product } =
    programs.find(({ program }) => itemId(world, 'program', program.code) === program_id) ?? {}
  const [from, to] = [String(effective_from), textOf(effective_to) ?? '9999-12-31']
  return {
    product_id: product && itemId(world, 'product', product.code),
    status: today < from ? 'Scheduled' : to < today ? 'Expired' : 'Active',
  }
}
const today = dateIn('America/Chicago', new Date())
const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))
const codeOf = (world: World, { disbursement_code_id }: Raw) =>
  book.disbursementCodes.find(({ code }) => itemId(world, 'disbursementCode', code) === disbursement_code_id)
    ?.code

export const rateLists: Readonly<Record<string, NaiveList>> = {
  ...bookLists,
  '/Rates/Disbursements/AccountHolder/{id}': agreedLines,
  '/Rates/Products/{productId}/customfields': contractFields,
}
