import { z } from 'zod'
import { CalendarDate, Id } from '../http/schemas.ts'
import { holderTypes } from './kinds.ts'

export const ExpireRequest = z
  .strictObject({
    asOfDate: CalendarDate.optional().describe('Today, where it is not sent.'),
    types: z.array(z.enum(holderTypes)).max(20).optional().describe('All types, where it is not sent.'),
    dryRun: z.boolean().optional(),
  })
  .default({})
  .meta({ id: 'AccountHolderAutoExpireRequest', example: { asOfDate: '2024-03-15', types: ['Dealer'] } })
export type ExpireInput = z.output<typeof ExpireRequest>

const Failure = z
  .object({
    accountHolderId: Id,
    number: z.string(),
    name: z.string(),
    reasonCode: z.enum(['RecordInUse']),
    message: z.string(),
  })
  .meta({ id: 'AccountHolderAutoExpireFailureResponse' })

export const ExpireResponse = z
  .object({
    asOfDate: CalendarDate,
    processed: z.int(),
    expired: z.int(),
    failures: z.array(Failure),
  })
  .meta({ id: 'AccountHolderAutoExpireResponse' })
export type ExpireResult = z.input<typeof ExpireResponse>
