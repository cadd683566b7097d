import type { Operation } from '../api/client.ts'
import type { FieldLabel, LinkTarget, Section } from './field-types.ts'
import type { TextKey } from './text.ts'

type KindPath =
  | 'agents'
  | 'claimpayees'
  | 'customers'
  | 'dealergroups'
  | 'dealers'
  | 'disbursementaccounts'
  | 'inspectioncompanies'
  | 'insurers'
  | 'lienholders'
  | 'repairfacilities'

export type ColumnName =
  | 'agent'
  | 'city'
  | 'contractCount'
  | 'dealerCount'
  | 'dealerGroup'
  | 'email'
  | 'name'
  | 'number'
  | 'phone'
  | 'state'
  | 'status'

/** A filter of a list, under the API's name. */
export interface KindFilter {
  readonly name: string
  readonly label: FieldLabel
  readonly kind: 'text' | 'statuses' | 'flag' | 'link'
  readonly to?: LinkTarget
}

export interface Kind {
  /** In the address of the portal: /partners/{path}. */
  readonly path: KindPath
  /** As the API calls it. */
  readonly type: string
  readonly idName: string
  readonly list: Operation
  readonly read: Operation
  readonly change: Operation
  readonly create?: Operation
  readonly customFields?: {
    readonly list: Operation
    readonly create: Operation
    readonly change: Operation
    readonly remove: Operation
  }
  /** What callers with scopes see of this kind: nothing, or only what they are limited to. Absent: more than that. */
  readonly partnersSee?: 'nothing' | 'own'
  readonly columns: readonly ColumnName[]
  readonly filters: readonly KindFilter[]
  readonly sortBy: string
  readonly sections: readonly Section[]
  /** The filter of the list of contracts that means this record. */
  readonly contractsBy?: string
  /** The filter of the list of dealers that means this record. */
  readonly dealersBy?: string
  readonly hasRateVisibility?: boolean
}

export const kindTitle = (kind: Kind): TextKey => `kind.${kind.path}`
export const kindNoun = (kind: Kind): TextKey => `one.${kind.path}`
export const kindNew = (kind: Kind): TextKey => `new.${kind.path}`
