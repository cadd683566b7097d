/** The type of a document as answered. The ids never change. */
export interface DocumentType {
  readonly id: number
  readonly code: string
  readonly name: string
}

const NAMES: readonly (readonly [code: string, name: string])[] = [
  ['CONTRACTFORM', 'ContractForm'],
  ['SIGNED', 'SignedContract'],
  ['CANCELFORM', 'CancelForm'],
  ['PAYOFF', 'PayoffLetter'],
  ['ODOMETER', 'OdometerStatement'],
  ['SETTLEMENT', 'InsuranceSettlement'],
  ['REPO', 'RepossessionLetter'],
  ['ESTIMATE', 'Estimate'],
  ['INVOICE', 'RepairInvoice'],
  ['PHOTO', 'Photo'],
  ['INSPECTION', 'InspectionReport'],
  ['FINANCE', 'FinanceAgreement'],
  ['POLICE', 'PoliceReport'],
  ['MAINTENANCE', 'MaintenanceRecord'],
  ['STATEMENT', 'Statement'],
  ['VOIDED', 'VoidedContract'],
  ['OTHER', 'Other'],
  ['DECISION', 'ClaimDecision'],
]

export const documentTypes: readonly DocumentType[] = NAMES.map(([code, name], at) => ({
  id: at + 1,
  code,
  name,
}))

/** The type with this id, which must exist. */
export function documentTypeById(id: number): DocumentType {
  const type = documentTypes[id - 1]
  if (!type) throw new Error(`There is no document type ${id}.`)
  return type
}

/** The ways in which a caller can name a type. */
interface NamedDocumentType {
  readonly documentTypeId?: number | undefined
  readonly documentTypeCode?: string | undefined
  readonly documentTypeName?: string | undefined
}

/** The type that matches everything the caller gave, if there is one. */
export function documentTypeNamed(named: NamedDocumentType): DocumentType | undefined {
  const same = (given: string | undefined, own: string) =>
    given === undefined || given.toLowerCase() === own.toLowerCase()
  return documentTypes.find(
    ({ id, code, name }) =>
      (named.documentTypeId ?? id) === id &&
      same(named.documentTypeCode, code) &&
      same(named.documentTypeName, name),
  )
}
