import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../db/clock.ts'
import { job } from '../../db/jobs.ts'
import type { Keys } from '../../db/keys.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import { dateIn } from '../../domain/dates.ts'
import { decideSchedule } from '../../domain/due-time.ts'
import type { ProcessType } from '../../domain/process-types.ts'
import { type SettingKey, settingValues } from '../../domain/settings.ts'
import type { Acting } from '../../http/caller.ts'
import type { Doorway } from '../../http/limits.ts'
import type { Process } from '../process.ts'
import { insideDoor } from '../runs/inside-door.ts'
import { processCaller } from '../runs/process-caller.ts'
import type { RunWorker } from '../runs/services.ts'
import { openScheduledRun } from './open-scheduled-run.ts'
import {
  beginSchedules,
  forgetSchedules,
  type NewSchedule,
  readSchedules,
  type StoredSchedules,
} from './schedule-rows.ts'

export interface ScheduleParts {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly door: Doorway
  readonly log: Logger
  readonly runs: Pick<RunWorker, 'processes' | 'queue'>
}

/** Every minute, on one of the running services. */
export const schedulingJob = (parts: ScheduleParts) =>
  job({
    name: 'processes:tick',
    payload: z.object({}),
    schedule: '* * * * *',
    run: (_, stopping) => openDueRuns(parts, stopping),
  })

/**
 * Opens the runs that are due by the schedules of all administrators, and gives their number. What goes wrong with one
 * schedule does not hold back the others. While the clock of a sandbox is set, schedules rest.
 */
export async function openDueRuns(parts: ScheduleParts, stopping?: AbortSignal): Promise<number> {
  const { clock, databases } = parts
  if (clock.isSet()) return 0
  let opened = 0
  for (const stored of await readAll(parts, await databases.tenants())) {
    if (stopping?.aborted) break
    // A service with many administrators answers requests in between.
    await setImmediate()
    opened += (await logged(parts, stored.tenant, undefined, () => openDueRunsOf(parts, stored))) ?? 0
  }
  return opened
}

/** The schedules of all administrators that can be read. */
async function readAll(parts: ScheduleParts, tenants: readonly Tenant[]): Promise<StoredSchedules[]> {
  try {
    return await readSchedules(parts.databases, tenants)
  } catch {
    const read: StoredSchedules[] = []
    for (const tenant of tenants)
      read.push(
        ...((await logged(parts, tenant, undefined, () => readSchedules(parts.databases, [tenant]))) ?? []),
      )
    return read
  }
}

async function openDueRunsOf(parts: ScheduleParts, { tenant, settings, handled }: StoredSchedules) {
  const { timeZone } = tenant
  const now = parts.clock.now()
  const begun: NewSchedule[] = []
  const forgotten: ProcessType[] = []
  const due: { readonly process: Process; readonly schedule: NewSchedule }[] = []
  for (const process of parts.runs.processes)
    await logged(parts, tenant, process.type, async () => {
      const { type } = process
      const cron = cronOf(settings, type)
      const known = handled.get(type)
      if (cron === '') {
        if (known) forgotten.push(type)
        return
      }
      const schedule = { type, cron, timeZone }
      const { action } = decideSchedule(known, schedule, now)
      if (action === 'begin') begun.push(schedule)
      if (action === 'run') due.push({ process, schedule })
    })
  if (begun.length + forgotten.length + due.length === 0) return 0
  return insideDoor(parts.door, async () => {
    const db = parts.databases.of(tenant)
    await beginSchedules(db, begun, now)
    await forgetSchedules(db, forgotten)
    let opened = 0
    for (const each of due)
      await logged(parts, tenant, each.process.type, async () => {
        if (await openScheduledRun(db, parts, actingAt(parts, tenant, now), each)) opened += 1
      })
    return opened
  })
}

/** The schedule of a process as the administrator has set it. Empty: never. */
function cronOf(settings: Readonly<Record<string, unknown>>, type: ProcessType): string {
  const key = `schedule.${type}` as const satisfies SettingKey
  return settingValues(settings, [key])[key].trim()
}

function actingAt({ databases }: ScheduleParts, tenant: Tenant, now: Date): Acting {
  const caller = { ...processCaller(databases, tenant), name: 'schedule' }
  return { caller, now, today: dateIn(tenant.timeZone, now) }
}

async function logged<Result>(
  { log }: ScheduleParts,
  { number }: Tenant,
  process: ProcessType | undefined,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, event: 'schedule failed', administrator: number, process })
    return undefined
  }
}
