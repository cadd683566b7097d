import { useState } from 'react'
import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useGuard } from '../../api/address.ts'
import { ApiError } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary, faultOf } from '../../ui/faults.tsx'
import { CheckField, DateField, MoneyField, NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../text.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { useEditLock } from './edit-lock.ts'
import { editingOf } from './editing.ts'
import { numberControl } from './fact-input.tsx'
import { LockNotice } from './lock-notice.tsx'
import type { ReadContract } from './section-form.tsx'
import type { SectionState } from './section-state.ts'

/** The fields that the product adds, such as the salesperson. */
export function CustomFields({
  contract,
  etag,
  isEdited,
  mayEdit,
  onEdit,
  onDone,
}: ReadContract & SectionState) {
  const t = useText()
  const can = useCan()
  const { data } = useAnswer(
    'GET /Rates/Products/{productId}/customfields',
    { path: { productId: contract.product.id } },
    { enabled: can('GET /Rates/Products/{productId}/customfields') },
  )
  const fields = data?.data ?? []
  const values = contract.customFieldValues
  if (fields.length + values.length === 0) return null
  const title = t('section.custom')
  const isOpen = mayEdit && fields.length > 0 && editingOf(contract) !== 'notes'
  const edit = (
    <Button kind="quiet" size="small" onClick={onEdit} aria-label={t('edit.section', { section: title })}>
      {t('do.edit')}
    </Button>
  )
  const nameOf = (code: string) => fields.find((field) => field.code === code)?.name ?? code
  return (
    <Panel title={title} id="custom" actions={isOpen && !isEdited ? edit : undefined}>
      {isEdited ? (
        <CustomForm {...{ contract, etag, fields, onDone }} />
      ) : values.length > 0 ? (
        <Facts
          items={values.map(({ code, value }) => ({ label: nameOf(code), value: String(value ?? '—') }))}
        />
      ) : (
        <p className="contracts-quiet">{t('section.nothing')}</p>
      )}
    </Panel>
  )
}

interface CustomFormProps extends ReadContract {
  readonly fields: readonly CustomField[]
  readonly onDone: () => void
}

function CustomForm({ contract, etag, fields, onDone }: CustomFormProps) {
  const t = useText()
  const [base] = useState({ etag, values: textsOf(contract.customFieldValues) })
  const [draft, setDraft] = useState(base.values)
  const [isLeaving, setLeaving] = useState(false)
  const lock = useEditLock(contract.id, true)
  const { run, isRunning, error } = useExecute('PATCH /contracts/{contractId}')
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.values)
  useGuard(isDirty)
  const shown = error instanceof ApiError ? error : undefined
  const save = async () => {
    const customFieldValues = fields
      .filter(({ code }) => (draft[code] ?? '') !== '')
      .map((field) => ({ code: field.code, value: sentValue(field, draft[field.code] ?? '') }))
    const answer = await run({
      ...{ path: { contractId: contract.id }, body: { customFieldValues } },
      ...(base.etag === undefined ? {} : { ifMatch: base.etag }),
    })
    if (!answer) return
    toast(t('edit.saved'))
    onDone()
  }
  const reason = lock.state === 'refused' ? t('lock.readOnly') : isDirty ? undefined : t('edit.nothing')
  return (
    <form
      className="contracts-form"
      aria-label={t('section.custom')}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined) void save()
      }}
    >
      {lock.state === 'refused' && <LockNotice contractId={contract.id} holder={lock.holder} />}
      <FaultSummary error={shown} known={fields.map(({ code }) => `/customFieldValues/${code}`)} />
      <div className="contracts-fields">
        {fields.map((field) => (
          <CustomInput
            key={field.code}
            field={field}
            value={draft[field.code] ?? ''}
            onChange={(value) => setDraft({ ...draft, [field.code]: value })}
            fault={shown && faultOf(shown, `/customFieldValues/${field.code}`)}
          />
        ))}
      </div>
      <div className="contracts-row">
        <Button type="submit" kind="main" isBusy={isRunning} {...(reason ? { disabledReason: reason } : {})}>
          {t('do.save')}
        </Button>
        <Button onClick={isDirty ? () => setLeaving(true) : onDone}>{t('do.cancel')}</Button>
      </div>
      {isLeaving && <DiscardDialog onStay={() => setLeaving(false)} onDiscard={onDone} />}
    </form>
  )
}

interface CustomInputProps {
  readonly field: CustomField
  readonly value: string
  readonly onChange: (value: string) => void
  readonly fault: string | undefined
}

function CustomInput({ field, value, onChange, fault }: CustomInputProps) {
  const shared = {
    ...{ label: field.name, name: `/customFieldValues/${field.code}`, fault, value, onChange },
    isRequired: field.isRequired,
  }
  const asNumber = { ...shared, ...numberControl(value, onChange) }
  switch (field.dataType) {
    case 'Text':
      return <TextField {...shared} />
    case 'Number':
      return <NumberField {...asNumber} decimals={6} />
    case 'Money':
      return <MoneyField {...asNumber} />
    case 'Date':
      return <DateField {...shared} />
    case 'Bool':
      return (
        <CheckField
          {...shared}
          value={value === 'true'}
          onChange={(isTicked) => onChange(String(isTicked))}
        />
      )
    case 'List':
      return (
        <SelectField
          {...shared}
          options={(field.options ?? []).map((option) => ({ value: option, title: option }))}
        />
      )
  }
}

const textsOf = (
  values: readonly { readonly code: string; readonly value: unknown }[],
): Record<string, string> =>
  Object.fromEntries(values.map(({ code, value }) => [code, value === null ? '' : String(value)]))

function sentValue({ dataType }: CustomField, text: string): unknown {
  if (dataType === 'Bool') return text === 'true'
  const number = Number(text.replaceAll(',', ''))
  return (dataType === 'Number' || dataType === 'Money') && !Number.isNaN(number) ? number : text
}
