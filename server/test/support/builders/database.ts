import { run } from '../../../src/db/database.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'

/** Runs a statement in the sandbox's database: for what no operation answers or does. */
export async function inDatabase<Row = unknown>(
  service: TestService,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { db } = await sandboxOf(service)
  return run<Row>(db, text, values)
}
