import type { Route } from '../http/route.ts'
import type { OverrideCache } from './disbursements/override-cache.ts'
import { disbursementChangeRoutes } from './disbursements/routes.ts'
import type { DisbursementWorker } from './disbursements/worker.ts'
import { contractFieldRoutes } from './lists/contract-fields.ts'
import { disbursementRoutes } from './lists/disbursements.ts'
import { factorTableRoutes } from './lists/factor-tables.ts'
import { planRoutes } from './lists/plans.ts'
import { productRoutes } from './lists/products.ts'
import { vehicleRoutes } from './lists/vehicles.ts'
import type { QuoteServices } from './quotes/quotes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import type { BookThread } from './versions/book-thread.ts'
import { bookVersionRoutes } from './versions/routes.ts'

/** The services that the routes of rates need. */
export interface RateServices extends QuoteServices {
  readonly overrides: OverrideCache
  readonly bookThread: BookThread
  readonly disbursements: DisbursementWorker
}

/** Quotes, the lists of the live rate book, overrides of dealer cost, and the books themselves. */
export const rateRoutes = ({ books, ...services }: RateServices): readonly Route[] => [
  ...quoteRoutes({ books, ...services }),
  ...vehicleRoutes(books),
  ...productRoutes(books),
  ...contractFieldRoutes(books),
  ...planRoutes(books),
  ...disbursementRoutes(books),
  ...disbursementChangeRoutes({ books, ...services }),
  ...factorTableRoutes(books),
  ...bookVersionRoutes({ books, ...services }),
]
