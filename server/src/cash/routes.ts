import type { Route } from '../http/route.ts'

/** Cash, its batches, and the files that banks exchange with us. */
export const cashRoutes = (): readonly Route[] => []
