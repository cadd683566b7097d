import { type EventType, eventTypes } from './catalogue.ts'

/** The types that were asked for, and what is no type. */
interface ChosenTypes {
  readonly types: readonly EventType[]
  readonly unknown: readonly string[]
}

/** The types that names stand for: exact ones, or all of a kind: `contract.*`. */
export function chosenTypes(names: readonly string[]): ChosenTypes {
  const matches = (name: string) =>
    name.endsWith('.*')
      ? eventTypes.filter((type) => type.startsWith(name.slice(0, -1)))
      : eventTypes.filter((type) => type === name)
  const types = new Set(names.flatMap(matches))
  return {
    types: eventTypes.filter((type) => types.has(type)),
    unknown: names.filter((name) => matches(name).length === 0),
  }
}
