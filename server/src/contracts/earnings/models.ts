import { z } from 'zod'
import { CalendarDate, Id, Money, optionalText, queryBoolean } from '../../http/schemas.ts'

/** A line on a date. Earned, unearned and refunded sum to its amount. */
const line = {
  disbursementCode: z.string(),
  accountHolderId: Id.nullable(),
  amount: Money,
  method: z.string(),
  effectiveDate: CalendarDate,
  expirationDate: CalendarDate,
  asOfDate: CalendarDate,
  factor: z.number().describe('The earned part, to six decimals.'),
  earned: Money,
  unearned: Money,
  refunded: Money,
  periodEarned: Money.describe('Earned since the end of the previous month.'),
}

const Line = z.object(line).meta({ id: 'EarningContractDisbursement' })

const Hold = z
  .object({
    holdId: Id,
    holdDate: CalendarDate,
    mode: z.enum(['Freeze', 'Suspend']),
    lines: z.array(
      z.object({ ...line, earnedAtHold: Money }).meta({ id: 'EarningContractHoldDisbursement' }),
    ),
  })
  .meta({ id: 'EarningContractHold' })

const Resolve = z
  .object({
    resolveId: Id,
    holdId: Id,
    resolveDate: CalendarDate,
    heldDays: z.int(),
    lines: z.array(z.object({ ...line, catchUp: Money }).meta({ id: 'EarningResolveDisbursement' })),
  })
  .meta({ id: 'EarningResolve' })

const Cancel = z
  .object({
    cancelId: Id,
    cancelDate: CalendarDate,
    lines: z.array(
      z
        .object({
          ...line,
          earnedAtCancel: Money,
          unearnedAtCancel: Money,
          refund: Money,
          earnedOnCancel: Money,
        })
        .meta({ id: 'EarningCancelDisbursement' }),
    ),
  })
  .meta({ id: 'EarningCancel' })

const Reinstatement = z
  .object({
    reinstatementId: Id,
    cancelId: Id,
    date: CalendarDate,
    isHold: z.boolean().describe('Whether the contract was reinstated into a hold.'),
    lines: z.array(
      z
        .object({ ...line, reversedRefund: Money, reversedEarned: Money, catchUp: Money })
        .meta({ id: 'EarningReinstatementDisbursement' }),
    ),
  })
  .meta({ id: 'EarningReinstatement' })

const LedgerEdit = z
  .object({
    ledgerId: Id.nullable().describe('Null if a refinalize changed the line.'),
    disbursementCode: z.string(),
    editDate: CalendarDate,
    oldAmount: Money,
    newAmount: Money,
    factor: z.number(),
    catchUp: Money,
  })
  .meta({ id: 'EarningLedgerEdit' })

const LedgerDelete = z
  .object({
    ledgerId: Id.nullable().describe('Null if a refinalize dropped the line.'),
    disbursementCode: z.string(),
    deleteDate: CalendarDate,
    amount: Money,
    earnedReversed: Money,
  })
  .meta({ id: 'EarningLedgerDelete' })

export const EarningDetails = z
  .object({
    contractId: Id,
    asOfDate: CalendarDate,
    totals: z.object({ amount: Money, earned: Money, unearned: Money, refunded: Money }),
    liability: z
      .object({
        isInForce: z.boolean(),
        limit: Money.nullable(),
        used: Money,
        remaining: Money.nullable(),
      })
      .meta({ id: 'ContractLiability' }),
    contract: z
      .object({ contractId: Id, finalizedDate: CalendarDate.nullable(), lines: z.array(Line) })
      .meta({ id: 'EarningContract' }),
    holds: z.array(Hold),
    resolves: z.array(Resolve),
    cancels: z.array(Cancel),
    reinstatements: z.array(Reinstatement),
    ledgerEdits: z.array(LedgerEdit),
    ledgerDeletes: z.array(LedgerDelete),
    monthly: z
      .array(z.object({ month: z.string(), earned: Money }))
      .nullable()
      .describe('With `monthly=true`: the amount earned in each month. The months sum to the earned total.'),
  })
  .meta({ id: 'ContractEarningDetails' })
export type EarningDetailsModel = z.input<typeof EarningDetails>
export type EarningLineModel = z.input<typeof Line>

export const EarningQuery = z.strictObject({
  asOfDate: CalendarDate.optional().describe('Any past or future date. Default: today.'),
  disbursementCode: z.string().min(1).max(40).optional(),
  monthly: queryBoolean().default(false),
})

export const SyncEarnings = z
  .strictObject({
    asOfDate: CalendarDate.optional().describe('Default: today. It cannot be later than today.'),
    rebuild: z
      .boolean()
      .default(true)
      .describe('False: days before the last posting are not computed again.'),
    reason: optionalText(2_000).optional(),
  })
  .meta({ id: 'SyncEarnings', example: { asOfDate: '2025-03-31', reason: 'month end' } })

export const EarningResult = z
  .object({
    contractId: Id,
    asOfDate: CalendarDate,
    status: z.enum(['Ok', 'Failed']),
    lines: z
      .array(z.object({ code: z.string(), earnedBefore: Money, earnedAfter: Money, delta: Money }))
      .describe('The posted earnings up to the date, before and after this call.'),
    code: z.string().nullable().describe('For a failed contract: the reason.'),
    message: z.string().nullable(),
  })
  .meta({ id: 'EarningResult' })
export type EarningResultModel = z.input<typeof EarningResult>
