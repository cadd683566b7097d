import { loadCustomFields } from '../../custom-fields/fields.ts'
import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type CustomField, valueFault } from '../../domain/custom-fields/custom-fields.ts'
import type { Kind } from '../kinds.ts'
import type { NamedType } from './file-shapes.ts'
import { type HolderEntry, type Names, plainValue, readBody } from './read-body.ts'

/** A program of the rate book. */
export interface KnownProgram {
  readonly id: number
  readonly code: string
}

/** A record that a file can name. */
export interface KnownRecord {
  readonly id: number
  readonly type: NamedType
  /** Its number or code. */
  readonly name: string
  readonly status: string
}

export const recordKey = (type: NamedType, name: string) => `${type} ${name.toLowerCase()}`

/** Names as they are in the database, and those of the account holders that the file adds. */
export interface FileNames extends Names {
  /** The stored record, if there is one. */
  stored(type: NamedType, name: string): KnownRecord | undefined
  /** The stored record with this id that the file names, or the account holder that it adds. */
  recordWithId(type: NamedType, id: number): Pick<KnownRecord, 'name' | 'status'> | undefined
  /** The account holder that a file adds has this id from now on. */
  setId(entry: HolderEntry, id: number): void
  /** The id of an account holder that the file adds, or what stands for it until it exists. */
  idOfAdded(entry: HolderEntry): number
  isProvisional(id: number): boolean
  fieldsOf(kind: Kind): readonly CustomField[]
}

/** Account holders that do not exist yet are told apart by numbers that no record ever gets. */
const PROVISIONAL = 2 ** 52

export async function loadNames(
  db: Db,
  entries: readonly HolderEntry[],
  programs: readonly KnownProgram[],
): Promise<FileNames> {
  const named = namesIn(entries)
  const [holders, groups, customFields] = await Promise.all([
    FIND_HOLDERS.rows(db, [named.map(({ type }) => type), named.map(({ name }) => name)]),
    PORTAL_GROUPS.rows(db, []),
    loadCustomFields(db),
  ])
  const active =
    (type: NamedType) =>
    ({ id, code }: KnownProgram) => ({ id, type, name: code, status: 'Active' })
  const known = [
    ...holders,
    ...groups.map(active('PortalVisibilityGroup')),
    ...programs.map(active('Program')),
  ]
  const records = new Map(known.map((record) => [recordKey(record.type, record.name), record]))
  const added = new Map<string, number>()
  const withId = new Map(
    known.map((record) => [`${record.type} ${record.id}`, record as Pick<KnownRecord, 'name' | 'status'>]),
  )
  for (const { kind, number } of entries) {
    const id = PROVISIONAL + added.size
    added.set(recordKey(kind.type, number), id)
    withId.set(`${kind.type} ${id}`, { name: number, status: 'Active' })
  }
  const fieldsOf = (kind: Kind) =>
    customFields.filter(({ appliesTo, productId }) => appliesTo === kind.type && productId === null)
  return {
    idOf(type, name) {
      const key = recordKey(type, name)
      const id = records.get(key)?.id ?? added.get(key)
      return id ?? { reason: `There is no ${wordsFor(type)} ${name}.` }
    },
    customValue: (kind, code, value) => customValue(fieldsOf(kind), code, value),
    stored: (type, name) => records.get(recordKey(type, name)),
    recordWithId: (type, id) => withId.get(`${type} ${id}`),
    setId: ({ kind, number }, id) => added.set(recordKey(kind.type, number), id),
    idOfAdded: ({ kind, number }) => added.get(recordKey(kind.type, number)) ?? 0,
    isProvisional: (id) => id >= PROVISIONAL,
    fieldsOf,
  }
}

const FIND_HOLDERS = statement(
  { id: int, type: text, name: text, status: text },
  `select h.id, h.type, h.number as name, h.status from account_holder h
   join unnest($1::text[], $2::text[]) as named (type, number)
     on named.type = h.type and named.number = lower(h.number)`,
)
const PORTAL_GROUPS = statement(
  { id: int, code: text },
  'select id, code from portal_visibility_group order by id',
)

/** The entries themselves, and every account holder that they name. */
function namesIn(entries: readonly HolderEntry[]): { readonly type: string; readonly name: string }[] {
  const named = new Map<string, { readonly type: string; readonly name: string }>()
  const add = (type: string, name: string) =>
    named.set(recordKey(type, name), { type, name: name.toLowerCase() })
  const names: Names = {
    idOf(type, name) {
      add(type, name)
      return 1
    },
    customValue: (_, __, value) => ({ value }),
  }
  for (const entry of entries) {
    add(entry.kind.type, entry.number)
    readBody(entry, names)
  }
  return [...named.values()]
}

/** Without a database any name may exist. Each gets a number of its own. */
export function anyNames(): Names {
  const ids = new Map<string, number>()
  return {
    idOf(type, name) {
      const key = recordKey(type, name)
      const id = ids.get(key) ?? ids.size + 1
      ids.set(key, id)
      return id
    },
    customValue: (_, __, value) => ({ value }),
  }
}

/** `DealerGroup` becomes `dealer group`. */
export const wordsFor = (type: NamedType) =>
  type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const textTypes: Readonly<Record<string, string>> = { Number: 'number', Money: 'number', Bool: 'boolean' }

function customValue(
  fields: readonly CustomField[],
  code: string,
  value: string,
): ReturnType<Names['customValue']> {
  const field = fields.find((each) => each.code.toLowerCase() === code.toLowerCase())
  if (!field) {
    const known = fields.map((each) => each.code).join(', ')
    return {
      reason: `There is no such custom field. ${known === '' ? 'There are none.' : `Known ones: ${known}.`}`,
    }
  }
  const typed = plainValue(textTypes[field.dataType] ?? 'text', value) ?? value
  const reason = valueFault(field, typed)
  return reason === undefined ? { value: typed } : { reason }
}
