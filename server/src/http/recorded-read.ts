import type { FastifyRequest } from 'fastify'
import type { Change } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { recordedWrite } from '../db/write-record.ts'
import type { Acting } from './caller.ts'

interface RecordedRead<Result> {
  readonly keys: Keys
  /** As in the audit of writes: `GET /achfiles/{achFileId}/content`. */
  readonly operation: string
  readonly subject: string
  read(tx: Tx): Promise<Result>
  /** What the read changed, such as a count of prints. */
  readonly changes?: (result: Result) => readonly Change[]
}

/** A read that leaves an audit record: who saw account numbers, or printed a check. A failed read leaves none. */
export function recordedRead<Result>(
  request: FastifyRequest,
  { caller, now }: Acting,
  { keys, operation, subject, read, changes }: RecordedRead<Result>,
): Promise<Result> {
  const entry = {
    ...{ at: now, actorKind: caller.kind, actorId: caller.id, actorName: caller.name },
    ...{ address: request.clientAddress, requestId: request.id, operation, subject },
  }
  return recordedWrite(caller.db, keys, entry, read, changes)
}
