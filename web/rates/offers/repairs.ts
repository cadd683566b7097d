import type { RateReason, RateResponse } from '../../../sdk/src/types.gen.ts'
import { type InputName, type Inputs, inputOfField } from '../inputs/inputs.ts'
import { vinRepairs } from '../inputs/vin.ts'
import { limitOf } from './reasons.ts'

/**
 * A change of one input after which rates are probably offered. `Typo`: this was probably meant. `Limit`: the nearest
 * value that the rule allows, to show what is sold there.
 */
export interface Repair {
  readonly kind: 'Typo' | 'Limit'
  readonly input: InputName
  readonly value: string
  /** The product that should be offered then. Null: any. */
  readonly productCode: string | null
}

/** What the service refused. */
export interface Refusal {
  readonly code: string | undefined
  readonly reasons: readonly RateReason[]
}

/** As many are tried; each costs a quote. */
const MOST_TRIED = 8

/** Changes that may help, the likeliest first. Each must be tried before it is proposed. */
export function repairCandidates(inputs: Inputs, refusal: Refusal): readonly Repair[] {
  if (refusal.code === 'VinInvalid')
    return vinRepairs(inputs.vin ?? '')
      .slice(0, MOST_TRIED)
      .map((value) => ({ kind: 'Typo', input: 'vin', value, productCode: null }))
  const all = refusal.reasons
    .filter(({ fault }) => fault === 'Input')
    .flatMap((reason) => ofReason(inputs, reason))
  const distinct = new Map(all.map((repair) => [`${repair.input} ${repair.value}`, repair]))
  return [...distinct.values()]
    .sort((one, other) => Number(one.kind === 'Limit') - Number(other.kind === 'Limit'))
    .slice(0, MOST_TRIED)
}

function ofReason(inputs: Inputs, reason: RateReason): readonly Repair[] {
  const { productCode, rule } = reason
  const input = inputOfField(reason.field)
  const repair = (kind: Repair['kind'], value: string): Repair[] =>
    input && value !== inputs[input] ? [{ kind, input, value, productCode }] : []
  if (rule === 'LienRequired') return [{ kind: 'Limit', input: 'dealType', value: 'Loan', productCode }]
  const limit = limitOf(reason.needed)
  // Rules about the percent of a loan or the age of a vehicle do not say which amount or year would do.
  if (!input || !limit || !isSameMeasure(reason.field, rule)) return []
  const isOrEqual = limit.operator === '<=' || limit.operator === '>='
  return [
    ...(input === 'odometer'
      ? doubledDigits(inputs.odometer ?? '').flatMap((value) => repair('Typo', value))
      : []),
    ...(isOrEqual ? repair('Limit', limit.value) : []),
  ]
}

const isSameMeasure = (field: string | null, rule: string) =>
  field !== 'vehicle.age' && field !== 'deal.ltv' && !rule.startsWith('Ltv')

/** The number without one of two equal neighbors: 150000 may be 15000 with a zero too many. */
export function doubledDigits(text: string): readonly string[] {
  const digits = text.replace(/\D/g, '')
  const shorter = [...digits].flatMap((digit, at) =>
    digit === digits[at + 1] ? [digits.slice(0, at) + digits.slice(at + 1)] : [],
  )
  return [...new Set(shorter)]
}

/** Whether the repaired quote offers what was not offered before. */
export const isRepaired = ({ productCode }: Repair, { products }: RateResponse): boolean =>
  products.some(({ code }) => productCode === null || code === productCode)
