import { useState } from 'react'
import type { ApiKeyCreateData, ApiKeyMade } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { DateField, TextField } from '../../ui/fields/field.tsx'
import { ScopesField } from '../../ui/fields/scopes-field.tsx'
import { useText } from '../text.ts'
import { useOwnScopes } from './own-scopes.ts'
import { PermissionsField, RolesField } from './rights-fields.tsx'

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: ApiKeyMade) => void
}

/** A new API key: what it is called, what it may do, and until when. */
export function KeyDialog({ onClose, onMade }: Props) {
  const t = useText()
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly string[]>([])
  const [permissions, setPermissions] = useState<readonly string[]>([])
  const [scopes, setScopes] = useState(useOwnScopes())
  const [lastDay, setLastDay] = useState('')
  const isReady = name.trim() !== '' && roles.length + permissions.length > 0
  const body: ApiKeyCreateData = {
    name: name.trim(),
    roles,
    permissions: permissions as NonNullable<ApiKeyCreateData['permissions']>,
    scopes: scopes.map(({ type, id }) => ({ type, id })),
    expiresAt: lastDay === '' ? null : `${lastDay}T23:59:59Z`,
  }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('keys.new')}
      description={t('keys.newWhy')}
      operation="POST /apikeys"
      options={isReady ? { body } : undefined}
      mainTitle={() => t('keys.make')}
      doneText={t('keys.isMade')}
      onDone={({ data }) => onMade(data)}
      hidesEffects
      fields={
        <div className="stack">
          <div className="form-grid">
            <TextField label={t('keys.name')} name="/name" value={name} onChange={setName} isRequired />
            <DateField
              label={t('keys.lastDay')}
              name="/expiresAt"
              hint={t('keys.lastDayHint')}
              value={lastDay}
              onChange={setLastDay}
            />
          </div>
          <RolesField value={roles} onChange={setRoles} />
          <PermissionsField value={permissions} onChange={setPermissions} />
          <ScopesField value={scopes} onChange={setScopes} />
        </div>
      }
    />
  )
}
