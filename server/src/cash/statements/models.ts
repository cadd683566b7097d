import { z } from 'zod'
import { CalendarDate, Id, Instant, Money, Reference } from '../../http/schemas.ts'

export const statementFormats = ['Pdf', 'Csv'] as const
export const statementDeliveries = ['Email', 'Mail', 'Portal'] as const
export const statementStatuses = ['Queued', 'Running', 'Completed', 'Failed'] as const

export const NewStatement = z
  .strictObject({
    fromDate: CalendarDate,
    toDate: CalendarDate,
    format: z.enum(statementFormats).default('Pdf'),
    delivery: z
      .enum(statementDeliveries)
      .optional()
      .describe('How the account holder gets it. If absent, as the account holder wants it.'),
    includePaid: z
      .boolean()
      .default(true)
      .describe('If false, items that are paid by now are one line for each group.'),
  })
  .meta({ id: 'AccountHolderStatementRequest' })
export type NewStatementData = z.output<typeof NewStatement>

const figures = {
  fromDate: CalendarDate,
  toDate: CalendarDate,
  openingBalance: Money.describe('What the account holder owed before. Below zero: what we owed.'),
  newBusiness: Money,
  cancels: Money,
  claims: Money,
  other: Money,
  cash: Money.describe('Payments received, less payments sent.'),
  closingBalance: Money.describe('opening + newBusiness + cancels + claims + other - cash'),
}

export const AcceptedStatement = z
  .object({ statementRequestId: Id, documentId: Id, ...figures })
  .meta({ id: 'StatementRequestResult' })
export type AcceptedStatementModel = z.input<typeof AcceptedStatement>

export const StatementRequest = z
  .object({
    id: Id,
    accountHolder: Reference,
    status: z.enum(statementStatuses),
    linesDone: z.int(),
    linesTotal: z.int(),
    format: z.enum(statementFormats),
    delivery: z.enum(statementDeliveries),
    includePaid: z.boolean(),
    documentId: Id.describe('The document can be read when the status is Completed.'),
    ...figures,
    error: z.string().nullable(),
    createdAt: Instant,
    createdBy: z.string(),
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'StatementRequest' })
export type StatementRequestModel = z.input<typeof StatementRequest>
