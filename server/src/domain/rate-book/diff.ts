import type { UnnumberedBook } from './book.ts'
import type { BookItem } from './item.ts'
import { bookItems } from './items.ts'

// What a book would change in the one that is live, as data and in the words of the business. Order does not count.

export type BookChange =
  | { readonly kind: 'New' | 'Removed'; readonly item: BookItem }
  | {
      readonly kind: 'Changed'
      readonly item: BookItem
      readonly fact: string
      readonly before: string | null
      readonly after: string | null
    }

/** What changes, one line each. */
export const diffBooks = (live: UnnumberedBook, next: UnnumberedBook): string[] =>
  bookChanges(live, next).map(changeText)

/** Removals, then changes, then what is new; of each kind in the order of the files. */
export function bookChanges(live: UnnumberedBook, next: UnnumberedBook): BookChange[] {
  const before = byKey(bookItems(live))
  const after = byKey(bookItems(next))
  const removed = missing(before, after).map((item) => ({ kind: 'Removed', item }) as const)
  const fresh = missing(after, before).map((item) => ({ kind: 'New', item }) as const)
  const changed = [...after].flatMap(([key, item]) => {
    const old = before.get(key)
    return old ? factChanges(old, item) : []
  })
  return [...removed, ...changed, ...fresh]
}

const keyOf = (program: string, name: string) => `${program}: ${name}`
const byKey = (items: readonly BookItem[]) =>
  new Map(items.map((item) => [keyOf(item.program, item.name), item]))

/** What is in one and not in the other, without the parts of what is not in the other as a whole. */
function missing(one: ReadonlyMap<string, BookItem>, other: ReadonlyMap<string, BookItem>): BookItem[] {
  const isMissing = (key: string) => one.has(key) && !other.has(key)
  return [...one].flatMap(([key, item]) => {
    const wholes = [keyOf(item.program, item.partOf ?? ''), keyOf('', `program ${item.program}`)]
    return isMissing(key) && !wholes.some(isMissing) ? [item] : []
  })
}

function factChanges(before: BookItem, after: BookItem): BookChange[] {
  const facts = new Set([...Object.keys(before.facts), ...Object.keys(after.facts)])
  return [...facts].flatMap((fact): BookChange[] => {
    const [old, now] = [before.facts[fact] ?? null, after.facts[fact] ?? null]
    return old === now ? [] : [{ kind: 'Changed', item: after, fact, before: old, after: now }]
  })
}

/** A change in words. */
export function changeText(change: BookChange): string {
  const { item } = change
  const place = item.program === '' ? '' : `${item.program}: `
  return `${place}${toldItem(change)}`
}

function toldItem(change: BookChange): string {
  const { item } = change
  switch (change.kind) {
    case 'New':
      return `${withFigures(item)} ${item.comes ?? 'is new'}`
    case 'Removed':
      return `${withFigures(item)} ${item.goes ?? 'is no longer there'}`
    case 'Changed': {
      const { fact, before, after } = change
      if (item.tells === 'figures' && before !== null && after !== null)
        return `${item.name} ${fact} ${before} becomes ${after}`
      return `${fact} of ${item.name} becomes ${after ?? 'nothing'}, was ${before ?? 'nothing'}`
    }
    default:
      return change satisfies never
  }
}

const withFigures = ({ name, facts, tells }: BookItem) =>
  tells === 'figures'
    ? [name, ...Object.entries(facts).map(([fact, figure]) => `${fact} ${figure}`)].join(' ')
    : name
