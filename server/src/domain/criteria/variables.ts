/**
 * The typed variables of a criteria rule. A name that is not here is refused when the rule is saved, not when a dealer
 * requests a rate.
 */
export const criteriaVariables = {
  vehicle: {
    year: 'int',
    make: 'string',
    model: 'string',
    trim: 'string',
    series: 'string',
    bodyStyle: 'string',
    fuelType: 'string',
    driveType: 'string',
    aspiration: 'string',
    odometer: 'int',
    age: 'int',
    condition: 'string',
    segmentation: 'string',
    use: 'string',
    classCode: 'string',
  },
  item: { assetType: 'string', purchasePrice: 'double', serialNumber: 'string' },
  deal: {
    saleDate: 'string',
    price: 'double',
    msrp: 'double',
    nadaValue: 'double',
    financedAmount: 'double',
    financeTermMonths: 'int',
    apr: 'double',
    ltv: 'double',
    type: 'string',
    state: 'string',
  },
  dealer: { number: 'string', group: 'string', state: 'string' },
  customer: { state: 'string' },
} as const

/** Contracts and claims also have custom fields: a rule may use any field of them. */
export const openVariables = ['contract', 'claim'] as const

type Variables = typeof criteriaVariables
export type VariableType = 'int' | 'double' | 'string'
type ValueOf<Type> = Type extends 'string' ? string : number

/** The facts that a rule is evaluated with. A missing or null value is unknown. */
export type CriteriaContext = {
  readonly [Root in keyof Variables]?: {
    readonly [Field in keyof Variables[Root]]?: ValueOf<Variables[Root][Field]> | null | undefined
  }
} & { readonly [Root in (typeof openVariables)[number]]?: Readonly<Record<string, unknown>> }

/** Makes, states and codes are compared in upper case; rules must write them so. */
const raisedVariables = [
  ['vehicle', 'make'],
  ['vehicle', 'classCode'],
  ['item', 'assetType'],
  ['deal', 'state'],
  ['dealer', 'state'],
  ['customer', 'state'],
] as const

/** The context with its makes, states and codes in upper case. */
export function raiseContext(context: CriteriaContext): CriteriaContext {
  const raised: Record<string, Readonly<Record<string, unknown>> | undefined> = { ...context }
  for (const [root, field] of raisedVariables) {
    const value = raised[root]?.[field]
    if (typeof value === 'string') raised[root] = { ...raised[root], [field]: value.toUpperCase() }
  }
  // The same fields with values of the same types; only the letter case changes.
  return raised as CriteriaContext
}

const fieldTypes: ReadonlyMap<string, ReadonlyMap<string, VariableType>> = new Map(
  Object.entries(criteriaVariables).map(([root, fields]) => [root, new Map(Object.entries(fields))]),
)

export const rootNames: readonly string[] = [...fieldTypes.keys(), ...openVariables]

export const isOpenVariable = (root: string) => openVariables.some((name) => name === root)

/** The declared fields of a variable and their types; undefined for an open or unknown variable. */
export const variableFields = (root: string) => fieldTypes.get(root)
