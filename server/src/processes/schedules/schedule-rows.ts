import { askAll } from '../../db/ask-all.ts'
import { instant, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { quoted } from '../../db/migrations.ts'
import { command, statement } from '../../db/statement.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import type { HandledSchedule, Schedule } from '../../domain/due-time.ts'
import type { ProcessType } from '../../domain/process-types.ts'

/** What an administrator has stored: settings by their keys, and up to when each schedule has been handled. */
export interface StoredSchedules {
  readonly tenant: Tenant
  readonly settings: Readonly<Record<string, unknown>>
  readonly handled: ReadonlyMap<string, HandledSchedule>
}

interface Row {
  readonly tenantId: number
  readonly settings: Readonly<Record<string, unknown>> | null
  readonly handled: readonly { type: string; cron: string; timeZone: string; handledUntil: string }[] | null
}

/** The schedules of these administrators. */
export async function readSchedules(
  databases: Pick<Databases, 'platformPool'>,
  tenants: readonly Tenant[],
): Promise<StoredSchedules[]> {
  const { rows, reached } = await askAll<Row>(
    databases,
    tenants,
    ({ id, schema }) => `select ${Number(id)}::bigint as "tenantId",
      (select jsonb_object_agg(key, value) from ${quoted(schema)}.general_setting where key like 'schedule.%') as settings,
      (select jsonb_agg(jsonb_build_object('type', process_type, 'cron', cron, 'timeZone', time_zone,
        'handledUntil', handled_until)) from ${quoted(schema)}.process_schedule) as handled`,
  )
  const byId = new Map(rows.map((row) => [row.tenantId, row]))
  return reached.map((tenant) => {
    const { settings, handled } = byId.get(tenant.id) ?? {}
    return {
      tenant,
      settings: settings ?? {},
      handled: new Map(
        handled?.map(({ type, handledUntil, ...schedule }) => [
          type,
          { ...schedule, handledUntil: new Date(handledUntil) },
        ]),
      ),
    }
  })
}

/** A schedule whose times count from now on. */
export interface NewSchedule extends Schedule {
  readonly type: ProcessType
}

// Two services may see a new schedule at once. The later one changes nothing.
const BEGIN = command(
  `insert into process_schedule (process_type, cron, time_zone, handled_until)
   select s.type, s.cron, s.time_zone, $4 from unnest($1::text[], $2::text[], $3::text[]) as s (type, cron, time_zone)
   on conflict (process_type) do update
   set cron = excluded.cron, time_zone = excluded.time_zone, handled_until = excluded.handled_until
   where process_schedule.cron <> excluded.cron or process_schedule.time_zone <> excluded.time_zone
     or process_schedule.handled_until > excluded.handled_until`,
)

export async function beginSchedules(db: Db, begun: readonly NewSchedule[], now: Date): Promise<void> {
  if (begun.length === 0) return
  const types = begun.map(({ type }) => type)
  const crons = begun.map(({ cron }) => cron)
  const timeZones = begun.map(({ timeZone }) => timeZone)
  await BEGIN.run(db, [types, crons, timeZones, now])
}

const FORGET = command('delete from process_schedule where process_type = any($1::text[])')

/** Schedules that were switched off. When they are switched on again, they begin anew. */
export async function forgetSchedules(db: Db, types: readonly ProcessType[]): Promise<void> {
  if (types.length > 0) await FORGET.run(db, [types])
}

const LOCK = statement(
  { cron: text, timeZone: text, handledUntil: instant },
  `select cron, time_zone as "timeZone", handled_until as "handledUntil" from process_schedule
   where process_type = $1 for update`,
)

/** Of several services that look at a schedule, one handles it at a time. */
export const lockSchedule = (tx: Tx, type: ProcessType): Promise<HandledSchedule | undefined> =>
  LOCK.first(tx, [type])

const MOVE = command('update process_schedule set handled_until = $2 where process_type = $1')

export async function moveSchedule(tx: Tx, type: ProcessType, handledUntil: Date): Promise<void> {
  await MOVE.run(tx, [type, handledUntil])
}
