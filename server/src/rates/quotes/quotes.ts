import { seesRateCosts } from '../../access/cost-visibility.ts'
import type { Keys } from '../../db/keys.ts'
import type { ReadCache } from '../../db/read-cache.ts'
import { decodeVin } from '../../domain/vin/decode.ts'
import type { VinData } from '../../domain/vin/file.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { Derived } from '../../http/route.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { type QuoteQuery, wireParameters } from '../book/quote-query.ts'
import type { OverrideCache } from '../disbursements/override-cache.ts'
import { loadLiveBook } from '../lists/book-lists.ts'
import { loadQuoteAccounts } from './accounts.ts'
import { type QuoteAnswerContext, quoteJson } from './answer.ts'
import { factsKey, loadQuoteFacts, type QuoteFacts } from './facts.ts'
import { figuresHash } from './figures.ts'
import { loadHeadings } from './headings.ts'
import { refuseUnknownLienHolder } from './lien-holder.ts'
import { type QuoteSelection, selectProducts } from './products.ts'
import { type QuoteInputs, quoteRates, visibleReasons } from './quote-rates.ts'
import { isQuoteId, newQuoteId, sealQuote } from './rate-token.ts'
import type { QuoteRecords } from './records.ts'
import { checkedVin } from './vehicle.ts'

/** What quotes are made with. */
export interface QuoteServices {
  readonly books: LiveBooks
  readonly overrides: OverrideCache
  readonly facts: ReadCache<QuoteFacts>
  readonly quotes: QuoteRecords
  readonly keys: Keys
  vinData(): Promise<VinData>
}

/** What of a quote a caller may see. */
interface Rights {
  /** What dealer cost is made of. Nobody who is limited to some account holders sees it. */
  readonly costs: boolean
  /** Reasons that are no fault of the input. */
  readonly diagnose: boolean
}

const rightsOf = (caller: Caller): Rights => ({
  costs: seesRateCosts(caller),
  diagnose: caller.permissions.has('rates:diagnose'),
})

/**
 * A quote. What it follows from is gathered first, which tells whether the caller has it already; no write stands in
 * the way of the answer.
 */
export async function deriveQuote(
  services: QuoteServices,
  acting: Acting,
  dealerNumber: string,
  query: QuoteQuery,
): Promise<Derived> {
  const { caller } = acting
  const rights = rightsOf(caller)
  if (query.includeDisbursements && !rights.costs) throw costsForbidden()
  const { live, inputs, wanted } = await loadQuoteInputs(services, acting, dealerNumber, query)
  const { facts } = inputs
  const accounts = query.includeDisbursements ? await loadQuoteAccounts(caller.db, live.book, facts) : null
  const headings = await loadHeadings({ ...acting, live })
  return {
    from: JSON.stringify([{ ...inputs, quotedAt: null }, accounts, rights]),
    json() {
      const quoted = quoteRates(live, inputs, wanted)
      const quoteId = newQuoteId(services.keys.rate)
      const { rates, reasons } = quoted.rating
      services.quotes.add(caller, {
        quoteId,
        validUntil: quoted.validUntil,
        outcome: rates.length > 0 ? 'Rates' : 'NoPlansFound',
        inputs,
        keyId: services.keys.rate[0]?.id ?? '',
        accounts,
        figuresHash: figuresHash(quoted),
      })
      if (rates.length === 0)
        throw new Problem('NoPlansFound', `No plans were found for this at dealer ${facts.dealer.number}.`, {
          members: { quoteId, reasons: visibleReasons(reasons, rights.diagnose) },
        })
      const token = sealQuote(services.keys.rate, { quoteId, tenantId: caller.tenant.id, inputs })
      return quoteJson(quoted, { live, inputs, headings, quoteId, token, accounts, ...shownWith(rights) })
    },
  }
}

/** Everything that the rates of a dealer for an item follow from, now. */
export async function loadQuoteInputs(
  services: Pick<QuoteServices, 'books' | 'overrides' | 'facts' | 'vinData'>,
  { caller, now, today }: Acting,
  dealerNumber: string,
  query: QuoteQuery,
): Promise<{ readonly live: LiveBook; readonly inputs: QuoteInputs; readonly wanted: QuoteSelection }> {
  const [live, facts, standing] = await Promise.all([
    loadLiveBook(services.books, caller),
    services.facts.of(caller.db, factsKey(caller, dealerNumber), () => loadQuoteFacts(caller, dealerNumber)),
    services.overrides.load(caller),
    refuseUnknownLienHolder(caller.db, query),
  ])
  const wanted = selectProducts(live.book, facts, query, today)
  const vin = checkedVin(query)
  const inputs: QuoteInputs = {
    quotedAt: now.toISOString(),
    today,
    bookVersion: live.version,
    facts,
    overrides: standing.forSale(live.book, { ...facts, saleDate: query.saleDate ?? today }),
    decoded: vin ? (decodeVin(await services.vinData(), vin.vin, today) ?? null) : null,
    query,
  }
  return { live, inputs, wanted }
}

const shownWith = ({ costs, diagnose }: Rights) => ({ showsCosts: costs, mayDiagnose: diagnose })

const costsForbidden = () =>
  new Problem('Forbidden', 'This needs the permission rates:costs, without limits to account holders.', {
    members: { permission: 'rates:costs' },
  })

/** A quote of before, computed again with the book it was made with, and proved to come to the same. */
export async function reproduceQuote(
  services: QuoteServices,
  acting: Acting,
  quoteId: string,
): Promise<Derived> {
  const { caller } = acting
  const { keys } = services
  const record = found(
    await services.quotes.find(caller, quoteId, isQuoteId(keys.rate, quoteId)),
    `quote ${quoteId}`,
  )
  const { inputs, accounts, outcome, validUntil } = record
  const live = await bookOf(services.books, caller, inputs.bookVersion)
  const rights = rightsOf(caller)
  const headings = await loadHeadings({ caller, now: new Date(inputs.quotedAt), today: inputs.today, live })
  return {
    from: JSON.stringify([quoteId, record.figuresHash, rights]),
    json() {
      const quoted = quoteRates(live, inputs)
      if (figuresHash(quoted) !== record.figuresHash)
        throw new Problem('QuoteNotReproduced', `The quote ${quoteId} comes to other figures now.`)
      const key = keys.rate.find(({ id }) => id === record.keyId)
      const answering: QuoteAnswerContext = {
        ...{ live, inputs, headings, quoteId },
        token: sealQuote(key ? [key] : keys.rate, { quoteId, tenantId: caller.tenant.id, inputs }),
        accounts: rights.costs ? accounts : null,
        ...shownWith(rights),
      }
      const head = {
        quoteId,
        quotedAt: inputs.quotedAt,
        validUntil,
        dealer: dealerOf(inputs),
        request: wireParameters(inputs.query),
        bookVersion: inputs.bookVersion,
        outcome,
      }
      return quoteJson(quoted, answering, `${JSON.stringify(head).slice(0, -1)},"result":`, '}')
    },
  }
}

async function bookOf(books: LiveBooks, caller: Caller, version: number): Promise<LiveBook> {
  const live = await books.findVersion(caller, version)
  if (!live) throw new Error(`There is no rate book of version ${version}.`)
  return live
}

const dealerOf = ({ facts }: QuoteInputs) => ({
  type: 'Dealer',
  id: facts.dealerId,
  number: facts.dealer.number,
})
