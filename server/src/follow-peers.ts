import type { Authenticator } from './access/authenticate.ts'
import { poolOf } from './db/database.ts'
import type { Peers } from './db/peers.ts'
import { type Databases, ownerOf } from './db/tenants.ts'
import { noteCommit, onCommit } from './db/transaction.ts'
import type { OverrideCache } from './rates/disbursements/override-cache.ts'

// The processes of a service notice each other's writes at once, as one process notices its own. If a message were lost, their
// caches would still look at the database every second or two, as those of services on other machines do.

/** Tells the others of every commit, and hears of theirs. Call the result to end it. */
export function shareCommits(databases: Databases, peers: Peers): () => void {
  peers.on('written', ({ tenantId, hasEvents }) => {
    const db = databases.opened(tenantId)
    if (db) noteCommit(db, hasEvents)
  })
  return onCommit((pool, hasEvents) => {
    const owner = ownerOf(pool)
    const db = owner && databases.opened(owner.id)
    if (owner && db && poolOf(db) === pool) peers.tell({ kind: 'written', tenantId: owner.id, hasEvents })
  })
}

/** An authenticator that forgets its callers when one of the processes does. */
export function shareRights(own: Authenticator, peers: Peers): Authenticator {
  peers.on('rights', () => own.forget())
  return {
    ...own,
    forget() {
      own.forget()
      peers.tell({ kind: 'rights' })
    },
  }
}

/** Overrides that are read again when one of the processes has applied a change. */
export function shareOverrides(own: OverrideCache, peers: Peers): OverrideCache {
  peers.on('disbursements', ({ tenantId }) => own.invalidate(tenantId))
  return {
    ...own,
    invalidate(tenantId) {
      own.invalidate(tenantId)
      peers.tell({ kind: 'disbursements', tenantId })
    },
  }
}
