import type { CriteriaEvaluationRequest } from '../../../sdk/src/types.gen.ts'

/** A fact that rules ask for, as `vehicle.year`. */
export interface ContextField {
  readonly group: 'vehicle' | 'deal' | 'dealer' | 'customer' | 'item'
  readonly name: string
  readonly kind: 'text' | 'number'
}

const text = (group: ContextField['group'], ...names: readonly string[]): readonly ContextField[] =>
  names.map((name) => ({ group, name, kind: 'text' }))
const number = (group: ContextField['group'], ...names: readonly string[]): readonly ContextField[] =>
  names.map((name) => ({ group, name, kind: 'number' }))

/** The facts, as the service names them. */
export const contextFields: readonly ContextField[] = [
  ...number('vehicle', 'year'),
  ...text('vehicle', 'make', 'model', 'trim', 'series', 'bodyStyle'),
  ...number('vehicle', 'odometer', 'age'),
  ...text('vehicle', 'fuelType', 'driveType', 'aspiration', 'condition', 'segmentation', 'use', 'classCode'),
  ...text('deal', 'saleDate', 'type', 'state'),
  ...number('deal', 'price', 'msrp', 'nadaValue', 'financedAmount', 'financeTermMonths', 'apr', 'ltv'),
  ...text('dealer', 'number', 'group', 'state'),
  ...text('customer', 'state'),
  ...text('item', 'assetType', 'serialNumber'),
  ...number('item', 'purchasePrice'),
]

export const groups = ['vehicle', 'deal', 'dealer', 'customer', 'item'] as const

export const keyOf = ({ group, name }: ContextField): string => `${group}.${name}`

type Context = NonNullable<CriteriaEvaluationRequest['context']>

/** What was typed, as the service takes it. Facts without a value are unknown and left out. */
export function contextOf(typed: Readonly<Record<string, string>>): Context {
  const context: Record<string, Record<string, unknown>> = {}
  for (const field of contextFields) {
    const value = (typed[keyOf(field)] ?? '').trim()
    if (value === '') continue
    const known = field.kind === 'number' ? Number(value.replaceAll(',', '')) : value
    if (typeof known === 'number' && Number.isNaN(known)) continue
    context[field.group] = { ...context[field.group], [field.name]: known }
  }
  return context as Context
}
