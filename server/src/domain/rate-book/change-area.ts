import type { BookItem } from './item.ts'

/** The parts of a book that people look for a change in. */
export const bookAreas = [
  'Plan',
  'Term',
  'Deductible',
  'Rate',
  'Factor',
  'Surcharge',
  'Disbursement',
  'RetailRule',
  'Relation',
  'Class',
  'Program',
  'Product',
  'Visibility',
  'Tax',
  'Vehicle',
  'Coverage',
  'Field',
  'Form',
  'Other',
] as const
export type BookArea = (typeof bookAreas)[number]

/** The words that the names of items begin with. The parts of a plan belong to it. */
const beginnings: readonly (readonly [begins: RegExp, area: BookArea])[] = [
  [/^(plan|service|benefit) |^the (term|deductible|limit) /, 'Plan'],
  [/^term /, 'Term'],
  [/^deductible /, 'Deductible'],
  [/^factor table /, 'Factor'],
  [/^surcharge /, 'Surcharge'],
  [/^disbursement /, 'Disbursement'],
  [/^the retail rule /, 'RetailRule'],
  [/^the relation /, 'Relation'],
  [/^(make|class) /, 'Class'],
  [/^program /, 'Program'],
  [/^product /, 'Product'],
  [/^visibility /, 'Visibility'],
  [/^tax /, 'Tax'],
  [/^vehicle /, 'Vehicle'],
  [/^(coverage group|component) /, 'Coverage'],
  [/^contract field /, 'Field'],
  [/^form /, 'Form'],
]

/** The part of the book that an item belongs to. Rates and factors are named by codes, and known by their figures. */
export function bookArea({ name, style, partOf }: BookItem): BookArea {
  if (style === 'figures') return partOf?.startsWith('factor table ') ? 'Factor' : 'Rate'
  return beginnings.find(([begins]) => begins.test(name))?.[1] ?? 'Other'
}
