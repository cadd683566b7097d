import type { JournalRow } from '../../../sdk/src/types.gen.ts'
import { writeSearch } from '../../api/path.ts'

type Row = Pick<
  JournalRow,
  | 'entryId'
  | 'entryType'
  | 'accountingDate'
  | 'cashTransactionId'
  | 'cancelId'
  | 'claimId'
  | 'contractId'
  | 'ledgerId'
>

/** What all rows of an entry have in common, the narrowest first. The journal is not searched by the entry itself. */
const shared = ['cashTransactionId', 'cancelId', 'claimId', 'contractId', 'ledgerId'] as const

/** The filters of the journal under which the rows of an entry are found. */
export function entryFilters(row: Row): Readonly<Record<string, string>> {
  const name = shared.find((one) => row[one] !== null)
  return {
    ...(name ? { [name]: String(row[name]) } : {}),
    ...{ entryType: row.entryType, from: row.accountingDate, to: row.accountingDate },
  }
}

/** The screen of the entry that a row belongs to. */
export const entryPath = (row: Row): string =>
  `/money/journal/${row.entryId}${writeSearch(entryFilters(row))}`
