import { useMemo, useState } from 'react'
import type { CancelCalculation, CancelRequest } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { useGo } from '../../api/address.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useDone } from '../done.ts'
import { nextRequest } from '../queue/next-request.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { changedCalculation } from '../worksheet/amounts-changed.tsx'

export const REQUEST_ACTION = 'POST /v2/cancelrequests/{identifier}'

interface ExecutionOf {
  readonly request: CancelRequest
  readonly etag: string | undefined
  /** Terms that are changed and not saved cannot be executed. */
  readonly isDirty: boolean
}

/** Executing a request: tried out first, so that the button can say what it does. */
export function useExecution({ request, etag, isDirty }: ExecutionOf) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const go = useGo()
  const done = useDone()
  const rights = useRights()
  // Accepting new amounts is for the request as it is now, and not for what comes of it later.
  const [accepted, setAccepted] = useState<number | undefined>(undefined)
  const { number, status, rowVersion } = request
  const isOffered = rights.desk && (status === 'Requested' || status === 'Approved' || status === 'NeedsInfo')
  const options = useMemo(() => {
    if (!isOffered || isDirty || status === 'NeedsInfo') return undefined
    const acceptRecalculated = accepted === rowVersion
    return {
      path: { identifier: number },
      body: { action: 'Execute' as const, ...(acceptRecalculated ? { acceptRecalculated } : {}) },
      ifMatch: etag,
    }
  }, [isOffered, isDirty, status, accepted, rowVersion, number, etag])
  const trial = useDryRun(REQUEST_ACTION, options)
  const { run, isRunning, error, isSafeToRetry } = useExecute(REQUEST_ACTION)
  const calculation = trial.state === 'ready' ? (trial.data?.calculation ?? undefined) : undefined

  async function execute(): Promise<void> {
    if (!options || !calculation || isRunning) return
    const answer = await run(options)
    if (!answer) return
    const isDone = done(t('execute.done', { number, amount: format.money(calculation.totalRefund) }), {
      undo: { title: t('reinstate'), run: () => go(`/cancellations/${number}?dialog=reinstate`) },
    })
    if (!isDone) return
    const next = await nextRequest(request).catch(() => undefined)
    go(next ? `/cancellations/${next.number}` : '/cancellations')
  }

  function titleOf(shown: CancelCalculation | undefined): string {
    if (!shown) return t('execute')
    if (shown.totalRefund === 0) return t('execute.nothing')
    return t('execute.refund', { amount: format.money(shown.totalRefund), payee: words.payee(shown) })
  }

  function reasonNot(): string | undefined {
    if (isDirty) return t('execute.dirty')
    if (status === 'NeedsInfo')
      return t('execute.needsInfo', { items: request.missing.map(words.missing).join(', ') })
    if (trial.state === 'refused')
      return trial.error instanceof Error ? trial.error.message : t('refusal.title')
    return calculation ? undefined : t('execute.trying')
  }

  return {
    isOffered,
    trial,
    calculation,
    title: titleOf(calculation),
    disabledReason: reasonNot(),
    /** The figures that the service would pay now, if it refused because they have changed. */
    changed:
      changedCalculation(error) ?? (trial.state === 'refused' ? changedCalculation(trial.error) : undefined),
    accept: () => setAccepted(rowVersion),
    execute,
    isRunning,
    error,
    isSafeToRetry,
  }
}

export type Execution = ReturnType<typeof useExecution>
