import type { Inspection } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Timeline } from '../../ui/charts/timeline.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'
import { InspectionActions } from './inspection-actions.tsx'
import { InspectionFiles } from './inspection-files.tsx'

/** An inspection by its id: the order, the report, its photos. The company's whole face of a claim. */
export function InspectionScreen({ params }: { readonly params: Record<string, string> }) {
  const query = useAnswer('GET /claims/inspections/{claimInspectionId}', {
    path: { claimInspectionId: Number(params.id) },
  })
  return <Await query={query}>{(inspection) => <Shown inspection={inspection} />}</Await>
}

function Shown({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const { status, number } = inspection
  return (
    <div className="page claims-page">
      <header className="claims-header">
        <div className="page-title">
          <h1>{number}</h1>
          <Status
            value={status}
            tone={claimTone(status)}
            title={wordOf(t, 'inspectionStatus', status)}
            testid="inspection-status"
          />
        </div>
      </header>
      <InspectionActions inspection={inspection} />
      <div className="columns-2">
        <Order inspection={inspection} />
        <Report inspection={inspection} />
      </div>
      <InspectionFiles inspection={inspection} />
    </div>
  )
}

function Order({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  const { location, questions } = inspection
  return (
    <Panel title={t('inspection.order')} id="order">
      <Facts
        items={[
          {
            label: t('inspections.claim'),
            value: can('GET /claims/{claimId}') ? (
              <Link to={`/claims/${inspection.claimNumber}`}>{inspection.claimNumber}</Link>
            ) : (
              inspection.claimNumber
            ),
          },
          { label: t('order.company'), value: inspection.company.name ?? inspection.company.number },
          { label: t('field.reason'), value: inspection.reason.name },
          { label: t('inspections.ordered'), value: format.instant(inspection.orderedAt) },
          { label: t('order.due'), value: format.date(inspection.dueAt) },
          { label: t('inspection.scheduled'), value: format.instant(inspection.scheduledAt) },
          {
            label: t('inspection.place'),
            value:
              location &&
              [location.line1, location.city, location.state, location.zip].filter(Boolean).join(', '),
            isWide: true,
          },
          { label: t('order.contact'), value: inspection.contactName },
          { label: t('order.phone'), value: inspection.contactPhone },
          { label: t('inspection.fee'), value: format.money(inspection.fee) },
          { label: t('inspect.reference'), value: inspection.externalReference },
          inspection.rejectReason !== null && {
            label: t('inspection.rejectReason'),
            value: inspection.rejectReason.name,
          },
          questions.length > 0 && {
            label: t('order.questions'),
            isWide: true,
            value: (
              <ol>
                {questions.map((question) => (
                  <li key={question}>{question}</li>
                ))}
              </ol>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function Report({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const format = useFormat()
  const { findings, recommendation, fields, notes, completedAt } = inspection
  return (
    <Panel title={t('inspection.report')} id="report">
      <div className="stack">
        {completedAt === null && findings === null ? (
          <p className="muted">{t('inspection.noReport')}</p>
        ) : (
          <Facts
            items={[
              { label: t('inspection.completed'), value: format.instant(completedAt) },
              {
                label: t('inspection.recommendation'),
                value: recommendation && wordOf(t, 'recommendation', recommendation),
              },
              { label: t('inspection.odometer'), value: format.count(inspection.odometerSeen) },
              { label: t('inspection.findings'), value: findings, isWide: true },
              ...fields.map(({ code, label, value }) => ({ label: label ?? code, value })),
            ]}
          />
        )}
        {notes.length > 0 && (
          <Timeline items={notes.map(({ text, author, at }) => ({ at, title: text, who: author }))} />
        )}
      </div>
    </Panel>
  )
}
