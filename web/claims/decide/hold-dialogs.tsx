import { useState } from 'react'
import { SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useHoldReasons } from '../reasons.ts'
import { useText } from '../text.ts'
import { type ActionProps, named, sent } from './action-props.ts'
import { DecisionDialog } from './decision-dialog.tsx'

/** Lets the claim wait, or the chosen details of it. */
export function HoldDialog({ claim, etag, detailIds, productTypeCode, onClose }: ActionProps) {
  const t = useText()
  const { options } = useHoldReasons(productTypeCode)
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('hold.title')}
      description={detailIds ? t('dialog.details', { count: detailIds.length }) : t('hold.whole')}
      body={
        code === ''
          ? undefined
          : { action: 'Hold', ...named(detailIds), holdReasonCode: code, ...sent('note', note) }
      }
      doneText={t('hold.done')}
      main={() => t('do.Hold')}
      fields={
        <>
          <SelectField
            label={t('field.reason')}
            name="/holdReasonCode"
            isRequired
            value={code}
            options={options}
            onChange={setCode}
          />
          <TextAreaField label={t('field.note')} name="/note" rows={2} value={note} onChange={setNote} />
        </>
      }
    />
  )
}

/** Ends one hold of the claim, or that of the details that wait. */
export function ReleaseDialog({ claim, etag, detailIds, onClose }: ActionProps) {
  const t = useText()
  const { nameOf } = useHoldReasons()
  const open = claim.holds.filter(({ to }) => to === null)
  const held = claim.details.filter(({ status }) => status === 'Hold')
  const choices = [
    ...open.map(({ reasonCode }) => ({ value: reasonCode, title: nameOf(reasonCode) })),
    ...(held.length > 0 ? [{ value: DETAILS, title: t('hold.ofDetails', { count: held.length }) }] : []),
  ]
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const code = chosen ?? (detailIds ? DETAILS : (choices[0]?.value ?? ''))
  const ids = detailIds ?? held.map(({ id }) => id)
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('release.title')}
      body={
        code === ''
          ? undefined
          : code === DETAILS
            ? { action: 'Release', detailIds: ids }
            : { action: 'Release', holdReasonCode: code }
      }
      doneText={t('release.done')}
      main={() => t('do.Release')}
      fields={
        <SelectField
          label={t('release.what')}
          name="/holdReasonCode"
          isRequired
          value={code}
          options={choices}
          onChange={setChosen}
        />
      }
    />
  )
}

/** Stands for the details that wait, among the reasons. */
const DETAILS = '*'
