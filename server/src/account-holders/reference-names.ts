import { type Caller, isLimited } from '../http/caller.ts'

/** The form of a contract names these, so whoever sees the contract can read them there. */
const onForms: ReadonlySet<string> = new Set(['AdminCompany', 'Customer', 'Dealer', 'Insurer', 'LienHolder'])
/** Limited callers see all of these. */
const seenByAll: ReadonlySet<string> = new Set(['LienHolder', 'RepairFacility'])
/** These see claims and inspections, but not the contracts behind them. */
const withoutForms: ReadonlySet<string> = new Set(['RepairFacility', 'InspectionCompany'])

interface Named {
  readonly type: string | null
  readonly id: number | null
  readonly name: string | null
}

/** The reference as this caller may see it: a limited caller learns no name that it could not read elsewhere. */
export const namedFor = <One extends Named>(caller: Pick<Caller, 'scopes'>, reference: One): One =>
  seesName(caller, reference) ? reference : { ...reference, name: null }

function seesName({ scopes }: Pick<Caller, 'scopes'>, { type, id }: Named): boolean {
  if (!isLimited({ scopes }) || type === null) return true
  if (seenByAll.has(type)) return true
  if (scopes.some((scope) => scope.type === type && scope.id === id)) return true
  return onForms.has(type) && !scopes.some((scope) => withoutForms.has(scope.type))
}
