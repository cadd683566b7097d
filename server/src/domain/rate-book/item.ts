/** One item of a book, as people speak of it, with its facts in words. */
export interface BookItem {
  /** The code of its program, or an empty text. */
  readonly program: string
  /** Its name: `plan GOLD`, `the term 84/100000 of GOLD`. It is unique in the program. */
  readonly name: string
  /** Its facts by name; null is no value. */
  readonly facts: Readonly<Record<string, string | null>>
  /** Figures are shown with the name (PLATINUM 60/75000 RESERVE 780.00), other facts after it (plan GOLD: name …). */
  readonly style: 'figures' | 'facts'
  /** The name of the item that it is part of. When that is new or removed as a whole, its parts are not listed. */
  readonly partOf?: string
  /** The words for a new and a removed item, where they are not `is new` and `is removed`. */
  readonly addedText?: string
  readonly removedText?: string
}

/** An item of a program, before the program is filled in. */
export type BookItemPart = Omit<BookItem, 'program' | 'style'> & { readonly style?: BookItem['style'] }
