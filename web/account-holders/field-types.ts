import type { TextKey } from './text.ts'

// A field of a record as data: what it is called, how it is typed in, and what it is made of.

type KeyAfter<Prefix extends string> = TextKey extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never

export type FieldLabel = KeyAfter<'field.'>
export type Choice = KeyAfter<'choice.'>

/** Records that another record can be linked to. */
export type LinkTarget =
  | 'agents'
  | 'dealergroups'
  | 'dealers'
  | 'disbursementaccounts'
  | 'portalvisibilitygroups'
  | 'programs'
  | 'repairfacilities'

interface Common {
  readonly name: string
  readonly label: FieldLabel
  readonly isRequired?: boolean
  readonly hint?: TextKey
  /** Left out where entries of a list are shown as a table. */
  readonly isOutsideTable?: boolean
}

export type Field = Common &
  (
    | {
        readonly kind: 'text' | 'area' | 'state' | 'flag' | 'date' | 'money' | 'number' | 'percent' | 'texts'
      }
    /** Yes, no, or as the general setting says. */
    | { readonly kind: 'yesNoDefault' }
    /** Answered masked, sent whole. What is left empty stays as it is. */
    | { readonly kind: 'secret' | 'secretDate' }
    /** Sent and never answered. */
    | { readonly kind: 'writeOnly' }
    /** Answered and never sent. */
    | { readonly kind: 'shown' }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[]; readonly mayBeEmpty?: boolean }
    | { readonly kind: 'link' | 'links'; readonly to: LinkTarget }
    | GroupPart
    | { readonly kind: 'list'; readonly of: readonly Field[] }
  )

interface GroupPart {
  readonly kind: 'group'
  readonly of: readonly Field[]
  /** The group may be missing altogether; this says what missing means. */
  readonly absent?: TextKey
  /** The group exists only if another field of the same record has this value. */
  readonly when?: { readonly name: string; readonly is: string }
}

export type ListField = Field & { readonly kind: 'list' }
export type GroupField = Field & { readonly kind: 'group' }
export type PlainField = Exclude<Field, { kind: 'group' | 'list' | 'shown' }>

/** Fields that are shown and edited together. */
export interface Section {
  readonly id: string
  readonly title: TextKey
  readonly fields: readonly Field[]
}

type Extra = Partial<Omit<Common, 'name'>>

const plain =
  <Kind extends Field['kind']>(kind: Kind) =>
  (name: FieldLabel, extra: Extra = {}) =>
    ({ name, label: name, kind, ...extra }) as const

export const text = plain('text')
export const area = plain('area')
export const state = plain('state')
export const flag = plain('flag')
export const date = plain('date')
export const money = plain('money')
export const number = plain('number')
export const percent = plain('percent')
export const texts = plain('texts')
export const yesNoDefault = plain('yesNoDefault')
export const secret = plain('secret')
export const secretDate = plain('secretDate')
export const writeOnly = plain('writeOnly')
export const shown = plain('shown')

export const choice = (
  name: FieldLabel,
  choices: readonly Choice[],
  extra: Extra & { mayBeEmpty?: boolean } = {},
) => ({ name, label: name, kind: 'choice', choices, ...extra }) as const
export const link = (name: FieldLabel, to: LinkTarget, extra: Extra = {}) =>
  ({ name, label: name, kind: 'link', to, ...extra }) as const
export const links = (name: FieldLabel, to: LinkTarget) => ({ name, label: name, kind: 'links', to }) as const
export const list = (name: FieldLabel, of: readonly Field[]) =>
  ({ name, label: name, kind: 'list', of }) as const
export const group = (
  name: FieldLabel,
  of: readonly Field[],
  extra: Extra & Pick<GroupPart, 'absent' | 'when'> = {},
) => ({ name, label: name, kind: 'group', of, ...extra }) as const
