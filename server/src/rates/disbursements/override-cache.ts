import type { Db } from '../../db/database.ts'
import { type OverrideSet, overrideSet } from '../../domain/disbursements/override-set.ts'
import type { Caller } from '../../http/caller.ts'
import { lastAppliedChangeId, loadOverrides } from './store.ts'

/** The overrides of all administrators in memory, so that a quote does not read them from the database. */
export interface OverrideCache {
  load(caller: Pick<Caller, 'db' | 'tenant'>): Promise<OverrideSet>
  /** The next quote reads the database again: this instance has applied a change. */
  invalidate(tenantId: number): void
  /** Drops everything, after a reset of the sandbox. */
  clear(): void
}

/** How long it takes at most until a change applied by another instance is seen here. */
const CHECK_EVERY_MILLISECONDS = 1_000

interface CachedOverrides {
  checkedAt: number
  lastChangeId: number | undefined
  overrides: OverrideSet
  loading: Promise<OverrideSet> | undefined
}

export function createOverrideCache(now: () => number = () => performance.now()): OverrideCache {
  const tenants = new Map<number, CachedOverrides>()
  const cachedFor = (tenantId: number): CachedOverrides => {
    const known = tenants.get(tenantId)
    if (known) return known
    const empty: CachedOverrides = {
      checkedAt: Number.NEGATIVE_INFINITY,
      lastChangeId: undefined,
      overrides: overrideSet([]),
      loading: undefined,
    }
    tenants.set(tenantId, empty)
    return empty
  }
  async function refresh(cached: CachedOverrides, db: Db): Promise<OverrideSet> {
    // The time before the query: a change made while it runs is found by the next check.
    cached.checkedAt = now()
    // The id is read before the overrides: if a change comes between the two, they are loaded once more.
    const lastChangeId = await lastAppliedChangeId(db)
    if (lastChangeId !== cached.lastChangeId) {
      cached.overrides = overrideSet(lastChangeId === 0 ? [] : await loadOverrides(db))
      cached.lastChangeId = lastChangeId
    }
    return cached.overrides
  }
  return {
    async load({ db, tenant }) {
      const cached = cachedFor(tenant.id)
      if (cached.loading) return cached.loading
      if (now() - cached.checkedAt < CHECK_EVERY_MILLISECONDS) return cached.overrides
      cached.loading = refresh(cached, db)
        .catch((error: unknown) => {
          cached.checkedAt = Number.NEGATIVE_INFINITY
          throw error
        })
        .finally(() => {
          cached.loading = undefined
        })
      return cached.loading
    },
    invalidate(tenantId) {
      // A load under way may have read the database before the change, so the next call starts a new one.
      const cached = tenants.get(tenantId)
      if (cached)
        tenants.set(tenantId, { ...cached, loading: undefined, checkedAt: Number.NEGATIVE_INFINITY })
    },
    clear() {
      tenants.clear()
    },
  }
}
