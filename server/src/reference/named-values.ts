/** One row of a reference list. */
export interface Value {
  readonly code: string
  readonly name: string
  /** Absent: for every product type. */
  readonly productTypeCodes?: readonly string[]
  readonly details?: Readonly<Record<string, unknown>>
}

export const named = (names: Readonly<Record<string, string>>): Value[] =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
