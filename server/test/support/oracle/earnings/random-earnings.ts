import { addDays, addMonths, daysBetween } from '../../../../src/domain/dates.ts'
import type {
  EarningContract,
  EarningEvent,
  EarningLine,
  EarningTerms,
} from '../../../../src/domain/earning/events.ts'
import type { EarningCurve } from '../../../../src/domain/earning/methods.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import type { Chance } from '../../hostile/chance.ts'

// Random contracts with every earning method, and their events in the order of recording. A hold, a resolve, a cancel and
// a reinstatement may be backdated; other events count from the day they are recorded.

export interface Recorded {
  readonly event: EarningEvent
  /** The day on which it was recorded, never before its own date. */
  readonly on: string
}

export interface RandomEarnings {
  readonly contract: EarningContract
  readonly history: readonly Recorded[]
  /** The day after the last event. */
  readonly today: string
}

const methods = [
  'IMMEDIATE',
  'PRORATA_DAYS',
  'PRORATA_MONTHS',
  'PRORATA_MONTHS(HALF)',
  'RULE78',
  'REVERSE78',
  'CURVE',
  'MILES',
  'TIME_OR_MILES',
  'DELAYED(12)',
  'DELAYED(36)',
  'DELAYED(24,RULE78)',
  'DELAYED(18,REVERSE78)',
  'DELAYED(30,PRORATA_DAYS)',
  'WARRANTY_SPLIT(10,36)',
  'WARRANTY_SPLIT(25,12)',
]
const codes = ['RESERVE', 'ADMIN', 'CLIP', 'AGENT', 'MARKUP']

function curveOf(chance: Chance): EarningCurve {
  let [month, factor] = [0, 0]
  const points = chance.times(chance.between(1, 6), () => {
    month += chance.between(6, 18)
    factor = Math.min(1_000_000, factor + chance.between(0, 350_000))
    return { month, factor }
  })
  return { interpolation: chance.of(['Linear', 'Linear', 'None']), points }
}

const lineOf = (chance: Chance, code: string): EarningLine => {
  const methodCode = code === 'MARKUP' ? 'IMMEDIATE' : chance.of(methods)
  const amount = chance.is(3) ? chance.between(0, 3) : chance.between(0, 250_000)
  return { code, amount: amount as Cents, methodCode, curve: methodCode === 'CURVE' ? curveOf(chance) : null }
}

function termsOf(chance: Chance, effectiveDate: string): EarningTerms {
  const months = chance.is(80) ? 12 * chance.between(1, 7) : chance.between(1, 90)
  const whole = addMonths(effectiveDate, months)
  const effectiveOdometer = chance.maybe(90, [chance.between(0, 90_000)])
  const limited = chance.is(80)
  return {
    effectiveDate,
    // A term from the day the vehicle went into service ends on any day.
    expirationDate: chance.is(85)
      ? whole
      : addDays(whole, -chance.between(0, Math.min(40, daysBetween(effectiveDate, whole)))),
    effectiveOdometer,
    expirationOdometer: limited ? (effectiveOdometer ?? 0) + chance.between(1, 100_000) : null,
    annualMileage: chance.maybe(50, [chance.between(1, 40_000)]),
    warrantyMonths: chance.maybe(30, [chance.between(-2, 90)]),
  }
}

/** `dated` says whether events may be backdated. */
export function randomEarnings(chance: Chance, dated: 'back' | 'asRecorded' = 'back'): RandomEarnings {
  const sale = addDays('2023-01-01', chance.below(1461))
  const contract = { terms: termsOf(chance, sale), lines: codes.map((code) => lineOf(chance, code)) }
  const life = new Life(chance, contract, dated)
  const steps = chance.of([0, 1, 2, 3, 5, 8])
  for (let step = 0; step < steps; step += 1) life.step()
  return { contract, history: life.history, today: life.now }
}

type Happening = EarningEvent extends infer Event
  ? Event extends EarningEvent
    ? Omit<Event, 'id' | 'date'>
    : never
  : never

/** The state of a contract while its history is drawn. */
class Life {
  readonly history: Recorded[] = []
  now: string
  #status: 'Running' | 'Cancelled' | 'Expired' | 'Voided' = 'Running'
  #lines: EarningLine[]
  readonly #open = new Map<number, string>()
  #cancel: { id: number; date: string } = { id: 0, date: '' }
  #odometer: number
  readonly #chance: Chance
  readonly #contract: EarningContract
  readonly #dated: 'back' | 'asRecorded'

  constructor(chance: Chance, contract: EarningContract, dated: 'back' | 'asRecorded') {
    this.#chance = chance
    this.#contract = contract
    this.#dated = dated
    this.#lines = [...contract.lines]
    this.#odometer = contract.terms.effectiveOdometer ?? 0
    this.now = addDays(contract.terms.effectiveDate, chance.is(70) ? 0 : chance.between(1, 60))
    this.#record({ kind: 'Contract' })
  }

  #record(event: Happening, date = this.now): void {
    const id = this.history.length + 1
    this.history.push({ event: { ...event, id, date } as EarningEvent, on: this.now })
  }

  /** A day up to this many days back, but not before the first. */
  #back(notBefore: string, days: number): string {
    if (this.#dated === 'asRecorded') return this.now
    const date = addDays(this.now, -this.#chance.below(days))
    return date < notBefore ? notBefore : date
  }

  step(): void {
    this.now = addDays(this.now, this.#chance.is(15) ? 0 : this.#chance.between(1, 200))
    if (this.#status === 'Cancelled' && this.#chance.is(70)) this.#reinstate()
    else if (this.#status === 'Expired') this.#reopen()
    else if (this.#status === 'Running') this.#happen()
  }

  #happen(): void {
    const chance = this.#chance
    const [held] = [...this.#open.keys()]
    const resolves = held === undefined ? [] : Array.from({ length: 8 }, () => () => this.#resolve(held))
    chance.of([
      ...resolves,
      () => this.#hold(),
      () => this.#hold(),
      () => this.#edit(),
      () => this.#refinalize(),
      () => this.#read(),
      () => this.#read(),
      () => this.#cancelIt(),
      () => this.#cancelIt(),
      () => this.#end(),
    ])()
  }

  #hold(): void {
    const chance = this.#chance
    const holdId = this.history.length + 100
    const date = this.#back(this.#contract.terms.effectiveDate, 45)
    const mode = chance.of(['Freeze', 'Suspend'] as const)
    this.#open.set(holdId, date)
    this.#record({ kind: 'Hold', holdId, mode, codes: chance.is(50) ? 'all' : chance.some(codes) }, date)
  }

  #resolve(holdId: number): void {
    const date = this.#back(this.#open.get(holdId) ?? this.now, 30)
    this.#open.delete(holdId)
    this.#record({ kind: 'Resolve', holdId }, date)
  }

  /** A change within the amounts of the line and the markup. */
  #edit(): void {
    const chance = this.#chance
    const line = chance.of(this.#lines.filter(({ code }) => code !== 'MARKUP'))
    const markup = this.#lines.find(({ code }) => code === 'MARKUP')?.amount ?? 0
    const isDeleted = chance.is(25)
    const by = (isDeleted ? -line.amount : chance.between(-line.amount, markup)) as Cents
    this.#lines = this.#lines.map((one) => {
      if (one.code === 'MARKUP') return { ...one, amount: (one.amount - by) as Cents }
      return one === line ? { ...one, amount: (one.amount + by) as Cents } : one
    })
    this.#record({ kind: isDeleted ? 'LedgerDelete' : 'LedgerEdit', code: line.code, by })
  }

  #refinalize(): void {
    const chance = this.#chance
    const terms = termsOf(chance, this.#contract.terms.effectiveDate)
    this.#lines = chance.some(codes, 85).map((code) => lineOf(chance, code))
    if (!this.#lines.some(({ code }) => code === 'RESERVE')) this.#lines.push(lineOf(chance, 'RESERVE'))
    this.#record({ kind: 'Refinalize', terms, lines: this.#lines })
  }

  #read(): void {
    const chance = this.#chance
    this.#odometer = Math.max(0, this.#odometer + chance.between(-3_000, 15_000))
    this.#record({ kind: 'Odometer', value: this.#odometer, isCorrection: chance.is(20) })
  }

  #cancelIt(): void {
    const chance = this.#chance
    const date = this.#back(this.#contract.terms.effectiveDate, 45)
    const isFlat = chance.is(20)
    const refunds = new Map(
      this.#lines.map(({ code, amount }) => [code, (isFlat ? amount : chance.between(0, amount)) as Cents]),
    )
    this.#cancel = { id: this.history.length + 500, date }
    this.#status = 'Cancelled'
    this.#record({ kind: 'Cancel', cancelId: this.#cancel.id, refunds }, date)
  }

  #reinstate(): void {
    const { id: cancelId, date: cancelled } = this.#cancel
    const date = this.#back(cancelled, 30)
    const gapDays = this.#chance.is(50) ? 0 : this.#chance.between(0, daysBetween(cancelled, date))
    this.#status = 'Running'
    const kind = this.#open.size > 0 ? 'ReinstatementHold' : 'Reinstatement'
    this.#record({ kind, cancelId, gapDays }, date)
  }

  #end(): void {
    this.#status = this.#chance.is(30) ? 'Voided' : 'Expired'
    this.#record({ kind: this.#status === 'Voided' ? 'Void' : 'Expire' })
  }

  #reopen(): void {
    this.#status = 'Running'
    this.#record({ kind: 'Reopen' })
  }
}
