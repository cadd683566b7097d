import { z } from 'zod'
import { Id, Money } from '../../http/schemas.ts'

export const ClaimStatistic = z
  .object({
    keys: z
      .object({
        productId: Id.optional(),
        planId: Id.optional(),
        dealerId: Id.optional(),
        facilityId: Id.nullable().optional(),
        causeId: Id.nullable().optional(),
        month: z.string().optional().meta({ example: '2025-03' }),
      })
      .describe('The keys that are grouped by, and no others. Null where a claim has none.'),
    count: z.int().describe('Claims that are not voided. With Cause: their details.'),
    open: z.int().describe('Those of them that keep a contract from expiring by itself.'),
    requested: Money.describe('Before tax, without denied details.'),
    authorized: Money.describe('Of the details that are authorized or paid.'),
    paid: Money.describe('By the accounting date of the cash. What came back counts on its own day.'),
    reserve: Money,
    incurred: Money,
    averagePaid: Money.nullable().describe('By the claims with money paid. With Cause: by the details.'),
    earned: Money.optional().describe(
      'What the reserve of the contracts has earned in the books. Absent with Facility or Cause.',
    ),
    lossRatio: z.number().nullable().meta({ example: 0.6125 }),
  })
  .meta({ id: 'ClaimStatistic' })
export type ClaimStatisticModel = z.input<typeof ClaimStatistic>

export const ClaimTriangle = z
  .object({
    origins: z.array(z.string().meta({ example: '2023-Q1' })),
    ages: z.array(z.int()),
    cells: z
      .array(z.array(Money.nullable()))
      .describe('A row for each origin, a column for each age. Null where the future is.'),
  })
  .meta({ id: 'ClaimTriangle' })
export type ClaimTriangleModel = z.input<typeof ClaimTriangle>
