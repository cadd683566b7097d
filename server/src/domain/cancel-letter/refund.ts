import type { CancelCalculation } from '../cancellation/results.ts'
import { moneyWords, numberWords, percentWords } from '../contract-form/words.ts'
import type { Row, Section } from '../letter.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import { amountInput, findStep, isSetByHand } from './facts.ts'
import { fractionWords } from './share.ts'

const SET = 'Set for this cancellation.'

/** From the price to what is paid. */
export function refundSection(calculation: CancelCalculation): Section {
  const { retail, grossRefund, claimsDeduction, cancelFee, netRefund, totalRefund } = calculation
  const row = (what: string, how: string, amount: Cents): Row => ({ cells: [what, how, moneyWords(amount)] })
  const rows: Row[] = [
    row('Price of the contract', 'Without sales tax', retail),
    row('Refund before deductions', grossWords(calculation), grossRefund),
    row('Less claims', claimsWords(calculation), minus(ZERO, claimsDeduction)),
    row('Less fee', feeWords(calculation), minus(ZERO, cancelFee)),
    row('Refund of the price', difference(calculation), netRefund),
    ...taxRows(calculation),
    { ...row('Total refund', 'Refund of the price and sales tax', totalRefund), isTotal: true },
  ]
  const columns = [
    { heading: 'What', share: 2.4 },
    { heading: 'How it is figured', share: 6 },
    { heading: 'Amount', share: 1.6, isAmount: true },
  ]
  return { heading: 'Your refund', blocks: [{ kind: 'table', columns, rows }] }
}

function grossWords(calculation: CancelCalculation): string {
  const { method, retail, refundPercent, unearnedFactor } = calculation
  if (isSetByHand(calculation, 'grossRefund')) return SET
  if (method === 'FLAT') return 'The whole price.'
  const share = isSetByHand(calculation, 'unearnedFactor')
    ? numberWords(unearnedFactor)
    : fractionWords(calculation)
  const percent = refundPercent === 100 ? '' : ` × ${numberWords(refundPercent)}%`
  const exact = findStep(calculation, 'grossRefund')?.exact ?? ''
  const rounded = /^\d+(?:\.\d{1,2})?$/.test(exact) ? '' : ', rounded to the cent'
  const rule =
    percent && ` ${calculation.ruleCode} refunds ${numberWords(refundPercent)}% of what is not used up.`
  return `${moneyWords(retail)} × ${share}${percent}${rounded}.${rule}`
}

function claimsWords(calculation: CancelCalculation): string {
  const { claimsPaid, claimsDeduction, method } = calculation
  if (isSetByHand(calculation, 'claimsDeduction')) return SET
  if (method === 'SERVICES') return 'The services used are counted above already.'
  if (claimsPaid === 0) return 'No claims were paid.'
  const all = `Claims come to ${moneyWords(claimsPaid)}.`
  if (findStep(calculation, 'claimsDeduction')?.formula === 'nothing')
    return `${all} They are not taken off by ${calculation.ruleCode}.`
  return claimsDeduction < claimsPaid
    ? `${all} No more is taken off than is refunded. You owe us nothing.`
    : `${all} They are taken off.`
}

function feeWords(calculation: CancelCalculation): string {
  const { cancelFee, ruleCode } = calculation
  if (isSetByHand(calculation, 'cancelFee')) return SET
  const [usual, allowed] = ['contractFee', 'allowed'].map((name) =>
    amountInput(calculation, 'cancelFee', name),
  ) as [Cents, Cents]
  if (allowed === 0) return 'No fee is taken.'
  const most =
    allowed < usual
      ? `Our fee is ${moneyWords(usual)}; ${ruleCode} allows ${moneyWords(allowed)}.`
      : `Our fee is ${moneyWords(usual)}, which ${ruleCode} allows.`
  return cancelFee < allowed ? `${most} No more is taken than is left.` : most
}

const difference = ({ grossRefund, claimsDeduction, cancelFee }: CancelCalculation): string =>
  `${moneyWords(grossRefund)} - ${moneyWords(claimsDeduction)} - ${moneyWords(cancelFee)}`

function taxRows({ taxes, grossRefund, retail }: CancelCalculation): Row[] {
  if (taxes.length === 0) return [{ cells: ['Sales tax', 'None of it is refunded.', moneyWords(ZERO)] }]
  return taxes.map(({ type, rate, taxable, tax, refund }) => ({
    cells: [
      `Sales tax (${type.toLowerCase()})`,
      refund === tax
        ? `All of what you paid: ${percentWords(rate)} of ${moneyWords(taxable)}.`
        : `${percentWords(rate)} of ${moneyWords(taxable)} × ${moneyWords(grossRefund)} / ${moneyWords(retail)}, rounded to the cent. Claims and fee do not lower it.`,
      moneyWords(refund),
    ],
  }))
}
