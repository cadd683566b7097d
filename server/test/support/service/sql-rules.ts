import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCAL_TABLES } from '../../../src/db/connection.ts'
import { projectRoot } from '../../../src/db/project-root.ts'

// The rules that keep every statement of the product running on a cluster, where an administrator's tables are on a worker
// and the service talks to the coordinator. They cost nothing on one machine. Where a text breaks one on purpose, because
// its tables are never on a worker, it begins with `LOCAL_TABLES`.

/** A word, a literal or a sign; a parenthesis with all that is in it is a list. */
type Part = string | readonly Part[]

const migrations = join(projectRoot, 'server', 'migrations', 'tenant')

/** Migrations that are older than the first cluster: an administrator with rows for them was moved to a worker after them. */
const BEFORE_CLUSTERS = readdirSync(migrations)
  .filter((name) => name < '0028')
  .map((name) => readFileSync(join(migrations, name), 'utf8'))
  .join('\n')

/** The rules that a text breaks, in words. */
export function sqlBreaches(text: string): string[] {
  if (text.startsWith(LOCAL_TABLES) || BEFORE_CLUSTERS.includes(text.trim())) return []
  const statements = splitParts(partsOf(text), ';')
  const isBundle = statements.length > 1 && !statements.every((parts) => isPlainSetting(parts))
  return [
    ...(isBundle ? ['A text has one statement.'] : []),
    ...(/\bsession_replication_role\b/i.test(text) ? ['References are always checked.'] : []),
    ...(/\bxmin\b/i.test(text) ? ['xmin does not tell on a cluster what was changed.'] : []),
    ...(NAMED_SCHEMA.test(text) ? statements.flatMap(emptyBreaches) : []),
    ...statements.flatMap((parts) => [...commandBreaches(parts), ...queryBreaches(parts, true)]),
  ]
}

/** A table of one administrator among several (db/ask-all.ts). All else is found by the search path. */
const NAMED_SCHEMA = /"tenant_\w+"\s*\./

/** A query over several workers is taken apart. What a part answers becomes a table, and that has at least one column. */
function emptyBreaches(statement: readonly Part[]): string[] {
  const isEmpty = (parts: readonly Part[]): boolean =>
    (parts[0] === 'select' && parts[1] === 'from') ||
    parts.some((part) => typeof part !== 'string' && isEmpty(part))
  const isRead = statement[0] === 'select' || statement[0] === 'with'
  return isRead && isEmpty(statement) ? ['A query of several administrators selects nothing: select 1.'] : []
}

const isPlainSetting = ([first]: readonly Part[]) =>
  typeof first === 'string' && ['begin', 'commit', 'rollback', 'set', 'discard', 'listen'].includes(first)

function commandBreaches(parts: readonly Part[]): string[] {
  const [first, second] = parts
  const breaches: string[] = []
  if (first === 'lock') breaches.push('A whole table is never locked: take a turn (db/turns.ts).')
  if (first === 'merge') breaches.push('There is no MERGE.')
  if (first === 'create' && ['trigger', 'rule', 'function', 'procedure'].includes(String(second)))
    breaches.push('There are no triggers, rules or stored procedures.')
  if ((first === 'drop' || first === 'alter') && parts.includes(','))
    breaches.push('A statement drops one object, or changes a table in one way.')
  return breaches
}

interface CommonTable {
  readonly name: string
  readonly isMaterialized: boolean
  readonly body: readonly Part[]
}

/** The breaches of a query and of the queries inside it. */
function queryBreaches(parts: readonly Part[], isWhole: boolean): string[] {
  const { tables, main } = readQuery(parts)
  const inserts = [main, ...tables.map(({ body }) => readQuery(body).main)].filter(
    ([first]) => first === 'insert',
  )
  const nested = [...tables.map(({ body }) => body), ...queriesIn(main)]
  return [
    ...inserts.flatMap((insert) => insertBreaches(insert, tables)),
    ...numberBreaches(main, isWhole && tables.length === 0),
    ...updateBreaches(main),
    ...lateralBreaches(main),
    ...nested.flatMap((query) => queryBreaches(query, false)),
  ]
}

/** `with a as (…), b as (…)` and what follows. */
function readQuery(parts: readonly Part[]): { tables: CommonTable[]; main: readonly Part[] } {
  if (parts[0] !== 'with') return { tables: [], main: parts }
  const tables: CommonTable[] = []
  let at = parts[1] === 'recursive' ? 2 : 1
  for (;;) {
    const name = String(parts[at])
    const as = parts.indexOf('as', at)
    const words = parts.slice(as + 1, as + 3)
    const isMaterialized = words[0] === 'materialized'
    const bodyAt = parts.findIndex((part, place) => place > as && typeof part !== 'string')
    tables.push({ name, isMaterialized, body: (parts[bodyAt] ?? []) as readonly Part[] })
    at = bodyAt + 2
    if (parts[bodyAt + 1] !== ',') return { tables, main: parts.slice(bodyAt + 1) }
  }
}

const CHANGES = ['insert', 'update', 'delete']
const VOLATILE = [
  'nextval',
  'setval',
  'random',
  'gen_random_uuid',
  'clock_timestamp',
  'pg_advisory_xact_lock',
]

function insertBreaches(insert: readonly Part[], tables: readonly CommonTable[]): string[] {
  const breaches: string[] = []
  const words = new Set(wordsIn(insert))
  const feeding = tables.filter(({ name }) => words.has(name))
  // What feeds a table that feeds the insert feeds the insert.
  for (const table of feeding)
    feeding.push(
      ...tables.filter((other) => !feeding.includes(other) && wordsIn(table.body).includes(other.name)),
    )
  for (const { name, isMaterialized, body } of feeding) {
    const [first] = readQuery(body).main
    if (isMaterialized) breaches.push(`${name} is materialized and feeds an INSERT.`)
    if (CHANGES.includes(String(first))) breaches.push(`${name} changes rows and feeds an INSERT.`)
    if (wordsIn(body).some((word) => VOLATILE.includes(word)))
      breaches.push(`${name} is volatile and feeds an INSERT.`)
  }
  const columns = insert.find((part) => typeof part !== 'string') ?? []
  if (insert.includes('select') && readsTable(insert))
    for (const numbered of numberedColumns.get(String(insert[2])) ?? [])
      if (!columns.includes(numbered))
        breaches.push(`${insert[2]} would get its ${numbered} on a worker: select first, then insert.`)
  const valuesAt = insert.indexOf('values')
  if (valuesAt > 0 && queriesIn(insert.slice(valuesAt)).length > 0)
    breaches.push('INSERT … VALUES has a query among its values.')
  return breaches
}

/** The columns that are numbered when they are left out, by their tables. */
const numberedColumns = readNumberedColumns()

function readNumberedColumns(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const file of readdirSync(migrations).filter((name) => name.endsWith('.sql'))) {
    const text = readFileSync(join(migrations, file), 'utf8').toLowerCase()
    for (const [, table = '', columns = ''] of text.matchAll(/create table (\w+) \(([\s\S]*?)\n\)/g)) {
      const numbered = [...columns.matchAll(/^\s*(\w+) .*\bas identity\b/gm)].map(([, column = '']) => column)
      if (numbered.length > 0) found.set(table, numbered)
    }
    for (const [, table = '', column = ''] of text.matchAll(
      /alter table (\w+) add column (\w+) [^;]*\bas identity\b/g,
    ))
      found.set(table, [...(found.get(table) ?? []), column])
  }
  return found
}

/** Whether it selects from a table, at any depth. Common tables count as tables. */
const readsTable = (parts: readonly Part[]): boolean =>
  parts.some((part, at) => {
    if (typeof part !== 'string') return readsTable(part)
    const source = parts[at + 1]
    return (
      ['from', 'join'].includes(part) &&
      parts[at - 1] !== 'distinct' &&
      typeof source === 'string' &&
      // A function has its arguments after it.
      typeof (parts[at + 2] ?? '') === 'string'
    )
  })

/** Numbers come from a statement that does nothing else, so that the coordinator takes them. */
function numberBreaches(main: readonly Part[], isWhole: boolean): string[] {
  const outside = main.flatMap(wordsOutsideQueries)
  const breaches: string[] = []
  if (outside.includes('nextval')) {
    const from = main.indexOf('from')
    const source = from < 0 ? [] : main.slice(from + 1)
    const isFunction = from < 0 || ['generate_series', 'unnest'].includes(String(source[0]))
    if (!isWhole || main[0] !== 'select' || !isFunction || source.includes('for'))
      breaches.push('nextval is in a statement of its own (db/take-numbers.ts).')
  }
  if (outside.includes('setval') && (!isWhole || queriesIn(main).length > 0))
    breaches.push('setval sets a number that was read before.')
  return breaches
}

/** An update is sent to the worker with its instants filled in. Tables of the platform are not on a worker. */
function updateBreaches(main: readonly Part[]): string[] {
  if (main[0] !== 'update' || String(main[1]).startsWith('platform.')) return []
  const outside = main.flatMap(wordsOutsideQueries)
  const cases = main.filter((_, at) => isInCase(main, at))
  const choices = main.flatMap((part, at) => (main[at - 1] === 'coalesce' ? [part] : []))
  return [
    ...(outside.some((word) => VOLATILE.includes(word))
      ? ['A volatile function is in an UPDATE. For an instant use statement_timestamp().']
      : []),
    ...(wordsIn([...cases, ...choices]).some((word) => ['now', 'statement_timestamp'].includes(word))
      ? ['An instant is inside CASE or COALESCE of an UPDATE.']
      : []),
  ]
}

const isInCase = (parts: readonly Part[], at: number) => {
  const before = parts.slice(0, at)
  return before.lastIndexOf('case') > before.lastIndexOf('end')
}

function lateralBreaches(main: readonly Part[]): string[] {
  const isOverFunction = main.includes('unnest') || main.includes('generate_series')
  const hasOffset = main.some(
    (part, at) => typeof part !== 'string' && main[at - 1] === 'lateral' && part.includes('offset'),
  )
  return isOverFunction && hasOffset ? ['A lateral query over a function has an OFFSET.'] : []
}

/** The queries in parentheses, at any depth, but not those inside them. */
const queriesIn = (parts: readonly Part[]): (readonly Part[])[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return []
    return isQuery(part) ? [part] : queriesIn(part)
  })

const isQuery = ([first]: readonly Part[]) =>
  typeof first === 'string' && ['select', 'with', 'insert', 'update', 'delete'].includes(first)

const wordsIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [part] : wordsIn(part)))

const wordsOutsideQueries = (part: Part): string[] => {
  if (typeof part === 'string') return [part]
  return isQuery(part) ? [] : part.flatMap(wordsOutsideQueries)
}

function splitParts(parts: readonly Part[], separator: string): (readonly Part[])[] {
  const groups: Part[][] = [[]]
  for (const part of parts)
    if (part === separator) groups.push([])
    else groups.at(-1)?.push(part)
  return groups.filter((group) => group.length > 0)
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|\s+|[\w.]+|[\s\S]/g

/** The parts of a text, in lower case, without white space and comments. */
function partsOf(text: string): readonly Part[] {
  const open: Part[][] = [[]]
  for (const token of text.match(TOKEN) ?? []) {
    if (/^\s+$|^--|^\/\*/.test(token)) continue
    if (token === '(') open.push([])
    else if (token === ')' && open.length > 1) {
      const inside = open.pop() ?? []
      open.at(-1)?.push(inside)
    } else open.at(-1)?.push(/^['$]/.test(token) ? token : token.toLowerCase())
  }
  return open[0] ?? []
}
