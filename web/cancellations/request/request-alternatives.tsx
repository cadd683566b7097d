import { useMemo } from 'react'
import type { CancelCalculation, CancelRequest } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useRights } from '../rights.ts'
import { Refusal } from '../terms/refusal.tsx'
import { isOpen, isReady, newRequestBody, type Terms } from '../terms.ts'
import type { Method } from '../words.ts'
import { useChoices } from '../worksheet/alternative-choices.ts'
import { Alternatives } from '../worksheet/alternatives.tsx'

interface RequestAlternativesProps {
  readonly request: CancelRequest
  readonly draft: Terms
  readonly calculation: CancelCalculation
  readonly onDate: (cancelDate: string) => void
  readonly onMethod: (method: Method) => void
}

/** The alternatives of a request, all by one quote that is tried out and not kept. */
export function RequestAlternatives({
  request,
  draft,
  calculation,
  onDate,
  onMethod,
}: RequestAlternativesProps) {
  const rights = useRights()
  const choices = useChoices(draft)
  const options = useMemo(
    () =>
      isReady(draft)
        ? {
            path: { identifier: request.contractId },
            body: { ...newRequestBody({ ...draft, note: '' }, true), alternatives: choices.wanted },
          }
        : undefined,
    [draft, request.contractId, choices.wanted],
  )
  const quote = useDryRun('POST /v2/contracts/{identifier}/cancelrequests', options)
  return (
    <Alternatives
      calculation={calculation}
      cancelDate={draft.cancelDate}
      choices={choices}
      answered={quote.state === 'ready' ? quote.data?.alternatives : undefined}
      canUse={({ cancelDate, method }) =>
        isOpen(request) && (method === '' ? cancelDate !== '' : cancelDate === '' && rights.override)
      }
      onUse={({ cancelDate, method }) => (method === '' ? onDate(cancelDate) : onMethod(method))}
    >
      {quote.state === 'refused' && <Refusal error={quote.error} />}
    </Alternatives>
  )
}
