import { addDays } from '../../domain/dates.ts'
import type { Draws } from '../crowd/draws.ts'
import type { SeedChoice, SeedTerm } from './choices.ts'
import type { Deal, Payment, ProductCode } from './deals.ts'
import type { SeedPerson } from './people.ts'

// What happens to a contract of the sandbox. Each step is one use case, on a day.

/** A sale as it is entered. */
export interface SeedSale {
  readonly deal: Deal
  readonly choice: SeedChoice
  readonly status: 'Quote' | 'Pending'
  /** A quote may be made without a customer. */
  readonly isNamed: boolean
  readonly notes: string | null
  readonly references: readonly { readonly system: string; readonly key: string; readonly value: string }[]
}

export type SeedStep =
  | { readonly do: 'sell'; readonly sale: SeedSale }
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
      readonly to: SeedPerson
      readonly odometer: number
      readonly paidBy: 'Customer' | 'NewOwner' | 'Dealer'
    }
  | { readonly do: 'expire' }
  | { readonly do: 'autoVoid' }
  | CancelStoryStep

/** What the cancel desk does. */
export type CancelStoryStep =
  /** What a new quote or request is asked for with. */
  | { readonly do: 'askCancel'; readonly body: Readonly<Record<string, unknown>> }
  /** What is done to the last one that was asked for. */
  | { readonly do: 'actOnRequest'; readonly said: Readonly<Record<string, unknown>> }
  /** In one step, without a request. */
  | { readonly do: 'cancel'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly do: 'confirmRefund'; readonly reference: string }
  | { readonly do: 'reinstate'; readonly reason: string; readonly gapDays: number }

export type DatedStep = SeedStep & { readonly on: string }

/** What the steps of one contract are drawn from. */
export interface SeedContext {
  readonly draws: Draws
  readonly deal: Deal
  readonly choice: SeedChoice
}

/** One course that contracts take: how many deals take it, when they were sold, which products, and what followed. */
export interface ContractStory {
  readonly name: string
  readonly count: number
  readonly sold: readonly [from: string, to: string]
  readonly of: readonly ProductCode[]
  readonly begins?: 'Quote'
  /** The shortest term, or the shortest that outlasts the seed. Absent: any that outlasts it. */
  readonly term?: SeedTerm
  /** Other products may be sold with it. */
  readonly bundles?: true
  /** The states where it is sold, in turn. Absent: anywhere. */
  readonly states?: readonly string[]
  /** How the vehicle is paid for, where it matters. */
  readonly paid?: Payment
  /** Two buy it together. */
  readonly isForTwo?: true
  steps(context: SeedContext): DatedStep[]
}

/** So many days after the sale, both ends included. */
export const daysAfterSale = ({ draws, deal }: SeedContext, least: number, most: number): string =>
  addDays(deal.soldOn, draws.whole(least, most))

export const daysAfter = ({ draws }: SeedContext, day: string, least: number, most: number): string =>
  addDays(day, draws.whole(least, most))

/** What the vehicle shows on a day, if it is driven as most are. */
export const odometerAfter = ({ draws, deal }: SeedContext, days: number): number =>
  (deal.vehicle?.odometer ?? 0) + days * draws.whole(24, 38)

/** Put in force soon after the sale. */
export const finalize = (context: SeedContext, least = 1, most = 14): DatedStep => ({
  do: 'finalize',
  on: daysAfterSale(context, least, most),
})
