import { seesRateCosts } from '../../access/cost-visibility.ts'
import { flag, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import type { Keys } from '../../db/keys.ts'
import type { ReadCache } from '../../db/read-cache.ts'
import { statement } from '../../db/statement.ts'
import { decodeVin } from '../../domain/vin/decode.ts'
import type { VinData } from '../../domain/vin/file.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { Derived } from '../../http/route-specs.ts'
import { refuse } from '../../http/validation.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { type QuoteQuery, wireParameters } from '../book/quote-query.ts'
import type { OverrideCache } from '../disbursements/override-cache.ts'
import { loadLiveBook } from '../lists/book-lists.ts'
import { loadQuoteAccounts } from './accounts.ts'
import { dealerReference, type QuoteAnswerContext, quoteJson } from './answer.ts'
import { factsKey, loadQuoteFacts, type NamedFacts } from './facts.ts'
import { figuresHash, isSameResult } from './figures.ts'
import { loadHeadings } from './headings.ts'
import { type QuoteSelection, selectProducts, unknownFault } from './products.ts'
import { type QuoteInputs, quoteRates, visibleReasons } from './quote-rates.ts'
import { isQuoteId, newQuoteId, sealQuote } from './rate-token.ts'
import type { QuoteRecords } from './records.ts'
import { checkedVin } from './vehicle.ts'

/** The services that a quote needs. */
export interface QuoteServices {
  readonly books: LiveBooks
  readonly overrides: OverrideCache
  readonly facts: ReadCache<NamedFacts>
  readonly quotes: QuoteRecords
  readonly keys: Keys
  vinData(): Promise<VinData>
}

/** What a caller may see in a quote. */
interface Rights {
  /** The split of dealer cost. */
  readonly costs: boolean
  /** Reasons that the input did not cause. */
  readonly diagnose: boolean
}

const callerRights = (caller: Caller): Rights => ({
  costs: seesRateCosts(caller),
  diagnose: caller.permissions.has('rates:diagnose'),
})

/**
 * Quotes the rates of a dealer. The inputs are loaded first, because they tell whether the caller has the answer
 * already. The record of the quote is written later, so that the answer does not wait for it.
 */
export async function deriveQuote(
  services: QuoteServices,
  acting: Acting,
  dealerNumber: string,
  query: QuoteQuery,
): Promise<Derived> {
  const { caller } = acting
  const rights = callerRights(caller)
  if (query.includeDisbursements && !rights.costs) throw costsForbidden()
  const { live, inputs, selection, dealerName } = await loadQuoteInputs(services, acting, dealerNumber, query)
  const { facts } = inputs
  const accounts = query.includeDisbursements ? await loadQuoteAccounts(caller.db, live.book, facts) : null
  const headings = await loadHeadings({ ...acting, live })
  return {
    from: JSON.stringify([{ ...inputs, quotedAt: null }, accounts, rights, dealerName]),
    json() {
      const quoted = quoteRates(live, inputs, selection)
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
        throw new Problem(
          'NoPlansFound',
          `No plans were found at dealer ${facts.dealer.number}. The reasons say why.`,
          {
            members: { quoteId, reasons: visibleReasons(reasons, rights.diagnose) },
          },
        )
      const token = sealQuote(services.keys.rate, { quoteId, tenantId: caller.tenant.id, inputs })
      return quoteJson(quoted, {
        ...{ live, inputs, headings, quoteId, token, accounts, dealerName, ...answerRights(rights) },
      })
    },
  }
}

/** Loads everything that the rates of a dealer depend on. */
export async function loadQuoteInputs(
  services: Pick<QuoteServices, 'books' | 'overrides' | 'facts' | 'vinData'>,
  { caller, now, today }: Acting,
  dealerNumber: string,
  query: QuoteQuery,
): Promise<{
  readonly live: LiveBook
  readonly inputs: QuoteInputs
  readonly selection: QuoteSelection
  readonly dealerName: string
}> {
  const [live, { facts, dealerName }, overrides] = await Promise.all([
    loadLiveBook(services.books, caller),
    services.facts.of(caller.db, factsKey(caller, dealerNumber), () => loadQuoteFacts(caller, dealerNumber)),
    services.overrides.load(caller),
    refuseUnknownLienHolder(caller.db, query),
  ])
  const selection = selectProducts(live.book, facts, query, today)
  const vin = checkedVin(query)
  const inputs: QuoteInputs = {
    quotedAt: now.toISOString(),
    today,
    bookVersion: live.version,
    facts,
    overrides: overrides.forSale(live.book, { ...facts, saleDate: query.saleDate ?? today }),
    decoded: vin ? (decodeVin(await services.vinData(), vin.vin, today) ?? null) : null,
    query,
  }
  return { live, inputs, selection, dealerName }
}

const answerRights = ({ costs, diagnose }: Rights) => ({ showsCosts: costs, mayDiagnose: diagnose })

const costsForbidden = () =>
  new Problem(
    'Forbidden',
    'The split of dealer cost requires the permission rates:costs and a caller that is not limited to some account holders.',
    {
      members: { permission: 'rates:costs' },
    },
  )

/** Computes an earlier quote again with its own rate book, and checks that the figures are the same. */
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
  const live = await loadBook(services.books, caller, inputs.bookVersion)
  const rights = callerRights(caller)
  const [headings, dealer] = await Promise.all([
    loadHeadings({ caller, now: new Date(inputs.quotedAt), today: inputs.today, live }),
    DEALER_NAME.first(caller.db, [inputs.facts.dealerId]),
  ])
  const dealerName = dealer?.name ?? null
  return {
    from: JSON.stringify([quoteId, record.figuresHash, rights, dealerName]),
    json() {
      const quoted = quoteRates(live, inputs)
      if (!isSameResult(quoted, record.figuresHash))
        throw new Problem(
          'QuoteNotReproduced',
          `The quote ${quoteId} was computed again and the figures differ.`,
        )
      const key = keys.rate.find(({ id }) => id === record.keyId)
      const context: QuoteAnswerContext = {
        ...{ live, inputs, headings, quoteId, dealerName },
        token: sealQuote(key ? [key] : keys.rate, { quoteId, tenantId: caller.tenant.id, inputs }),
        accounts: rights.costs ? accounts : null,
        ...answerRights(rights),
      }
      const head = {
        quoteId,
        quotedAt: inputs.quotedAt,
        validUntil,
        dealer: dealerReference(context),
        request: wireParameters(inputs.query),
        bookVersion: inputs.bookVersion,
        outcome,
      }
      return quoteJson(quoted, context, `${JSON.stringify(head).slice(0, -1)},"result":`, '}')
    },
  }
}

async function loadBook(books: LiveBooks, caller: Caller, version: number): Promise<LiveBook> {
  const live = await books.findVersion(caller, version)
  if (!live) throw new Error(`There is no rate book version ${version}.`)
  return live
}

const DEALER_NAME = statement({ name: text }, 'select name from account_holder where id = $1')

/** Refuses the id or number of a lien holder that does not exist. */
async function refuseUnknownLienHolder(
  db: Db,
  { lienHolderId, lienHolderNumber }: QuoteQuery,
): Promise<void> {
  if (lienHolderId === undefined && lienHolderNumber === undefined) return
  const found = await LIEN_HOLDER_EXISTS.first(db, [lienHolderId ?? null, lienHolderNumber ?? null])
  const faults = [
    ...(lienHolderId !== undefined && !found?.byId ? [unknownFault('lienHolderId', [lienHolderId])] : []),
    ...(lienHolderNumber !== undefined && !found?.byNumber
      ? [unknownFault('lienHolderNumber', [lienHolderNumber])]
      : []),
  ]
  if (faults.length > 0) throw refuse(faults)
}

const LIEN_HOLDER_EXISTS = statement(
  { byId: flag, byNumber: flag },
  `select exists (select from account_holder where type = 'LienHolder' and id = $1::bigint) as "byId",
     exists (select from account_holder where type = 'LienHolder' and lower(number) = lower($2::text)) as "byNumber"`,
)
