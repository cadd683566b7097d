import { accessLists } from './naive-access-lists.ts'
import { holderLists } from './naive-holder-lists.ts'
import { ledgerLists } from './naive-ledger-lists.ts'
import type { NaiveList } from './naive-lists.ts'
import { rateLists } from './naive-rate-lists.ts'
import { referenceLists } from './naive-reference-lists.ts'

/**
 * Every list of the service by its path, with the naive meaning of its rows and of those of its conditions that are its
 * own. A list or a condition that is not here fails the test.
 */
export const naiveLists: Readonly<Record<string, NaiveList>> = {
  ...referenceLists,
  ...accessLists,
  ...holderLists,
  ...ledgerLists,
  ...rateLists,
}
