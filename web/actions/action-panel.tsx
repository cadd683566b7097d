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
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { useShortcut } from '../ui/keys.ts'
import { Notice, Stale } from '../ui/states.tsx'
import { toast } from '../ui/toast-store.ts'
import { useDryRun } from './dry-run.ts'
import { EffectsView } from './effects-view.tsx'
import { isStale, useExecute } from './execute.ts'
import './actions.css'
import { useText } from './text.ts'

export interface ActionPanelProps<O extends Operation> {
  readonly operation: O
  /** Path, body and ETag of the write. Undefined: the fields are not filled in yet. */
  readonly options: CallOptions<O, boolean, never, never> | undefined
  /** What has to be entered first, as long as there are no options. */
  readonly notReady: string
  /** The fields. Their faults find them by their names. */
  readonly fields?: ReactNode
  /** What the dry run answered, above its effects. */
  readonly summary?: ((data: DryRunOf<O>) => ReactNode) | undefined
  /** What the button does, with the figures of the dry run. */
  readonly mainTitle: (data: DryRunOf<O> | undefined) => string
  readonly kind?: 'main' | 'danger'
  /** A way out of what the dry run refuses, beside the reason. */
  readonly wayOut?: ((error: unknown) => ReactNode) | undefined
  /** Beside the main button. */
  readonly buttons?: ReactNode
  readonly onDone?: ((answer: Answer<AnswerOf<O>>) => void) | undefined
  /** What is said when it is done. */
  readonly doneText: (data: AnswerOf<O>) => string
  readonly undo?:
    | ((answer: Answer<AnswerOf<O>>) => { title?: string; run(): unknown } | undefined)
    | undefined
  readonly hidesEffects?: boolean
}

/**
 * A write that stands in the page, as `ActionDialog` stands before it: dry run first, and the button says what it does.
 * What the dry run refuses is said without taking the focus from whoever is still typing.
 */
export function ActionPanel<O extends Operation>(props: ActionPanelProps<O>) {
  const { operation, options, notReady, fields, summary, mainTitle, onDone, undo, doneText } = props
  const t = useText()
  const tried = useDryRun(operation, options)
  const execution = useExecute(operation)
  const { clear } = execution
  // A refusal belongs to what was entered when it came.
  const entered = JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is entered
  useEffect(clear, [entered, clear])
  const reason = {
    ready: undefined,
    none: notReady,
    running: t('not.checked'),
    refused: t('not.accepted'),
  }[tried.state]
  const execute = async () => {
    if (reason !== undefined || options === undefined) return
    const answer = await execution.run(options as CallOptions<O, false, never, never>)
    if (!answer) return
    if (practice.get()) {
      toast(t('practised'), { kind: 'info' })
      return
    }
    toast(doneText(answer.data), { undo: undo?.(answer) })
    onDone?.(answer)
  }
  useShortcut('Ctrl+Enter', execute, { title: mainTitle(tried.data) })
  const isShown = tried.data !== undefined && tried.state !== 'refused'
  const { error, isSafeToRetry } = execution
  return (
    <Faults error={error ?? tried.error}>
      {isSafeToRetry ? <Notice tone="wait">{t('safe')}</Notice> : null}
      {isStale(error) ? <Stale onReload={() => void refreshAll()} /> : null}
      {error && !isSafeToRetry && !isStale(error) ? <FaultSummary error={error} /> : null}
      {fields ? <div className="action-fields">{fields}</div> : null}
      <div className="action-outcome" aria-live="polite" aria-busy={tried.state === 'running'}>
        {tried.state === 'running' && !tried.data ? <p className="action-wait">{t('checking')}</p> : null}
        {tried.state === 'refused' && !error ? (
          <Refusal error={tried.error} actions={props.wayOut?.(tried.error)} />
        ) : null}
        {isShown && tried.data ? summary?.(tried.data) : null}
        {isShown && tried.effects && !props.hidesEffects ? <EffectsView effects={tried.effects} /> : null}
      </div>
      <div className="form-actions no-print">
        <Button
          kind={props.kind ?? 'main'}
          disabledReason={reason}
          isBusy={execution.isRunning}
          onClick={() => void execute()}
        >
          {isSafeToRetry ? t('again') : mainTitle(isShown ? tried.data : undefined)}
        </Button>
        {props.buttons}
      </div>
    </Faults>
  )
}

const MOST = 10

interface RefusalProps {
  readonly error: unknown
  readonly actions?: ReactNode
}

/** Why the service would refuse it. */
export function Refusal({ error, actions }: RefusalProps) {
  if (isStale(error)) return <Stale onReload={() => void refreshAll()} />
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : []
  const messages = faults.length > 0 ? [...new Set(faults)] : error instanceof Error ? [error.message] : []
  return (
    <Notice tone="bad" title={error instanceof ApiError ? error.problem.title : undefined} actions={actions}>
      <ul>
        {messages.slice(0, MOST).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  )
}
