import { useState } from 'react'
import type { ChangedClaim } from '../../../sdk/src/types.gen.ts'
import { Facts } from '../../ui/facts.tsx'
import { SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDeniedReasons } from '../reasons.ts'
import { useText, wordOf } from '../text.ts'
import { type ActionProps, named, sent } from './action-props.ts'
import { DecisionDialog } from './decision-dialog.tsx'

/** The reason that fits what the service found, until another one is chosen. */
const NOT_IN_FORCE = 'NOINFORCE'

export function DenyDialog({ claim, etag, detailIds, productTypeCode, onClose }: ActionProps) {
  const t = useText()
  const { options } = useDeniedReasons(productTypeCode)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [note, setNote] = useState('')
  const preset =
    !claim.coverage.inForce && options.some(({ value }) => value === NOT_IN_FORCE) ? NOT_IN_FORCE : ''
  const code = chosen ?? preset
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('deny.title')}
      description={detailIds ? t('dialog.details', { count: detailIds.length }) : t('dialog.allDetails')}
      body={
        code === ''
          ? undefined
          : { action: 'Deny', ...named(detailIds), deniedReasonCode: code, ...sent('note', note) }
      }
      kind="danger"
      doneText={t('deny.done')}
      main={() => t('do.Deny')}
      summary={(tried) => <After claim={tried} />}
      fields={
        <>
          <SelectField
            label={t('field.reason')}
            name="/deniedReasonCode"
            isRequired
            value={code}
            options={options}
            onChange={setChosen}
          />
          <TextAreaField label={t('field.note')} name="/note" rows={2} value={note} onChange={setNote} />
        </>
      }
    />
  )
}

function After({ claim }: { readonly claim: ChangedClaim }) {
  const t = useText()
  const format = useFormat()
  return (
    <Facts
      layout="rows"
      items={[
        { label: t('field.status'), value: wordOf(t, 'status', claim.status) },
        { label: t('figure.payable'), value: format.money(claim.costs.payable) },
        { label: t('figure.customerPay'), value: format.money(claim.costs.customerPay) },
      ]}
    />
  )
}

/** Makes decided details open again. */
export function ReopenDialog({ claim, etag, detailIds, onClose }: ActionProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('reopen.title')}
      description={t('reopen.why')}
      body={
        reason.trim() === '' ? undefined : { action: 'Reopen', ...named(detailIds), reason: reason.trim() }
      }
      doneText={t('reopen.done')}
      main={() => t('do.Reopen')}
      summary={(tried) => <After claim={tried} />}
      fields={<ReasonField value={reason} onChange={setReason} />}
    />
  )
}

export function CloseDialog({ claim, etag, onClose }: ActionProps) {
  const t = useText()
  const format = useFormat()
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('closing.title')}
      description={t('closing.why')}
      body={{ action: 'Close', ...sent('reason', reason) }}
      doneText={t('closing.done')}
      main={() => t('do.Close')}
      summary={(tried) => (
        <p>
          {t('closing.released', { before: format.money(claim.reserve), after: format.money(tried.reserve) })}
        </p>
      )}
      fields={<ReasonField value={reason} onChange={setReason} isOptional />}
    />
  )
}

export function VoidDialog({ claim, etag, onClose }: ActionProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('void.title')}
      description={t('void.why')}
      body={reason.trim() === '' ? undefined : { action: 'Void', reason: reason.trim() }}
      kind="danger"
      doneText={t('void.done')}
      main={() => t('do.Void')}
      fields={<ReasonField value={reason} onChange={setReason} />}
    />
  )
}

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isOptional?: boolean
}

function ReasonField({ value, onChange, isOptional = false }: ReasonFieldProps) {
  const t = useText()
  return (
    <TextAreaField
      label={t('field.reason')}
      name="/reason"
      rows={2}
      isRequired={!isOptional}
      value={value}
      onChange={onChange}
    />
  )
}
