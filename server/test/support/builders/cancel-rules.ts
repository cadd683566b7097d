import { run } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { setRulesVersion } from '../../../src/reference/cancel-rules-cache.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'

/** Changes a cancel rule of the sandbox, as another service would that applies a file of rules. */
export async function changeRule(service: TestService, code: string, changes: string): Promise<void> {
  const { db } = await sandboxOf(service)
  await inTransaction(db, async (tx) => {
    await run(tx, `update cancel_rule set ${changes} where code = $1`, [code])
    await setRulesVersion(tx)
  })
}
