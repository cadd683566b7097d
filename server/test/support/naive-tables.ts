import { accessLists } from './naive-access-lists.ts'
import { autoLists } from './naive-auto-lists.ts'
import { cancelLists } from './naive-cancel-lists.ts'
import { contractLists } from './naive-contract-lists.ts'
import { documentLists } from './naive-document-lists.ts'
import { historyLists } from './naive-history-lists.ts'
import { holdLists } from './naive-hold-lists.ts'
import { holderLists } from './naive-holder-lists.ts'
import { ledgerLists } from './naive-ledger-lists.ts'
import type { NaiveList } from './naive-lists.ts'
import { rateLists } from './naive-rate-lists.ts'
import { referenceLists } from './naive-reference-lists.ts'
import { requestLists } from './naive-request-lists.ts'

/**
 * Every list of the service by its path, with the naive meaning of its rows and of those of its conditions that are its
 * own. A list or a condition that is not here fails the test.
 */
export const naiveLists: Readonly<Record<string, NaiveList>> = {
  ...referenceLists,
  ...accessLists,
  ...holderLists,
  ...ledgerLists,
  ...contractLists,
  ...autoLists,
  ...holdLists,
  ...historyLists,
  ...requestLists,
  ...cancelLists,
  ...documentLists,
  ...rateLists,
}
