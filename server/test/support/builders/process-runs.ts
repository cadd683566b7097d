import type { TestService } from '../service/app.ts'
import { inDatabase } from './database.ts'

// Runs of the service itself, for tests.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

/** Opens a run, has the service work on it until it has ended, and gives it. */
export async function executed(service: TestService, processType: string, body: object = {}): Promise<Any> {
  const admin = service.api.as('sandbox-admin')
  const opened = await admin.post('/automatic-process-runs', { processType, execute: true, ...body })
  if (opened.status !== 201) throw new Error(opened.text)
  await service.app.services.runs.workAll()
  return (await admin.get(`/automatic-process-runs/${opened.body.guid}`)).body
}

/** `Completed: 3 done, 1 skipped, 0 failed`. */
export const summary = ({ status, succeeded, skipped, failed }: Any): string =>
  `${status}: ${succeeded} done, ${skipped} skipped, ${failed} failed`

/** The same of a run that was just executed. */
export const executedSummary = async (
  service: TestService,
  processType: string,
  body: object = {},
): Promise<string> => summary(await executed(service, processType, body))

/** The types and data of the events of a subject, oldest first. */
export const eventsOf = (service: TestService, subject: string, type: string): Promise<Any[]> =>
  inDatabase<Any>(service, 'select data from event where subject = $1 and type = $2 order by sequence', [
    ...[subject, type],
  ]).then((rows) => rows.map(({ data }: Any) => data))
