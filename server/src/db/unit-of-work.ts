import type { Tx } from './database.ts'

/** Something that happened to a subject, told to the world after the commit. */
export interface NewEvent {
  /** The resource, e.g. `users/12`. */
  readonly subject: string
  /** E.g. `user.created`. */
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What one write transaction gathers besides its rows. A dry run answers it as `effects`. */
export interface UnitOfWork {
  readonly events: NewEvent[]
  readonly ledger: unknown[]
  readonly journal: unknown[]
  readonly documents: unknown[]
  readonly afterCommit: (() => void)[]
}

const units = new WeakMap<Tx, UnitOfWork>()

export function openUnit(tx: Tx): UnitOfWork {
  const unit: UnitOfWork = { events: [], ledger: [], journal: [], documents: [], afterCommit: [] }
  units.set(tx, unit)
  return unit
}

export function unitOf(tx: Tx): UnitOfWork {
  const unit = units.get(tx)
  if (!unit) throw new Error('This is not a transaction of inTransaction.')
  return unit
}

/** Tells of something that happened; the event is stored with the rest of the transaction or not at all. */
export function emit(tx: Tx, event: NewEvent): void {
  unitOf(tx).events.push(event)
}

/** Runs after the commit, in this process: for caches, never for what must not be lost. */
export function afterCommit(tx: Tx, listener: () => void): void {
  unitOf(tx).afterCommit.push(listener)
}

/** Forgets what a refused use case had gathered. */
export function clearUnit(tx: Tx): void {
  openUnit(tx)
}
