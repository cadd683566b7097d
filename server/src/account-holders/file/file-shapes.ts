import type { z } from 'zod'
import type { AccountHolderType } from '../holder-types.ts'
import type { Kind } from '../kinds.ts'
import { kindFields } from '../shapes.ts'

// What a file may say about an account holder. It follows from what the API takes, so a new field is in both. Only the
// ids differ: nobody knows them when a file is written, so a file names other records by their number or code.

/** What a file names by number or code. */
export type NamedType = AccountHolderType | 'PortalVisibilityGroup' | 'Program'

export type FileShape =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'customFields' }
  | { readonly kind: 'reference'; readonly to: NamedType }
  | { readonly kind: 'list'; readonly item: FileShape }
  | ObjectShape

export interface ObjectShape {
  readonly kind: 'object'
  /** By the name in the file. */
  readonly parts: ReadonlyMap<string, FilePart>
}

interface FilePart {
  /** The name in the API. */
  readonly name: string
  readonly shape: FileShape
}

/** The ids in the API: the name that they have in a file, and what they refer to. */
const references: Readonly<Record<string, { readonly name: string; readonly to: NamedType }>> = {
  agentId: { name: 'agentNumber', to: 'Agent' },
  dealerGroupId: { name: 'dealerGroupNumber', to: 'DealerGroup' },
  dealerGroupIds: { name: 'dealerGroupNumbers', to: 'DealerGroup' },
  dealerIds: { name: 'dealerNumbers', to: 'Dealer' },
  parentAgentId: { name: 'parentAgentNumber', to: 'Agent' },
  parentGroupId: { name: 'parentGroupNumber', to: 'DealerGroup' },
  portalVisibilityGroupIds: { name: 'portalVisibilityGroupCodes', to: 'PortalVisibilityGroup' },
  programId: { name: 'programCode', to: 'Program' },
  reinsuranceAccountId: { name: 'reinsuranceAccountNumber', to: 'DisbursementAccount' },
  repairFacilityId: { name: 'repairFacilityNumber', to: 'RepairFacility' },
}

/** A name of the API as a file has it. */
export const fileName = (name: string) => references[name]?.name ?? name

/** A JSON pointer as a file says it: `/agents/0/agentId` becomes `agents.1.agentNumber`. */
export const fieldPath = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : fileName(part)))
    .join('.')

const shapes = new Map<Kind, ObjectShape>()

/** Everything that a file may say about an account holder of this kind. */
export function holderShape(kind: Kind): ObjectShape {
  const known = shapes.get(kind)
  if (known) return known
  const fields = Object.entries(kindFields(kind)).flatMap(([name, { input }]) =>
    // A bank account beside the payment methods would be added again each time. It is written as one of them.
    input && name !== 'ach' ? [[name, input] as const] : [],
  )
  const made = objectShape(fields)
  shapes.set(kind, made)
  return made
}

const objectShape = (parts: readonly (readonly [name: string, schema: z.ZodType])[]): ObjectShape => ({
  kind: 'object',
  parts: new Map(parts.map(([name, schema]) => [fileName(name), { name, shape: partShape(name, schema) }])),
})

function partShape(name: string, schema: z.ZodType): FileShape {
  if (name === 'customFields') return { kind: 'customFields' }
  const reference = references[name]
  if (!reference) return shapeOf(schema)
  const one = { kind: 'reference', to: reference.to } as const
  return shapeOf(schema).kind === 'list' ? { kind: 'list', item: one } : one
}

/** The parts of a schema that tell what it takes. */
interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

function shapeOf(schema: z.ZodType): FileShape {
  const { type, innerType, in: taken, element, shape } = schema.def as unknown as Definition
  // Wrappers such as nullable and default, and what is changed after it was taken.
  const inner = innerType ?? taken
  if (inner) return shapeOf(inner)
  if (element) return { kind: 'list', item: shapeOf(element) }
  // The id of a payment method says which stored one is meant. A file does not know it.
  if (shape) return objectShape(Object.entries(shape).filter(([name]) => name !== 'id'))
  return { kind: type === 'number' || type === 'boolean' ? type : 'text' }
}
