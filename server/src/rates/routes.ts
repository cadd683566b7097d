import type { Route } from '../http/route.ts'
import type { Overrides } from './disbursements/overrides.ts'
import { disbursementChangeRoutes } from './disbursements/routes.ts'
import type { DisbursementWorker } from './disbursements/worker.ts'
import { assetTypeRoutes } from './lists/asset-types.ts'
import { contractFieldRoutes } from './lists/contract-fields.ts'
import { disbursementRoutes } from './lists/disbursements.ts'
import { factorTableRoutes } from './lists/factor-tables.ts'
import { planRoutes } from './lists/plans.ts'
import { productRoutes } from './lists/products.ts'
import { vehicleRoutes } from './lists/vehicles.ts'
import type { QuoteServices } from './quotes/quotes.ts'
import { quoteRoutes } from './quotes/routes.ts'

/** What is asked of rates. */
export interface RateServices extends QuoteServices {
  readonly overrides: Overrides
  readonly disbursements: DisbursementWorker
}

/** What is sold and what it is made of, as the live rate book has it; and what it costs. */
export const rateRoutes = ({ books, ...services }: RateServices): readonly Route[] => [
  ...quoteRoutes({ books, ...services }),
  ...assetTypeRoutes(books),
  ...vehicleRoutes(books),
  ...productRoutes(books),
  ...contractFieldRoutes(books),
  ...planRoutes(books),
  ...disbursementRoutes(books),
  ...disbursementChangeRoutes({ books, ...services }),
  ...factorTableRoutes(books),
]
