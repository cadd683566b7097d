import type { Db } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import type { CancelSettings } from '../../domain/cancellation/facts.ts'
import { loadCancelMethods, loadCancelRules } from '../../reference/load-cancel-rules.ts'

type Rules = Pick<CancelSettings, 'rules' | 'methods'>

/**
 * SQL for what rules and methods stand: a row that is written by whomever, this process or another, names the transaction
 * that wrote it. Rules are the same for years, and every quote needs all of them.
 */
export const RULES_VERSION = `concat(
  (select string_agg(r.xmin::text, ' ') from cancel_rule r), ' and ',
  (select string_agg(v.xmin::text, ' ') from reference_value v where v.list = 'CancelMethod'))`

const known = new Map<number, Rules & { readonly version: string }>()

/** The rules and methods of an administrator, read anew where others stand than those that are known. */
export async function loadCachedRules(db: Db, tenantId: number, version: string): Promise<Rules> {
  const remembered = known.get(tenantId)
  if (remembered?.version === version) return remembered
  const [rules, methods] = await runAll([loadCancelRules(db), loadCancelMethods(db)])
  known.set(tenantId, { rules, methods, version })
  return { rules, methods }
}
