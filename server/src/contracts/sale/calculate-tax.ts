import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { amountOf, centsOf } from '../../domain/money.ts'
import { billTax, QUANTITY_PARTS } from '../../domain/tax/bill.ts'
import { salesTax, type TaxPlace, taxRulesFor } from '../../domain/tax/sales-tax.ts'
import type { Acting } from '../../http/caller.ts'
import type { Fault } from '../../http/problems.ts'
import { CalendarDate, Id, Money, optionalText } from '../../http/schemas.ts'
import { refuse } from '../../http/validation.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { percentFromMillionths } from '../../rates/quotes/rate-parts.ts'
import { productTypes } from '../../reference/product-types.ts'
import { SalesTaxDetail } from '../record/models.ts'
import { type ContractRow, seeContract } from '../record/rows.ts'
import type { StoredTax } from '../record/stored.ts'
import { storedTax } from './priced.ts'

const lineItemTypes = ['ContractRetail', 'Part', 'Labor', 'Misc', 'Fee', 'Deductible'] as const
const productTypeCodes = productTypes.map(({ code }) => code)

const hasAtMostFourDecimals = (value: number) => Math.round(value * QUANTITY_PARTS) / QUANTITY_PARTS === value

const LineItem = z
  .strictObject({
    id: z
      .int()
      .min(0)
      .optional()
      .describe('Identifies the line in the answer. Default: its position, from 1.'),
    lineItemType: z.enum(lineItemTypes),
    // Larger amounts times their quantity could not be counted in cents.
    amount: Money.min(-1_000_000_000)
      .max(1_000_000_000)
      .transform(centsOf)
      .describe('The amount of one unit.'),
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
      .describe('False exempts the line; true taxes it even if a rule exempts it.'),
  })
  .meta({ id: 'SalesTaxLineItem' })

export const SalesTaxCalculationRequest = z
  .strictObject({
    contractId: Id.optional().describe('Takes the place, date and product type from this contract.'),
    state: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'two letters')
      .transform((code) => code.toUpperCase())
      .optional(),
    county: optionalText(200).optional(),
    city: optionalText(200).optional(),
    zip: optionalText(20).optional(),
    date: CalendarDate.optional().describe('Default: today.'),
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
    difference: Money.describe('The new tax minus the old tax.'),
  })
  .meta({ id: 'RecalculatedSalesTax' })

type SalesTaxModel = z.input<typeof SalesTaxDetail>

interface TaxReader extends Acting {
  readonly db: Db
}

/** The tax of a sale by the rules of today's book. Nothing is stored. */
export async function recalculateTax(books: LiveBooks, reader: TaxReader, contractId: number) {
  const { db, caller, now } = reader
  const row = await seeContract(db, caller, contractId)
  const rules = await rulesIn(books, reader, row.state_of_sale)
  const { jurisdiction } = row.sales_tax
  const details = salesTax(taxRulesFor(rules, taxPlace(row), 'ContractRetail'), row.retail_price)
  const old = shown(contractId, row.sales_tax)
  const recalculated = shown(contractId, storedTax(jurisdiction, details, row.retail_price, now))
  return {
    old,
    new: recalculated,
    difference: amountOf(centsOf(recalculated.totalTax - old.totalTax)),
  }
}

const shown = (contractId: number, { details, ...tax }: StoredTax): SalesTaxModel => ({
  contractId,
  ...tax,
  details: details.map(({ refundable: _, roundMode = 'HalfUp', ...detail }) => ({
    ...{ lineItemId: null, roundMode },
    ...detail,
  })),
})

/** A contract is taxed where and when it was sold. */
const taxPlace = ({ sales_tax, sale_date, product_type_code }: ContractRow): TaxPlace => ({
  ...sales_tax.jurisdiction,
  date: sale_date,
  productTypeCode: product_type_code,
})

async function rulesIn(books: LiveBooks, { caller }: TaxReader, state: string) {
  const live = await books.findLive(caller)
  return live?.compiled.taxRules.get(state) ?? []
}

/** The taxes on the lines of a bill, for the place of a contract's sale or the place in the request. */
export async function calculateTax(
  books: LiveBooks,
  reader: TaxReader,
  { lineItems, ...request }: SalesTaxCalculationRequest,
): Promise<SalesTaxModel> {
  const { contractId, zip } = request
  const place =
    contractId === undefined ? requestedPlace(request, reader.today) : await placeOfSale(reader, request)
  const { state, county, city } = place
  const lines = lineItems.map((line, at) => ({
    ...line,
    id: line.id ?? at + 1,
    quantity: Math.round(line.quantity * QUANTITY_PARTS),
  }))
  const bill = billTax(await rulesIn(books, reader, state), place, lines)
  return {
    contractId: contractId ?? null,
    jurisdiction: { state, county, city, zip: zip ?? null },
    taxable: amountOf(bill.taxable),
    totalTax: amountOf(bill.totalTax),
    details: bill.details.map(({ lineId, rule, taxable, tax }) => ({
      lineItemId: lineId,
      taxTypeCode: rule.type,
      ruleId: rule.id,
      taxable: amountOf(taxable),
      rate: percentFromMillionths(rule.rate),
      tax: amountOf(tax),
      roundMode: rule.roundMode,
    })),
    calculatedAt: reader.now.toISOString(),
  }
}

type PlaceRequest = Omit<SalesTaxCalculationRequest, 'lineItems'>

/** The place named in the request. Refuses a request that lacks part of it. */
function requestedPlace(
  { state, county, city, date, productTypeCode }: PlaceRequest,
  today: string,
): TaxPlace {
  const missing = Object.entries({ state, productTypeCode }).filter(([, value]) => value === undefined)
  if (state === undefined || productTypeCode === undefined)
    throw refuse(
      missing.map(([name]): Fault => {
        const message = `Send ${name}, or contractId.`
        return { pointer: `/${name}`, code: 'Required', message }
      }),
    )
  return { state, county: county ?? null, city: city ?? null, date: date ?? today, productTypeCode }
}

/** A contract names its own place, so the request must not name one too. */
async function placeOfSale(
  { db, caller }: TaxReader,
  { contractId = 0, ...others }: PlaceRequest,
): Promise<TaxPlace> {
  const beside = Object.entries(others).filter(([, value]) => value !== undefined && value !== null)
  if (beside.length > 0)
    throw refuse(
      beside.map(([name]): Fault => {
        const message = `Send either ${name} or contractId: the contract already determines it.`
        return { pointer: `/${name}`, code: 'Unknown', message }
      }),
    )
  return taxPlace(await seeContract(db, caller, contractId))
}
