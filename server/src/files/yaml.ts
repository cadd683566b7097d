import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml'

/** A value of a YAML file with the line it begins on. Scalars stay the text that was written: 780.00, 60/75000, 0. */
export type YamlNode =
  | { readonly kind: 'text'; readonly line: number; readonly text: string }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly YamlNode[] }
  | { readonly kind: 'map'; readonly line: number; readonly entries: ReadonlyMap<string, YamlEntry> }

export interface YamlEntry {
  readonly line: number
  readonly node: YamlNode
}

export interface YamlText {
  /** Nothing in an empty file, or one that is not YAML. */
  readonly root: YamlNode | undefined
  readonly faults: readonly { readonly line: number; readonly reason: string }[]
}

/** YAML 1.2, and so JSON too. What is null or empty is as good as absent. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    reason: `It is not YAML that can be read: ${message}.`.replace('..', '.'),
  }))
  if (faults.length > 0 || !document.contents) return { root: undefined, faults }
  const refused: { line: number; reason: string }[] = []
  const root = nodeOf(document.contents, lineAt, refused)
  return refused.length > 0 ? { root: undefined, faults: refused } : { root, faults: [] }
}

type Refused = { line: number; reason: string }[]

function nodeOf(
  node: ParsedNode,
  lineAt: (offset: number) => number,
  refused: Refused,
): YamlNode | undefined {
  const line = lineAt(node.range[0])
  if (isScalar(node)) {
    const text = node.value === null ? '' : textOf(node.value, node.source)
    return text === '' ? undefined : { kind: 'text', line, text }
  }
  if (isSeq(node))
    return {
      kind: 'list',
      line,
      // The items of a parsed list are parsed nodes.
      items: (node.items as ParsedNode[]).flatMap((item) => nodeOf(item, lineAt, refused) ?? []),
    }
  if (isMap(node)) {
    const entries = new Map<string, YamlEntry>()
    for (const { key, value } of node.items) {
      const inner = value === null ? undefined : nodeOf(value, lineAt, refused)
      // Keys are read as texts, and anything else as a key is a fault already.
      if (inner && isScalar(key)) entries.set(String(key.value), { line: lineAt(key.range[0]), node: inner })
    }
    return { kind: 'map', line, entries }
  }
  // An alias could make a small file endlessly large, and whoever reads it has to look things up.
  refused.push({ line, reason: 'Aliases (*name) are not taken; write the value out.' })
  return undefined
}

/** As it was written; a text over several lines is one line, and a number in JSON is its digits. */
const textOf = (value: unknown, source: string | undefined) =>
  (typeof value === 'string' ? value : (source ?? String(value))).trim().replace(/\s*\n\s*/g, ' ')
