/** A choice of a list. */
export interface Option {
  readonly value: string
  readonly title: string
  readonly subtitle?: string | undefined
}
