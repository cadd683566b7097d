import type { CancelCalculation } from './results.ts'

const figures = [
  'grossRefund',
  'claimsDeduction',
  'cancelFee',
  'salesTaxRefund',
  'netRefund',
] as const satisfies readonly (keyof CancelCalculation)[]

type Compared = Pick<CancelCalculation, (typeof figures)[number]> & {
  readonly lines: readonly Pick<CancelCalculation['lines'][number], 'code' | 'refund' | 'claimsDeduction'>[]
}

/** What differs between a calculation that somebody agreed to and the one of today; nothing where it still holds. */
export function changedAmounts(agreed: Compared, now: Compared): string[] {
  const changed = figures.filter((name) => agreed[name] !== now[name])
  const codes = new Set([...agreed.lines, ...now.lines].map(({ code }) => code))
  const lines = [...codes].filter((code) => lineOf(agreed, code) !== lineOf(now, code))
  return [...changed, ...lines.map((code) => `lines/${code}`)]
}

/** A line by its refund and what of it is taken by claims. */
function lineOf({ lines }: Compared, code: string): string {
  const line = lines.find((one) => one.code === code)
  return line ? `${line.refund} ${line.claimsDeduction}` : ''
}
