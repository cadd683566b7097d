import { type Db, run } from '../../db/database.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { QuoteFacts } from './facts.ts'
import type { AccountNames } from './rate-parts.ts'

/** Whom the lines of a quote go to, and how refunds of them are computed: what their split is shown with. */
export interface QuoteAccounts {
  readonly holders: readonly {
    readonly type: string
    readonly number: string
    readonly id: number
    readonly name: string
  }[]
  readonly cancelMethods: Readonly<Record<string, number>>
}

/** The account holders that the book names, and those of this sale. */
export async function loadQuoteAccounts(db: Db, book: Book, facts: QuoteFacts): Promise<QuoteAccounts> {
  const numbers = book.products.flatMap(({ programs }) =>
    programs.flatMap(({ disbursements }) =>
      disbursements.flatMap(({ to }) => (to.number === null ? [] : to.number.toLowerCase())),
    ),
  )
  const ofSale = [facts.dealerId, facts.groupId, facts.agentId].filter((id) => id !== null)
  const [holders, methods] = await Promise.all([
    run<QuoteAccounts['holders'][number]>(
      db,
      `select type, lower(number) as number, id, name from account_holder
       where id = any($1::bigint[])
         or (type in ('DisbursementAccount', 'Insurer') and lower(number) = any($2::text[]))
       order by id`,
      [ofSale, [...new Set(numbers)]],
    ),
    run<{ code: string; id: number }>(
      db,
      `select code, id from reference_value where list = 'CancelMethod' order by id`,
      [],
    ),
  ])
  return { holders, cancelMethods: Object.fromEntries(methods.map(({ code, id }) => [code, id])) }
}

const nobody = { id: null, name: null }

export const accountLookup =
  ({ holders }: QuoteAccounts): AccountNames =>
  (type, number) =>
    holders.find(
      (holder) => holder.type === type && (number === null || holder.number === number.toLowerCase()),
    ) ?? nobody
