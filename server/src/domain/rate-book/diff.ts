import type { UnnumberedBook } from './book.ts'
import type { BookItem } from './item.ts'
import { bookItems } from './items.ts'

// What a book would change in the live one, as data and in words. Order does not count.

export type BookChange =
  | { readonly kind: 'New' | 'Removed'; readonly item: BookItem }
  | {
      readonly kind: 'Changed'
      readonly item: BookItem
      readonly fact: string
      readonly before: string | null
      readonly after: string | null
    }

/** The changes, one line each. */
export const diffBooks = (live: UnnumberedBook, next: UnnumberedBook): string[] =>
  bookChanges(live, next).map(changeText)

/** Removed items, then changed facts, then new items, each in the order of the files. */
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

const itemKey = (program: string, name: string) => `${program}: ${name}`
const byKey = (items: readonly BookItem[]) =>
  new Map(items.map((item) => [itemKey(item.program, item.name), item]))

/** The items that the other book lacks, without the parts of a larger item that it lacks. */
function missing(items: ReadonlyMap<string, BookItem>, others: ReadonlyMap<string, BookItem>): BookItem[] {
  const isMissing = (key: string) => items.has(key) && !others.has(key)
  return [...items].flatMap(([key, item]) => {
    const wholes = [itemKey(item.program, item.partOf ?? ''), itemKey('', `program ${item.program}`)]
    return isMissing(key) && !wholes.some(isMissing) ? [item] : []
  })
}

function factChanges(before: BookItem, after: BookItem): BookChange[] {
  const facts = new Set([...Object.keys(before.facts), ...Object.keys(after.facts)])
  return [...facts].flatMap((fact): BookChange[] => {
    const [old, current] = [before.facts[fact] ?? null, after.facts[fact] ?? null]
    return old === current ? [] : [{ kind: 'Changed', item: after, fact, before: old, after: current }]
  })
}

/** One line that tells a person what changes. */
export function changeText(change: BookChange): string {
  const { item } = change
  const place = item.program === '' ? '' : `${item.program}: `
  return `${place}${describeChange(change)}`
}

function describeChange(change: BookChange): string {
  const { item } = change
  switch (change.kind) {
    case 'New':
      return `${withFigures(item)} ${item.addedText ?? 'is new'}`
    case 'Removed':
      return `${withFigures(item)} ${item.removedText ?? 'is removed'}`
    case 'Changed': {
      const { fact, before, after } = change
      if (item.style === 'figures' && before !== null && after !== null)
        return `${item.name} ${fact} changed from ${before} to ${after}`
      return `${item.name}: ${fact} changed from ${before ?? 'nothing'} to ${after ?? 'nothing'}`
    }
    default:
      return change satisfies never
  }
}

const withFigures = ({ name, facts, style }: BookItem) =>
  style === 'figures'
    ? [name, ...Object.entries(facts).map(([fact, figure]) => `${fact} ${figure}`)].join(' ')
    : name
