import { useMemo, useState } from 'react'
import type { CancelRequest, Contract } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { EffectsView } from '../../actions/effects-view.tsx'
import { useExecute } from '../../actions/execute.ts'
import { useGuard } from '../../api/address.ts'
import { ApiError } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { useIsPartner } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Notice, Stale } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { CancelPanel } from '../cancel/cancel-panel.tsx'
import { useDone } from '../done.ts'
import { AskForPapers } from '../letters/ask-for-papers.tsx'
import { LetterPanel } from '../letters/letter.tsx'
import { useQueued } from '../queue/use-queued.ts'
import { DaysLeft, PriceOfWaiting } from '../queue/waiting.tsx'
import { useRights } from '../rights.ts'
import { customerName } from '../terms/contract-facts.tsx'
import { isOpen, type Terms, termsOf, updateBody } from '../terms.ts'
import { useText } from '../text.ts'
import { type Method, useWords } from '../words.ts'
import { AmountsChanged } from '../worksheet/amounts-changed.tsx'
import { MissingNote } from '../worksheet/missing.tsx'
import { Worksheet } from '../worksheet/worksheet.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { Papers } from './papers.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestAlternatives } from './request-alternatives.tsx'
import { RequestPane } from './request-pane.tsx'
import { type Execution, REQUEST_ACTION, useExecution } from './use-execution.ts'

/** A cancel request: what is asked, how the refund comes about, and what executing it would write. */
export function RequestScreen({ params }: { readonly params: Record<string, string> }) {
  const identifier = params.number ?? ''
  const query = useAnswer('GET /v2/cancelrequests/{identifier}', { path: { identifier } })
  return (
    <Await query={query}>
      {(request, { etag }) => (
        <RequestPage key={request.id} request={request} etag={etag} onReload={() => void query.refetch()} />
      )}
    </Await>
  )
}

interface RequestPageProps {
  readonly request: CancelRequest
  readonly etag: string | undefined
  readonly onReload: () => void
}

function RequestPage({ request, etag, onReload }: RequestPageProps) {
  const t = useText()
  const rights = useRights()
  const isPartner = useIsPartner()
  const contract = useAnswer('GET /v2/contracts/{identifier}', { path: { identifier: request.contractId } })
  const terms = useTerms(request, etag)
  const execution = useExecution({ request, etag, isDirty: terms.isDirty })
  const [isLetter, setLetter] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [override, setOverride] = useState<{ method?: Method | '' } | undefined>(undefined)
  const shown = terms.isDirty
    ? (terms.trial.data?.calculation ?? request.calculation)
    : (execution.calculation ?? request.calculation)
  const byHand = (terms.isDirty ? terms.trial.data?.override : undefined) ?? request.override
  const isStale = [terms.error, execution.error].some(isPrecondition)
  return (
    <div className="cancellations-page">
      <RequestHeader request={request} contract={contract.data?.data} />
      <RequestActions
        request={request}
        etag={etag}
        execution={execution}
        isDirty={terms.isDirty}
        onLetter={() => setLetter(!isLetter)}
        onOverride={() => setOverride({})}
      />
      {isStale ? <Stale onReload={onReload} /> : <FaultSummary error={terms.error} />}
      <ExecutionFaults execution={execution} request={request} />
      {isLetter && (
        <LetterPanel
          of={{ request: request.number }}
          version={request.rowVersion}
          onClose={() => setLetter(false)}
        />
      )}
      {request.cancelId !== null && <CancelPanel cancelId={request.cancelId} />}
      <div className="cancellations-panes">
        <RequestPane
          request={request}
          contract={contract.data?.data}
          draft={terms.draft}
          onChange={terms.change}
          isEditable={rights.request && isOpen(request)}
          isDirty={terms.isDirty}
          refusal={terms.trial.state === 'refused' ? terms.trial.error : undefined}
          saving={terms.saving}
          onDiscard={terms.discard}
        >
          <Papers request={request} onAsk={() => setAsking(true)} />
        </RequestPane>
        {shown ? (
          <Worksheet calculation={shown} before={request.calculation} byRule={byHand?.computed}>
            {byHand && <OverrideNote request={request} etag={etag} reason={byHand.reason} />}
            {isOpen(request) && <MissingNote missing={request.missing} />}
          </Worksheet>
        ) : (
          <Panel title={t('worksheet.title')} id="worksheet">
            <MissingNote missing={request.missing} />
            <p className="cancellations-hint">{t('worksheet.waits')}</p>
          </Panel>
        )}
        {!isPartner && isOpen(request) && <RequestEffects execution={execution} isDirty={terms.isDirty} />}
      </div>
      {rights.desk && shown && (isOpen(request) || request.status === 'Quote') && (
        <RequestAlternatives
          request={request}
          draft={terms.draft}
          calculation={shown}
          onDate={(cancelDate) => terms.change({ ...terms.draft, cancelDate })}
          onMethod={(method) => setOverride({ method })}
        />
      )}
      {isAsking && (
        <AskForPapers
          request={{
            ...request,
            customerName: contract.data ? customerName(contract.data.data) : null,
            refundDueDate: request.calculation?.refundDueDate ?? request.noticeReceivedDate,
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {override && (
        <OverrideDialog
          request={request}
          etag={etag}
          method={override.method}
          onClose={() => setOverride(undefined)}
        />
      )}
    </div>
  )
}

const isPrecondition = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PreconditionFailed'

/** The terms as they are being changed. Each change is tried out, and saved when the user says so. */
function useTerms(request: CancelRequest, etag: string | undefined) {
  const t = useText()
  const done = useDone()
  const [changes, setChanges] = useState<Partial<Terms>>({})
  const saved = useMemo(() => termsOf(request), [request])
  const draft = useMemo(() => ({ ...saved, ...changes }), [saved, changes])
  const body = useMemo(() => updateBody(saved, draft), [saved, draft])
  const isDirty = (Object.keys(saved) as (keyof Terms)[]).some((name) => saved[name] !== draft[name])
  const options = useMemo(
    () => body && { path: { identifier: request.number }, body, ifMatch: etag },
    [body, request.number, etag],
  )
  const trial = useDryRun(REQUEST_ACTION, options)
  const { run, isRunning, error } = useExecute(REQUEST_ACTION)
  useGuard(isDirty)

  async function save() {
    if (!options) return
    const answer = await run(options)
    if (answer && done(t('request.saved'))) setChanges({})
  }

  return {
    draft,
    isDirty,
    trial,
    error,
    change: (next: Terms) => setChanges(next),
    discard: () => setChanges({}),
    saving: {
      isRunning,
      reason: trial.state === 'ready' ? undefined : t('request.trying'),
      save: () => void save(),
    },
  }
}

function RequestHeader({
  request,
  contract,
}: {
  readonly request: CancelRequest
  readonly contract: Contract | undefined
}) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const queued = useQueued(request)
  return (
    <header className="cancellations-header">
      <div>
        <h1>{request.number}</h1>
        <p className="cancellations-summary">
          <Status value={request.status} title={words.status(request.status)} testid="request-status" />{' '}
          <Link to={`/contracts/${request.contractNumber ?? request.contractId}`}>
            {request.contractNumber ?? t('contract.noNumber')}
          </Link>
          {contract && <span> · {customerName(contract)}</span>}
          {request.status === 'Quote' && request.validUntil !== null && (
            <span> · {t('request.validUntil', { date: format.date(request.validUntil) })}</span>
          )}
        </p>
      </div>
      {queued && queued.daysLeft !== null && (
        <div className="cancellations-clock">
          <DaysLeft days={queued.daysLeft} due={queued.refundDueDate} />
          <PriceOfWaiting row={queued} />
        </div>
      )}
    </header>
  )
}

interface OverrideNoteProps {
  readonly request: CancelRequest
  readonly etag: string | undefined
  readonly reason: string
}

/** Says that figures were set by hand, and lets the rule have its way again. */
function OverrideNote({ request, etag, reason }: OverrideNoteProps) {
  const t = useText()
  const rights = useRights()
  const done = useDone()
  const { run, isRunning, error } = useExecute(REQUEST_ACTION)

  async function remove() {
    const body = { action: 'Update' as const, override: null }
    if (await run({ path: { identifier: request.number }, body, ifMatch: etag })) done(t('override.removed'))
  }

  return (
    <Notice
      tone="wait"
      title={t('override.note')}
      actions={
        rights.override &&
        isOpen(request) && (
          <Button size="small" isBusy={isRunning} onClick={() => void remove()}>
            {t('override.remove')}
          </Button>
        )
      }
    >
      {reason}
      <FaultSummary error={error} />
    </Notice>
  )
}

/** What went wrong with executing, and how to go on. */
function ExecutionFaults({
  execution,
  request,
}: {
  readonly execution: Execution
  readonly request: CancelRequest
}) {
  const t = useText()
  if (execution.changed && request.calculation)
    return <AmountsChanged before={request.calculation} now={execution.changed} onAccept={execution.accept} />
  if (!execution.error || isPrecondition(execution.error)) return null
  return (
    <>
      <FaultSummary error={execution.error} />
      {execution.isSafeToRetry && <Notice tone="info">{t('execute.safe')}</Notice>}
    </>
  )
}

function RequestEffects({
  execution,
  isDirty,
}: {
  readonly execution: Execution
  readonly isDirty: boolean
}) {
  const t = useText()
  const { trial, disabledReason } = execution
  if (!isDirty && trial.state !== 'none' && trial.effects)
    return <EffectsView effects={trial.effects} level={2} />
  return (
    <Panel title={t('effects.title')} id="effects">
      <p className="cancellations-hint">{disabledReason ?? t('effects.hint')}</p>
    </Panel>
  )
}
