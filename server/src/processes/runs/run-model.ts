import { z } from 'zod'
import type { ProcessRun } from '../../contracts/earnings/run-rows.ts'
import { processTypes } from '../../domain/process-types.ts'
import { runExecutors, runStatuses } from '../../domain/processes/run-rules.ts'
import { Id, Instant } from '../../http/schemas.ts'

const RunError = z
  .object({
    entityId: z
      .int()
      .nullable()
      .describe('The candidate, for example a contract; null: the process itself could not go on.'),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'AutomaticProcessRunError' })

export const RunModel = z
  .object({
    guid: z.uuid(),
    processType: z.enum(processTypes),
    status: z.enum(runStatuses),
    executor: z.enum(runExecutors).describe('Who does the steps: the caller that opened it, or the service.'),
    isDryRun: z.boolean(),
    parameters: z.record(z.string(), z.unknown()),
    startedAt: Instant,
    heartbeatAt: Instant,
    finishedAt: Instant.nullable(),
    scheduledFor: Instant.nullable().describe('The time of the schedule; null for a run that was asked for.'),
    candidates: z.int(),
    succeeded: z.int(),
    skipped: z.int(),
    failed: z.int(),
    errors: z
      .array(RunError)
      .describe('The first failures of the service, about 1,000; GET …/items lists all of them.'),
    startedBy: z.string(),
  })
  .meta({ id: 'AutomaticProcessRun' })
export type RunModel = z.input<typeof RunModel>

export function runAnswer(run: ProcessRun): RunModel {
  const { startedAt, heartbeatAt, finishedAt, scheduledFor, errors } = run
  const { resumeAfter: _, leasedBy: __, leasedUntil: ___, ...shown } = run
  return {
    ...shown,
    startedAt: startedAt.toISOString(),
    heartbeatAt: heartbeatAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    scheduledFor: scheduledFor?.toISOString() ?? null,
    errors: [...errors],
  }
}

export const NewRun = z
  .strictObject({
    processType: z.enum(processTypes),
    parameters: z.record(z.string(), z.unknown()).default({}),
    dryRun: z
      .boolean()
      .default(false)
      .describe('Keeps the run and what would have happened to each candidate, and changes nothing else.'),
    execute: z
      .boolean()
      .default(false)
      .describe('The service does the steps. Without it, the caller does them and reports by PATCH.'),
  })
  .meta({
    id: 'AutomaticProcessRunAddRequest',
    example: { processType: 'AutoExpire', parameters: { asOfDate: '2024-03-15' }, execute: true },
  })
export type NewRun = z.output<typeof NewRun>

const Count = z.int().min(0).max(2_147_483_647)

export const RunPatch = z
  .strictObject({
    status: z.enum(runStatuses).optional(),
    candidates: Count.optional().describe('The total so far, as all counters.'),
    succeeded: Count.optional(),
    skipped: Count.optional(),
    failed: Count.optional(),
    errors: z
      .array(
        z.strictObject({
          entityId: Id.nullable(),
          code: z.string().min(1).max(100),
          message: z.string().max(2_000),
        }),
      )
      .max(1_000)
      .optional()
      .describe('Added to the errors of the run.'),
  })
  .meta({ id: 'AutomaticProcessRunPatch', example: { candidates: 25, succeeded: 24, skipped: 1 } })
export type RunPatch = z.output<typeof RunPatch>

export const ItemModel = z
  .object({
    entityId: Id,
    outcome: z.enum(['Succeeded', 'Skipped', 'Failed']),
    code: z.string().nullable(),
    message: z.string().nullable(),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What the step answered, in a dry run: would have answered.'),
  })
  .meta({ id: 'AutomaticProcessRunItem' })
export type ItemModel = z.input<typeof ItemModel>
