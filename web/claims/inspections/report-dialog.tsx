import { useState } from 'react'
import type { Inspection } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useSession } from '../../api/session.ts'
import { CheckField, NumberField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'

const recommendations = ['FailureConfirmed', 'NotConfirmed', 'Inconclusive'] as const

interface ReportDialogProps {
  readonly inspection: Inspection
  readonly onClose: () => void
}

/** What the inspector found. It goes the way of the company's system: an event with the next number. */
export function ReportDialog({ inspection, onClose }: ReportDialogProps) {
  const t = useText()
  const format = useFormat()
  const { user } = useSession()
  const [externalEventId] = useState(() => crypto.randomUUID())
  const [odometerSeen, setOdometer] = useState(inspection.odometerSeen ?? undefined)
  const [findings, setFindings] = useState(inspection.findings ?? '')
  const [recommendation, setRecommendation] = useState<string>(inspection.recommendation ?? '')
  const [note, setNote] = useState('')
  const [isComplete, setComplete] = useState(true)
  const chosen = recommendations.find((one) => one === recommendation)
  const isReady = !isComplete || (findings.trim() !== '' && chosen !== undefined)
  const author = `${user.firstName} ${user.lastName}`.trim()
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('report.title', { number: inspection.number })}
      operation="PATCH /claims/inspections/syncinspection"
      options={
        isReady && inspection.externalReference !== null
          ? {
              body: {
                ...{ externalReference: inspection.externalReference, externalEventId },
                sequence: (inspection.lastSequence ?? 0) + 1,
                inspection: {
                  ...(isComplete ? { status: 'Completed' as const } : {}),
                  odometerSeen: odometerSeen ?? null,
                  findings: findings.trim() || null,
                  recommendation: chosen ?? null,
                },
                ...(note.trim() === ''
                  ? {}
                  : { notes: [{ text: note.trim(), ...(author ? { author } : {}) }] }),
              },
            }
          : undefined
      }
      doneText={t('report.done')}
      mainTitle={() => t(isComplete ? 'report.complete' : 'report.save')}
      summary={(data) => <p>{t('report.fee', { amount: format.money(data.inspection.fee) })}</p>}
      fields={
        <div className="stack">
          <CheckField label={t('report.isComplete')} value={isComplete} onChange={setComplete} />
          <div className="form-grid">
            <NumberField
              label={t('inspection.odometer')}
              name="/inspection/odometerSeen"
              value={odometerSeen}
              onChange={setOdometer}
            />
            <SelectField
              label={t('inspection.recommendation')}
              name="/inspection/recommendation"
              isRequired={isComplete}
              value={recommendation}
              options={recommendations.map((value) => ({
                value,
                title: wordOf(t, 'recommendation', value),
              }))}
              onChange={setRecommendation}
            />
          </div>
          <TextAreaField
            label={t('inspection.findings')}
            name="/inspection/findings"
            isRequired={isComplete}
            rows={4}
            value={findings}
            onChange={setFindings}
          />
          <TextAreaField label={t('field.note')} name="/notes" rows={2} value={note} onChange={setNote} />
        </div>
      }
    />
  )
}
