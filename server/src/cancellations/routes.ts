import type { FormServices } from '../contracts/form/write-form.ts'
import type { Route } from '../http/route.ts'
import { autoCancelGapRoutes } from './auto-cancel-gap/routes.ts'
import { cancelIndexRoutes } from './cancels/cancel-index.ts'
import { paymentRoutes } from './cancels/payment-routes.ts'
import { cancelRoutes } from './cancels/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { ruleFileRoutes } from './rules/file-routes.ts'
import { ruleRoutes } from './rules/routes.ts'

/** Quotes, cancel requests, cancels, refund payments and cancel rules. */
export const cancellationRoutes = (services: FormServices): readonly Route[] => [
  ...requestRoutes(services),
  ...cancelRoutes(services),
  ...cancelIndexRoutes,
  ...paymentRoutes(),
  ...autoCancelGapRoutes(services),
  ...ruleRoutes,
  ...ruleFileRoutes,
]
