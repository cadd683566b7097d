import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Foot } from '../lines/foot.tsx'
import { useRights } from '../rights.ts'
import { ServicesTable } from '../services/services-table.tsx'
import { emptyVisit, type VisitDraft } from '../services/visit.ts'
import { VisitFields } from '../services/visit-fields.tsx'
import { useText } from '../text.ts'

interface VisitsEntryProps {
  readonly contractId: number | undefined
  readonly visits: readonly VisitDraft[]
  /** What the visits pay, once they are named. */
  readonly figures: Claim | undefined
  readonly onChange: (visits: readonly VisitDraft[]) => void
}

/** The visits of a prepaid maintenance claim, beside what the contract has left. */
export function VisitsEntry({ contractId, visits, figures, onChange }: VisitsEntryProps) {
  const t = useText()
  const rights = useRights()
  const { data } = useAnswer(
    'GET /contracts/{contractId}/ppmservices',
    { path: { contractId: contractId ?? 0 } },
    { enabled: rights.contract && contractId !== undefined },
  )
  const services = data?.data ?? []
  return (
    <Panel
      title={t('visits.title')}
      id="visits"
      actions={
        <Button icon="add" onClick={() => onChange([...visits, emptyVisit])}>
          {t('visits.add')}
        </Button>
      }
    >
      <div className="stack">
        {visits.map((visit, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: visits are added at the end, and have no ids yet
          <fieldset key={at} className="fieldset">
            <legend>{t('visits.number', { number: at + 1 })}</legend>
            <VisitFields
              {...{ services, visit }}
              pointer={`/ppmEvents/${at}`}
              onChange={(changed) => onChange(visits.map((one, index) => (index === at ? changed : one)))}
            />
          </fieldset>
        ))}
        {figures && <Foot claim={figures} />}
        {services.length > 0 && <ServicesTable services={services} />}
      </div>
    </Panel>
  )
}
