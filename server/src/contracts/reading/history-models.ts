import { z } from 'zod'
import { Id, Instant } from '../../http/schemas.ts'

/** One thing that was done to a contract. */
export const HistoryModel = z
  .object({
    id: Id,
    at: Instant,
    by: z.string(),
    operation: z.string().meta({ example: 'POST /contracts/{contractId}/finalize' }),
    reason: z.string().nullable().describe('Why, as far as it was said.'),
    changes: z.array(
      z.object({
        pointer: z.string().describe('A JSON pointer into the contract; empty: all of it.'),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    requestId: z.string(),
  })
  .meta({ id: 'ContractHistoryEntry' })
export type HistoryModel = z.input<typeof HistoryModel>
