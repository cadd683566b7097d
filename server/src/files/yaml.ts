import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml'

/** A value of a YAML file with the line it starts on. A scalar is the text as written: 780.00, 60/75000, 0. */
export type YamlNode =
  | { readonly kind: 'text'; readonly line: number; readonly text: string }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly YamlNode[] }
  | { readonly kind: 'map'; readonly line: number; readonly entries: ReadonlyMap<string, YamlEntry> }

interface YamlEntry {
  readonly line: number
  readonly node: YamlNode
}

interface YamlText {
  /** Undefined for an empty file, or one that is not YAML. */
  readonly root: YamlNode | undefined
  readonly faults: readonly LineFault[]
}

/** Whether a null that is written out (as the text `null`) and the lines of a text are kept. */
export interface YamlTexts {
  readonly isVerbatim?: boolean
}

/** YAML 1.2, and so JSON too. An empty value counts as left out, and so does a null unless texts are verbatim. */
export function readYaml(text: string, { isVerbatim = false }: YamlTexts = {}): YamlText {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    reason: `The YAML cannot be read: ${message}.`.replace('..', '.'),
  }))
  if (faults.length > 0 || !document.contents) return { root: undefined, faults }
  const aliases: LineFault[] = []
  const root = readNode(document.contents, { lineAt, aliases, isVerbatim })
  return aliases.length > 0 ? { root: undefined, faults: aliases } : { root, faults: [] }
}

interface LineFault {
  readonly line: number
  readonly reason: string
}

interface YamlReading {
  lineAt(offset: number): number
  readonly aliases: LineFault[]
  readonly isVerbatim: boolean
}

function readNode(node: ParsedNode, reading: YamlReading): YamlNode | undefined {
  const { lineAt, aliases, isVerbatim } = reading
  const line = lineAt(node.range[0])
  if (isScalar(node)) {
    const nothing = isVerbatim && node.source ? 'null' : ''
    const written = node.value === null ? nothing : scalarText(node.value, node.source)
    // Several lines become one.
    const text = isVerbatim ? written : written.replace(/\s*\n\s*/g, ' ')
    return text === '' ? undefined : { kind: 'text', line, text }
  }
  if (isSeq(node))
    return {
      kind: 'list',
      line,
      // The items of a parsed list are parsed nodes.
      items: (node.items as ParsedNode[]).flatMap((item) => readNode(item, reading) ?? []),
    }
  if (isMap(node)) {
    const entries = new Map<string, YamlEntry>()
    for (const { key, value } of node.items) {
      const inner = value === null ? undefined : readNode(value, reading)
      // A key that is not a text has been reported already.
      if (inner && isScalar(key)) entries.set(String(key.value), { line: lineAt(key.range[0]), node: inner })
    }
    return { kind: 'map', line, entries }
  }
  // An alias could make a small file endlessly large.
  aliases.push({ line, reason: 'Aliases (*name) are not allowed. Write the value out.' })
  return undefined
}

/** The text as written; a number in JSON is its digits. */
const scalarText = (value: unknown, source: string | undefined) =>
  (typeof value === 'string' ? value : (source ?? String(value))).trim()
