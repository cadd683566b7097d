import { exactText, moneyText } from '../figure-text.ts'
import { amountOf } from '../money.ts'
import { refundedTaxRate, type TaxRefund } from '../refund/tax.ts'
import { figure, roundingToCent } from '../worksheet-step.ts'
import type { CancelWork } from './cancel-work.ts'
import { TAX, TAX_KEPT, type Worksheet } from './worksheet.ts'

// The sales tax that a cancellation gives back, tax by tax.

export const taxFigures = (work: CancelWork): Worksheet['taxes'] =>
  work.taxes.map((charged) => {
    const { figures, facts } = work
    const { type, rate, taxable, tax, refund } = charged
    const { retail } = facts.contract
    const inputs = {
      ...{ ratePercent: rate / 1_000_000, taxable: amountOf(taxable), charged: amountOf(tax) },
      ...{ grossRefund: amountOf(figures.grossRefund), retail: amountOf(retail) },
    }
    if (!charged.isRefundable) return keptTaxFigure(work, charged, inputs)
    return figure({
      code: `${TAX}${type}`,
      inputs,
      formula: 'rate x taxable x grossRefund / retail, at most what was charged',
      exact: exactText(taxable, refundedTaxRate(charged, { ...figures, retail })),
      rounding: roundingToCent[charged.roundMode ?? 'HalfUp'],
      amount: refund,
      words: `Of the ${type.toLowerCase()} tax of ${moneyText(tax)}, ${moneyText(refund)} is refunded.`,
    })
  })

/** A tax that its own rule does not refund, or that the cancel rule keeps. */
const keptTaxFigure = (
  work: CancelWork,
  { type, tax, refund, rule }: TaxRefund,
  inputs: Worksheet['taxes'][number]['inputs'],
) => {
  const isKept = work.rule.salesTax === 'Keep'
  const clause = 'not refunded when a contract is cancelled'
  const bySalesTax = rule && { ruleCode: `SALESTAX-${rule.id}`, source: `${type} sales tax, ${rule.place}` }
  const why = isKept
    ? `: rule ${work.rule.ruleCode} does not refund it`
    : rule
      ? `: the sales tax rule of ${rule.place} does not refund it`
      : ''
  return figure({
    code: `${TAX}${type}`,
    inputs,
    formula: TAX_KEPT,
    amount: refund,
    ...(isKept
      ? { ruleCode: work.rule.ruleCode, source: work.rule.source, clause }
      : { ...bySalesTax, clause }),
    words: `The ${type.toLowerCase()} tax of ${moneyText(tax)} is not refunded${why}.`,
  })
}
