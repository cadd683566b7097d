import type { AutomaticProcessRun } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { useText } from '../text.ts'

type RunState = AutomaticProcessRun['status']

export const runStatuses: readonly RunState[] = [
  'Running',
  'Completed',
  'CompletedWithErrors',
  'Failed',
  'Aborted',
]

/** How a run stands. */
export function RunStatus({ status }: { readonly status: RunState }) {
  const t = useText()
  return (
    <Status
      value={status}
      tone={status === 'CompletedWithErrors' ? 'wait' : undefined}
      title={t(`run.${status}`)}
      testid="run-status"
    />
  )
}
