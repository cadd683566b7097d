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
  readonly afterRollback: (() => void)[]
  /** Records that the transaction has locked and read. */
  readonly locked: Map<string, Promise<unknown>>
  /** Statements that were sent, and that nothing waits for until the end. */
  readonly sent: Promise<unknown>[]
  /** The last statement, which need not be waited for before the commit is sent behind it. */
  last?: Promise<unknown>
}

const units = new WeakMap<Tx, UnitOfWork>()

export function openUnit(tx: Tx): UnitOfWork {
  const unit: UnitOfWork = {
    events: [],
    ledger: [],
    journal: [],
    documents: [],
    afterCommit: [],
    afterRollback: [],
    sent: [],
    locked: new Map(),
  }
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

/**
 * A statement whose answer nobody needs: it travels with the next one. Where it fails, so does all that is behind it, and
 * the transaction with its reason.
 */
export function sendAhead(tx: Tx, statement: Promise<unknown>): void {
  // Whoever ends the transaction waits for it; until then its failure belongs to nobody.
  statement.catch(() => undefined)
  unitOf(tx).sent.push(statement)
}

/** Runs after the commit, in this process: for caches, never for what must not be lost. */
export function afterCommit(tx: Tx, listener: () => void): void {
  unitOf(tx).afterCommit.push(listener)
}

/** Runs when nothing has come of the transaction: to take away what it left outside the database. */
export function afterRollback(tx: Tx, listener: () => void): void {
  unitOf(tx).afterRollback.push(listener)
}

/**
 * Locks and reads a record once: the shell has done so for If-Match and the audit when the use case asks. Until the
 * transaction writes it, nobody else can; what was written is read anew, by another function.
 */
export function lockedOnce<Row>(tx: Tx, name: string, load: () => Promise<Row>): Promise<Row> {
  const { locked } = unitOf(tx)
  const known = locked.get(name) as Promise<Row> | undefined
  if (known) return known
  const loading = load()
  locked.set(name, loading)
  return loading
}
