import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { RateQuoteRequest } from '../book/quote-query.ts'
import { deriveQuote, type QuoteServices, reproduceQuote } from './quotes.ts'
import { RateResponse, StoredQuote } from './shapes.ts'

const shared = { tag: 'Rates', permission: 'rates:quote' } as const

/** Prices for an item, and those that were given before. */
export const quoteRoutes = (services: QuoteServices): readonly Route[] => [
  route.derived({
    ...shared,
    path: '/Rates/rateQuote/{dealerNumber}',
    summary: 'Rate an item for a dealer: every plan, term and deductible that may be sold',
    description:
      'The ETag stands for what the answer follows from: the parameters, the version of the rate book, the dealer, the settings, the date and what the caller may see. On 304 the earlier quote stands.',
    params: { dealerNumber: z.string() },
    query: RateQuoteRequest,
    answer: RateResponse,
    problems: ['MissingParameters', 'NoPlansFound', 'VinInvalid', 'VinNotDecoded'],
    derive: ({ params, query, ...acting }) => deriveQuote(services, acting, params.dealerNumber, query),
  }),
  route.derived({
    ...shared,
    path: '/Rates/quotes/{quoteId}',
    summary: 'Read a quote of before, computed again with the rate book of then',
    params: { quoteId: z.string() },
    answer: StoredQuote,
    problems: ['QuoteNotReproduced'],
    derive: ({ params, ...acting }) => reproduceQuote(services, acting, params.quoteId),
  }),
]
