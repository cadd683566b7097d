import { useState } from 'react'
import type { GeneralSetting } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { isDefault } from './setting-value.ts'

/** One setting. */
export function SettingPart({ id }: { readonly id: number }) {
  const query = useAnswer('GET /generalsettings/{generalSettingId}', { path: { generalSettingId: id } })
  return (
    <Await query={query} rows={2}>
      {(setting, { etag }) => <Setting setting={setting} etag={etag} onLeft={() => void query.refetch()} />}
    </Await>
  )
}

interface Props {
  readonly setting: GeneralSetting
  readonly etag: string | undefined
  /** The dialog was closed: somebody else may have changed the setting meanwhile. */
  readonly onLeft: () => void
}

function Setting({ setting, etag, onLeft }: Props) {
  const t = useText()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const { id, key, name, description, value, defaultValue, type } = setting
  const close = () => {
    setOpen(false)
    onLeft()
  }
  return (
    <Panel
      title={name}
      id={key}
      description={description}
      actions={
        can('PATCH /generalsettings/{generalSettingId}') ? (
          <Button
            size="small"
            icon="edit"
            aria-label={t('setting.changeNamed', { name })}
            onClick={() => setOpen(true)}
          >
            {t('setting.change')}
          </Button>
        ) : undefined
      }
    >
      <Facts
        items={[
          {
            label: t('setting.value'),
            value: (
              <>
                <SettingValue value={value} />{' '}
                {isDefault(setting) ? null : <Tag tone="info">{t('setting.isSet')}</Tag>}
              </>
            ),
            testid: `setting-${key}`,
          },
          { label: t('setting.default'), value: <SettingValue value={defaultValue} /> },
          { label: t('setting.key'), value: <code>{key}</code> },
          { label: t('setting.type'), value: t(`type.${type}`) },
        ]}
      />
      {isOpen ? <SettingDialog key={id} setting={setting} etag={etag} onClose={close} /> : null}
    </Panel>
  )
}

/** A value in words. */
export function SettingValue({ value }: { readonly value: unknown }) {
  const t = useText()
  if (value === null || value === undefined || value === '')
    return <span className="muted">{t('setting.none')}</span>
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  if (typeof value === 'object') return <code className="settings-json">{JSON.stringify(value)}</code>
  return <>{String(value)}</>
}
