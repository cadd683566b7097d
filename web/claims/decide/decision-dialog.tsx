import { type ReactNode, useEffect } from 'react'
import type { Claim, ClaimPatch } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import type { DryRunOf } from '../../api/client.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useDone } from '../done.ts'
import { Refusals, reasonsOf } from './refusals.tsx'
import { TriedForm } from './tried-form.tsx'
import { useUndo } from './undo.ts'

const OPERATION = 'PATCH /claims/{claimId}'
type Tried = DryRunOf<typeof OPERATION>

export interface DecisionDialogProps {
  readonly claim: Claim
  readonly etag: string | undefined
  readonly title: string
  readonly description?: string | undefined
  /** What is sent. Undefined: a field is not filled in yet. */
  readonly body: ClaimPatch | undefined
  readonly fields?: ReactNode
  /** What the claim would be, above the effects. */
  readonly summary?: ((tried: Tried) => ReactNode) | undefined
  readonly main: (tried: Tried | undefined) => string
  readonly kind?: 'main' | 'danger' | undefined
  /** What is said when it is done. */
  readonly doneText: string | ((claim: Claim) => string)
  readonly onClose: () => void
  readonly onDone?: ((claim: Claim) => void) | undefined
}

/**
 * An action on a claim. It is tried out first: the button works once the service would do exactly this, and says what.
 * What stands against it is a list, with a way out of each reason.
 */
export function DecisionDialog({ title, description, onClose, ...props }: DecisionDialogProps) {
  return (
    <Dialog title={title} description={description} open onClose={onClose} isKept>
      <Inside {...props} onClose={onClose} />
    </Dialog>
  )
}

function Inside(props: Omit<DecisionDialogProps, 'title' | 'description'>) {
  const { claim, etag, body, fields, summary, main, kind, doneText, onClose, onDone } = props
  const done = useDone()
  const undo = useUndo(claim)
  const options = body && { path: { claimId: claim.id }, body, ifMatch: etag }
  const tried = useDryRun(OPERATION, options)
  const { run, isRunning, error: failed, isSafeToRetry, clear } = useExecute(OPERATION)
  const entered = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal belongs to what was entered when it came
  useEffect(clear, [entered, clear])
  const error = failed ?? tried.error
  const execute = async () => {
    if (!options || !body) return
    const answer = await run(options)
    if (!answer) return
    onClose()
    const text = typeof doneText === 'string' ? doneText : doneText(answer.data)
    if (done(text, { undo: undo(body) })) onDone?.(answer.data)
  }
  return (
    <TriedForm
      {...{ tried, failed, isRunning, isSafeToRetry, fields, kind, onClose }}
      refusal={reasonsOf(error).length > 0 ? <Refusals error={error} claim={claim} /> : undefined}
      summary={tried.data && summary?.(tried.data)}
      main={main(tried.data)}
      onExecute={() => void execute()}
    />
  )
}
