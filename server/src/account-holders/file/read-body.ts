import type { FileFault } from '../../domain/rate-book/book.ts'
import type { YamlNode } from '../../files/yaml.ts'
import type { Values } from '../holder-rules.ts'
import type { Kind } from '../kinds.ts'
import { type FileShape, fieldPath, holderShape, type NamedType, type ObjectShape } from './file-shapes.ts'

/** What a file says about one account holder. */
export interface HolderEntry {
  readonly kind: Kind
  readonly number: string
  readonly file: string
  readonly line: number
  readonly node: Extract<YamlNode, { kind: 'map' }>
}

/** What the names in a file stand for. */
export interface Names {
  /** The id of a record, or the reason why it cannot be used. */
  idOf(type: NamedType, name: string): number | { readonly reason: string }
  /** The value of a custom field from its text, or the reason why it is not valid. */
  customValue(
    kind: Kind,
    code: string,
    text: string,
  ): { readonly value: unknown } | { readonly reason: string }
}

/** What a file says about an account holder, as the API takes it. */
export interface HolderBody {
  readonly values: Values
  readonly faults: readonly FileFault[]
  /** The JSON pointers of what the faults are about. */
  readonly reported: ReadonlySet<string>
  /** The line of the value at a JSON pointer. */
  lineOf(pointer: string): number
}

/** How a file says that a value is removed. */
export const NOTHING = 'null'

export function readBody(entry: HolderEntry, names: Names): HolderBody {
  const { kind, file, line, node } = entry
  const faults: FileFault[] = []
  const lines = new Map<string, number>()
  const reported = new Set<string>()
  const reading: Reading = {
    ...{ kind, names, lines },
    report(at, pointer, reason) {
      reported.add(pointer)
      faults.push({ file, line: at, reason: pointer === '' ? reason : `${fieldPath(pointer)}: ${reason}` })
    },
  }
  const values = readParts(reading, node, holderShape(kind), '')
  return { values, faults, reported, lineOf: (pointer) => nearest(lines, pointer) ?? line }
}

interface Reading {
  readonly kind: Kind
  readonly names: Names
  readonly lines: Map<string, number>
  report(line: number, pointer: string, reason: string): void
}

/** The line of a value, or of the nearest one around it that the file has. */
function nearest(lines: ReadonlyMap<string, number>, pointer: string): number | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return undefined
}

function readParts(
  reading: Reading,
  node: Extract<YamlNode, { kind: 'map' }>,
  { parts }: ObjectShape,
  pointer: string,
): Values {
  const entries = [...node.entries].flatMap(([name, { line, node: inner }]) => {
    const part = parts.get(name)
    if (!part) {
      const known = [...parts.keys()].join(', ')
      reading.report(line, pointer, `Unknown field "${name}". Known fields: ${known}.`)
      return []
    }
    const at = `${pointer}/${part.name}`
    reading.lines.set(at, line)
    return [[part.name, readNode(reading, inner, part.shape, at)]]
  })
  return Object.fromEntries(entries)
}

function readNode(reading: Reading, node: YamlNode, shape: FileShape, pointer: string): unknown {
  if (!reading.lines.has(pointer)) reading.lines.set(pointer, node.line)
  if (node.kind === 'text' && node.text === NOTHING) return null
  switch (shape.kind) {
    case 'list':
      return readList(reading, node, shape.item, pointer)
    case 'object':
      return readObject(reading, node, shape, pointer)
    case 'customFields':
      return readCustomFields(reading, node, pointer)
    default:
      return readText(reading, node, shape, pointer)
  }
}

/** A list. Single values may be written in one text, separated by semicolons. */
function readList(reading: Reading, node: YamlNode, item: FileShape, pointer: string): unknown {
  if (node.kind === 'map') {
    reading.report(node.line, pointer, 'This must be a list.')
    return []
  }
  const items =
    node.kind === 'list'
      ? node.items
      : node.text
          .split(';')
          .map((text) => text.trim())
          .filter((text) => text !== '')
          .map((text): YamlNode => ({ kind: 'text', line: node.line, text }))
  return items.map((each, at) => readNode(reading, each, item, `${pointer}/${at}`))
}

/** An object. One that refers to a record may be the name of the record alone: `agents: [A100]`. */
function readObject(reading: Reading, node: YamlNode, shape: ObjectShape, pointer: string): unknown {
  if (node.kind === 'map') return readParts(reading, node, shape, pointer)
  const [first] = shape.parts.values()
  if (node.kind === 'text' && first?.shape.kind === 'reference')
    return { [first.name]: readNode(reading, node, first.shape, `${pointer}/${first.name}`) }
  reading.report(node.line, pointer, 'Write fields here, as "name: value".')
  return {}
}

function readText(
  reading: Reading,
  node: YamlNode,
  shape: Extract<FileShape, { kind: 'text' | 'number' | 'boolean' | 'reference' | 'customFields' }>,
  pointer: string,
): unknown {
  const { line } = node
  if (node.kind !== 'text') {
    reading.report(line, pointer, 'This must be a single value.')
    return undefined
  }
  const { text } = node
  if (shape.kind === 'reference') {
    const id = reading.names.idOf(shape.to, text)
    if (typeof id === 'number') return id
    reading.report(line, pointer, id.reason)
    return undefined
  }
  const read = plainValue(shape.kind, text)
  if (read !== undefined) return read
  reading.report(
    ...([line, pointer] as const),
    shape.kind === 'boolean' ? `"${text}" must be true or false.` : `"${text}" is not a number.`,
  )
  return undefined
}

/** A number, a boolean or a text; undefined if the text is not one. */
export function plainValue(kind: string, text: string): string | number | boolean | undefined {
  if (kind === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  return text
}

/** The custom fields that the file names, each with its value or null. */
function readCustomFields(reading: Reading, node: YamlNode, pointer: string): unknown {
  if (node.kind !== 'map') {
    reading.report(node.line, pointer, 'Write fields here, as "code: value".')
    return []
  }
  return [...node.entries].flatMap(([code, { line, node: inner }], at) => {
    reading.lines.set(`${pointer}/${at}`, line)
    if (inner.kind !== 'text') {
      reading.report(line, `${pointer}/${code}`, 'This must be a single value.')
      return []
    }
    if (inner.text === NOTHING) return [{ code, value: null }]
    const read = reading.names.customValue(reading.kind, code, inner.text)
    if ('value' in read) return [{ code, value: read.value }]
    reading.report(line, `${pointer}/${code}`, read.reason)
    return []
  })
}
