import type { Route } from '../http/route.ts'
import { factorTableRoutes } from './factor-tables.ts'
import { assetTypeRoutes } from './list-asset-types.ts'
import { contractFieldRoutes } from './list-contract-fields.ts'
import { disbursementRoutes } from './list-disbursements.ts'
import { planRoutes } from './list-plans.ts'
import { productRoutes } from './list-products.ts'
import { vehicleRoutes } from './list-vehicles.ts'
import type { LiveBooks } from './live-book.ts'

/** What a rate book is asked through. */
export interface RateServices {
  readonly books: LiveBooks
}

/** What is sold and what it is made of, as the live rate book has it. */
export const rateRoutes = ({ books }: RateServices): readonly Route[] => [
  ...assetTypeRoutes(books),
  ...vehicleRoutes(books),
  ...productRoutes(books),
  ...contractFieldRoutes(books),
  ...planRoutes(books),
  ...disbursementRoutes(books),
  ...factorTableRoutes(books),
]
