import { z } from 'zod'
import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { findCancelMethodIds } from '../lists/product-models.ts'
import type { QuoteFacts } from './facts.ts'
import type { AccountNames } from './rate-parts.ts'

const QuoteAccountsSchema = z.object({
  holders: z.array(z.object({ type: z.string(), number: z.string(), id: z.int(), name: z.string() })),
  cancelMethods: z.record(z.string(), z.int()),
})

/** What the split of dealer cost is answered with: the account holders of the lines and the ids of cancel methods. */
export type QuoteAccounts = z.output<typeof QuoteAccountsSchema>

/** Reads the accounts that were stored with a quote. */
export const parseQuoteAccounts = (value: unknown): QuoteAccounts => QuoteAccountsSchema.parse(value)

/** The account holders that the book names, and those of this sale. */
export async function loadQuoteAccounts(db: Db, book: Book, facts: QuoteFacts): Promise<QuoteAccounts> {
  const numbers = book.products.flatMap(({ programs }) =>
    programs.flatMap(({ disbursements }) =>
      disbursements.flatMap(({ to }) => (to.number === null ? [] : to.number.toLowerCase())),
    ),
  )
  const saleHolders = [facts.dealerId, facts.groupId, facts.agentId].filter((id) => id !== null)
  const [holders, methods] = await Promise.all([
    FIND_HOLDERS.rows(db, [saleHolders, [...new Set(numbers)]]),
    findCancelMethodIds(db),
  ])
  return { holders, cancelMethods: Object.fromEntries(methods) }
}

const FIND_HOLDERS = statement(
  { type: text, number: text, id: int, name: text },
  `select type, lower(number) as number, id, name from account_holder
   where id = any($1::bigint[])
     or (type in ('DisbursementAccount', 'Insurer') and lower(number) = any($2::text[]))
   order by id`,
)

const unknownAccount = { id: null, name: null }

export const accountLookup =
  ({ holders }: QuoteAccounts): AccountNames =>
  (type, number) =>
    holders.find(
      (holder) => holder.type === type && (number === null || holder.number === number.toLowerCase()),
    ) ?? unknownAccount
