import type { Db } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import type { CancelSettings } from '../domain/cancellation/facts.ts'
import { loadCancelMethods, loadCancelRules } from './load-cancel-rules.ts'

type Rules = Pick<CancelSettings, 'rules' | 'methods'>

/**
 * SQL for the version of the rules and methods: a hash of all that they say, so it changes with every write of any process.
 * Rules stay the same for years, and every quote and every contract needs all of them.
 */
export const RULES_VERSION = `concat(
  (select sum(hash_record_extended(r, 0)) from cancel_rule r), ' and ',
  (select sum(hash_record_extended(v, 0)) from reference_value v where v.list = 'CancelMethod'))`

const cache = new Map<number, Rules & { readonly version: string }>()

/** The rules and methods of an administrator. They are read again if the version has changed. */
export async function loadCachedRules(db: Db, tenantId: number, version: string): Promise<Rules> {
  const cached = cache.get(tenantId)
  if (cached?.version === version) return cached
  const [rules, methods] = await runAll([loadCancelRules(db), loadCancelMethods(db)])
  cache.set(tenantId, { rules, methods, version })
  return { rules, methods }
}
