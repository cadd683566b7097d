import { useEffect, useState } from 'react'
import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { ApiError } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary, Faults } from '../../ui/fields/faults.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Panel } from '../../ui/panel.tsx'
import { Await, Stale } from '../../ui/states.tsx'
import { useContract } from '../contract.ts'
import { useDone } from '../done.ts'
import { usePageGuard } from '../guard.ts'
import { Bars } from '../lines/bars.tsx'
import { Refused } from '../lines/refused.tsx'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { Checklist } from './checklist.tsx'
import { GapConflicts } from './gap-conflicts.tsx'
import { type GapDraft, gapChanges, gapDraftOf } from './gap-draft.ts'
import { GapForm } from './gap-form.tsx'
import { rebaseGap, settleGap } from './rebase.ts'
import { RelatedContracts } from './related-contracts.tsx'
import { Settlement } from './settlement.tsx'

interface GapPanelProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
  readonly etag: string | undefined
  /** Told whether something is typed that is not saved. */
  readonly onDirty: (isDirty: boolean) => void
}

/** A GAP claim: its facts on one side, the settlement from top to bottom on the other. */
export function GapPanel(props: GapPanelProps) {
  const t = useText()
  const rights = useRights()
  const query = useContract(props.claim)
  if (props.contract || !rights.contract) return <GapSettlementPanel {...props} />
  // The loan is that of the contract, so the form waits for it.
  return (
    <Panel title={t('gap.title')} id="gap">
      <Await query={query} rows={8}>
        {() => null}
      </Await>
    </Panel>
  )
}

/** What is typed, and the facts from which it began. */
interface Edited {
  readonly base: GapDraft
  readonly draft: GapDraft
}

const isOld = (error: unknown): boolean => error instanceof ApiError && error.status === 412

const decided = ['PendingApproval', 'Authorized', 'Denied', 'Paid', 'Voided']

function GapSettlementPanel({ claim, contract, etag, onDirty }: GapPanelProps) {
  const t = useText()
  const done = useDone()
  const rights = useRights()
  const saved = gapDraftOf(claim, contract)
  const [edited, setEdited] = useState<Edited | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  // What was just saved comes back as a change, but it is one's own.
  const rebased =
    edited && !isSaving
      ? rebaseGap(edited.base, saved, edited.draft)
      : { draft: edited?.draft ?? saved, conflicts: [] }
  const { draft, conflicts } = rebased
  const gap = conflicts.length > 0 ? undefined : gapChanges(saved, draft)
  const options = gap && { path: { claimId: claim.id }, body: { gap }, ifMatch: etag }
  const tried = useDryRun('PATCH /claims/{claimId}', options)
  const { run, error, clear } = useExecute('PATCH /claims/{claimId}')
  const isDirty = gap !== undefined || conflicts.length > 0
  usePageGuard(isDirty)
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  const isDecided = claim.details.some(({ status }) => decided.includes(status))
  const mayChange = rights.write && !isDecided && !['Voided', 'Closed'].includes(claim.status)
  const shown = (gap && tried.data) ?? claim
  const refusal = tried.state === 'refused' ? tried.error : undefined
  const isStale = isOld(error) || isOld(refusal)
  const save = async () => {
    if (!options || refusal !== undefined) return
    setSaving(true)
    const answer = await run(options)
    if (answer) setEdited(undefined)
    setSaving(false)
    if (answer) done(t('gap.saved'))
  }
  useShortcut('Ctrl+s', () => void save(), { title: t('lines.save'), isOff: gap === undefined })
  const change = (next: GapDraft) => {
    clear()
    setEdited({ base: saved, draft: next })
  }
  const reload = () => {
    clear()
    void refreshAll()
  }
  return (
    <Panel title={t('gap.title')} id="gap">
      <div className="stack">
        {isStale ? (
          <Stale onReload={reload} />
        ) : (
          <>
            <FaultSummary error={error} />
            <Refused error={refusal} />
          </>
        )}
        <div className="claims-gap">
          <Faults error={error ?? tried.error}>
            <div className="stack">
              <Checklist draft={draft} isReadOnly={!mayChange} onChange={change} />
              <GapForm draft={draft} isReadOnly={!mayChange} onChange={change} />
            </div>
          </Faults>
          <div className="stack">
            <Settlement claim={shown} isOld={tried.state === 'running'} />
            <Bars claim={shown} contract={contract} />
            <RelatedContracts claim={claim} />
          </div>
        </div>
        {gap && (
          <div className="claims-save-bar" role="toolbar" aria-label={t('lines.unsaved')}>
            <span>{t('lines.unsavedWhy')}</span>
            <Button onClick={() => setEdited(undefined)}>{t('lines.discard')}</Button>
            <Button
              kind="main"
              isBusy={isSaving}
              disabledReason={refusal === undefined ? undefined : t('dialog.refused')}
              onClick={() => void save()}
            >
              {t('lines.save')}
            </Button>
          </div>
        )}
      </div>
      <GapConflicts
        conflicts={conflicts}
        onSettle={(kept) => setEdited({ base: saved, draft: settleGap(rebased, kept) })}
      />
    </Panel>
  )
}
