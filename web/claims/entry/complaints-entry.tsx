import { useMemo } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useComplaints, useComponents } from '../lines/complaints.ts'
import { DetailFields } from '../lines/detail-fields.tsx'
import { type DetailDraft, newDetail } from '../lines/draft.ts'
import { Foot } from '../lines/foot.tsx'
import { LinesGrid } from '../lines/lines-grid.tsx'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'

interface ComplaintsEntryProps {
  readonly contractId: number | undefined
  readonly productTypeCode: string | undefined
  readonly details: readonly DetailDraft[]
  readonly figures: Claim | undefined
  readonly isOld: boolean
  readonly onChange: (details: readonly DetailDraft[]) => void
}

/** What failed and what the shop asks for it. The figures follow while one types. */
export function ComplaintsEntry(props: ComplaintsEntryProps) {
  const { contractId, productTypeCode, details, figures, isOld, onChange } = props
  const t = useText()
  const rights = useRights()
  const complaints = useComplaints(productTypeCode)
  const components = useComponents(contractId)
  const byCode = useMemo(() => new Map(components.map((one) => [one.code, one])), [components])
  const change = (detail: DetailDraft) =>
    onChange(details.map((one) => (one.key === detail.key ? detail : one)))
  return (
    <>
      <Panel
        title={t('intake.complaints')}
        id="complaints"
        actions={
          <Button icon="add" onClick={() => onChange([...details, newDetail()])}>
            {t('detail.add')}
          </Button>
        }
      >
        <div className="stack">
          {details.map((detail, at) => (
            <fieldset key={detail.key} className="fieldset">
              <legend>{t('detail.name', { number: at + 1 })}</legend>
              <DetailFields
                {...{ detail, complaints, components }}
                pointer={`/details/${at}`}
                onChange={change}
              />
            </fieldset>
          ))}
        </div>
      </Panel>
      <Panel title={t('intake.lines')} id="lines">
        <div className="stack">
          <LinesGrid
            {...{ details, figures, complaints, isOld, onChange }}
            components={byCode}
            rights={{ asked: true, approved: rights.adjudicate }}
          />
          {figures && <Foot claim={figures} />}
        </div>
      </Panel>
    </>
  )
}
