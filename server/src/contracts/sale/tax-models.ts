import { z } from 'zod'
import { centsOf } from '../../domain/money.ts'
import { QUANTITY_PARTS } from '../../domain/tax/bill.ts'
import { CalendarDate, Id, Money, optionalText } from '../../http/schemas.ts'
import { productTypes } from '../../reference/product-types.ts'
import { SalesTaxDetail } from '../record/models.ts'

const lineItemTypes = ['ContractRetail', 'Part', 'Labor', 'Misc', 'Fee', 'Deductible'] as const
const productTypeCodes = productTypes.map(({ code }) => code)

const hasAtMostFourDecimals = (value: number) => Math.round(value * QUANTITY_PARTS) / QUANTITY_PARTS === value

const LineItem = z
  .strictObject({
    id: z.int().min(0).optional().describe('What its taxes are named by; its place from 1 where not given.'),
    lineItemType: z.enum(lineItemTypes),
    // Larger ones times their quantity could not be counted in cents.
    amount: Money.min(-1_000_000_000).max(1_000_000_000).transform(centsOf).describe('Of one.'),
    quantity: z
      .number()
      .min(0)
      .max(10_000)
      .refine(hasAtMostFourDecimals, { message: 'at most four decimals', params: { code: 'Precision' } })
      .default(1),
    taxableOverride: z
      .boolean()
      .nullable()
      .default(null)
      .describe('False exempts the line; true taxes it although a rule exempts it.'),
  })
  .meta({ id: 'SalesTaxLineItem' })

export const SalesTaxCalculationRequest = z
  .strictObject({
    contractId: Id.optional().describe('Where, when and of what product: as the contract was sold.'),
    state: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'two letters')
      .transform((code) => code.toUpperCase())
      .optional(),
    county: optionalText(200).optional(),
    city: optionalText(200).optional(),
    zip: optionalText(20).optional(),
    date: CalendarDate.optional().describe('Today where it is not given.'),
    productTypeCode: z.enum(productTypeCodes).optional(),
    lineItems: z.array(LineItem).min(1).max(1_000),
  })
  .meta({
    id: 'SalesTaxCalculationRequest',
    example: {
      ...{ state: 'TX', county: 'Travis', city: 'Austin', zip: '78701', date: '2024-03-15' },
      productTypeCode: 'VSC',
      lineItems: [{ id: 1, lineItemType: 'ContractRetail', amount: 2995, quantity: 1 }],
    },
  })
export type SalesTaxCalculationRequest = z.output<typeof SalesTaxCalculationRequest>

export const RecalculatedTax = z
  .object({
    old: SalesTaxDetail,
    new: SalesTaxDetail,
    difference: Money.describe('What the new tax is more than the old.'),
  })
  .meta({ id: 'RecalculatedSalesTax' })

export type SalesTaxModel = z.input<typeof SalesTaxDetail>
