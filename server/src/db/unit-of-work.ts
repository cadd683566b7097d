import type pg from 'pg'
import type { EventData, EventSubject, EventType } from '../domain/events/catalogue.ts'
import { eventFault } from '../domain/events/schemas.ts'
import type { Db, Tx } from './database.ts'

/** Something that happened to a subject. It is delivered after the commit. */
export interface NewEvent<Type extends EventType> {
  /** The resource, for example `users/12`. */
  readonly subject: EventSubject<Type>
  /** For example `user.created`. */
  readonly type: Type
  readonly data: EventData<Type>
}

interface CollectedEvent {
  readonly subject: string
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
}

/** What a write transaction collects besides its rows. A dry run returns it as `effects`. */
export interface UnitOfWork {
  /** It will be rolled back: a dry run. */
  readonly isTrial: boolean
  readonly events: CollectedEvent[]
  /** Subjects that this write makes. Their first event is already counted. */
  readonly newSubjects: Set<string>
  /** The ids of the ledger rows that were written. */
  readonly ledger: Set<number>
  /** Reads these rows as they are answered. Only a dry run calls it, at its end. */
  readLedger?: (ids: readonly number[]) => Promise<readonly unknown[]>
  readonly journal: unknown[]
  readonly documents: unknown[]
  readonly afterCommit: (() => void)[]
  readonly afterRollback: (() => void)[]
  /** Records that the transaction has locked and read, by name. */
  readonly locked: Map<string, Promise<unknown>>
  /** Statements that were sent and are awaited only at the end. */
  readonly sent: Promise<unknown>[]
  /** The last statement. The commit is sent right after it, without waiting. */
  last?: Promise<unknown>
  /** It ends with one audit record, whose position may be taken with other numbers. */
  isAudited: boolean
  /** The position of its audit record has been asked for. */
  hasPosition: boolean
  /** The position of its audit record, if it was asked for with other numbers. */
  auditPosition?: Promise<number | undefined> | undefined
}

const units = new WeakMap<Tx, UnitOfWork>()

export function openUnit(tx: Tx, isTrial = false): UnitOfWork {
  const unit: UnitOfWork = {
    isTrial,
    events: [],
    newSubjects: new Set(),
    ledger: new Set(),
    journal: [],
    documents: [],
    afterCommit: [],
    afterRollback: [],
    sent: [],
    locked: new Map(),
    isAudited: false,
    hasPosition: false,
  }
  units.set(tx, unit)
  return unit
}

/** Another handle of the same transaction. */
export function shareUnit(tx: Db, other: Db): void {
  const unit = units.get(tx as Tx)
  if (unit) units.set(other as Tx, unit)
}

/** Says that the transaction ends with `closeWrite`. */
export function expectAudit(tx: Tx): void {
  unitOf(tx).isAudited = true
}

export function unitOf(tx: Tx): UnitOfWork {
  const unit = units.get(tx)
  if (!unit) throw new Error('This transaction was not opened by inTransaction.')
  return unit
}

const PROVISIONAL = 2 ** 52

/**
 * An id for a record whose number follows from it, in a dry run: it takes no id from the sequence, so that the numbers of
 * records that are kept have no gaps. Undefined if the work will be kept, or outside a transaction.
 */
export const provisionalId = (db: Db): number | undefined =>
  units.get(db as Tx)?.isTrial ? PROVISIONAL + Math.floor(Math.random() * PROVISIONAL) : undefined

let watcher: ((event: CollectedEvent) => boolean) | undefined

/** Looks at every event before it is collected, and says whether it is. Tests check events, and a bench leaves them out. */
export function watchEvents(watch: typeof watcher): void {
  watcher = watch
}

/** A watcher that compares every event with its declaration. */
export function requireDeclared(event: CollectedEvent): boolean {
  const fault = eventFault(event)
  if (fault) throw new Error(fault)
  return true
}

/** Emits an event of the catalogue. It is saved with the rest of the transaction or not at all. */
export function emit<Type extends EventType>(tx: Tx, event: NewEvent<Type>): void {
  if (!watcher || watcher(event)) unitOf(tx).events.push(event)
}

/** `isOwn`: this process has committed them, not another process of the service. */
type CommitListener = (pool: pg.Pool, isOwn: boolean) => void
const listeners = new Set<CommitListener>()

/**
 * Calls the listener when a transaction of this process, or of another process on the same port, has committed events, with
 * the pool of the administrator (`poolOf(db)`). It must return at once and never throw. Events of other services are found
 * only by looking. Call the result to end it.
 */
export function onEventsCommitted(listener: CommitListener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function tellEventsCommitted(pool: pg.Pool, isOwn: boolean): void {
  for (const listener of listeners) listener(pool, isOwn)
}

/**
 * Sends a statement whose result is not needed, together with the next one. If it fails, everything after it fails, and the
 * transaction fails with its error.
 */
export function sendAhead(tx: Tx, statement: Promise<unknown>): void {
  // The end of the transaction awaits it. Until then its failure must not count as unhandled.
  statement.catch(() => undefined)
  unitOf(tx).sent.push(statement)
}

/** Runs after the commit, in this process. Use it for caches, never for work that must not be lost (see jobs.ts). */
export function afterCommit(tx: Tx, listener: () => void): void {
  unitOf(tx).afterCommit.push(listener)
}

/** Runs when the transaction was rolled back, to remove what it left outside the database. */
export function afterRollback(tx: Tx, listener: () => void): void {
  unitOf(tx).afterRollback.push(listener)
}

/**
 * Locks and reads a record once: the HTTP layer has already done so for If-Match and the audit when the use case asks for
 * it. After the transaction has changed the record, read it with another function.
 */
export function lockedOnce<Row>(tx: Tx, name: string, load: () => Promise<Row>): Promise<Row> {
  const { locked } = unitOf(tx)
  const known = locked.get(name) as Promise<Row> | undefined
  if (known) return known
  const loading = load()
  locked.set(name, loading)
  return loading
}

/** The same for a record that was locked and read in another way. */
export function rememberLocked(tx: Tx, name: string, row: unknown): void {
  unitOf(tx).locked.set(name, Promise.resolve(row))
}
