import type { CancelCalculation, CancelStep } from '../../sdk/src/types.gen.ts'

// Which steps of a calculation belong to which figure. The steps themselves are the service's.

const LINE = 'line:'
const TAX = 'salesTaxRefund:'

export const isLine = ({ code }: CancelStep): boolean => code.startsWith(LINE)
export const lineCode = ({ code }: CancelStep): string => code.slice(LINE.length)
export const isTax = ({ code }: CancelStep): boolean => code.startsWith(TAX)
export const taxType = ({ code }: CancelStep): string => code.slice(TAX.length)

/** The amounts that the worksheet shows above all others. */
export type Headline =
  | 'grossRefund'
  | 'claimsDeduction'
  | 'cancelFee'
  | 'netRefund'
  | 'salesTaxRefund'
  | 'totalRefund'
  | 'refundDueDate'

const madeOf: Readonly<Record<Headline, readonly string[]>> = {
  grossRefund: ['rule', 'freeLook', 'timeFactor', 'milesFactor', 'unearnedFactor', 'grossRefund'],
  claimsDeduction: ['grossRefund', 'claimsDeduction'],
  cancelFee: ['rule', 'cancelFee'],
  netRefund: ['grossRefund', 'claimsDeduction', 'cancelFee', 'netRefund'],
  salesTaxRefund: [TAX],
  totalRefund: ['netRefund', TAX, 'totalRefund', 'payee'],
  refundDueDate: ['rule', 'refundDueDate'],
}

/** How a figure came about: the steps that lead to it, in their order. */
export function stepsOf({ steps }: Pick<CancelCalculation, 'steps'>, headline: Headline): CancelStep[] {
  const codes = madeOf[headline]
  return steps.filter((step) => codes.includes(step.code) || (isTax(step) && codes.includes(TAX)))
}

/** The steps from the price to the refund, and what each line of the price gives back. */
export function partsOfWorksheet({ steps }: Pick<CancelCalculation, 'steps'>) {
  const isShare = (step: CancelStep) => isLine(step) || step.code === 'shortfall'
  return { main: steps.filter((step) => !isShare(step)), shares: steps.filter(isShare) }
}
