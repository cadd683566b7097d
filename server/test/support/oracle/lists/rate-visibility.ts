import type { VisibilityRow } from '../../../../src/domain/rate-book/rate-book.ts'
import { type NaiveCaller, reachesDealer } from './scope.ts'
import type { Raw, World } from './world.ts'

// The parts of a rate book that a dealer sees, computed in plain steps. The rows of the sandbox name only products,
// programs and plans, and are all in force.

export interface PlanName {
  readonly product: string
  readonly program: string
  readonly plan: string
}

interface Dealer {
  readonly number: string
  readonly group: string | null
}

const dealerOf = (world: World, dealer: Raw): Dealer => ({
  number: String(world.one('account_holder', dealer.id).number),
  group:
    dealer.dealer_group_id === null
      ? null
      : String(world.one('account_holder', dealer.dealer_group_id).number),
})

const known = new WeakMap<NaiveCaller, readonly Dealer[]>()

/** The dealers of a limited caller. Other callers have none. */
export function reached(world: World, caller: NaiveCaller): readonly Dealer[] | 'all' {
  return caller.scopes.length === 0 ? 'all' : dealersOf(world, caller)
}

function dealersOf(world: World, caller: NaiveCaller): readonly Dealer[] {
  const before = known.get(caller)
  if (before) return before
  const dealers = world
    .all('dealer')
    .filter(({ id }) => reachesDealer(world, caller, id))
    .map((dealer) => dealerOf(world, dealer))
  known.set(caller, dealers)
  return dealers
}

/** The dealer with this number, if the caller may see it. Letters are converted to lower case one by one. */
export function viewer(world: World, caller: NaiveCaller, number: unknown): Dealer | undefined {
  const lower = (text: string) => [...text].map((sign) => sign.toLowerCase()).join('')
  return dealersOf(world, caller).find((dealer) => lower(dealer.number) === lower(String(number)))
}

const parts = ['product', 'program', 'plan'] as const

export function isShown(rows: readonly VisibilityRow[], { number, group }: Dealer, name: PlanName): boolean {
  const fitting = rows.filter((row) => parts.every((part) => row[part] === null || row[part] === name[part]))
  const levels = [
    fitting.filter(({ dealer }) => dealer === number),
    fitting.filter(({ dealerGroup }) => dealerGroup !== null && dealerGroup === group),
    fitting.filter(({ dealer, dealerGroup }) => dealer === null && dealerGroup === null),
  ]
  const level = levels.find(({ length }) => length > 0) ?? []
  const named = (row: VisibilityRow) => parts.filter((part) => row[part] !== null).length
  const most = Math.max(...level.map(named))
  return level.filter((row) => named(row) === most).every(({ isVisible }) => isVisible)
}
