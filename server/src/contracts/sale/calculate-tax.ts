import type { Db } from '../../db/database.ts'
import { amountOf, centsOf } from '../../domain/money.ts'
import { billTax, QUANTITY_PARTS } from '../../domain/tax/bill.ts'
import { salesTax, type TaxPlace, taxRulesFor } from '../../domain/tax/sales-tax.ts'
import type { Acting } from '../../http/caller.ts'
import type { Fault } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { percentFromMillionths } from '../../rates/quotes/rate-parts.ts'
import type { KeptTax } from '../record/kept.ts'
import type { ContractRow } from '../record/rows.ts'
import { seeContract } from '../record/see-contract.ts'
import { keptTax } from './sales-tax.ts'
import type { SalesTaxCalculationRequest, SalesTaxModel } from './tax-models.ts'

interface Asking extends Acting {
  readonly db: Db
}

/** What the tax of a sale would be by the rules of today's book; nothing is stored. */
export async function recalculateTax(books: LiveBooks, asking: Asking, contractId: number) {
  const { db, caller, now } = asking
  const row = await seeContract(db, caller, contractId)
  const rules = await rulesIn(books, asking, row.state_of_sale)
  const { jurisdiction } = row.sales_tax
  const details = salesTax(taxRulesFor(rules, placeOf(row), 'ContractRetail'), row.retail_price)
  const old = shown(contractId, row.sales_tax)
  const again = shown(contractId, keptTax(jurisdiction, details, row.retail_price, now))
  return {
    old,
    new: again,
    difference: amountOf(centsOf(again.totalTax - old.totalTax)),
  }
}

const shown = (contractId: number, { details, ...tax }: KeptTax): SalesTaxModel => ({
  contractId,
  ...tax,
  details: details.map(({ refundable: _, ...detail }) => ({ lineItemId: null, ...detail })),
})

/** A contract is taxed where and when it was sold. */
const placeOf = ({ sales_tax, sale_date, product_type_code }: ContractRow): TaxPlace => ({
  ...sales_tax.jurisdiction,
  date: sale_date,
  productTypeCode: product_type_code,
})

async function rulesIn(books: LiveBooks, { caller }: Asking, state: string) {
  const live = await books.findLive(caller)
  return live?.compiled.taxRules.get(state) ?? []
}

/** The taxes on lines of a bill: where a contract was sold, or where the question says. */
export async function calculateTax(
  books: LiveBooks,
  asking: Asking,
  { lineItems, ...asked }: SalesTaxCalculationRequest,
): Promise<SalesTaxModel> {
  const { contractId, zip } = asked
  const place = contractId === undefined ? placeAsked(asked, asking.today) : await placeOfSale(asking, asked)
  const { state, county, city } = place
  const lines = lineItems.map((line, at) => ({
    ...line,
    id: line.id ?? at + 1,
    quantity: Math.round(line.quantity * QUANTITY_PARTS),
  }))
  const bill = billTax(await rulesIn(books, asking, state), place, lines)
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
    })),
    calculatedAt: asking.now.toISOString(),
  }
}

type Asked = Omit<SalesTaxCalculationRequest, 'lineItems'>

/** All of it, or what is missing. */
function placeAsked({ state, county, city, date, productTypeCode }: Asked, today: string): TaxPlace {
  const missing = Object.entries({ state, productTypeCode }).filter(([, value]) => value === undefined)
  if (state === undefined || productTypeCode === undefined)
    throw refuse(
      missing.map(([name]): Fault => {
        const message = `${name} or contractId is needed.`
        return { pointer: `/${name}`, code: 'Required', message }
      }),
    )
  return { state, county: county ?? null, city: city ?? null, date: date ?? today, productTypeCode }
}

/** A contract says it all: what is said beside it could only contradict. */
async function placeOfSale({ db, caller }: Asking, { contractId = 0, ...others }: Asked): Promise<TaxPlace> {
  const beside = Object.entries(others).filter(([, value]) => value !== undefined && value !== null)
  if (beside.length > 0)
    throw refuse(
      beside.map(([name]): Fault => {
        const message = `The contract says it: ${name} and contractId do not go together.`
        return { pointer: `/${name}`, code: 'Unknown', message }
      }),
    )
  return placeOf(await seeContract(db, caller, contractId))
}
