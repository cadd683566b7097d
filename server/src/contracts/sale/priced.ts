import { flag, int, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { compileCriteria } from '../../domain/criteria/criteria.ts'
import type { EarningCurve } from '../../domain/earning/methods.ts'
import type { ContractLine } from '../../domain/ledger/contract.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import { isEligible } from '../../domain/rating/criteria.ts'
import type { RatedLine } from '../../domain/rating/lines.ts'
import { linesAtRetail } from '../../domain/rating/lines-at-retail.ts'
import type { RatedRate } from '../../domain/rating/results.ts'
import { buildSale } from '../../domain/rating/sale.ts'
import { salesTax, type TaxDetail, totalTax } from '../../domain/tax/sales-tax.ts'
import { payWhenOfSale } from '../../rates/quotes/facts.ts'
import { type QuoteInputs, rateFactsFromInputs, taxPlace } from '../../rates/quotes/quote-rates.ts'
import { percentFromMillionths } from '../../rates/quotes/rate-parts.ts'
import type { StoredTax } from '../record/stored.ts'
import { type ClosedHolder, closedHolders } from './closed-holders.ts'
import type { SaleRate } from './sale-rate.ts'

/** A line of a contract, as it is stored. */
export interface SoldLine extends ContractLine {
  readonly disbursementId: number
  readonly label: string
  readonly earningMethod: string
  readonly earningCurve: EarningCurve | null
  readonly cancelRule: string
  readonly cancelMethod: string | null
  readonly sequence: number
}

/** A rate at the price it is sold for: its lines and its tax. */
export interface PricedSale {
  readonly retail: Cents
  readonly lines: readonly SoldLine[]
  readonly tax: StoredTax
  readonly taxTotal: Cents
  /** The account that the sales tax is remitted to. */
  readonly taxAccountId: number
  /** Null: the program has no insurer. */
  readonly insurerId: number | null
  /** The account holders of the sale that get no new contracts and lines. */
  readonly closed: readonly ClosedHolder[]
}

export async function priceAtRetail(db: Db, sale: SaleRate, retail: Cents, at: Date): Promise<PricedSale> {
  return priceWithAccounts(await loadLineAccounts(db, sale), sale, retail, at)
}

/** Prices a sale whose accounts are already loaded. */
export function priceWithAccounts(
  accounts: LineAccounts,
  sale: SaleRate,
  retail: Cents,
  at: Date,
): PricedSale {
  const { tax, total } = taxOnPrice(sale.rate, sale.inputs, retail, at)
  const { dealerId, agentId } = sale.inputs.facts
  const { insurerId, holders } = accounts
  const lines = linesAtRetail(sale.rate, retail).map((line) => soldLine(sale, line, accounts))
  const taxAccountId = accounts.tax ?? dealerId
  return {
    retail,
    lines,
    tax,
    taxTotal: total,
    taxAccountId,
    insurerId,
    closed: closedHolders(holders, {
      parties: [dealerId, agentId, insurerId],
      lines,
      taxAccountId: total > 0 ? taxAccountId : null,
    }),
  }
}

/** The account holders that the lines of a sale are paid to. */
interface LineAccounts {
  find(to: RatedLine['definition']['to']): LineAccount
  readonly tax: number | undefined
  readonly insurerId: number | null
  readonly holders: readonly RowOf<typeof accountColumns>[]
}

interface LineAccount {
  readonly id: number
  readonly isInternal: boolean
}

const TAX_ACCOUNT = 'salestax'

const accountColumns = {
  ...{ id: int, type: text, number: text, status: text },
  is_internal: orNull(flag),
}

const ACCOUNTS = statement(
  accountColumns,
  `select h.id, h.type, h.number, h.status, k.is_internal
   from account_holder h left join disbursement_account k on k.id = h.id
   where h.id = any($2::bigint[])
     or (h.type in ('DisbursementAccount', 'Insurer') and lower(h.number) = any($1::text[]))
   order by h.id`,
)

/** Loads the dealer, group and agent of the sale, the insurer of its program, and the accounts that the book names. */
export async function loadLineAccounts(db: Db, { rate, inputs }: SaleRate): Promise<LineAccounts> {
  const { dealerId, groupId, agentId } = inputs.facts
  const { insurer } = rate.program.program
  const named = [TAX_ACCOUNT, insurer, ...rate.lines.map(({ definition: { to } }) => to.number)]
  const numbers = named.flatMap((number) => (number === null ? [] : [number.toLowerCase()]))
  const ids = [dealerId, groupId, agentId].filter((id) => id !== null)
  const holders = await ACCOUNTS.rows(db, [[...new Set(numbers)], ids])
  const ofSale = { Dealer: dealerId, DealerGroup: groupId, Agent: agentId }
  const find = (type: string, number: string) =>
    holders.find((row) => row.type === type && row.number.toLowerCase() === number.toLowerCase())
  return {
    holders,
    tax: find('DisbursementAccount', TAX_ACCOUNT)?.id,
    insurerId: insurer === null ? null : (find('Insurer', insurer)?.id ?? null),
    find(to) {
      const row = to.number === null ? undefined : find(to.type, to.number)
      const id = to.number === null ? ofSale[to.type] : row?.id
      if (!id)
        throw new Error(`There is no ${to.type} ${to.number ?? 'on the sale'}, which a line is paid to.`)
      return { id, isInternal: row?.is_internal ?? false }
    },
  }
}

function soldLine(
  { live, rate, inputs }: SaleRate,
  { definition, amount }: RatedLine,
  accounts: LineAccounts,
): SoldLine {
  const account = accounts.find(definition.to)
  const curve = rate.program.program.factorTables.find(({ code }) => code === definition.earningFactorTable)
  return {
    disbursementId: definition.id,
    code: definition.code,
    label: definition.label,
    groupCode: live.book.disbursementCodes.find(({ code }) => code === definition.code)?.groupCode ?? null,
    amount,
    accountHolderId: account.id,
    isInternal: account.isInternal,
    includedInDealerCost: definition.includedInDealerCost,
    payWhen: definition.payWhen ?? payWhenOfSale(inputs.facts),
    earningMethod: definition.earningMethodCode,
    earningCurve: curve
      ? {
          interpolation: curve.interpolation,
          points: curve.entries.map(({ from, factor }) => ({ month: from ?? 0, factor })),
        }
      : null,
    cancelRule: definition.cancelRule,
    cancelMethod: definition.cancelMethodCode,
    sequence: definition.sequence,
  }
}

/** What the rules of the book can test about this sale. */
function criteriaContext({ inputs, quoted, rate }: SaleRate) {
  const facts = rateFactsFromInputs(inputs)
  const state = quoted.request.state ?? facts.dealer.state
  return buildSale({ request: quoted.request, facts, state }, rate.classing).context
}

/** Whether the sale meets criteria of the book. Criteria that cannot be compiled, which no applied book has, are not met. */
export function meetsCriteria(sale: SaleRate, criteria: string | null): boolean {
  if (criteria === null) return true
  const compiled = compileCriteria(criteria)
  return 'invalid' in compiled ? false : isEligible(compiled, criteriaContext(sale))
}

/** The limits of the plan that apply to this sale. */
export const limitsFor = (sale: SaleRate): LimitRule[] =>
  sale.rate.plan.plan.limits.filter(({ criteria }) => meetsCriteria(sale, criteria))

/** The taxes on the price, by the rules that were found with the rate. */
function taxOnPrice(
  { taxes }: Pick<RatedRate, 'taxes'>,
  inputs: QuoteInputs,
  retail: Cents,
  at: Date,
): { readonly tax: StoredTax; readonly total: Cents } {
  const details = salesTax(
    taxes.map(({ rule }) => rule),
    retail,
  )
  return { tax: storedTax(taxPlace(inputs), details, retail, at), total: totalTax(details) }
}

export const storedTax = (
  jurisdiction: StoredTax['jurisdiction'],
  details: readonly TaxDetail[],
  amount: Cents,
  at: Date,
): StoredTax => ({
  jurisdiction,
  taxable: amountOf(amount),
  totalTax: amountOf(totalTax(details)),
  details: details.map(({ rule, taxable, tax }) => ({
    taxTypeCode: rule.type,
    ruleId: rule.id,
    taxable: amountOf(taxable),
    rate: percentFromMillionths(rule.rate),
    tax: amountOf(tax),
    refundable: rule.refundable,
    roundMode: rule.roundMode,
  })),
  calculatedAt: at.toISOString(),
})
