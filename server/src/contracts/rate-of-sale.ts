import type { Cents } from '../domain/money.ts'
import { amountOf } from '../domain/money.ts'
import type { RatedRate } from '../domain/rate-results.ts'
import type { Acting } from '../http/caller.ts'
import { type Fault, found, Problem } from '../http/problems.ts'
import { refuse } from '../http/validation.ts'
import type { LiveBook } from '../rates/live-book.ts'
import { loadQuoteFacts } from '../rates/quote-facts.ts'
import { type QuoteInputs, quoteRates, reasonsToldTo } from '../rates/quote-rates.ts'
import { gatherInputs, type QuoteServices } from '../rates/quotes.ts'
import { openRateId } from '../rates/rate-token.ts'
import { type ContractInput, contradictions, pointerOf, queryOf } from './contract-input.ts'

/** The rate that something is sold at, and all that it follows from. */
export interface SaleRate {
  readonly live: LiveBook
  readonly inputs: QuoteInputs
  readonly rate: RatedRate
  /** The quote it was promised in; null: it was found for the sale. */
  readonly quoteId: string | null
}

/** By the id of a quoted rate, or by what it would be quoted for. */
export const rateOfSale = (
  services: QuoteServices,
  acting: Acting,
  body: ContractInput,
): Promise<SaleRate> =>
  body.rateId === undefined
    ? foundRate(services, acting, body)
    : quotedRate(services, acting, body.rateId, body)

/**
 * A quoted rate is honoured to the end of its quote, whatever has changed since. After that it is sold only if it still
 * costs the same.
 */
async function quotedRate(
  services: QuoteServices,
  acting: Acting,
  rateId: string,
  body: ContractInput,
): Promise<SaleRate> {
  const { caller, now } = acting
  const opened = openRateId(services.keys.rate, caller.tenant.id, rateId)
  if (!opened) throw rateInvalid()
  const { inputs, quoteId } = opened.quote
  const { number } = inputs.facts.dealer
  // Somebody else's dealer is as good as none.
  await loadQuoteFacts(caller, number).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'NotFound' ? rateInvalid() : error
  })
  const pointers = contradictions(inputs.query, body)
  if (pointers.length > 0) throw mismatch(pointers)
  const live = found(await services.books.at(caller, inputs.bookVersion), `rate book ${inputs.bookVersion}`)
  const quoted = quoteRates(live, inputs)
  const rate = quoted.rating.rates[opened.index]
  if (!rate) throw rateInvalid()
  if (now.toISOString() <= quoted.validUntil) return { live, inputs, rate, quoteId }
  const present = await gatherInputs(services, acting, number, inputs.query)
  const again = quoteRates(present.live, present.inputs, present.wanted).rating.rates.find(
    (one) =>
      one.plan.plan.id === rate.plan.plan.id &&
      one.term.id === rate.term.id &&
      one.deductible.id === rate.deductible.id,
  )
  if (again?.dealerCost !== rate.dealerCost) throw rateChanged(rate, again)
  return { live: present.live, inputs: present.inputs, rate: again, quoteId }
}

/** The rate of a plan, a term and a deductible, for what the body says of the item and the deal. */
async function foundRate(services: QuoteServices, acting: Acting, body: ContractInput): Promise<SaleRate> {
  const { dealerNumber, planId, termId, deductibleId } = body
  const faults = Object.entries({ dealerNumber, planId, termId, deductibleId })
    .filter(([, value]) => value === undefined)
    .map(
      ([name]): Fault => ({ pointer: `/${name}`, code: 'Required', message: `${name} or rateId is needed.` }),
    )
  if (faults.length > 0 || dealerNumber === undefined) throw refuse(faults)
  const { live, inputs, wanted } = await gatherInputs(services, acting, dealerNumber, queryOf(body)).catch(
    (error: unknown) => {
      throw inTheBody(error)
    },
  )
  const { rates, reasons } = quoteRates(live, inputs, wanted).rating
  const rate = rates.find(({ term, deductible }) => term.id === termId && deductible.id === deductibleId)
  if (rate) return { live, inputs, rate, quoteId: null }
  const told = reasonsToldTo(reasons, acting.caller.permissions.has('rates:diagnose'))
  throw new Problem('Ineligible', 'Nothing is offered for this with that term and deductible.', {
    members: { reasons: told },
  })
}

/** What a quote says of its parameters, said of the places in a body. */
function inTheBody(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'MissingParameters') {
    const missing = (error.members.missing ?? []) as readonly string[]
    return refuse(
      missing.map((name) => ({
        pointer: pointerOf(name.split(/[|+]/)[0] ?? name),
        code: 'Required',
        message: `The rate needs ${name}.`,
      })),
    )
  }
  if (error.code !== 'ValidationFailed') return error
  return refuse(
    (error.errors ?? []).map((fault) => ({ ...fault, pointer: pointerOf(fault.pointer.slice(1)) })),
  )
}

const rateInvalid = () =>
  new Problem('RateInvalid', 'The rate id is not one that was quoted for a dealer of the caller.')

const mismatch = (pointers: readonly string[]) =>
  new Problem('RateInputMismatch', 'The sale says otherwise than the quote that it is made by.', {
    errors: pointers.map((pointer) => ({
      pointer,
      code: 'RateInputMismatch',
      message: 'The quote was given another value.',
    })),
  })

const figures = (rate: { dealerCost: Cents; suggested: Cents } | undefined) =>
  rate ? { dealerCost: amountOf(rate.dealerCost), suggestedRetail: amountOf(rate.suggested) } : null

const rateChanged = (old: RatedRate, present: RatedRate | undefined) =>
  new Problem('RateChanged', 'The quote has expired, and the rate is another by now.', {
    members: { old: figures(old), new: figures(present) },
  })
