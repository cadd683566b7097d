import type { Route } from '../http/route.ts'
import { factorTableRoutes } from './factor-tables.ts'
import { assetTypeRoutes } from './list-asset-types.ts'
import { contractFieldRoutes } from './list-contract-fields.ts'
import { disbursementRoutes } from './list-disbursements.ts'
import { planRoutes } from './list-plans.ts'
import { productRoutes } from './list-products.ts'
import { vehicleRoutes } from './list-vehicles.ts'
import { quoteRoutes } from './quote-routes.ts'
import type { QuoteServices } from './quotes.ts'

export type RateServices = QuoteServices
export const rateRoutes = ({ books, ...services }: RateServices): readonly Route[] => [
  ...quoteRoutes({ books, ...services }),
  ...assetTypeRoutes(books),
  ...vehicleRoutes(books),
  ...productRoutes(books),
  ...contractFieldRoutes(books),
  ...planRoutes(books),
  ...disbursementRoutes(books),
  ...factorTableRoutes(books),
]
