import type { ReactNode } from 'react'
import type { Effects } from '../../../sdk/src/types.gen.ts'
import { EffectsView } from '../../actions/effects-view.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { FaultSummary, Faults } from '../../ui/fields/faults.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Notice } from '../../ui/states.tsx'
import { useText } from '../text.ts'

interface TriedFormProps {
  /** What the dry run of exactly this said. */
  readonly tried: {
    readonly state: 'none' | 'running' | 'ready' | 'refused'
    readonly effects?: Effects | undefined
    readonly error?: unknown
  }
  /** Why it was refused when it was pressed. */
  readonly failed: unknown
  /** What is said about a refusal in place of the summary of faults. */
  readonly refusal?: ReactNode
  readonly isRunning: boolean
  readonly isSafeToRetry: boolean
  readonly fields?: ReactNode
  readonly summary?: ReactNode
  readonly main: string
  readonly kind?: 'main' | 'danger' | undefined
  readonly onExecute: () => void
  readonly onClose: () => void
}

/** The inside of a dialog that tries out first: fields, what would happen, and the button that says it. */
export function TriedForm(props: TriedFormProps) {
  const { tried, failed, refusal, isRunning, isSafeToRetry, fields, summary, main, kind = 'main' } = props
  const t = useText()
  const { state, effects } = tried
  const error = failed ?? tried.error
  const reason =
    state === 'ready'
      ? undefined
      : t(state === 'none' ? 'dialog.fill' : state === 'running' ? 'dialog.wait' : 'dialog.refused')
  const execute = () => {
    if (reason === undefined) props.onExecute()
  }
  useShortcut('Ctrl+Enter', execute, { title: main })
  return (
    <Faults error={error}>
      {isSafeToRetry ? (
        <Notice tone="wait">{t('dialog.safe')}</Notice>
      ) : (
        (refusal ?? <FaultSummary error={error} isQuiet={failed === undefined} />)
      )}
      {fields && <div className="action-fields">{fields}</div>}
      <div className="action-outcome" aria-live="polite" aria-busy={state === 'running'}>
        {state === 'running' && !effects && <p className="muted">{t('dialog.checking')}</p>}
        {state !== 'refused' && summary}
        {effects && state !== 'refused' && <EffectsView effects={effects} />}
      </div>
      <DialogFooter>
        <Button onClick={props.onClose}>{t('close')}</Button>
        <Button kind={kind} disabledReason={reason} isBusy={isRunning} onClick={execute}>
          {isSafeToRetry ? t('dialog.again') : main}
        </Button>
      </DialogFooter>
    </Faults>
  )
}
