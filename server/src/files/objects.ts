import type { CellReader, FileField } from './cells.ts'
import { type FilePlace, type FileReading, type FileRow, readFileText, reportFault } from './reading.ts'
import { readYaml, type YamlNode, type YamlTexts } from './yaml.ts'

// Objects of a YAML file, checked field by field. A fault does not end the reading: every reader reports it and returns
// a value of its type all the same.

/** Reads one field of an object from its node, which is undefined where the file leaves it out. */
export type NodeReader<T> = (node: YamlNode | undefined, at: NodePlace) => T
/** How a field of an object is read: a single value, or something of its own. */
export type FieldReader<T> = FileField<T> | NodeReader<T>

export interface NodePlace extends FilePlace {
  readonly reading: FileReading
  /** The name of the field in the file. */
  readonly name: string
}

export type ObjectFields<T> = { readonly [Name in keyof T]: FieldReader<T[Name]> }

/** The content of a file. A required file that is missing, empty or not YAML is reported. */
export function readYamlFile(
  reading: FileReading,
  file: string,
  need: 'needed' | 'optional' = 'needed',
  texts: YamlTexts = {},
): YamlNode | undefined {
  const text = readFileText(reading, file, need)
  if (text === undefined) return undefined
  const { root, faults } = readYaml(text, texts)
  for (const { line, reason } of faults) reportFault(reading, { file, line }, reason)
  if (!root && faults.length === 0 && need === 'needed')
    reportFault(reading, { file, line: 1 }, 'The file is empty.')
  return root
}

/** An object with these fields and no others. */
export function readObject<T extends object>(
  node: YamlNode | undefined,
  at: NodePlace,
  fields: ObjectFields<T>,
): FileRow<T> {
  const { file } = at
  const before = at.reading.faults.length
  const isMap = node?.kind === 'map'
  if (node && !isMap)
    reportFault(at.reading, { file, line: node.line }, `${at.name}: Write fields here, as "name: value".`)
  const entered = isMap ? node.entries : new Map<string, never>()
  const known = Object.keys(fields)
  for (const [name, { line }] of entered)
    if (!known.includes(name))
      reportFault(at.reading, { file, line }, `Unknown field "${name}". Known fields: ${known.join(', ')}.`)
  const line = node?.line ?? at.line
  // Fields of something that is not an object are not reported as missing: one fault is enough.
  const reading = node && !isMap ? { ...at.reading, faults: [] } : at.reading
  const values = Object.fromEntries(
    Object.entries<FieldReader<unknown>>(fields).map(([name, field]) => {
      const entry = entered.get(name)
      return [name, readField(field, entry?.node, { reading, file, line: entry?.line ?? line, name })]
    }),
  )
  const fieldLines = new Map([...entered].map(([name, entry]) => [name, entry.line]))
  // Each field gave a value of its type.
  return { line, isSound: at.reading.faults.length === before, values: values as T, fieldLines }
}

export function readField<T>(field: FieldReader<T>, node: YamlNode | undefined, at: NodePlace): T {
  if (typeof field === 'function') return field(node, at)
  if (node) return readValue(field.cell, node, at)
  if (field.isRequired) reportFault(at.reading, at, `The field ${at.name} is missing.`)
  return field.empty
}

export function readValue<T>(cell: CellReader<T>, node: YamlNode, at: NodePlace): T {
  const report = (reason: string) =>
    reportFault(at.reading, { file: at.file, line: node.line }, `${at.name}: ${reason}`)
  if (node.kind === 'text') return cell(node.text, report)
  report('This must be a single value.')
  return cell('', () => undefined)
}

/** A list of values; empty where it is left out. */
export const valueList =
  <T>(cell: CellReader<T>): NodeReader<readonly T[]> =>
  (node, at) =>
    listItems(node, at).map((item) => readValue(cell, item, at))

/** A list of values; null where it is left out. An empty list would mean neither all nor some. */
export const optionalValueList =
  <T>(cell: CellReader<T>): NodeReader<readonly T[] | null> =>
  (node, at) => {
    if (!node) return null
    const items = valueList(cell)(node, at)
    if (node.kind === 'list' && items.length === 0)
      reportFault(at.reading, at, `${at.name}: The list is empty. Leave the field out to mean all.`)
    return items
  }

/** An object inside another; null where it is left out. */
export const optionalObject =
  <T extends object>(fields: ObjectFields<T>): NodeReader<T | null> =>
  (node, at) =>
    node ? readObject(node, { ...at, line: node.line }, fields).values : null

/** A list of objects. */
export const objectList =
  <T extends object>(fields: ObjectFields<T>): NodeReader<readonly FileRow<T>[]> =>
  (node, at) =>
    listItems(node, at).map((item) => readObject(item, { ...at, line: item.line }, fields))

/** A list of objects; null where it is left out. */
export const optionalObjectList =
  <T extends object>(fields: ObjectFields<T>): NodeReader<readonly FileRow<T>[] | null> =>
  (node, at) =>
    node ? objectList(fields)(node, at) : null

/** A list of objects, in which a text alone is short for an object that has only this. */
export const textOrObjectList =
  <T extends object>(
    fromText: (node: YamlNode, at: NodePlace) => T,
    fields: ObjectFields<T>,
  ): NodeReader<readonly FileRow<T>[]> =>
  (node, at) =>
    listItems(node, at).map((item) =>
      item.kind === 'text'
        ? { line: item.line, isSound: true, values: fromText(item, at) }
        : readObject<T>(item, { ...at, line: item.line }, fields),
    )

/** Names that the file chooses, each with a value. */
export const namedValues =
  <T>(cell: CellReader<T>): NodeReader<readonly (readonly [name: string, value: T])[]> =>
  (node, at) =>
    readEntries(node, at, (entry, place) => readValue(cell, entry, place)).map(({ name, value }) => [
      name,
      value,
    ])

export function readEntries<T>(
  node: YamlNode | undefined,
  at: NodePlace,
  read: (node: YamlNode, at: NodePlace) => T,
): { readonly name: string; readonly value: T }[] {
  if (!node) return []
  if (node.kind === 'map')
    return [...node.entries].map(([name, entry]) => ({
      name,
      value: read(entry.node, { ...at, line: entry.line, name: `${at.name} ${name}` }),
    }))
  reportFault(at.reading, at, `${at.name}: Write this as "name: value".`)
  return []
}

export function listItems(node: YamlNode | undefined, at: NodePlace): readonly YamlNode[] {
  if (!node) return []
  if (node.kind === 'list') return node.items
  reportFault(at.reading, { file: at.file, line: node.line }, `${at.name}: This must be a list.`)
  return []
}
