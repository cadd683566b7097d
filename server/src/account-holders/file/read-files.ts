import type { FileFault } from '../../domain/rate-book/book.ts'
import { readYamlFile } from '../../files/objects.ts'
import { type FileReading, reportFault } from '../../files/reading.ts'
import { readRecords } from '../../files/tables.ts'
import type { YamlNode } from '../../files/yaml.ts'
import type { Kind } from '../kinds.ts'
import { fileKindOfType, fileKinds, kindOfSection, sectionName } from './file-kinds.ts'
import { type FileShape, holderShape } from './file-shapes.ts'
import type { HolderEntry } from './read-body.ts'

type MapNode = HolderEntry['node']

/** The account holders in files of CSV, YAML or JSON, or every fault that shows before their fields are read. */
export function readHolderFiles(files: ReadonlyMap<string, string>): {
  readonly entries: readonly HolderEntry[]
  readonly faults: readonly FileFault[]
} {
  const reading: FileReading = {
    ...{ files, faults: [], filesRead: new Set(), accounts: [] },
    checkCriteria: () => undefined,
  }
  const entries = [...files.keys()].flatMap((file) =>
    file.toLowerCase().endsWith('.csv') ? readTableFile(reading, file) : readSections(reading, file),
  )
  reportSameNumbers(reading, entries)
  return { entries, faults: reading.faults }
}

const sections = () => fileKinds.map(sectionName).join(', ')

/** A YAML file has a list for each kind. */
function readSections(reading: FileReading, file: string): HolderEntry[] {
  const root = readYamlFile(reading, file, 'needed', { isVerbatim: true })
  if (!root) return []
  if (root.kind !== 'map') {
    reportFault(reading, { file, line: root.line }, `Write a list for each kind, such as "dealers:".`)
    return []
  }
  return [...root.entries].flatMap(([name, { line, node }]) => {
    const kind = kindOfSection(name)
    if (!kind) reportFault(reading, { file, line }, `Unknown list "${name}". Known lists: ${sections()}.`)
    else if (node.kind !== 'list') reportFault(reading, { file, line }, `${name}: This must be a list.`)
    else return node.items.flatMap((item) => readEntry(reading, file, kind, item) ?? [])
    return []
  })
}

function readEntry(reading: FileReading, file: string, kind: Kind, node: YamlNode): HolderEntry | undefined {
  const { line } = node
  const number = node.kind === 'map' ? node.entries.get('number')?.node : undefined
  if (node.kind !== 'map') reportFault(reading, { file, line }, 'Write fields here, as "name: value".')
  else if (number?.kind !== 'text') reportFault(reading, { file, line }, 'The field number is missing.')
  else return { kind, number: number.text, file, line, node }
  return undefined
}

/** A CSV file has one kind, which its name tells (`dealers.csv`), or a column `kind`. */
function readTableFile(reading: FileReading, file: string): HolderEntry[] {
  const records = readRecords(reading, file, 'needed')
  if (!records) return []
  const { header, lines } = records
  const place = { file, line: header.line }
  const at = header.cells.indexOf('kind')
  const named = kindOfSection(file.replace(/^.*[/\\]/, '').replace(/\.csv$/i, ''))
  if (at < 0 && !named) {
    const how = `Add a column kind (${fileKinds.map(({ type }) => type).join(', ')}), or name the file after one: ${sections()}.`
    reportFault(reading, place, `The file does not say which kind its account holders are. ${how}`)
    return []
  }
  const columns = readHeader(reading, place, header.cells, at < 0 && named ? [named] : fileKinds)
  return lines.flatMap(({ line, cells }) => {
    if (cells.length !== header.cells.length) {
      const reason = `The line has ${cells.length} cells; the header has ${header.cells.length}.`
      reportFault(reading, { file, line }, reason)
      return []
    }
    const type = at < 0 ? undefined : cells[at]
    const kind = type === undefined ? named : fileKindOfType(type)
    if (!kind) {
      const known = fileKinds.map((each) => each.type).join(', ')
      reportFault(reading, { file, line }, `kind: "${type}" is not one of ${known}.`)
      return []
    }
    const node = treeOf(reading, { file, line }, columns, cells)
    return readEntry(reading, file, kind, node) ?? []
  })
}

interface HeaderColumn {
  readonly name: string
  readonly path: readonly string[]
  readonly at: number
}

/** The columns that some kind knows. The others are reported once, and not again at each line. */
function readHeader(
  reading: FileReading,
  place: { readonly file: string; readonly line: number },
  cells: readonly string[],
  among: readonly Kind[],
): HeaderColumn[] {
  return cells.flatMap((name, at) => {
    const path = name.split('.')
    if (cells.indexOf(name) < at) reportFault(reading, place, `The column ${name} is in the header twice.`)
    else if (name === 'kind') return []
    else if (!among.some((kind) => isKnown(holderShape(kind), path))) {
      const known = [...new Set(among.flatMap((kind) => [...holderShape(kind).parts.keys()]))].join(', ')
      reportFault(
        ...([reading, place] as const),
        `Unknown column "${name}". Known columns: ${known}; parts as in address.city and contacts.1.lastName.`,
      )
    } else return [{ name, path, at }]
    return []
  })
}

/** Whether a column can be written: a value, a list in one cell, or a part of something. */
function isKnown(shape: FileShape, path: readonly string[]): boolean {
  const [first, ...rest] = path
  if (first === undefined) return shape.kind !== 'object' && shape.kind !== 'customFields'
  if (shape.kind === 'customFields') return first !== '' && rest.length === 0
  if (shape.kind === 'list') return /^[1-9]\d?$/.test(first) && isKnown(shape.item, rest)
  const part = shape.kind === 'object' ? shape.parts.get(first) : undefined
  return part !== undefined && isKnown(part.shape, rest)
}

/** The cells of a line as a tree, like the one of a YAML file. Empty cells are left out. */
function treeOf(
  reading: FileReading,
  place: { readonly file: string; readonly line: number },
  columns: readonly HeaderColumn[],
  cells: readonly string[],
): MapNode {
  const { line } = place
  const root: Branch = new Map()
  for (const { name, path, at } of columns) {
    const text = cells[at] ?? ''
    if (text === '') continue
    if (text.trim() !== text)
      reportFault(reading, place, `${name}: "${text}" has a space before or after it.`)
    // The header has at least one name, and each column another path.
    let branch = root
    for (const step of path.slice(0, -1)) {
      const inner = branch.get(step)
      const next: Branch = inner instanceof Map ? inner : new Map()
      branch.set(step, next)
      branch = next
    }
    branch.set(path.at(-1) ?? '', text)
  }
  return { kind: 'map', line, entries: entriesOf(root, line) }
}

type Branch = Map<string, string | Branch>

const entriesOf = (branch: Branch, line: number): MapNode['entries'] =>
  new Map([...branch].map(([name, value]) => [name, { line, node: nodeOf(value, line) }]))

/** Names that are numbers are the items of a list. */
function nodeOf(value: string | Branch, line: number): YamlNode {
  if (typeof value === 'string') return { kind: 'text', line, text: value }
  const names = [...value.keys()]
  if (!names.every((name) => /^[1-9]\d?$/.test(name)))
    return { kind: 'map', line, entries: entriesOf(value, line) }
  const items = [...value].sort(([one], [other]) => Number(one) - Number(other))
  return { kind: 'list', line, items: items.map(([, item]) => nodeOf(item, line)) }
}

function reportSameNumbers(reading: FileReading, entries: readonly HolderEntry[]): void {
  const known = new Map<string, HolderEntry>()
  for (const entry of entries) {
    const { kind, number, file, line } = entry
    const key = `${kind.type} ${number.toLowerCase()}`
    const first = known.get(key)
    if (first) {
      const where = first.file === file ? `on line ${first.line}` : `in ${first.file}:${first.line}`
      reportFault(reading, { file, line }, `The ${kind.noun} ${number} is already ${where}.`)
    } else known.set(key, entry)
  }
}
