import { type CostVisibility, DEALER_COST, seesLine } from '../ledger/cost-visibility.ts'
import { isObject } from '../objects.ts'
// The recorded changes of a contract, as its history shows them.

/** One changed value, by its JSON pointer into the contract, before and after. */
export interface HistoryChange {
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

/** An audit record: what it is about, the operation and the changes. */
export interface Recorded {
  /** For example `contracts/731`, or something that belongs to it: `documents/12`. */
  readonly subject: string
  /** For example `POST /contracts/{contractId}/finalize`. */
  readonly operation: string
  readonly changes: readonly HistoryChange[]
}

/** The entry itself says who changed it and when, and a file is shown with its document. */
const hiddenPointers: ReadonlySet<string> = new Set([
  '/updatedAt',
  '/updatedBy',
  '/rowVersion',
  '/generatedDocument',
])

/** The changes as shown: each with its place in the contract, and lists item by item. */
export function changesShown(recorded: Recorded, visibility: CostVisibility): HistoryChange[] {
  return recorded.changes
    .filter(({ pointer }) => !hiddenPointers.has(pointer))
    .map((change) => withoutCosts(change, visibility))
    .flatMap(byMember)
    .filter(({ before, after }) => !isSame(before, after))
    .map((change) => ({ ...change, pointer: placeOf(recorded, change) + change.pointer }))
}

/**
 * Where a change belongs in the contract. A change of something that belongs to the contract is below that thing's name:
 * `/documents/12`.
 */
function placeOf({ subject, operation }: Recorded, { pointer, after }: HistoryChange): string {
  if (!subject.startsWith('contracts/')) return `/${subject}`
  const [, part] = /\/contracts\/\{contractId\}\/(\w+)/.exec(operation) ?? []
  if (pointer !== '' || part === undefined) return ''
  const id = isObject(after) ? (after.documentId ?? after.id) : undefined
  return id === undefined ? `/${part}` : `/${part}/${String(id)}`
}

/** A list whose items kept their positions is compared item by item; any other list is one value. */
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

/** Lists of amounts by line code. */
const byLine: ReadonlySet<string> = new Set(['disbursements', 'earningCatchUp', 'delta'])

function withoutCosts(change: HistoryChange, visibility: CostVisibility): HistoryChange {
  if (visibility === 'EveryLine') return change
  const { pointer, before, after } = change
  const name = pointer.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? ''
  return { pointer, before: reduced(name, before, visibility), after: reduced(name, after, visibility) }
}

/** A value, by its name, without anything that reveals a single line of dealer cost. */
function reduced(name: string, value: unknown, visibility: CostVisibility): unknown {
  if (name === 'feeds') return null
  if (Array.isArray(value)) {
    const members = byLine.has(name) ? value.filter((line) => isShownLine(line, visibility)) : value
    return members.map((member) => reduced(name, member, visibility))
  }
  if (!isObject(value)) return value
  if (byLine.has(name) && !isShownLine(value, visibility)) return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([inner]) => inner !== 'feeds')
      .map(([inner, one]) => [inner, reduced(inner, one, visibility)]),
  )
}

function isShownLine(line: unknown, visibility: CostVisibility): boolean {
  if (!isObject(line)) return false
  const { code, accountHolder } = line
  const accountHolderId = isObject(accountHolder) ? Number(accountHolder.id) : null
  return code === DEALER_COST || seesLine(visibility, { code: String(code), accountHolderId })
}

const isListOfRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.every(isObject)

const isSame = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second)
