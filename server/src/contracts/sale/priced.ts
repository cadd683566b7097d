import { type Db, run } from '../../db/database.ts'
import { compileCriteria } from '../../domain/criteria/criteria.ts'
import type { ContractLine } from '../../domain/ledger/contract.ts'
import type { Cents } from '../../domain/money.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import { isEligible } from '../../domain/rating/criteria.ts'
import type { RatedLine } from '../../domain/rating/lines.ts'
import { linesAtRetail } from '../../domain/rating/lines-at-retail.ts'
import { buildSale } from '../../domain/rating/sale.ts'
import { rateFactsFromInputs } from '../../rates/quotes/quote-rates.ts'
import type { KeptTax } from '../record/kept.ts'
import type { SaleRate } from './rate-of-sale.ts'
import { taxAt } from './sales-tax.ts'

/** A line of a contract, as it is kept. */
export interface SoldLine extends ContractLine {
  readonly disbursementId: number
  readonly label: string
  readonly earningMethod: string
  readonly earningCurve: EarningCurve | null
  readonly cancelRule: string
  readonly cancelMethod: string | null
  readonly sequence: number
}

/** What part is earned by the end of a month, in millionths. */
export interface EarningCurve {
  readonly interpolation: 'None' | 'Linear'
  readonly points: readonly { readonly month: number; readonly factor: number }[]
}

/** A rate at the price that it is sold at. */
export interface Priced {
  readonly retail: Cents
  readonly lines: readonly SoldLine[]
  readonly tax: KeptTax
  readonly taxTotal: Cents
  /** Whom the sales tax is remitted to. */
  readonly taxAccountId: number
}

export async function priceOf(db: Db, sale: SaleRate, retail: Cents, at: Date): Promise<Priced> {
  return priceWith(await loadAccounts(db, sale), sale, retail, at)
}

/** The same where the accounts are known. */
export function priceWith(accounts: Accounts, sale: SaleRate, retail: Cents, at: Date): Priced {
  const { tax, total } = taxAt(sale.rate, sale.inputs, retail, at)
  return {
    retail,
    lines: linesAtRetail(sale.rate, retail).map((line) => soldLine(sale, line, accounts)),
    tax,
    taxTotal: total,
    taxAccountId: accounts.tax ?? sale.inputs.facts.dealerId,
  }
}

export interface Accounts {
  of(to: RatedLine['definition']['to']): Account
  readonly tax: number | undefined
}

interface Account {
  readonly id: number
  readonly isInternal: boolean
}

interface AccountRow {
  readonly id: number
  readonly type: string
  readonly number: string
  readonly is_internal: boolean | null
}

const TAX_ACCOUNT = 'salestax'

const ACCOUNTS = `
  select h.id, h.type, lower(h.number) as number, k.is_internal
  from account_holder h left join disbursement_account k on k.id = h.id
  where h.type in ('DisbursementAccount', 'Insurer') and lower(h.number) = any($1::text[])`

/** Whom the lines go to: those that the book names, and those of this sale. */
export async function loadAccounts(db: Db, { rate, inputs }: SaleRate): Promise<Accounts> {
  const { dealerId, groupId, agentId } = inputs.facts
  const numbers = rate.lines.flatMap(({ definition: { to } }) =>
    to.number === null ? [] : [to.number.toLowerCase()],
  )
  const rows = await run<AccountRow>(db, ACCOUNTS, [[...new Set([...numbers, TAX_ACCOUNT])]])
  const ofSale = { Dealer: dealerId, DealerGroup: groupId, Agent: agentId }
  const named = (type: string, number: string) =>
    rows.find((row) => row.type === type && row.number === number.toLowerCase())
  return {
    tax: named('DisbursementAccount', TAX_ACCOUNT)?.id,
    of(to) {
      const row = to.number === null ? undefined : named(to.type, to.number)
      const id = to.number === null ? ofSale[to.type] : row?.id
      if (!id) throw new Error(`A line goes to ${to.type} ${to.number ?? 'of the sale'}, and there is none.`)
      return { id, isInternal: row?.is_internal ?? false }
    },
  }
}

function soldLine({ live, rate }: SaleRate, { definition, amount }: RatedLine, accounts: Accounts): SoldLine {
  const account = accounts.of(definition.to)
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
    payWhen: definition.payWhen,
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

/** What rules of the book see of this sale. */
export function contextOf({ inputs, quoted, rate }: SaleRate) {
  const facts = rateFactsFromInputs(inputs)
  const state = quoted.request.state ?? facts.dealer.state
  return buildSale({ request: quoted.request, facts, state }, rate.classing).context
}

/** A rule of the book as a text, on this sale. One that cannot be read, which no applied book has, is not met. */
export function fits(sale: SaleRate, criteria: string | null): boolean {
  if (criteria === null) return true
  const compiled = compileCriteria(criteria)
  return 'invalid' in compiled ? false : isEligible(compiled, contextOf(sale))
}

/** The limits of the plan that count for this sale. */
export const limitsFor = (sale: SaleRate): LimitRule[] =>
  sale.rate.plan.plan.limits.filter(({ criteria }) => fits(sale, criteria))
