// What somebody reads of a recorded change of a contract.

/** One changed place, as a JSON pointer into the contract, with what stood there and what stands there now. */
export interface HistoryChange {
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

/** Who reads it. Null: everything; else what the cost of a dealer is made of is kept from them, but for their own. */
export type CostVisibility = null | { readonly ownAccountIds: readonly number[] }

/** What a change was recorded of, and by what. */
export interface Recorded {
  /** E.g. `contracts/731`, or what belongs to it: `documents/12`. */
  readonly subject: string
  /** E.g. `POST /contracts/{contractId}/finalize`. */
  readonly operation: string
  readonly changes: readonly HistoryChange[]
}

/** Who changed it and when is said of the whole entry, and a file is in its document. */
const unshown: ReadonlySet<string> = new Set([
  '/updatedAt',
  '/updatedBy',
  '/rowVersion',
  '/generatedDocument',
])

/** The changes as they are read: each in its place in the contract, lists member by member. */
export function changesShown(recorded: Recorded, sight: CostVisibility): HistoryChange[] {
  return recorded.changes
    .filter(({ pointer }) => !unshown.has(pointer))
    .map((change) => (sight === null ? change : withoutCosts(change, sight.ownAccountIds)))
    .flatMap(byMember)
    .filter(({ before, after }) => !isSame(before, after))
    .map((change) => ({ ...change, pointer: placeOf(recorded, change) + change.pointer }))
}

/**
 * Where a change is found in the contract. What was recorded of something that belongs to the contract, and not of the
 * contract, is below its name: `/documents/12`.
 */
function placeOf({ subject, operation }: Recorded, { pointer, after }: HistoryChange): string {
  if (!subject.startsWith('contracts/')) return `/${subject}`
  const [, part] = /\/contracts\/\{contractId\}\/(\w+)/.exec(operation) ?? []
  if (pointer !== '' || part === undefined) return ''
  const id = isRecord(after) ? (after.documentId ?? after.id) : undefined
  return id === undefined ? `/${part}` : `/${part}/${String(id)}`
}

/** A list whose members stay in their places is compared by them; another one is a single value. */
function byMember(change: HistoryChange): HistoryChange[] {
  const { pointer, before, after } = change
  if (!isListOfRecords(before) || !isListOfRecords(after)) return [change]
  const staying = Math.min(before.length, after.length)
  const isInPlace = (member: Readonly<Record<string, unknown>>, at: number) =>
    at >= staying || nameOf(member) === nameOf(after[at] ?? {})
  if (!before.every(isInPlace)) return [change]
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    pointer: `${pointer}/${at}`,
    before: before[at] ?? null,
    after: after[at] ?? null,
  }))
}

const nameOf = ({ code, id }: Readonly<Record<string, unknown>>) => code ?? id

const COST_LINES: readonly unknown[] = ['DEALERCOST', 'MARKUP']
/** Where amounts stand by the code of a line. */
const byLine: ReadonlySet<string> = new Set(['disbursements', 'earningCatchUp', 'delta'])

function withoutCosts({ pointer, before, after }: HistoryChange, own: readonly number[]): HistoryChange {
  const name = pointer.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? ''
  return { pointer, before: reduced(name, before, own), after: reduced(name, after, own) }
}

/** A value, by the name that it stands under, without what tells the single lines of dealer cost. */
function reduced(name: string, value: unknown, own: readonly number[]): unknown {
  if (name === 'feeds') return null
  if (Array.isArray(value)) {
    const members = byLine.has(name) ? value.filter((line) => isShownLine(line, own)) : value
    return members.map((member) => reduced(name, member, own))
  }
  if (!isRecord(value)) return value
  if (byLine.has(name) && !isShownLine(value, own)) return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([inner]) => inner !== 'feeds')
      .map(([inner, one]) => [inner, reduced(inner, one, own)]),
  )
}

function isShownLine(line: unknown, own: readonly number[]): boolean {
  if (!isRecord(line)) return false
  const { code, accountHolder } = line
  return COST_LINES.includes(code) || (isRecord(accountHolder) && own.includes(Number(accountHolder.id)))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOfRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.every(isRecord)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
