import type { StatementServices } from '../../cash/statements/services.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { DisbursementWorker } from '../../rates/disbursements/worker.ts'
import type { Process } from '../process.ts'
import { autoCancelGap } from './auto-cancel-gap.ts'
import { autoExpire } from './auto-expire.ts'
import { autoVoid } from './auto-void.ts'
import { disbursementChanges } from './disbursement-changes.ts'
import { earningsUpdate } from './earnings-update.ts'
import { fileSweep } from './file-sweep.ts'
import { accountHolderAutoExpire } from './holder-expiry.ts'
import { idempotencyCleanup } from './idempotency-cleanup.ts'
import { ledgerPayReceive } from './pay-receive.ts'
import { quoteExpiry } from './quote-expiry.ts'
import { refundDeadlines } from './refund-deadlines.ts'
import { statementsProcess } from './statements.ts'
import { webhookCleanup } from './webhook-cleanup.ts'

/** What the processes need of the rooms before this one. */
export interface StepServices extends ContractServices, ClaimServices, StatementServices, DocumentServices {
  readonly disbursements: DisbursementWorker
}

/** All automatic processes. */
export const openProcesses = (services: StepServices): readonly Process[] => [
  autoExpire,
  autoVoid(services),
  autoCancelGap(services),
  accountHolderAutoExpire,
  earningsUpdate,
  webhookCleanup,
  idempotencyCleanup,
  fileSweep(services),
  ledgerPayReceive(services),
  statementsProcess(services),
  quoteExpiry,
  refundDeadlines(services),
  disbursementChanges(services),
]
