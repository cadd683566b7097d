import { addDays } from '../../domain/dates.ts'
import type { Draws } from '../crowd/draws.ts'
import type { SoldChoice } from './choices.ts'
import type { Deal } from './deals.ts'
import type { SoldTo } from './people.ts'

// What happens to a contract of the sandbox. Each step is one use case, on a day.

/** A sale as it is entered. */
export interface Sale {
  readonly deal: Deal
  readonly choice: SoldChoice
  readonly status: 'Quote' | 'Pending'
  /** A quote may be for somebody of whom nothing is known yet. */
  readonly isNamed: boolean
  readonly notes: string | null
  readonly references: readonly { readonly system: string; readonly key: string; readonly value: string }[]
}

export type Deed =
  | { readonly do: 'sell'; readonly sale: Sale }
  | { readonly do: 'finalize'; readonly note?: string }
  /** What PATCH takes. */
  | { readonly do: 'change'; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly do: 'rerate'; readonly deductible: string; readonly reason: string }
  | { readonly do: 'refinalize'; readonly note: string }
  | {
      readonly do: 'hold'
      readonly reason: string
      readonly note: string
      readonly codes?: readonly string[]
    }
  | {
      readonly do: 'resolve'
      readonly resolution: 'Cleared' | 'Corrected' | 'Overridden'
      readonly note: string
    }
  | {
      readonly do: 'transfer'
      readonly to: SoldTo
      readonly odometer: number
      readonly paidBy: 'Customer' | 'NewOwner' | 'Dealer'
    }
  | { readonly do: 'expire' }
  | { readonly do: 'autoVoid' }
  | DeskDeed

/** What the cancel desk does. */
export type DeskDeed =
  /** What a new quote or request is asked for with. */
  | { readonly do: 'askCancel'; readonly body: Readonly<Record<string, unknown>> }
  /** What is done to the last one that was asked for. */
  | { readonly do: 'actOnRequest'; readonly said: Readonly<Record<string, unknown>> }
  /** In one step, without a request. */
  | { readonly do: 'cancel'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly do: 'confirmRefund'; readonly reference: string }
  | { readonly do: 'reinstate'; readonly reason: string; readonly gapDays: number }

export type Step = Deed & { readonly on: string }

/** What a life is told from. */
export interface Telling {
  readonly draws: Draws
  readonly deal: Deal
  readonly choice: SoldChoice
}

/** So many days after the sale, both ends included. */
export const later = ({ draws, deal }: Telling, least: number, most: number): string =>
  addDays(deal.soldOn, draws.whole(least, most))

export const daysAfter = ({ draws }: Telling, day: string, least: number, most: number): string =>
  addDays(day, draws.whole(least, most))

/** What the vehicle shows on a day, if it is driven as most are. */
export const drivenBy = ({ draws, deal }: Telling, days: number): number =>
  (deal.vehicle?.odometer ?? 0) + days * draws.whole(24, 38)

/** Put in force soon after the sale. */
export const inForce = (told: Telling, least = 1, most = 14): Step => ({
  do: 'finalize',
  on: later(told, least, most),
})
