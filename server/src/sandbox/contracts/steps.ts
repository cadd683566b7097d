import { addDays } from '../../domain/dates.ts'
import type { Draws } from '../crowd/draws.ts'
import type { SeedChoice, SeedTerm } from './choices.ts'
import type { Deal, Payment, ProductCode } from './deals.ts'
import type { SeedPerson } from './people.ts'

// The steps of the contracts of the sandbox. Each step is one use case on one day.

/** The input of a sale. */
export interface SeedSale {
  readonly deal: Deal
  readonly choice: SeedChoice
  readonly status: 'Quote' | 'Pending'
  /** Whether the customer is known. A quote does not need a customer. */
  readonly isNamed: boolean
  readonly notes: string | null
  readonly references: readonly { readonly system: string; readonly key: string; readonly value: string }[]
}

export type SeedStep =
  | { readonly do: 'sell'; readonly sale: SeedSale }
  | { readonly do: 'finalize'; readonly note?: string }
  /** The body of a PATCH. */
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

/** A step of the cancel desk. */
export type CancelStoryStep =
  /** The body of a new cancel quote or request. */
  | { readonly do: 'askCancel'; readonly body: Readonly<Record<string, unknown>> }
  /** An action on the last cancel request of the contract. */
  | { readonly do: 'actOnRequest'; readonly input: Readonly<Record<string, unknown>> }
  /** A cancel without a request. */
  | { readonly do: 'cancel'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly do: 'confirmRefund'; readonly reference: string }
  | { readonly do: 'reinstate'; readonly reason: string; readonly gapDays: number }

export type DatedStep = SeedStep & { readonly on: string }

/** The facts that the steps of one contract depend on. */
export interface SeedContext {
  readonly draws: Draws
  readonly deal: Deal
  readonly choice: SeedChoice
}

/** A typical history of a contract: how many deals have it, when they were sold, which products, and the steps after it. */
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
  /** How the vehicle is paid for. Absent: drawn. */
  readonly paid?: Payment
  /** Whether there is always a co-buyer. */
  readonly isForTwo?: true
  steps(context: SeedContext): DatedStep[]
}

/** A date between `least` and `most` days after the sale. */
export const daysAfterSale = ({ draws, deal }: SeedContext, least: number, most: number): string =>
  addDays(deal.soldOn, draws.whole(least, most))

export const daysAfter = ({ draws }: SeedContext, day: string, least: number, most: number): string =>
  addDays(day, draws.whole(least, most))

/** The odometer reading this many days after the sale, with an average mileage. */
export const odometerAfter = ({ draws, deal }: SeedContext, days: number): number =>
  (deal.vehicle?.odometer ?? 0) + days * draws.whole(24, 38)

/** Finalizes the contract soon after the sale. */
export const finalize = (context: SeedContext, least = 1, most = 14): DatedStep => ({
  do: 'finalize',
  on: daysAfterSale(context, least, most),
})
