/** The content of a letter from top to bottom, without its layout. */
export interface Letter {
  /** The creation time written into the file. */
  readonly writtenAt: string
  readonly title: string
  /** The sender's name, then the address and contact lines. */
  readonly sender: readonly string[]
  readonly date: string
  /** Name and address, one line each. */
  readonly addressee: readonly string[]
  readonly references: readonly Fact[]
  /** The subject of the letter. */
  readonly heading: string
  readonly opening: readonly string[]
  /** The key facts, at a glance. */
  readonly glance: readonly Fact[]
  readonly sections: readonly Section[]
  readonly closing: readonly string[]
  /** Printed on every page. */
  readonly footer: string
}

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'facts'; readonly columns: number; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly LetterColumn[]
      readonly rows: readonly Row[]
      /** Thousands of short rows: each is one part of the document's structure, not one for each cell. */
      readonly isLong?: boolean
    }
  | { readonly kind: 'text'; readonly paragraphs: readonly string[] }

export interface Fact {
  readonly label: string
  readonly lines: readonly string[]
}

interface LetterColumn {
  readonly heading: string
  /** The share of the table's width. */
  readonly share: number
  readonly isAmount?: boolean
}

export interface Row {
  readonly cells: readonly string[]
  readonly isTotal?: boolean
}
