import { useMemo, useState } from 'react'
import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Stale } from '../../ui/states.tsx'
import { useDone } from '../done.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { Bars } from './bars.tsx'
import { productTypeOf, useComplaints, useComponents } from './complaints.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { type DetailDraft, newDetail } from './draft.ts'
import { Foot } from './foot.tsx'
import { LinesConflicts } from './lines-conflicts.tsx'
import { LinesGrid } from './lines-grid.tsx'
import { Refused } from './refused.tsx'
import type { LinesEditor } from './use-lines.ts'

interface LinesPanelProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
  readonly editor: LinesEditor
  readonly ticked: ReadonlySet<number>
  readonly onTick: (ticked: ReadonlySet<number>) => void
}

const ended = ['Voided', 'Closed']

/** The lines of the claim: what is asked, what is approved, and what follows. */
export function LinesPanel({ claim, contract, editor, ticked, onTick }: LinesPanelProps) {
  const t = useText()
  const done = useDone()
  const rights = useRights()
  const complaints = useComplaints(contract?.productTypeCode ?? productTypeOf(claim.claimType))
  const components = useComponents(claim.contract.contractId)
  const byCode = useMemo(() => new Map(components.map((one) => [one.code, one])), [components])
  const [open, setOpen] = useState<DetailDraft | undefined>(undefined)
  const isOpen = !ended.includes(claim.status)
  const mayChange = rights.write && isOpen
  const whyNot = !editor.isComplete
    ? t('lines.incomplete')
    : editor.refusal || editor.isStale
      ? t('dialog.refused')
      : undefined
  const save = async () => {
    if (await editor.save()) done(t('lines.saved'))
  }
  useShortcut(['Ctrl+s', 'Ctrl+Enter'], () => void save(), { title: t('lines.save'), isOff: !editor.isDirty })
  const take = (detail: DetailDraft) => {
    const isKnown = editor.details.some(({ key }) => key === detail.key)
    editor.change(
      isKnown
        ? editor.details.map((one) => (one.key === detail.key ? detail : one))
        : [...editor.details, detail],
    )
    setOpen(undefined)
  }
  return (
    <Panel
      title={t('lines.title')}
      id="lines"
      actions={
        mayChange && (
          <Button icon="add" onClick={() => setOpen(newDetail())}>
            {t('detail.add')}
          </Button>
        )
      }
    >
      <div className="stack">
        {editor.isStale && <Stale onReload={editor.reload} />}
        <FaultSummary error={editor.error} />
        <Refused error={editor.refusal} />
        {editor.details.length === 0 ? (
          <Empty title={t('lines.empty')} why={t('lines.emptyWhy')} icon="edit" />
        ) : (
          <LinesGrid
            details={editor.details}
            figures={editor.shown}
            rights={{ asked: mayChange, approved: mayChange && rights.adjudicate }}
            complaints={complaints}
            components={byCode}
            isOld={editor.isComputing}
            onChange={editor.change}
            onEditDetail={(key) => setOpen(editor.details.find((one) => one.key === key))}
            {...(rights.adjudicate && isOpen && editor.details.length > 1 ? { ticked, onTick } : {})}
          />
        )}
        {editor.isDirty && (
          <div className="claims-save-bar" role="toolbar" aria-label={t('lines.unsaved')}>
            <span>{t(editor.isComplete ? 'lines.unsavedWhy' : 'lines.incomplete')}</span>
            <Button onClick={editor.discard}>{t('lines.discard')}</Button>
            <Button kind="main" isBusy={editor.isSaving} disabledReason={whyNot} onClick={() => void save()}>
              {t('lines.save')}
            </Button>
          </div>
        )}
        <div className="claims-sums">
          <Foot claim={editor.shown} />
          <Bars claim={editor.shown} contract={contract} />
        </div>
      </div>
      <LinesConflicts editor={editor} complaints={complaints} />
      {open && (
        <DetailDialog
          key={open.key}
          detail={open}
          isNew={!editor.details.some(({ key }) => key === open.key)}
          complaints={complaints}
          components={components}
          onClose={() => setOpen(undefined)}
          onSave={take}
        />
      )}
    </Panel>
  )
}
