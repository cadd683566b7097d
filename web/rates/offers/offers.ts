import type {
  ContractRate,
  Deductible,
  Plan,
  Product,
  RateResponse,
  Surcharge,
  Term,
} from '../../../sdk/src/types.gen.ts'

/** A rate with what it is a rate of. */
export interface Offer {
  readonly product: Product
  readonly plan: Plan
  readonly rate: ContractRate
  /** Names plan, term and deductible. It stays the same from quote to quote, so it can stand in the address. */
  readonly key: string
}

const keyOfRate = ({ planId, term, deductible }: ContractRate) => `${planId}-${term.id}-${deductible.id}`

/** Every rate of a product, plan by plan. */
export const offersOfProduct = (product: Product): readonly Offer[] =>
  product.programs.flatMap(({ plans }) =>
    plans.flatMap((plan) => plan.rates.map((rate) => ({ product, plan, rate, key: keyOfRate(rate) }))),
  )

/** Every rate of a quote, by its key. */
export const offersByKey = ({ products }: RateResponse): ReadonlyMap<string, Offer> =>
  new Map(products.flatMap(offersOfProduct).map((offer) => [offer.key, offer]))

/** One line of the grid: a term and a deductible with a cell for each plan. */
export interface OfferRow {
  readonly term: Term
  readonly deductible: Deductible
  readonly cells: readonly (Offer | undefined)[]
}

/** A column a plan, a row for each term and deductible. */
export interface OfferGrid {
  readonly plans: readonly Plan[]
  readonly rows: readonly OfferRow[]
}

/** The grid of a product; with a deductible's code, only of that deductible. */
export function gridOfProduct(product: Product, deductibleCode?: string): OfferGrid {
  const offers = offersOfProduct(product)
  const plans = product.programs.flatMap((program) => program.plans)
  const rows = new Map<string, { term: Term; deductible: Deductible; cells: (Offer | undefined)[] }>()
  for (const offer of offers) {
    const { term, deductible } = offer.rate
    if (deductibleCode !== undefined && deductible.code !== deductibleCode) continue
    // Programs may name the same term by different ids; people read its code.
    const name = `${term.code} ${term.basis} ${deductible.code}`
    const row = rows.get(name) ?? { term, deductible, cells: plans.map(() => undefined) }
    row.cells[plans.indexOf(offer.plan)] = offer
    rows.set(name, row)
  }
  return { plans, rows: [...rows.values()].sort(compareRows) }
}

/** Short terms first, then by deductible. Unlimited miles come last. */
function compareRows(one: OfferRow, other: OfferRow): number {
  const most = Number.MAX_SAFE_INTEGER
  return (
    one.term.months - other.term.months ||
    (one.term.miles ?? most) - (other.term.miles ?? most) ||
    one.term.code.localeCompare(other.term.code) ||
    compareDeductibles(one.deductible, other.deductible)
  )
}

const compareDeductibles = (one: Deductible, other: Deductible) =>
  one.amount - other.amount || one.code.localeCompare(other.code)

/** The deductibles of a product, each once. */
export function deductiblesOfProduct(product: Product): readonly Deductible[] {
  const byCode = new Map(offersOfProduct(product).map(({ rate }) => [rate.deductible.code, rate.deductible]))
  return [...byCode.values()].sort(compareDeductibles)
}

/** The options that the customer may choose, each once. The figures are those of the offer that is looked at. */
export function optionsOfProduct(product: Product, looked?: Offer): readonly Surcharge[] {
  const offers = looked?.product.id === product.id ? [looked] : []
  const all = [...offersOfProduct(product), ...offers].flatMap(({ rate }) => rate.surcharges)
  return [...new Map(all.filter(({ isOption }) => isOption).map((option) => [option.code, option])).values()]
}

/** The coverage groups of some plans, in their order. */
export const coverageOfOffers = (offers: readonly Offer[]): readonly string[] => [
  ...new Set(offers.flatMap(({ plan }) => plan.coverageGroups)),
]

/** The cell that an arrow key leads to. Cells without a rate are skipped. */
export function nextCell(grid: OfferGrid, from: Offer | undefined, key: string): Offer | undefined {
  const cells = grid.rows.flatMap((row, y) => row.cells.map((offer, x) => ({ offer, x, y })))
  const offered = cells.filter(({ offer }) => offer !== undefined)
  const here = offered.find(({ offer }) => offer?.key === from?.key)
  if (!here) return offered[0]?.offer
  const inRow = offered.filter(({ y }) => y === here.y)
  const inColumn = offered.filter(({ x }) => x === here.x)
  switch (key) {
    case 'ArrowRight':
      return inRow.find(({ x }) => x > here.x)?.offer
    case 'ArrowLeft':
      return inRow.findLast(({ x }) => x < here.x)?.offer
    case 'ArrowDown':
      return inColumn.find(({ y }) => y > here.y)?.offer
    case 'ArrowUp':
      return inColumn.findLast(({ y }) => y < here.y)?.offer
    case 'Home':
      return inRow[0]?.offer
    case 'End':
      return inRow.at(-1)?.offer
    case 'PageUp':
      return inColumn[0]?.offer
    case 'PageDown':
      return inColumn.at(-1)?.offer
    default:
      return undefined
  }
}

/** At most this many rates are compared side by side. */
export const MOST_PINS = 4

/** Pins a rate or takes its pin away. A fifth pin changes nothing. */
export function togglePin(pins: readonly string[], key: string): readonly string[] {
  if (pins.includes(key)) return pins.filter((pin) => pin !== key)
  return pins.length < MOST_PINS ? [...pins, key] : pins
}
