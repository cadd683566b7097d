import type { Db, Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { command } from '../db/statement.ts'
import { together } from '../db/together.ts'
import type { CancelSettings } from '../domain/cancellation/facts.ts'
import { loadCancelMethods, loadCancelRules } from './load-cancel-rules.ts'

type Rules = Pick<CancelSettings, 'rules' | 'methods'>

/**
 * SQL for the version of the rules and methods. Rules stay the same for years, and every quote and every contract needs all
 * of them. Every writer stores the version in its own transaction, so a read of any process sees it with what was written.
 */
export const RULES_VERSION = '(select v.version from cancel_rules_version v where v.id = 1)'

// A hash of all that they say: the same rules have the same version again, for example after a reset of the sandbox.
const SET_VERSION = command(`update cancel_rules_version set version = concat(
    (select sum(hash_record_extended(r, 0)) from cancel_rule r), ' and ',
    (select sum(hash_record_extended(v, 0)) from reference_value v where v.list = 'CancelMethod'))
  where id = 1`)

/** Stores the version of the rules and methods after they were written. */
export async function setRulesVersion(tx: Tx): Promise<void> {
  await SET_VERSION.run(tx, [])
}

const cache = new Map<number, Rules & { readonly version: string }>()

/** The rules and methods of an administrator. They are read again if the version has changed. */
export async function loadCachedRules(db: Db, tenantId: number, version: string): Promise<Rules> {
  const cached = cache.get(tenantId)
  if (cached?.version === version) return cached
  const [rules, methods] = await together(db, (own) => runAll([loadCancelRules(own), loadCancelMethods(own)]))
  cache.set(tenantId, { rules, methods, version })
  return { rules, methods }
}
