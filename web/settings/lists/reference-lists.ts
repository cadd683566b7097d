import type { ListOperation } from '../../api/client.ts'
import type { TextKey } from '../text.ts'

export type ColumnName =
  | 'acceptedOn'
  | 'autoResolve'
  | 'blocksClaims'
  | 'categoryCode'
  | 'causeCode'
  | 'code'
  | 'complaintCode'
  | 'correctionCode'
  | 'defaultMode'
  | 'forcesFlat'
  | 'formula'
  | 'freezesPayables'
  | 'isActive'
  | 'monthRule'
  | 'name'
  | 'payeeRule'
  | 'productTypeCodes'
  | 'refundPercent'
  | 'requestedBy'
  | 'requiredDocuments'

/** A list of the service that forms choose from. */
export interface ReferenceList {
  /** The last part of its path in the portal. */
  readonly path: string
  readonly title: TextKey
  readonly operation: ListOperation
  /** The fields of its rows that are shown, in order. */
  readonly columns: readonly ColumnName[]
  readonly sortBy: string
  /** The fields that the service sorts by. */
  readonly sorts: readonly string[]
  /** Whether it can be limited to a type of product, and to what is in use. */
  readonly filters: readonly ('productTypeCode' | 'isActive')[]
}

const coded = ['code', 'name'] as const

/** One table shows all of them, so a list more is a row here. */
export const referenceLists: readonly ReferenceList[] = [
  {
    path: 'cancel-reasons',
    title: 'list.cancelReasons',
    operation: 'GET /cancelreasons',
    columns: ['code', 'name', 'requestedBy', 'payeeRule', 'forcesFlat', 'requiredDocuments', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'cancel-methods',
    title: 'list.cancelMethods',
    operation: 'GET /cancelmethods',
    columns: ['code', 'name', 'formula', 'monthRule', 'refundPercent', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'hold-reasons',
    title: 'list.holdReasons',
    operation: 'GET /contracts/holdreasons',
    columns: ['code', 'name', 'defaultMode', 'blocksClaims', 'freezesPayables', 'autoResolve', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'claim-hold-reasons',
    title: 'list.claimHoldReasons',
    operation: 'GET /claims/holdReasons',
    columns: ['code', 'name', 'productTypeCodes', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'denied-reasons',
    title: 'list.deniedReasons',
    operation: 'GET /claims/deniedReasons',
    columns: ['code', 'name', 'productTypeCodes', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'inspection-reasons',
    title: 'list.inspectionReasons',
    operation: 'GET /inspectionreasons',
    columns: ['code', 'name', 'productTypeCodes', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'reject-inspection-reasons',
    title: 'list.rejectInspectionReasons',
    operation: 'GET /rejectinspectionreasons',
    columns: ['code', 'name', 'productTypeCodes', 'isActive'],
    sortBy: 'name',
    sorts: coded,
    filters: ['productTypeCode', 'isActive'],
  },
  {
    path: 'complaints',
    title: 'list.complaints',
    operation: 'GET /claims/complaints',
    columns: ['code', 'name', 'categoryCode', 'productTypeCodes'],
    sortBy: 'name',
    sorts: ['code', 'name', 'categoryCode'],
    filters: ['productTypeCode'],
  },
  {
    path: 'causes',
    title: 'list.causes',
    operation: 'GET /claims/causes',
    columns: ['code', 'name', 'categoryCode', 'productTypeCodes'],
    sortBy: 'name',
    sorts: ['code', 'name', 'categoryCode'],
    filters: ['productTypeCode'],
  },
  {
    path: 'corrections',
    title: 'list.corrections',
    operation: 'GET /claims/corrections',
    columns: ['code', 'name', 'categoryCode', 'productTypeCodes'],
    sortBy: 'name',
    sorts: ['code', 'name', 'categoryCode'],
    filters: ['productTypeCode'],
  },
  {
    path: 'combinations',
    title: 'list.combinations',
    operation: 'GET /claims/complaintcausecorrections',
    columns: ['complaintCode', 'causeCode', 'correctionCode', 'categoryCode'],
    sortBy: 'complaintCode',
    sorts: ['complaintCode', 'causeCode', 'correctionCode', 'categoryCode'],
    filters: ['productTypeCode'],
  },
  {
    path: 'document-types',
    title: 'list.documentTypes',
    operation: 'GET /documenttypes',
    columns: ['code', 'name', 'acceptedOn'],
    sortBy: 'name',
    sorts: coded,
    filters: [],
  },
]

export const listAt = (path: string | undefined): ReferenceList | undefined =>
  path === undefined ? referenceLists[0] : referenceLists.find((list) => list.path === path)
