import { groupBy } from '../group-by.ts'
import type {
  Book,
  UnnumberedBook,
  UnnumberedProduct,
  UnnumberedProgram,
  Vehicle,
  WithoutIds,
} from './book.ts'
import type { NamedItem, Plan, Product, Program, SalesTaxRule } from './rate-book.ts'

// Ids are on the wire and in contracts, not in files. Something with the same code in the next version of a book keeps
// its id; something new gets an id that was never used.

/** Ids by kind and path, e.g. `plan VSC-STD/PLATINUM`. */
export type KnownIds = ReadonlyMap<string, number>

interface NumberedBook {
  readonly book: Book
  /** The ids that were assigned now, in order. */
  readonly assigned: KnownIds
}

/** The book with its ids. `next` returns a free id of a kind. */
export function assignIds(
  book: UnnumberedBook,
  known: KnownIds,
  next: (kind: string) => number = nextIds(known),
): NumberedBook {
  const assigned = new Map<string, number>()
  const assignId: AssignId = (kind, ...path) => {
    // Codes that differ only in letter case are the same code.
    const key = `${kind} ${path.join('/').toUpperCase()}`
    const id = known.get(key) ?? assigned.get(key)
    if (id !== undefined) return id
    const fresh = next(kind)
    assigned.set(key, fresh)
    return fresh
  }
  return { book: numberBook(book, assignId), assigned }
}

/** The ids of each kind continue after the highest that was ever used. */
function nextIds(known: KnownIds): (kind: string) => number {
  const highest = new Map<string, number>()
  for (const [key, id] of known) {
    const kind = key.slice(0, key.indexOf(' '))
    highest.set(kind, Math.max(highest.get(kind) ?? 0, id))
  }
  return (kind) => {
    const id = (highest.get(kind) ?? 0) + 1
    highest.set(kind, id)
    return id
  }
}

type AssignId = (kind: string, ...path: readonly string[]) => number

const numberBook = (book: UnnumberedBook, assignId: AssignId): Book => ({
  ...book,
  assetTypes: numberByCode(book.assetTypes, 'assetType', assignId),
  segmentations: numberByCode(book.segmentations, 'segmentation', assignId),
  disbursementGroups: numberByCode(book.disbursementGroups, 'disbursementGroup', assignId),
  disbursementCodes: numberByCode(book.disbursementCodes, 'disbursementCode', assignId),
  coverageGroups: numberByCode(book.coverageGroups, 'coverageGroup', assignId).map((group) => ({
    ...group,
    components: numberByCode(group.components, 'component', assignId),
  })),
  vehicles: book.vehicles.map((vehicle) => numberedVehicle(vehicle, assignId)),
  products: book.products.map((product) => numberedProduct(product, assignId)),
  taxRules: withUniquePaths(book.taxRules, (rule) => taxKey(rule).join('/')).map(({ item, path }) => ({
    id: assignId('taxRule', path),
    ...item,
  })),
})

function numberByCode<T extends { readonly code: string }>(
  items: readonly T[],
  kind: string,
  assignId: AssignId,
  ...above: readonly string[]
): (T & { readonly id: number })[] {
  return items.map((item) => ({ id: assignId(kind, ...above, item.code), ...item }))
}

const numberedProduct = (product: UnnumberedProduct, assignId: AssignId): Product => ({
  id: assignId('product', product.code),
  ...product,
  programs: product.programs.map((program) => numberedProgram(program, assignId)),
})

const numberedProgram = (program: UnnumberedProgram, assignId: AssignId): Program => ({
  id: assignId('program', program.code),
  ...program,
  plans: program.plans.map((plan) => numberedPlan(plan, program.code, assignId)),
  terms: numberByCode(program.terms, 'term', assignId, program.code),
  deductibles: numberByCode(program.deductibles, 'deductible', assignId, program.code),
  factorTables: numberByCode(program.factorTables, 'factorTable', assignId, program.code),
  surcharges: withUniquePaths(program.surcharges, ({ code }) => code).map(({ item, path }) => ({
    id: assignId('surcharge', program.code, path),
    ...item,
  })),
  disbursements: withUniquePaths(program.disbursements, ({ code }) => code).map(({ item, path }) => ({
    id: assignId('disbursement', program.code, path),
    ...item,
  })),
})

const numberedPlan = (plan: WithoutIds<Plan>, program: string, assignId: AssignId): Plan => ({
  id: assignId('plan', program, plan.code),
  ...plan,
  services: numberByCode(plan.services, 'service', assignId, program, plan.code),
  // Limits have no codes: the first of a scope has the path of the scope, the second the same with `#2`.
  limits: plan.limits.map((limit, at) => {
    const before = plan.limits.slice(0, at).filter(({ scope }) => scope === limit.scope).length
    return {
      id: assignId('limit', program, plan.code, `${limit.scope}${before === 0 ? '' : `#${before + 1}`}`),
      ...limit,
    }
  }),
})

function numberedVehicle(vehicle: WithoutIds<Vehicle>, assignId: AssignId): Vehicle {
  const { make, model, trim, series, bodyStyle } = vehicle
  const named = (kind: string, item: WithoutIds<NamedItem>, ...above: readonly string[]): NamedItem => ({
    id: assignId(kind, ...above, item.code),
    ...item,
  })
  return {
    ...vehicle,
    make: named('make', make),
    model: named('model', model, make.code),
    trim: trim && named('trim', trim, make.code, model.code),
    series: series && named('series', series, make.code, model.code),
    bodyStyle: bodyStyle && named('bodyStyle', bodyStyle),
  }
}

/**
 * For things without a code, or with a code that repeats on a later date: the first by date has the path, the second the
 * same with `#2`. So a new amount from next year on does not change the ids before it.
 */
function withUniquePaths<T extends { readonly effectiveFrom: string | null }>(
  items: readonly T[],
  pathFor: (item: T) => string,
): { readonly item: T; readonly path: string }[] {
  const byPath = groupBy(items, pathFor)
  const start = ({ effectiveFrom }: T) => effectiveFrom ?? ''
  return items.map((item) => {
    const path = pathFor(item)
    const earlier = (byPath.get(path) ?? []).filter((other) => start(other) < start(item)).length
    return { item, path: earlier === 0 ? path : `${path}#${earlier + 1}` }
  })
}

/** The key of a tax, besides its dates. */
export const taxKey = ({
  type,
  state,
  county,
  city,
  productTypeCode,
  lineItemType,
}: WithoutIds<SalesTaxRule>): string[] =>
  [type, state, county, city, productTypeCode, lineItemType].map((part) => part?.toUpperCase() ?? '')
