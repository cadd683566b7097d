import type { DelayedBase, EarningCurve, EarningMethod } from './methods.ts'

/**
 * The method that a code in the rate book names: `PRORATA_DAYS`, `DELAYED(36)`, `WARRANTY_SPLIT(10,36)`. We added two
 * forms: `PRORATA_MONTHS(HALF)` is the half-month convention, and `DELAYED(36,RULE78)` earns by RULE78 after the delay.
 */
export function readEarningMethod(code: string, curve: EarningCurve | null): EarningMethod {
  if (code === 'CURVE') {
    if (curve === null) throw new Error('A line with the earning method CURVE has no curve.')
    return { type: 'CURVE', curve }
  }
  const known = methods.get(code)
  if (known) return known
  const read = readMethod(code)
  if (!read) throw new Error(`${code} is not an earning method.`)
  methods.set(code, read)
  return read
}

/** Whether a code in a rate book names a method. */
export const isEarningMethod = (code: string): boolean =>
  code === 'CURVE' || methods.has(code) || readMethod(code) !== undefined

const methods = new Map<string, EarningMethod>([
  ['PRORATA_MONTHS', { type: 'PRORATA_MONTHS', halfMonth: false }],
  ['PRORATA_MONTHS(HALF)', { type: 'PRORATA_MONTHS', halfMonth: true }],
])
for (const type of ['IMMEDIATE', 'PRORATA_DAYS', 'RULE78', 'REVERSE78', 'MILES', 'TIME_OR_MILES'] as const)
  methods.set(type, { type })

const bases: readonly DelayedBase[] = ['PRORATA_MONTHS', 'PRORATA_DAYS', 'RULE78', 'REVERSE78']

function readMethod(code: string): EarningMethod | undefined {
  const [, type, first = '', second] = /^([A-Z_]+)\((\d{1,3})(?:,(\w+))?\)$/.exec(code) ?? []
  const months = Number(first)
  if (type === 'DELAYED') {
    const base = bases.find((candidate) => candidate === (second ?? 'PRORATA_MONTHS'))
    return base && { type, months, base }
  }
  if (type !== 'WARRANTY_SPLIT' || !/^\d{1,3}$/.test(second ?? '') || months > 100) return undefined
  return { type, percent: months, months: Number(second) }
}
