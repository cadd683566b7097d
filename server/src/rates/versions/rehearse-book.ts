import { instant, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { amountOf } from '../../domain/money.ts'
import type { UnnumberedBook } from '../../domain/rate-book/book.ts'
import { assignIds } from '../../domain/rate-book/ids.ts'
import { compileInSteps } from '../../domain/rating/compile-book.ts'
import {
  type ComparedOffer,
  compareOffers,
  countReasons,
  type Offer,
  type PriceMove,
  rehearsedPlans,
} from '../../domain/rating/rehearsal.ts'
import type { RateReason } from '../../domain/rating/request.ts'
import { Problem } from '../../http/problems.ts'
import type { LiveBook } from '../book/live-book.ts'
import { inSlices, loadIds } from '../book/store.ts'
import { type QuoteInputs, quoteRates } from '../quotes/quote-rates.ts'
import { quotedVehicle } from '../quotes/vehicle.ts'
import type { RehearsalData, RehearsalModel } from './models.ts'

/** A recorded quote, as far as a rehearsal needs it. */
interface AskedQuote {
  readonly id: string
  readonly quotedAt: Date
  readonly inputs: QuoteInputs
}

// Quotes are valid for the same number of days, so the last to end are the last that were asked; that end has an index.
const LAST_QUOTES = statement(
  { id: text, quotedAt: instant, inputs: text },
  `select q.id, q.quoted_at as "quotedAt", q.inputs::text as inputs from rate_quote q
   order by q.valid_until desc limit $1`,
)

const SAMPLES = 5
const REASONS_SHOWN = 10

type Rehearsed = Pick<RehearsalModel, 'quotes' | 'from' | 'to' | 'unchanged' | 'plans' | 'lost' | 'gained'>

/** Rates the last recorded quotes with the book in force and with a draft, and tells what would change. */
export async function rehearseBook(
  db: Db,
  { live, draft }: { readonly live: LiveBook; readonly draft: UnnumberedBook },
  { quotes, saleDate }: Pick<RehearsalData, 'quotes' | 'saleDate'>,
): Promise<Rehearsed> {
  const rows = await LAST_QUOTES.rows(db, [quotes])
  const asked: AskedQuote[] = rows.map(({ inputs, ...quote }) => ({
    ...quote,
    inputs: soldOn(JSON.parse(inputs) as QuoteInputs, saleDate), // We wrote it with this type.
  }))
  // The same code keeps its id, so filters of a quote by id mean the same in both books.
  const { book } = assignIds(draft, await loadIds(db))
  const next: LiveBook = {
    ...{ version: live.version + 1, book },
    compiled: await inSlices(compileInSteps(book)),
  }
  const compared = await inSlices(compareAll(asked, live, next))
  const times = asked.map(({ quotedAt }) => quotedAt.toISOString()).sort()
  return {
    ...{ quotes: asked.length, from: times[0] ?? null, to: times.at(-1) ?? null },
    unchanged: compared.filter(({ isSame }) => isSame).length,
    plans: rehearsedPlans(compared).map((plan) => ({
      ...plan,
      dealerCost: plan.dealerCost && moveAnswer(plan.dealerCost),
      suggestedPrice: plan.suggestedPrice && moveAnswer(plan.suggestedPrice),
    })),
    lost: offersAnswer(asked, compared, 'Lost'),
    gained: offersAnswer(asked, compared, 'Gained'),
  }
}

const soldOn = (inputs: QuoteInputs, saleDate: string | undefined): QuoteInputs =>
  saleDate === undefined ? inputs : { ...inputs, today: saleDate, query: { ...inputs.query, saleDate } }

function* compareAll(
  asked: readonly AskedQuote[],
  live: LiveBook,
  next: LiveBook,
): Generator<void, ComparedOffer[]> {
  const compared: ComparedOffer[] = []
  for (const { inputs } of asked) {
    compared.push(compareOffers(offerOf(live, inputs), offerOf(next, inputs)))
    yield
  }
  return compared
}

/** What a book offers. A quote that the book would refuse, such as for a plan that it lacks, gets no offer. */
function offerOf(book: LiveBook, inputs: QuoteInputs): Offer {
  try {
    return quoteRates(book, inputs).rating
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { rates: [], reasons: refusedFor(error) }
  }
}

const refusedFor = (problem: Problem): RateReason[] => {
  const where = { productCode: null, programCode: null, planCode: null, fault: 'Input' as const }
  if (problem.code === 'MissingParameters')
    return [
      {
        ...{ ...where, rule: 'MissingParameters', field: null, seen: null, needed: problem.members.missing },
        message: problem.message,
      },
    ]
  return (problem.errors ?? []).map(({ pointer, message }) => ({
    // The book has no product, plan or deductible of that id.
    ...{ ...where, rule: 'NoRateRow', field: pointer.replace(/^\?/, ''), seen: null, needed: null },
    message,
  }))
}

const moveAnswer = ({ min, median, max, distribution, ...move }: PriceMove) => ({
  ...move,
  ...{ min: amountOf(min), median: amountOf(median), max: amountOf(max) },
  distribution: distribution.map((band) => ({ ...band })),
})

function offersAnswer(
  asked: readonly AskedQuote[],
  compared: readonly ComparedOffer[],
  outcome: ComparedOffer['outcome'],
): RehearsalModel['lost'] {
  const found = compared.flatMap((offer, at) => {
    const quote = asked[at]
    return offer.outcome === outcome && quote ? [{ offer, quote }] : []
  })
  return {
    quotes: found.length,
    reasons: countReasons(found.map(({ offer }) => offer)).map((reason) => ({ ...reason })),
    samples: found.slice(0, SAMPLES).map(({ offer, quote: { id, quotedAt, inputs } }) => {
      const { query, decoded, facts, today } = inputs
      const { year, make, model } = quotedVehicle(query, decoded).vehicle
      return {
        ...{ quoteId: id, quotedAt: quotedAt.toISOString(), dealerNumber: facts.dealer.number },
        saleDate: query.saleDate ?? today,
        vehicle: { year, make, model, odometer: query.odometer ?? null },
        reasons: offer.reasons.slice(0, REASONS_SHOWN).map(({ fault: _, ...reason }) => ({ ...reason })),
      }
    }),
  }
}
