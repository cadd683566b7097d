import type { CustomFieldDefinition } from '../custom-fields/custom-fields.ts'
import type { CoverageGroup } from './coverage.ts'
import type { NamedItem, RateBook } from './rate-book.ts'

/** A whole book as it is applied: what prices are made from, and the lists that people choose from. */
export interface Book extends RateBook {
  readonly name: string
  readonly segmentations: readonly NamedItem[]
  readonly coverageGroups: readonly CoverageGroup[]
  readonly vehicles: readonly Vehicle[]
  readonly contractFields: readonly ContractField[]
  readonly forms: readonly BookForm[]
}

/** A PDF form of the administrator's own, which the contracts of programs with its number are printed on. */
export interface BookForm {
  readonly formNumber: string
  /** In base64. */
  readonly content: string
  readonly sizeBytes: number
  /** SHA-256 in hex. */
  readonly checksum: string
}

/** Vehicles of one build, for the selection lists. Null: not told apart, or without bound. */
export interface Vehicle {
  readonly assetTypeCode: string
  readonly make: NamedItem
  readonly model: NamedItem
  readonly trim: NamedItem | null
  readonly series: NamedItem | null
  readonly bodyStyle: NamedItem | null
  readonly yearFrom: number | null
  readonly yearTo: number | null
}

/** A custom field of contracts. Files name the product by its code. */
export interface ContractField extends Omit<CustomFieldDefinition, 'productId'> {
  readonly product: string | null
}

/** The same without ids: files have codes, and ids are given when a book is applied. */
export type WithoutIds<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly WithoutIds<Item>[]
    : { readonly [Name in keyof T as Name extends 'id' ? never : Name]: WithoutIds<T[Name]> }

export type UnnumberedBook = WithoutIds<Book>
export type UnnumberedProduct = UnnumberedBook['products'][number]
export type UnnumberedProgram = UnnumberedProduct['programs'][number]

/** What is wrong with a book, and where. */
export interface FileFault {
  readonly file: string
  readonly line: number
  readonly reason: string
}

/** An account holder that a file names. Only the database knows whether there is one. */
export interface NamedAccount {
  readonly type: 'DisbursementAccount' | 'Insurer' | 'Dealer' | 'DealerGroup'
  readonly number: string
  readonly file: string
  readonly line: number
}
