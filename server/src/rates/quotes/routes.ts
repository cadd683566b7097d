import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { RateQuoteRequest } from '../book/quote-query.ts'
import { deriveQuote, type QuoteServices, reproduceQuote } from './quotes.ts'
import { RateResponse, StoredQuote } from './shapes.ts'

const shared = { tag: 'Rates', permission: 'rates:quote' } as const

/** Rate quotes, new and earlier ones. */
export const quoteRoutes = (services: QuoteServices): readonly Route[] => [
  route.derived({
    ...shared,
    path: '/Rates/rateQuote/{dealerNumber}',
    summary: 'Quote the rates of every plan, term and deductible that a dealer may sell for an item',
    description:
      'The ETag depends on the parameters, the version of the rate book, the dealer, the settings, the date and what the caller may see. After 304 the earlier quote remains valid.',
    params: { dealerNumber: z.string() },
    query: RateQuoteRequest,
    answer: RateResponse,
    problems: ['MissingParameters', 'NoPlansFound', 'VinInvalid', 'VinNotDecoded'],
    derive: ({ params, query, ...acting }) => deriveQuote(services, acting, params.dealerNumber, query),
  }),
  route.derived({
    ...shared,
    path: '/Rates/quotes/{quoteId}',
    summary: 'Read an earlier quote, computed again with the rate book of that time',
    params: { quoteId: z.string() },
    answer: StoredQuote,
    problems: ['QuoteNotReproduced'],
    derive: ({ params, ...acting }) => reproduceQuote(services, acting, params.quoteId),
  }),
]
