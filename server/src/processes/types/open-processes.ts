import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { Process } from '../process.ts'
import { autoExpire } from './auto-expire.ts'
import { autoVoid } from './auto-void.ts'
import { earningsUpdate } from './earnings-update.ts'

/** All automatic processes. */
export const openProcesses = (services: ContractServices): readonly Process[] => [
  autoExpire,
  autoVoid(services),
  earningsUpdate,
]
