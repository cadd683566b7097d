// What a worker refuses, the coordinator tells in its own words: without the name of the constraint, or with the name that it
// has on the worker, and some of it as an internal error. Only the message is always there.

const VIOLATION = /violates (unique|foreign key|check|exclusion) constraint "([^"]+)"/
const VIOLATION_CODES: Readonly<Record<string, string>> = {
  unique: '23505',
  'foreign key': '23503',
  check: '23514',
  exclusion: '23P01',
}

/** The connection from the coordinator to a worker failed: in the words of the coordinator, or of its client of the worker. */
const WORKER_AWAY = new RegExp(
  [
    'failure on connection marked as essential',
    'connection to the remote node .* failed',
    'server closed the connection unexpectedly',
    'no connection to the server',
    'could not (?:connect to|send data to|receive data from) server',
    'connection not open',
    // It was about to copy rows to the worker.
    'failed to COPY to shard',
    // The coordinator itself was killed, and this session of it notices.
    'postmaster was shut down',
  ].join('|'),
)

type DatabaseError = Error & { code?: string; constraint?: string | undefined }

/** The error as one server would have told it. */
export function asOneServer(error: Error): Error {
  const told: DatabaseError = error
  const [, kind = '', name] = VIOLATION.exec(told.message) ?? []
  if (name !== undefined && told.constraint === undefined) {
    // On the worker the name ends with the number of the shard.
    told.constraint = name.replace(/_\d+$/, '')
    if (told.code === 'XX000') told.code = VIOLATION_CODES[kind] ?? told.code
  }
  if (isWorkerAway(told)) told.code = '08006'
  return told
}

/** A worker cannot be reached. Its administrators wait; those on other workers do not notice. */
export const isWorkerAway = (error: unknown): boolean =>
  error instanceof Error &&
  /^(XX000|58030|08)/.test((error as DatabaseError).code ?? '') &&
  WORKER_AWAY.test(error.message)
