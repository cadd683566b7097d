import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { processTypes } from '../../src/domain/process-types.ts'

// Schedules as the tests of several services, and of several processes of one, set them and look at their runs.

/** The processes that the tests schedule. */
export const scheduledTypes = ['FileSweep', 'IdempotencyCleanup', 'WebhookDeliveryCleanup']
export const onceEach = scheduledTypes.map((type) => `${type} Completed 1`)

/** How often the schedules are looked at in a round, by whoever is free. */
const LOOKS = 12

/** These processes have this schedule, the others none. Their times count from then on. */
export async function setSchedules(client: pg.Client, cron: string, handledUntil?: string): Promise<void> {
  await client.query('delete from automatic_process_run')
  await client.query('delete from process_schedule')
  for (const type of processTypes)
    await client.query(
      `insert into general_setting (key, value, updated_at, updated_by) values ($1, $2, now(), 'test')
       on conflict (key) do update set value = excluded.value`,
      [`schedule.${type}`, JSON.stringify(scheduledTypes.includes(type) ? cron : '')],
    )
  if (handledUntil)
    await client.query(
      `insert into process_schedule (process_type, cron, time_zone, handled_until)
       select type, $2, t.time_zone, $3 from unnest($1::text[]) type, platform.tenant t`,
      [scheduledTypes, cron, handledUntil],
    )
}

/** Every process has missed its last times, and all look at the same moment. */
export async function lookAtOnce(client: pg.Client): Promise<void> {
  await setSchedules(client, '0 0 1 1 *', '2020-06-01T00:00:00Z')
  await client.query(
    `select graphile_worker.add_job('processes:tick', '{}'::json) from generate_series(1, ${LOOKS})`,
  )
}

/** The runs of each process, when all looks have been taken and all runs have ended. */
export async function endedRuns(client: pg.Client): Promise<string[]> {
  for (const end = performance.now() + 90_000; ; await sleep(50)) {
    const { rows } = await client.query<{ waiting: number }>(
      `select (select count(*) from graphile_worker.jobs where task_identifier = 'processes:tick')
         + (select count(*) from automatic_process_run where status = 'Running') as waiting`,
    )
    if (Number(rows[0]?.waiting) === 0 || performance.now() > end) break
  }
  const { rows } = await client.query<{ runs: string }>(
    `select process_type || ' ' || status || ' ' || count(*) as runs from automatic_process_run
     group by process_type, status order by 1`,
  )
  return rows.map(({ runs }) => runs)
}
