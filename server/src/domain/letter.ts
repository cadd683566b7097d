import type { Fact, Section } from './contract-form/content.ts'

/** A letter: what it says, from top to bottom, without a word on how it looks. */
export interface Letter {
  /** The instant that stands in the file as its making. */
  readonly writtenAt: string
  readonly title: string
  /** Who writes: the name, and where to reach them. */
  readonly sender: readonly string[]
  readonly date: string
  /** Name and address, a line each. */
  readonly addressee: readonly string[]
  readonly references: readonly Fact[]
  /** What it is about. */
  readonly heading: string
  readonly opening: readonly string[]
  /** What matters most, at a glance. */
  readonly glance: readonly Fact[]
  readonly sections: readonly Section[]
  readonly closing: readonly string[]
  /** On every page. */
  readonly footer: string
}
