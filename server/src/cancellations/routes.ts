import type { FormServices } from '../contracts/form/write-form.ts'
import type { Route } from '../http/route.ts'
import { paymentRoutes } from './cancels/payment-routes.ts'
import { cancelRoutes } from './cancels/routes.ts'
import { requestRoutes } from './requests/routes.ts'

/** Quotes and requests of cancellations, cancels, and what is paid of them. */
export const cancellationRoutes = (services: FormServices): readonly Route[] => [
  ...requestRoutes(services),
  ...cancelRoutes(services),
  ...paymentRoutes(),
]
