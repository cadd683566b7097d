import type { CustomFieldDefinition } from '../custom-fields/custom-fields.ts'
import type { CoverageGroup } from './coverage.ts'
import type { NamedItem, RateBook } from './rate-book.ts'

/** A whole book as it is applied: the data for prices, and the lists that people choose from. */
export interface Book extends RateBook {
  readonly name: string
  readonly segmentations: readonly NamedItem[]
  readonly coverageGroups: readonly CoverageGroup[]
  readonly vehicles: readonly Vehicle[]
  readonly contractFields: readonly ContractField[]
  readonly forms: readonly BookForm[]
}

/** The administrator's own PDF form. Contracts of programs with its number are printed on it. */
export interface BookForm {
  readonly formNumber: string
  /** In base64. */
  readonly content: string
  readonly sizeBytes: number
  /** SHA-256 in hex. */
  readonly checksum: string
}

/** Vehicles of one build, for the selection lists. Null: any, or no limit. */
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

/** The same without ids: files have codes; ids are assigned when a book is applied. */
export type WithoutIds<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly WithoutIds<Item>[]
    : { readonly [Name in keyof T as Name extends 'id' ? never : Name]: WithoutIds<T[Name]> }

export type UnnumberedBook = WithoutIds<Book>
export type UnnumberedProduct = UnnumberedBook['products'][number]
export type UnnumberedProgram = UnnumberedProduct['programs'][number]

/** What is wrong with a file, and where. */
export interface FileFault {
  readonly file: string
  readonly line: number
  readonly reason: string
}

/** An account holder that a file names. Whether it exists is checked against the database. */
export interface NamedAccount {
  readonly type: 'DisbursementAccount' | 'Insurer' | 'Dealer' | 'DealerGroup'
  readonly number: string
  readonly file: string
  readonly line: number
}
