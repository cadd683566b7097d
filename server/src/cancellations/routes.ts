import type { Route } from '../http/route.ts'
import { cancelRoutes } from './cancel-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { requestRoutes } from './request-routes.ts'
import type { CancelServices } from './services.ts'

/** Quotes and requests of cancellations, cancels, and what is paid of them. */
export const cancellationRoutes = (services: CancelServices): readonly Route[] => [
  ...requestRoutes(services),
  ...cancelRoutes(services),
  ...paymentRoutes(),
]
