import { randomUUID } from 'node:crypto'
import { type Opening, openRun as openStoredRun, type ProcessRun } from '../../contracts/earnings/run-rows.ts'
import type { Tx } from '../../db/database.ts'
import { ownProcessTypes, type ProcessType } from '../../domain/process-types.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { Process, RunParameters } from '../process.ts'
import type { RunWorker } from './services.ts'

/** A run that the service is to do. */
export interface ServiceRun {
  readonly processType: ProcessType
  readonly parameters: RunParameters
  readonly isDryRun?: boolean
  /** The time of the schedule. */
  readonly scheduledFor?: Date
  /** The worker that works on it right away. Without it, a job does. */
  readonly leasedBy?: string
}

/** Opens a run that the service does, with the parameters of its process filled in. */
export function openServiceRun(
  tx: Tx,
  acting: Acting,
  process: Process,
  { processType, parameters, isDryRun = false, scheduledFor, leasedBy }: ServiceRun,
): Promise<Opening> {
  const faults = Object.entries(process.parameterFaults?.(parameters) ?? {})
  if (faults.length > 0)
    throw new Problem(
      'ParametersInvalid',
      faults.map(([name, fault]) => `Parameter ${name}: ${fault}`).join(' '),
      {
        errors: faults.map(([name, message]) => ({
          ...{ pointer: `/parameters/${name}`, code: 'ParametersInvalid', message },
        })),
      },
    )
  return openStoredRun(tx, acting, {
    ...{ guid: randomUUID(), processType, executor: 'Service', isDryRun },
    parameters: { ...process.defaults?.(acting), ...parameters },
    ...(scheduledFor ? { scheduledFor } : {}),
    ...(leasedBy ? { leasedBy } : {}),
  })
}

interface RequestedRun {
  readonly processType: ProcessType
  readonly parameters: RunParameters
  readonly dryRun: boolean
  readonly execute: boolean
}

/** Opens a run that was asked for. With `execute` the service does its steps once the transaction commits. */
export async function openRequestedRun(
  tx: Tx,
  runs: RunWorker,
  acting: Acting,
  { processType, parameters, dryRun: isDryRun, execute }: RequestedRun,
): Promise<ProcessRun> {
  if (!execute) {
    if (ownProcessTypes.some((type) => type === processType)) throw executeRequired(processType)
    const guid = randomUUID()
    return openedOnly(await openStoredRun(tx, acting, { guid, processType, parameters, isDryRun }))
  }
  const process = runs.processes.find(({ type }) => type === processType)
  if (!process) throw new Error(`There is no process ${processType}.`)
  const run = openedOnly(await openServiceRun(tx, acting, process, { processType, parameters, isDryRun }))
  await runs.queue(tx, acting.caller.tenant.id, run.guid)
  return run
}

function openedOnly(opening: Opening): ProcessRun {
  if ('opened' in opening) return opening.opened
  if (!('active' in opening)) throw new Error('A run without a schedule was opened twice.')
  const { guid, processType } = opening.active
  throw new Problem('RunAlreadyActive', `The run ${guid} of ${processType} has not ended yet.`, {
    members: { guid },
  })
}

const executeRequired = (processType: ProcessType) =>
  new Problem('ExecuteRequired', `Only the service runs ${processType}. Send execute: true.`, {
    errors: [{ pointer: '/execute', code: 'ExecuteRequired', message: 'This must be true.' }],
  })
