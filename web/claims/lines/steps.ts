import type { ClaimStep } from '../../../sdk/src/types.gen.ts'
import type { LineKind } from './draft.ts'

// Which steps of the worksheet explain a figure. The code of a step ends with what it is about: `tax:Labor:1501`,
// `payable:Detail:1`, `payable:Claim`.

type Steps = readonly ClaimStep[]

export const stepsOfLine = (steps: Steps, kind: LineKind, id: number): Steps =>
  steps.filter(({ code }) => code.endsWith(`:${kind}:${id}`))

export const stepsOfDetail = (steps: Steps, sequence: number): Steps =>
  steps.filter(({ code }) => code.endsWith(`:Detail:${sequence}`))

/** The amount of one step, as the service gave it. */
export const amountAt = (steps: Steps, code: string): number | undefined =>
  steps.find((step) => step.code === code)?.amount ?? undefined

const ofFigure: Readonly<Record<string, RegExp>> = {
  requested: /^requested:/,
  adjusted: /^(?!tax:|payable|customerPay|deductible|subtotal|coverage|inspection)/,
  tax: /^tax:/,
  deductible: /^(?:subtotal|deductible):/,
  overLimit: /^payable:Detail:/,
  customerPay: /^customerPay:/,
}

/** The steps behind a sum of the claim. What it pays is made of all of them. */
export const stepsOfFigure = (steps: Steps, figure: string): Steps => {
  const wanted = ofFigure[figure]
  return wanted ? steps.filter(({ code }) => wanted.test(code)) : steps
}
