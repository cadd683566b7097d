import type { FormServices } from '../contracts/form/write-form.ts'
import type { Route } from '../http/route.ts'
import { achRoutes } from './ach/routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { batchRoutes } from './batches/routes.ts'
import { periodRoutes } from './books/period-routes.ts'
import { booksRoutes } from './books/routes.ts'
import { checkRoutes } from './checks/routes.ts'
import { methodRoutes } from './methods/routes.ts'
import { openItemRoutes } from './open-items/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import type { StatementServices } from './statements/services.ts'
import { cashTransactionRoutes } from './transactions/routes.ts'

/** Cash, its batches, and the files that banks exchange with us. */
export const cashRoutes = (services: FormServices & StatementServices): readonly Route[] => [
  ...methodRoutes(services.seals),
  ...cashTransactionRoutes(services),
  ...batchRoutes(services),
  ...bankRoutes,
  ...checkRoutes(services),
  ...booksRoutes,
  ...periodRoutes,
  ...openItemRoutes,
  ...achRoutes(services),
  ...statementRoutes(services.statements),
]
