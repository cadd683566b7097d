import { amountOf } from '../../domain/money.ts'
import type { RatedRate } from '../../domain/rating/results.ts'
import type { Acting } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import type { LiveBook } from '../../rates/book/live-book.ts'
import type { QuoteQuery } from '../../rates/book/quote-query.ts'
import { loadQuoteFacts, payWhenOfSale, withPayWhen } from '../../rates/quotes/facts.ts'
import {
  type QuotedRates,
  type QuoteInputs,
  quoteRates,
  visibleReasons,
} from '../../rates/quotes/quote-rates.ts'
import { loadQuoteInputs, type QuoteServices } from '../../rates/quotes/quotes.ts'
import { openRateId } from '../../rates/quotes/rate-token.ts'
import { bodyPointer, type ContractInput, contradictions, quoteQueryFromBody } from '../record/input.ts'
import type { SaleChoice } from '../record/stored.ts'
import { refuseClosedDealer } from './closed-holders.ts'

/** The rate of a sale, and everything it follows from. */
export interface SaleRate {
  readonly live: LiveBook
  readonly inputs: QuoteInputs
  readonly quoted: QuotedRates
  readonly rate: RatedRate
  /** The quote that offered the rate; null: the rate was found for the sale itself. */
  readonly quoteId: string | null
}

/** The rate of a sale: by the id of a quoted rate, or by the inputs of a quote. */
export const loadSaleRate = (
  services: QuoteServices,
  acting: Acting,
  body: ContractInput,
): Promise<SaleRate> =>
  body.rateId === undefined
    ? foundRate(services, acting, body)
    : quotedRate(services, acting, body.rateId, body)

/**
 * A quoted rate is honored until its quote expires, whatever has changed since. After that it is sold only if it still costs
 * the same.
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
  const { inputs: asQuoted, quoteId } = opened.quote
  const { number } = asQuoted.facts.dealer
  // A dealer outside the caller's scope is treated like one that does not exist.
  const { facts: today } = await loadQuoteFacts(caller, number).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'NotFound' ? rateInvalid() : error
  })
  refuseClosedDealer(today.dealer)
  const live = await services.books.findVersion(caller, asQuoted.bookVersion)
  if (!live) throw rateInvalid()
  // The quote fixes the price. When the lines are paid follows from the day of the sale.
  const inputs = { ...asQuoted, facts: withPayWhen(asQuoted.facts, payWhenOfSale(today)) }
  const quoted = quoteRates(live, inputs)
  const rate = quoted.rating.rates[opened.index]
  if (!rate) throw rateInvalid()
  const pointers = [...contradictions(effectiveQuery(inputs), body), ...otherChoice(rate, body)]
  if (body.dealerNumber !== undefined && body.dealerNumber.toLowerCase() !== number.toLowerCase())
    pointers.push('/dealerNumber')
  if (pointers.length > 0) throw mismatch(pointers)
  if (now.toISOString() <= quoted.validUntil) return { live, inputs, quoted, rate, quoteId }
  const present = await loadQuoteInputs(services, acting, number, inputs.query)
  const again = quoteRates(present.live, present.inputs, present.selection)
  const same = findRate(again, choiceFromRate(rate))
  if (same?.dealerCost !== rate.dealerCost) throw rateChanged(rate, same)
  return { live: present.live, inputs: present.inputs, quoted: again, rate: same, quoteId }
}

/** The query, with the defaults of the date and the dealer filled in. */
const effectiveQuery = ({ query, today, facts }: QuoteInputs): QuoteQuery => ({
  ...query,
  saleDate: query.saleDate ?? today,
  state: query.state ?? facts.dealer.state,
})

const choiceFromRate = ({ plan, term, deductible }: RatedRate): SaleChoice => ({
  planId: plan.plan.id,
  termId: term.id,
  deductibleId: deductible.id,
})

/** Pointers to where a body names a different plan, term, deductible or surcharges than the rate. */
function otherChoice(rate: RatedRate, body: ContractInput): string[] {
  const choice: Readonly<Record<string, number>> = { ...choiceFromRate(rate) }
  const others = ['planId', 'termId', 'deductibleId'] as const
  const named = others.filter((name) => body[name] !== undefined && body[name] !== choice[name])
  const chosen = rate.surcharges.filter(({ isSelected }) => isSelected).map(({ surcharge }) => surcharge)
  const codes = (body.surchargeCodes ?? []).map((code) => code.toUpperCase())
  const isSame =
    body.surchargeCodes === undefined ||
    (codes.every((code) => chosen.some((surcharge) => surcharge.code.toUpperCase() === code)) &&
      chosen.every((surcharge) => surcharge.isMandatory || codes.includes(surcharge.code.toUpperCase())))
  return [...named.map((name) => `/${name}`), ...(isSame ? [] : ['/surchargeCodes'])]
}

export const findRate = (
  { rating }: QuotedRates,
  { planId, termId, deductibleId }: SaleChoice,
): RatedRate | undefined =>
  rating.rates.find(
    ({ plan, term, deductible }) =>
      plan.plan.id === planId && term.id === termId && deductible.id === deductibleId,
  )

/** The rate of a plan, term and deductible for the item and deal in the body. */
async function foundRate(services: QuoteServices, acting: Acting, body: ContractInput): Promise<SaleRate> {
  const { dealerNumber, planId, termId, deductibleId } = body
  const faults = Object.entries({ dealerNumber, planId, termId, deductibleId })
    .filter(([, value]) => value === undefined)
    .map(([name]): Fault => ({ pointer: `/${name}`, code: 'Required', message: `Send ${name}, or rateId.` }))
  if (
    dealerNumber === undefined ||
    planId === undefined ||
    termId === undefined ||
    deductibleId === undefined
  )
    throw refuse(faults)
  return loadCurrentRate(
    services,
    acting,
    { dealerNumber, query: quoteQueryFromBody(body), isSold: false },
    { planId, termId, deductibleId },
  )
}

/** What a rate is searched by: the dealer, the inputs, and whether the sale has already been made. */
interface RateQuestion {
  readonly dealerNumber: string
  readonly query: QuoteQuery
  readonly isSold: boolean
}

/** The rate of a plan, term and deductible as of now. */
export async function loadCurrentRate(
  services: QuoteServices,
  acting: Acting,
  { dealerNumber, query, isSold }: RateQuestion,
  choice: SaleChoice,
): Promise<SaleRate> {
  const planQuery = { ...query, planId: [choice.planId] }
  const gathered = await loadQuoteInputs(services, acting, dealerNumber, planQuery).catch(
    (error: unknown) => {
      throw asBodyProblem(error)
    },
  )
  const { live, selection } = gathered
  if (!isSold) refuseClosedDealer(gathered.inputs.facts.dealer)
  const faults = unknownChoice(live, choice)
  if (faults.length > 0) throw unknown(faults)
  const inputs: QuoteInputs = isSold ? { ...gathered.inputs, isSold } : gathered.inputs
  const quoted = rated(() => quoteRates(live, inputs, selection))
  const rate = findRate(quoted, choice)
  if (rate) return { live, inputs, quoted, rate, quoteId: null }
  const reasons = visibleReasons(quoted.rating.reasons, acting.caller.permissions.has('rates:diagnose'))
  throw new Problem(
    'Ineligible',
    'No rate was found for this item and deal with that plan, term and deductible.',
    {
      members: { reasons: reasons },
    },
  )
}

function rated(rate: () => QuotedRates): QuotedRates {
  try {
    return rate()
  } catch (error) {
    throw asBodyProblem(error)
  }
}

/** Turns the faults of quote parameters into faults of the body. */
function asBodyProblem(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'MissingParameters') {
    const missing = (error.members.missing ?? []) as readonly string[]
    return refuse(
      missing.map((name) => ({
        pointer: bodyPointer(name.split(/[|+]/)[0] ?? name),
        code: 'Required',
        message: `The rate needs ${name}.`,
      })),
    )
  }
  const errors = error.errors?.map((fault) =>
    fault.pointer.startsWith('?') ? { ...fault, pointer: bodyPointer(fault.pointer.slice(1)) } : fault,
  )
  if (!errors) return error
  // An unknown value in a quote is an unknown reference in a sale.
  const isUnknown = ({ pointer, code }: Fault) => code === 'Enum' && referred.includes(pointer)
  return errors.every(isUnknown)
    ? unknown(errors.map((fault) => ({ ...fault, code: 'UnknownReference' })))
    : new Problem(error.code, error.message, { errors, members: error.members })
}

const referred = ['/planId', '/termId', '/deductibleId', '/surchargeCodes']

const unknown = (errors: readonly Fault[]) =>
  new Problem('UnknownReference', 'The rate book does not have something that the sale names.', { errors })

/** Faults of a term or deductible that the plan's program does not have. */
function unknownChoice({ book }: LiveBook, { planId, termId, deductibleId }: SaleChoice): Fault[] {
  const program = book.products
    .flatMap(({ programs }) => programs)
    .find(({ plans }) => plans.some(({ id }) => id === planId))
  const has = (of: readonly { readonly id: number }[] | undefined, id: number) =>
    of?.some((item) => item.id === id)
  const fault = (pointer: string, what: string): Fault => ({
    pointer,
    code: 'UnknownReference',
    message: `The plan has no ${what}.`,
  })
  return [
    ...(has(program?.terms, termId) ? [] : [fault('/termId', `term ${termId}`)]),
    ...(has(program?.deductibles, deductibleId)
      ? []
      : [fault('/deductibleId', `deductible ${deductibleId}`)]),
  ]
}

const rateInvalid = () =>
  new Problem(
    'RateInvalid',
    'The rate id is not valid, or was quoted for a dealer outside the caller’s scope.',
  )

const mismatch = (pointers: readonly string[]) =>
  new Problem('RateInputMismatch', 'The sale differs from its quote.', {
    errors: pointers.map((pointer) => ({
      pointer,
      code: 'RateInputMismatch',
      message: 'The quote has a different value.',
    })),
  })

const figures = (rate: RatedRate | undefined) =>
  rate ? { dealerCost: amountOf(rate.dealerCost), suggestedRetail: amountOf(rate.suggested) } : null

export const rateChanged = (old: RatedRate, present: RatedRate | undefined) =>
  new Problem('RateChanged', 'The quote has expired, and the rate has changed.', {
    members: { old: figures(old), new: figures(present) },
  })
