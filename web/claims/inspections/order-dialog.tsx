import { useState } from 'react'
import type { Claim, InspectionOrder } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { DateField, type Option, SelectField, TextAreaField, TextField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { named, sent } from '../decide/action-props.ts'
import { findCompanies } from '../lookups.ts'
import { useInspectionReasons } from '../reasons.ts'
import { useText } from '../text.ts'

interface OrderDialogProps {
  readonly claim: Claim
  readonly detailIds: readonly number[] | undefined
  readonly onClose: () => void
}

const noPlace = { line1: '', city: '', state: '', zip: '' }
const placeNames = ['line1', 'city', 'state', 'zip'] as const

/** Sends somebody to look at the vehicle. The details wait until the report is there. */
export function OrderDialog({ claim, detailIds, onClose }: OrderDialogProps) {
  const t = useText()
  const format = useFormat()
  const { options: reasons } = useInspectionReasons()
  const [company, setCompany] = useState<Option | null>(null)
  const [reasonCode, setReason] = useState('')
  const [dueDate, setDue] = useState('')
  const [contactName, setName] = useState(claim.advisorName ?? '')
  const [contactPhone, setPhone] = useState('')
  const [questions, setQuestions] = useState('')
  // The vehicle is at the shop. Without a shop somebody has to say where.
  const [place, setPlace] = useState(noPlace)
  const filled = placeNames.filter((name) => place[name].trim() !== '').length
  const isPlaced = filled === placeNames.length
  const asked = questions
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const body: InspectionOrder | undefined =
    company && reasonCode !== '' && (isPlaced || filled === 0)
      ? {
          ...{ inspectionCompanyId: Number(company.value), reasonCode, ...named(detailIds) },
          ...sent('contactName', contactName),
          ...sent('contactPhone', contactPhone),
          ...(isPlaced ? { location: place } : {}),
          ...(dueDate === '' ? {} : { dueDate }),
          ...(asked.length === 0 ? {} : { questions: asked }),
        }
      : undefined
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('order.title')}
      description={detailIds ? t('dialog.details', { count: detailIds.length }) : t('order.why')}
      operation="POST /claims/{claimId}/inspections"
      options={body && { path: { claimId: claim.id }, body }}
      doneText={t('order.done')}
      mainTitle={(data) =>
        data?.company.name ? t('order.main', { company: data.company.name }) : t('do.Inspect')
      }
      summary={(data) => <p>{t('order.fee', { amount: format.money(data.fee) })}</p>}
      fields={
        <div className="form-grid">
          <LookupField
            label={t('order.company')}
            name="/inspectionCompanyId"
            isRequired
            value={company}
            onChange={setCompany}
            search={findCompanies}
          />
          <SelectField
            label={t('field.reason')}
            name="/reasonCode"
            isRequired
            value={reasonCode}
            options={reasons}
            onChange={setReason}
          />
          <DateField label={t('order.due')} name="/dueDate" value={dueDate} onChange={setDue} />
          <TextField
            label={t('order.contact')}
            name="/contactName"
            maxLength={200}
            value={contactName}
            onChange={setName}
          />
          <TextField
            label={t('order.phone')}
            name="/contactPhone"
            type="tel"
            maxLength={40}
            value={contactPhone}
            onChange={setPhone}
          />
          {claim.repairFacility === null &&
            placeNames.map((name) => (
              <TextField
                key={name}
                label={t(`place.${name}`)}
                name={`/location/${name}`}
                maxLength={name === 'state' ? 2 : 100}
                value={place[name]}
                onChange={(value) =>
                  setPlace({ ...place, [name]: name === 'state' ? value.toUpperCase() : value })
                }
              />
            ))}
          <TextAreaField
            label={t('order.questions')}
            name="/questions"
            hint={t('order.questionsHint')}
            className="field-wide"
            value={questions}
            onChange={setQuestions}
          />
        </div>
      }
    />
  )
}
