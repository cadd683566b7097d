import type { Cell } from './cells.ts'
import { type Place, type Reading, type Row, refuse, textOf } from './reading.ts'
import { readYaml, type YamlNode } from './yaml.ts'

/** Reads one member of an object from its node, which is absent where the file leaves it out. */
export type Member<T> = (node: YamlNode | undefined, at: MemberPlace) => T

export interface MemberPlace extends Place {
  readonly reading: Reading
  /** What it is called in the file. */
  readonly name: string
}

export type Members<T> = { readonly [Name in keyof T]: Member<T[Name]> }

/** The whole file, told of if it is missing or is not YAML. */
export function readRoot(
  reading: Reading,
  file: string,
  need: 'needed' | 'optional' = 'needed',
): YamlNode | undefined {
  const text = textOf(reading, file, need)
  if (text === undefined) return undefined
  const { root, faults } = readYaml(text)
  for (const { line, reason } of faults) refuse(reading, { file, line }, reason)
  if (!root && faults.length === 0 && need === 'needed')
    refuse(reading, { file, line: 1 }, 'The file is empty.')
  return root
}

/** An object with these members and no others. */
export function readObject<T extends object>(
  node: YamlNode | undefined,
  at: MemberPlace,
  members: Members<T>,
): Row<T> {
  const { reading, file } = at
  const before = reading.faults.length
  const isMap = node?.kind === 'map'
  if (node && !isMap)
    refuse(reading, { file, line: node.line }, `${at.name}: It has members of its own (name: value).`)
  const entries = isMap ? node.entries : new Map<string, never>()
  const known = Object.keys(members)
  for (const [name, { line }] of entries)
    if (!known.includes(name))
      refuse(reading, { file, line }, `There is no member "${name}" here; known are ${known.join(', ')}.`)
  const line = node?.line ?? at.line
  // Members of something that is no object are not told of as missing: one fault is enough.
  const told = node && !isMap ? { ...reading, faults: [] } : reading
  const values = Object.fromEntries(
    Object.entries<Member<unknown>>(members).map(([name, read]) => {
      const entry = entries.get(name)
      return [name, read(entry?.node, { reading: told, file, line: entry?.line ?? line, name })]
    }),
  )
  const lines = new Map([...entries].map(([name, entry]) => [name, entry.line]))
  // Each member gave a value of its type.
  return { line, isSound: reading.faults.length === before, values: values as T, lines }
}

/** It has to be there. */
export const must =
  <T>(cell: Cell<T>): Member<T> =>
  (node, at) => {
    if (node) return readText(cell, node, at)
    refuse(at.reading, at, `The member ${at.name} is missing.`)
    return cell('', () => undefined)
  }

/** Nothing where it is absent. */
export const may =
  <T>(cell: Cell<T>): Member<T | null> =>
  (node, at) =>
    node ? readText(cell, node, at) : null

/** This value where it is absent. */
export const otherwise =
  <T>(cell: Cell<T>, absent: T): Member<T> =>
  (node, at) =>
    node ? readText(cell, node, at) : absent

/** A list of values; empty where it is absent. */
export const listOf =
  <T>(cell: Cell<T>): Member<readonly T[]> =>
  (node, at) =>
    itemsOf(node, at).map((item) => readText(cell, item, at))

/** A list of values; nothing where it is absent. One that is empty would mean neither all nor some. */
export const mayList =
  <T>(cell: Cell<T>): Member<readonly T[] | null> =>
  (node, at) => {
    if (!node) return null
    const items = listOf(cell)(node, at)
    if (node.kind === 'list' && items.length === 0)
      refuse(at.reading, at, `${at.name}: The list is empty; leave the member out where all are meant.`)
    return items
  }

/** A list of objects. */
export const objectsOf =
  <T extends object>(members: Members<T>): Member<readonly Row<T>[]> =>
  (node, at) =>
    itemsOf(node, at).map((item) => readObject(item, { ...at, line: item.line }, members))

/** The same; nothing where it is absent, so that it can be told from a list without any. */
export const mayObjects =
  <T extends object>(members: Members<T>): Member<readonly Row<T>[] | null> =>
  (node, at) =>
    node ? objectsOf(members)(node, at) : null

/** A list in which a text alone stands for an object that says no more than that. */
export const textsOrObjectsOf =
  <T extends object>(
    alone: (node: YamlNode, at: MemberPlace) => T,
    members: Members<T>,
  ): Member<readonly Row<T>[]> =>
  (node, at) =>
    itemsOf(node, at).map((item) =>
      item.kind === 'text'
        ? { line: item.line, isSound: true, values: alone(item, at) }
        : readObject<T>(item, { ...at, line: item.line }, members),
    )

/** Names of one's own, each with a value. */
export const entriesOf =
  <T>(cell: Cell<T>): Member<readonly (readonly [name: string, value: T])[]> =>
  (node, at) => {
    if (!node) return []
    if (node.kind !== 'map') {
      refuse(at.reading, at, `${at.name}: It is written as name: value.`)
      return []
    }
    return [...node.entries].map(([name, entry]) => [
      name,
      readText(cell, entry.node, { ...at, line: entry.line, name: `${at.name} ${name}` }),
    ])
  }

export function itemsOf(node: YamlNode | undefined, at: MemberPlace): readonly YamlNode[] {
  if (!node) return []
  if (node.kind === 'list') return node.items
  refuse(at.reading, { file: at.file, line: node.line }, `${at.name}: It is a list.`)
  return []
}

export function readText<T>(cell: Cell<T>, node: YamlNode, at: MemberPlace): T {
  const told = (reason: string) =>
    refuse(at.reading, { file: at.file, line: node.line }, `${at.name}: ${reason}`)
  if (node.kind !== 'text') told('It is one value.')
  return node.kind === 'text' ? cell(node.text, told) : cell('', () => undefined)
}
