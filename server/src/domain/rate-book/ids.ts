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
  readonly given: KnownIds
}

/** The book with its ids. `next` returns a free id of a kind. */
export function assignIds(
  book: UnnumberedBook,
  known: KnownIds,
  next: (kind: string) => number = nextIds(known),
): NumberedBook {
  const given = new Map<string, number>()
  const idOf: IdOf = (kind, ...path) => {
    // Codes that differ only in letter case are the same code.
    const key = `${kind} ${path.join('/').toUpperCase()}`
    const id = known.get(key) ?? given.get(key)
    if (id !== undefined) return id
    const fresh = next(kind)
    given.set(key, fresh)
    return fresh
  }
  return { book: numbered(book, idOf), given }
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

type IdOf = (kind: string, ...path: readonly string[]) => number

const numbered = (book: UnnumberedBook, idOf: IdOf): Book => ({
  ...book,
  assetTypes: byCode(book.assetTypes, 'assetType', idOf),
  segmentations: byCode(book.segmentations, 'segmentation', idOf),
  disbursementGroups: byCode(book.disbursementGroups, 'disbursementGroup', idOf),
  disbursementCodes: byCode(book.disbursementCodes, 'disbursementCode', idOf),
  coverageGroups: byCode(book.coverageGroups, 'coverageGroup', idOf).map((group) => ({
    ...group,
    components: byCode(group.components, 'component', idOf),
  })),
  vehicles: book.vehicles.map((vehicle) => numberedVehicle(vehicle, idOf)),
  products: book.products.map((product) => numberedProduct(product, idOf)),
  taxRules: inTurns(book.taxRules, (rule) => taxKey(rule).join('/')).map(({ item, path }) => ({
    id: idOf('taxRule', path),
    ...item,
  })),
})

function byCode<T extends { readonly code: string }>(
  items: readonly T[],
  kind: string,
  idOf: IdOf,
  ...above: readonly string[]
): (T & { readonly id: number })[] {
  return items.map((item) => ({ id: idOf(kind, ...above, item.code), ...item }))
}

const numberedProduct = (product: UnnumberedProduct, idOf: IdOf): Product => ({
  id: idOf('product', product.code),
  ...product,
  programs: product.programs.map((program) => numberedProgram(program, idOf)),
})

const numberedProgram = (program: UnnumberedProgram, idOf: IdOf): Program => ({
  id: idOf('program', program.code),
  ...program,
  plans: program.plans.map((plan) => numberedPlan(plan, program.code, idOf)),
  terms: byCode(program.terms, 'term', idOf, program.code),
  deductibles: byCode(program.deductibles, 'deductible', idOf, program.code),
  factorTables: byCode(program.factorTables, 'factorTable', idOf, program.code),
  surcharges: inTurns(program.surcharges, ({ code }) => code).map(({ item, path }) => ({
    id: idOf('surcharge', program.code, path),
    ...item,
  })),
  disbursements: inTurns(program.disbursements, ({ code }) => code).map(({ item, path }) => ({
    id: idOf('disbursement', program.code, path),
    ...item,
  })),
})

const numberedPlan = (plan: WithoutIds<Plan>, program: string, idOf: IdOf): Plan => ({
  id: idOf('plan', program, plan.code),
  ...plan,
  services: byCode(plan.services, 'service', idOf, program, plan.code),
  // Limits have no codes: the first of a scope has the path of the scope, the second the same with `#2`.
  limits: plan.limits.map((limit, at) => {
    const before = plan.limits.slice(0, at).filter(({ scope }) => scope === limit.scope).length
    return {
      id: idOf('limit', program, plan.code, `${limit.scope}${before === 0 ? '' : `#${before + 1}`}`),
      ...limit,
    }
  }),
})

function numberedVehicle(vehicle: WithoutIds<Vehicle>, idOf: IdOf): Vehicle {
  const { make, model, trim, series, bodyStyle } = vehicle
  const named = (kind: string, item: WithoutIds<NamedItem>, ...above: readonly string[]): NamedItem => ({
    id: idOf(kind, ...above, item.code),
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
function inTurns<T extends { readonly effectiveFrom: string | null }>(
  items: readonly T[],
  pathOf: (item: T) => string,
): { readonly item: T; readonly path: string }[] {
  const dates = new Map<string, string[]>()
  for (const item of items) {
    const known = dates.get(pathOf(item))
    if (known) known.push(item.effectiveFrom ?? '')
    else dates.set(pathOf(item), [item.effectiveFrom ?? ''])
  }
  return items.map((item) => {
    const path = pathOf(item)
    const earlier = (dates.get(path) ?? []).filter((date) => date < (item.effectiveFrom ?? '')).length
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
