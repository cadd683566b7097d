import { type ReactNode, useEffect } from 'react'
import {
  type Answer,
  type AnswerOf,
  ApiError,
  type CallOptions,
  type DryRunOf,
  type Operation,
} from '../api/client.ts'
import { practice } from '../api/practice.ts'
import { refreshAll } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { useShortcut } from '../ui/keys.ts'
import { Notice, Stale } from '../ui/states.tsx'
import { toast } from '../ui/toast-store.ts'
import { useDryRun } from './dry-run.ts'
import { EffectsView } from './effects-view.tsx'
import { isStale, useExecute } from './execute.ts'
import './actions.css'
import { useText } from './text.ts'

export interface ActionDialogProps<O extends Operation> {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly operation: O
  /** Path, body and ETag of the write. Undefined: the fields are not filled in yet. */
  readonly options: CallOptions<O, boolean, never, never> | undefined
  /** The fields. Their faults find them by their names. */
  readonly fields?: ReactNode
  /** What the dry run answered, above its effects. */
  readonly summary?: ((data: DryRunOf<O>) => ReactNode) | undefined
  /** What the button does, with the figures of the dry run. */
  readonly mainTitle: (data: DryRunOf<O> | undefined) => string
  readonly kind?: 'main' | 'danger'
  readonly onDone?: ((answer: Answer<AnswerOf<O>>) => void) | undefined
  /** What is said when it is done. */
  readonly doneText?: string | undefined
  readonly undo?:
    | ((answer: Answer<AnswerOf<O>>) => { title?: string; run(): unknown } | undefined)
    | undefined
  readonly size?: 'small' | 'medium' | 'large'
  readonly hidesEffects?: boolean
}

/**
 * Dry run first: the button works once the service has accepted exactly what is entered, and says what it does.
 * In practice mode it is the dry run once more.
 */
export function ActionDialog<O extends Operation>(props: ActionDialogProps<O>) {
  return (
    <Dialog
      title={props.title}
      description={props.description}
      open={props.open}
      onClose={props.onClose}
      size={props.size ?? 'medium'}
      isKept
    >
      {/* Mounted with the dialog, so that the next opening begins anew. */}
      {props.open ? <Inside {...props} /> : null}
    </Dialog>
  )
}

function Inside<O extends Operation>(props: ActionDialogProps<O>) {
  const { operation, options, fields, summary, mainTitle, onClose, onDone, undo, doneText } = props
  const t = useText()
  const tried = useDryRun(operation, options)
  const execution = useExecute(operation)
  const { clear } = execution
  // A refusal belongs to what was entered when it came.
  const entered = JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is entered
  useEffect(clear, [entered, clear])
  const error = execution.error ?? tried.error
  const reason =
    tried.state === 'ready'
      ? undefined
      : t(tried.state === 'none' ? 'not.ready' : tried.state === 'running' ? 'not.checked' : 'not.accepted')
  const execute = async () => {
    if (reason !== undefined || options === undefined) return
    const answer = await execution.run(options as CallOptions<O, false, never, never>)
    if (!answer) return
    if (practice.get()) toast(t('practised'), { kind: 'info' })
    else toast(doneText ?? t('done'), { undo: undo?.(answer) })
    onClose()
    if (!practice.get()) onDone?.(answer)
  }
  useShortcut('Ctrl+Enter', execute, { title: mainTitle(tried.data) })
  return (
    <Faults error={error}>
      {execution.isSafeToRetry ? <Notice tone="wait">{t('safe')}</Notice> : null}
      {isStale(error) ? <Stale onReload={() => void refreshAll()} /> : null}
      {!isStale(error) && (error instanceof ApiError || (error && !execution.isSafeToRetry)) ? (
        <FaultSummary error={error} isQuiet={execution.error === undefined} />
      ) : null}
      {fields ? <div className="action-fields">{fields}</div> : null}
      <div className="action-outcome" aria-live="polite" aria-busy={tried.state === 'running'}>
        {tried.state === 'running' && !tried.data ? <p className="action-wait">{t('checking')}</p> : null}
        {tried.data && tried.state !== 'refused' ? summary?.(tried.data) : null}
        {tried.effects && tried.state !== 'refused' && !props.hidesEffects ? (
          <EffectsView effects={tried.effects} />
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          kind={props.kind ?? 'main'}
          disabledReason={reason}
          isBusy={execution.isRunning}
          onClick={() => void execute()}
        >
          {execution.isSafeToRetry ? t('again') : mainTitle(tried.data)}
        </Button>
      </DialogFooter>
    </Faults>
  )
}
