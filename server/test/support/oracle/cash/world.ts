import type { Answer, Caller } from '../../service/api.ts'
import type { TestService } from '../../service/app.ts'
import { type Model, open, type Row } from './model.ts'

// What every step of a trial needs.

export interface Step {
  readonly what: number
  readonly who: number
  readonly which: number
  readonly how: number
  readonly much: number
}

// biome-ignore lint/suspicious/noExplicitAny: an answered record.
export type Any = any

/** What a step asked, what the rules expect, and what it does when it succeeds. */
export interface Asked {
  readonly text: string
  readonly answer: Answer
  readonly expected: readonly string[]
  readonly follow?: (body: Any) => Promise<void> | void
}

export interface World {
  readonly service: TestService
  readonly staff: Caller
  readonly office: Caller
  readonly model: Model
  readonly holders: readonly number[]
  readonly rateIds: readonly string[]
}

export type Doing = (world: World, step: Step) => Promise<Asked | undefined>

export const MOST_CONTRACTS = 4
export const cents = (amount: number): number => Math.round(amount * 100)
export const dollars = (amount: number): number => amount / 100
export const nth = <One>(all: readonly One[], at: number): One | undefined => all[at % (all.length || 1)]
const isFree = (row: Row): boolean =>
  open(row) > 0 && (row.status === 'Open' || (row.waits === 'Finalize' && row.direction === 'Receive'))

/** Mostly a holder whose rows can be paid. */
export function holderOf({ model, holders }: World, { who, how }: Step): number {
  const busy = holders.filter((id) =>
    [...model.rows.values()].some((row) => row.holder === id && isFree(row)),
  )
  return nth(how % 11 === 10 || busy.length === 0 ? holders : busy, who) ?? 0
}

/** Mostly rows of the holder that can be paid, sometimes others of it or any. */
export function chosen({ model }: World, holder: number, { which, how }: Step): Row[] {
  const isAny = how % 13 === 12
  const isOther = how % 13 === 11
  const all = [...model.rows.values()].filter(
    (row) => isAny || (row.holder === holder && (isFree(row) || (isOther && open(row) > 0))),
  )
  const size = which % 3 === 0 ? all.length : 1 + (which % 4)
  const from = size < all.length ? which % all.length : 0
  return [...all.slice(from), ...all.slice(0, from)].slice(0, isAny ? 2 : size)
}

export const someAmount = (row: Row, { how, much }: Step): number => {
  if (how % 5 === 4) return Math.max(1, Math.floor((open(row) * (1 + (much % 90))) / 100))
  return how % 31 === 30 ? open(row) + 1 + (much % 100) : Math.max(1, open(row))
}
