import type { Route } from '../http/route.ts'
import type { Overrides } from './disbursement-overrides.ts'
import { disbursementChangeRoutes } from './disbursement-routes.ts'
import type { DisbursementWorker } from './disbursement-worker.ts'
import { factorTableRoutes } from './factor-tables.ts'
import { assetTypeRoutes } from './list-asset-types.ts'
import { contractFieldRoutes } from './list-contract-fields.ts'
import { disbursementRoutes } from './list-disbursements.ts'
import { planRoutes } from './list-plans.ts'
import { productRoutes } from './list-products.ts'
import { vehicleRoutes } from './list-vehicles.ts'
import { quoteRoutes } from './quote-routes.ts'
import type { QuoteServices } from './quotes.ts'

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
