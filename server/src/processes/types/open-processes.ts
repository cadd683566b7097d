import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { Process } from '../process.ts'
import { autoExpire } from './auto-expire.ts'
import { autoVoid } from './auto-void.ts'
import { earningsUpdate } from './earnings-update.ts'
import { fileSweep } from './file-sweep.ts'
import { idempotencyCleanup } from './idempotency-cleanup.ts'
import { webhookCleanup } from './webhook-cleanup.ts'

/** All automatic processes. */
export const openProcesses = (services: ContractServices & DocumentServices): readonly Process[] => [
  autoExpire,
  autoVoid(services),
  earningsUpdate,
  webhookCleanup,
  idempotencyCleanup,
  fileSweep(services),
]
