import type { Claim, Inspection } from '../../../sdk/src/types.gen.ts'
import { useCan } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'
import { InspectionActions } from './inspection-actions.tsx'

/** The inspections of the claim: what was found, and what comes next. */
export function InspectionsPanel({ claim }: { readonly claim: Claim }) {
  const t = useText()
  return (
    <Panel title={t('inspections.title')} id="inspections">
      {claim.inspections.length === 0 ? (
        <p className="muted">{t('inspections.none')}</p>
      ) : (
        <ul className="claims-inspections">
          {claim.inspections.map((inspection) => (
            <li key={inspection.id}>
              <Summary inspection={inspection} />
              <InspectionActions inspection={inspection} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Summary({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  const { id, number, status, company, reason } = inspection
  return (
    <>
      <p className="row">
        {can('GET /claims/inspections/{claimInspectionId}') ? (
          <Link to={`/inspections/${id}`}>{number}</Link>
        ) : (
          <b>{number}</b>
        )}
        <Status value={status} tone={claimTone(status)} title={wordOf(t, 'inspectionStatus', status)} />
        <span>{company.name ?? company.number}</span>
        <span className="muted">{reason.name}</span>
      </p>
      <Facts
        items={[
          inspection.dueAt !== null && { label: t('order.due'), value: format.date(inspection.dueAt) },
          inspection.scheduledAt !== null && {
            label: t('inspection.scheduled'),
            value: format.instant(inspection.scheduledAt),
          },
          inspection.recommendation !== null && {
            label: t('inspection.recommendation'),
            value: wordOf(t, 'recommendation', inspection.recommendation),
          },
          inspection.odometerSeen !== null && {
            label: t('inspection.odometer'),
            value: format.count(inspection.odometerSeen),
          },
          inspection.findings !== null && {
            label: t('inspection.findings'),
            value: inspection.findings,
            isWide: true,
          },
        ]}
      />
    </>
  )
}
