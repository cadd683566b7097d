import { useState } from 'react'
import type { GeneralSetting } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { CheckField, DateField, SelectField, TextAreaField, TextField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import { isDefault, parsedValue, typedOf } from './setting-value.ts'

interface Props {
  readonly setting: GeneralSetting
  readonly etag: string | undefined
  readonly onClose: () => void
}

/** Changes a setting, or lets its default apply again. */
export function SettingDialog({ setting, etag, onClose }: Props) {
  const t = useText()
  const { id, name, description, type, value } = setting
  const [typed, setTyped] = useState(typedOf(type, value))
  const [isReset, setReset] = useState(false)
  const next = isReset ? null : parsedValue(type, typed)
  const isChanged = next !== undefined && (isReset || JSON.stringify(next) !== JSON.stringify(value))
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={name}
      description={description}
      operation="PATCH /generalsettings/{generalSettingId}"
      options={
        isChanged
          ? { path: { generalSettingId: id }, body: { value: next }, ...(etag ? { ifMatch: etag } : {}) }
          : undefined
      }
      mainTitle={() => t(isReset ? 'setting.reset' : 'setting.save')}
      doneText={t('setting.saved', { name })}
      hidesEffects
      fields={
        <div className="stack">
          <ValueField type={type} value={typed} onChange={setTyped} isOff={isReset} />
          {isDefault(setting) ? null : (
            <CheckField
              label={t('setting.useDefault', {
                value: typedOf(type, setting.defaultValue) || t('setting.none'),
              })}
              value={isReset}
              onChange={setReset}
            />
          )}
          <p className="muted small">{t('setting.atOnce')}</p>
        </div>
      }
    />
  )
}

interface FieldProps {
  readonly type: GeneralSetting['type']
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isOff: boolean
}

function ValueField({ type, value, onChange, isOff }: FieldProps) {
  const t = useText()
  const shared = { label: t('setting.value'), name: '/value', value, onChange, disabled: isOff }
  if (type === 'Bool')
    return (
      <SelectField
        {...shared}
        isRequired
        options={[
          { value: 'true', title: t('yes') },
          { value: 'false', title: t('no') },
        ]}
      />
    )
  if (type === 'Date') return <DateField {...shared} />
  if (type === 'Json') return <TextAreaField {...shared} rows={10} hint={t('setting.jsonHint')} />
  return (
    <TextField {...shared} inputMode={type === 'Int' ? 'numeric' : type === 'Decimal' ? 'decimal' : 'text'} />
  )
}
