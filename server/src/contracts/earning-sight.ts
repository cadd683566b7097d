import { MARKUP } from '../domain/ledger-rows.ts'
import { amountOf, type Cents } from '../domain/money.ts'
import type { Caller } from '../http/caller.ts'
import type { EarningLineModel } from './earning-models.ts'

/** Who looks, and at which lines. */
export interface Showing {
  readonly caller: Caller
  readonly lines: ReadonlyMap<string, { readonly accountHolderId: number }>
  /** The one that is asked for; undefined: all. */
  readonly only: string | undefined
}

/** Staff see every line. Who is limited sees what makes up dealer cost as one, the markup, and an agent its own. */
export function shownLines<Line extends EarningLineModel>(showing: Showing, lines: readonly Line[]): Line[] {
  const seen = showing.caller.scopes.length === 0 ? [...lines] : limited(showing, lines)
  return seen.filter(
    ({ disbursementCode }) => showing.only === undefined || disbursementCode.toUpperCase() === showing.only,
  )
}

function limited<Line extends EarningLineModel>(
  { caller, lines: known }: Showing,
  lines: readonly Line[],
): Line[] {
  const own = caller.scopes.filter(({ type }) => type === 'Agent').map(({ id }) => id)
  const isOwn = ({ disbursementCode }: Line) =>
    own.includes(known.get(disbursementCode)?.accountHolderId ?? 0)
  const cost = lines.filter(({ disbursementCode }) => disbursementCode !== MARKUP)
  const [first, ...others] = cost
  const whole = first ? [others.reduce(added, { ...first, ...UNSPLIT })] : []
  const markup = lines.filter(({ disbursementCode }) => disbursementCode === MARKUP)
  return [...whole.map(withFactor), ...markup, ...cost.filter(isOwn)]
}

const UNSPLIT = { disbursementCode: 'DEALERCOST', accountHolderId: null, method: null }

/** Every amount of two lines together. */
function added<Line extends EarningLineModel>(one: Line, other: Line): Line {
  const sums = Object.entries(one).flatMap(([name, value]) =>
    typeof value === 'number' && name !== 'factor'
      ? [[name, plus(value, (other as Readonly<Record<string, unknown>>)[name] as number)]]
      : [],
  )
  return { ...one, ...Object.fromEntries(sums) }
}

const plus = (one: number, other: number) =>
  amountOf((Math.round(one * 100) + Math.round(other * 100)) as Cents)

const withFactor = <Line extends EarningLineModel>(line: Line): Line => ({
  ...line,
  factor: line.amount === 0 ? 0 : Math.round((line.earned / line.amount) * 1e6) / 1e6,
})
