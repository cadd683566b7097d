import type { RateReason, RateWarning } from '../../../sdk/src/types.gen.ts'
import { ApiError } from '../../api/client.ts'
import { type InputName, inputOfField } from '../inputs/inputs.ts'

/** A reason why something is not offered, with the plans that it keeps away. */
export interface ShownReason {
  readonly reason: RateReason
  /** The input to change. Undefined: none of this page. */
  readonly input: InputName | undefined
  /** Empty: all plans of the product. */
  readonly planCodes: readonly string[]
}

export interface ProductReasons {
  /** Null: the reasons concern the dealer. */
  readonly productCode: string | null
  readonly input: readonly ShownReason[]
  readonly configuration: readonly ShownReason[]
}

/** Reasons that no dealer can do anything about, and that say little while something else is offered. */
const quiet = new Set(['NotVisible', 'AssetTypeNotCovered', 'MissingParameters'])

/** The reasons by product, what the input can mend first, each once for all plans that it concerns. */
export function reasonsByProduct(
  reasons: readonly RateReason[],
  hasRates: boolean,
): readonly ProductReasons[] {
  const shown = reasons.filter(({ rule }) => !(hasRates && quiet.has(rule)))
  const products = [...new Set(shown.map(({ productCode }) => productCode))]
  return products
    .map((productCode) => {
      const merged = mergePlans(shown.filter((reason) => reason.productCode === productCode))
      const byFault = (fault: RateReason['fault']) => merged.filter(({ reason }) => reason.fault === fault)
      return { productCode, input: byFault('Input'), configuration: byFault('Configuration') }
    })
    .sort((one, other) => Number(one.input.length === 0) - Number(other.input.length === 0))
}

function mergePlans(reasons: readonly RateReason[]): readonly ShownReason[] {
  const merged = new Map<string, ShownReason>()
  for (const reason of reasons) {
    const { rule, field, seen, needed, planCode } = reason
    const name = JSON.stringify([rule, field, seen, needed])
    const before = merged.get(name)
    const planCodes = [...new Set([...(before?.planCodes ?? []), ...(planCode === null ? [] : [planCode])])]
    merged.set(name, { reason: before?.reason ?? reason, input: inputOfField(field), planCodes })
  }
  return [...merged.values()]
}

/** The reasons that a refusal carries. */
export function reasonsOfError(error: unknown): readonly RateReason[] {
  const reasons = error instanceof ApiError ? error.problem.reasons : undefined
  return Array.isArray(reasons) ? (reasons as readonly RateReason[]) : []
}

/** The parameters that the service misses. */
export function missingOfError(error: unknown): readonly string[] {
  const missing = error instanceof ApiError ? error.problem.missing : undefined
  return Array.isArray(missing) ? (missing as readonly string[]) : []
}

/** Products that would be rated if more were known about the deal. A product for another kind of item is none of them. */
export const skippedProducts = (warnings: readonly RateWarning[]): readonly RateWarning[] =>
  warnings.filter(
    ({ code, missing = [] }) =>
      code === 'ProductSkipped' && missing.length > 0 && !missing.includes('assetTypeCode'),
  )

/** What every vehicle needs to be rated, whatever the product. */
const needsOfVehicles = new Set(['vin|year+make+model', 'odometer', 'saleDate'])

/**
 * The missing parameters, what no vehicle is rated without first. With them some products are rated; the rest is for the
 * others.
 */
export function missingInOrder(missing: readonly string[], isVehicle: boolean) {
  const first = isVehicle ? missing.filter((name) => needsOfVehicles.has(name)) : missing
  return first.length > 0 ? first : missing
}

/** Whether a refusal is about the inputs and is explained beside the form. Others are faults of the page or the service. */
export const isAboutInputs = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  ['NoPlansFound', 'MissingParameters', 'VinInvalid', 'VinNotDecoded', 'ValidationFailed'].includes(
    error.code,
  )

/** A limit that a rule states: `<= 100000`. */
export interface Limit {
  readonly operator: '<=' | '>=' | '<' | '>' | '==' | '!='
  readonly value: string
}

/** Reads a rule such as `<= 100000` or `>= 2024-01-01`. Undefined: it is of another kind. */
export function limitOf(needed: unknown): Limit | undefined {
  const parts = /^(<=|>=|<|>|==|!=) *'?([^']+?)'?$/.exec(String(needed ?? ''))
  // The pattern has no other operators.
  return parts?.[1] && parts[2] ? { operator: parts[1] as Limit['operator'], value: parts[2] } : undefined
}
