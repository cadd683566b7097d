export interface BookItem {
  /** The program it is of, or nothing. */
  readonly program: string
  /** What it is called: `plan GOLD`, `the term 84/100000 of GOLD`. One thing has one name. */
  readonly name: string
  /** Fact by fact; null is nothing. */
  readonly facts: Readonly<Record<string, string | null>>
  /** Figures are told with the thing (PLATINUM 60/75000 RESERVE 780.00), other facts as of it (name of plan GOLD). */
  readonly tells: 'figures' | 'facts'
  /** The name of what it is part of: when that comes or goes whole, its parts are not told one by one. */
  readonly partOf?: string
  /** What is said when it comes and when it goes, where it is not that it is new and no longer there. */
  readonly comes?: string
  readonly goes?: string
}

/** An item that its program still has to be written on. */
export type BookItemPart = Omit<BookItem, 'program' | 'tells'> & { readonly tells?: BookItem['tells'] }
