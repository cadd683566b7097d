import { z } from 'zod'
import { requireCostLines } from '../../access/cost-visibility.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate } from '../../http/schemas.ts'
import { BooksVerification } from './models.ts'
import { readVerification } from './read-verification.ts'

const tag = 'Accounting'

/** Books that prove themselves. */
export const booksRoutes: readonly Route[] = [
  route.read({
    path: '/books/verification',
    tag,
    summary: 'Verify the books',
    description:
      'Compares the journal with open items, cash, contracts, earnings and claims, by accounting date up to `asOfDate`. `FundingEqualsRows` is checked only for today.',
    permission: 'accounting:read',
    query: z.strictObject({ asOfDate: CalendarDate.optional().describe('Today by default.') }),
    answer: BooksVerification,
    handler: ({ db, caller, today, query: { asOfDate = today } }) => {
      requireCostLines(caller, 'accounting:read')
      return readVerification(db, asOfDate, today)
    },
  }),
]
