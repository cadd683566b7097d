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

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'facts'; readonly columns: number; readonly facts: readonly Fact[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  | { readonly kind: 'text'; readonly paragraphs: readonly string[] }

export interface Fact {
  readonly label: string
  readonly lines: readonly string[]
}

export interface Column {
  readonly heading: string
  /** Of the width, as a share of all shares. */
  readonly share: number
  readonly isAmount?: boolean
}

export interface Row {
  readonly cells: readonly string[]
  readonly isTotal?: boolean
}
