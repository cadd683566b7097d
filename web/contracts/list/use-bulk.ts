import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'

type BulkOperation = 'POST /contracts/{contractId}/finalize' | 'POST /contracts/{contractId}/holds'

/** What became of one contract: its dry run was accepted, it was refused, or it is done. */
export type Outcome =
  | { readonly state: 'accepted'; readonly rows: number }
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'done' }

interface Bulk {
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly accepted: number
  readonly isRunning: boolean
  readonly isDone: boolean
  run(): Promise<void>
}

interface Target {
  readonly id: number
}

/**
 * Tries one operation on many contracts, one after the other, and then runs it on those that were accepted. Each has a
 * key of its own, so that a repetition after a lost connection changes nothing twice.
 */
export function useBulk(
  operation: BulkOperation,
  targets: readonly Target[],
  body: object | undefined,
): Bulk {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const [isDone, setDone] = useState(false)
  const sent = JSON.stringify(body)
  const latest = useRef({ operation, targets })
  const note = useCallback(
    (id: number, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome)),
    [],
  )

  useEffect(() => {
    setOutcomes(new Map())
    if (sent === undefined) return undefined
    const stop = new AbortController()
    const tryAll = async () => {
      for (const { id } of latest.current.targets) {
        const outcome = await attempt(latest.current.operation, id, JSON.parse(sent), {
          dryRun: true,
          signal: stop.signal,
        })
        if (stop.signal.aborted) return
        note(id, outcome)
      }
    }
    // A field that is being typed in should not start a round with every key.
    const timer = setTimeout(() => void tryAll(), 300)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [sent, note])

  const ready = targets.filter(({ id }) => outcomes.get(id)?.state === 'accepted')
  const isTried = targets.every(({ id }) => outcomes.has(id))

  async function run() {
    setRunning(true)
    for (const { id } of ready) note(id, await attempt(operation, id, body ?? {}, {}))
    setRunning(false)
    setDone(true)
    await refreshAll()
  }
  return { outcomes, accepted: isTried ? ready.length : 0, isRunning, isDone, run }
}

interface How {
  readonly dryRun?: true
  readonly signal?: AbortSignal
}

async function attempt(
  operation: BulkOperation,
  contractId: number,
  body: object,
  how: How,
): Promise<Outcome> {
  try {
    const { data } = await send(operation, { path: { contractId }, body, ...how })
    return how.dryRun ? { state: 'accepted', rows: data.effects?.ledger.length ?? 0 } : { state: 'done' }
  } catch (error) {
    return { state: 'refused', why: error instanceof ApiError ? error.message : String(error) }
  }
}

/** Both operations take a contract and a body; what differs is described by the caller's fields. */
const send = call as unknown as (
  operation: BulkOperation,
  options: { path: { contractId: number }; body: object } & How,
) => Promise<{ data: { effects?: { ledger: readonly unknown[] } } }>
