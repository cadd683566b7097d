import { accessLists } from './access-lists.ts'
import { autoLists } from './auto-lists.ts'
import { cancelLists } from './cancel-lists.ts'
import { cashLists } from './cash-lists.ts'
import { claimLists } from './claim-lists.ts'
import { contractLists } from './contract-lists.ts'
import { documentLists } from './document-lists.ts'
import { historyLists } from './history-lists.ts'
import { holdLists } from './hold-lists.ts'
import { holderLists } from './holder-lists.ts'
import { inspectionLists } from './inspection-lists.ts'
import { ledgerLists } from './ledger-lists.ts'
import type { NaiveList } from './lists.ts'
import { openItemLists } from './open-item-lists.ts'
import { paymentLists } from './payment-lists.ts'
import { rateLists } from './rate-lists.ts'
import { referenceLists } from './reference-lists.ts'
import { requestLists } from './request-lists.ts'
import { runLists } from './run-lists.ts'
import { webhookLists } from './webhook-lists.ts'

/**
 * Every list of the service by its path, with the naive meaning of its rows and of its own conditions. A list or a
 * condition that is missing here fails the test.
 */
export const naiveLists: Readonly<Record<string, NaiveList>> = {
  ...referenceLists,
  ...accessLists,
  ...holderLists,
  ...ledgerLists,
  ...paymentLists,
  ...openItemLists,
  ...cashLists,
  ...contractLists,
  ...autoLists,
  ...holdLists,
  ...historyLists,
  ...requestLists,
  ...cancelLists,
  ...documentLists,
  ...claimLists,
  ...inspectionLists,
  ...rateLists,
  ...webhookLists,
  ...runLists,
}
