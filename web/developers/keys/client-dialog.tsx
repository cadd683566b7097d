import { useState } from 'react'
import type { OAuthClientMade } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { ScopesField } from '../../ui/fields/scopes-field.tsx'
import { useText } from '../text.ts'
import { useOwnScopes } from './own-scopes.ts'
import { RolesField } from './rights-fields.tsx'

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: OAuthClientMade) => void
}

/** A new OAuth client: what it is called, its roles, and what it is limited to. */
export function ClientDialog({ onClose, onMade }: Props) {
  const t = useText()
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly string[]>([])
  const [scopes, setScopes] = useState(useOwnScopes())
  const isReady = name.trim() !== '' && roles.length > 0
  const body = { name: name.trim(), roles, scopes: scopes.map(({ type, id }) => ({ type, id })) }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('clients.new')}
      description={t('clients.newWhy')}
      operation="POST /oauthclients"
      options={isReady ? { body } : undefined}
      mainTitle={() => t('clients.make')}
      doneText={t('clients.isMade')}
      onDone={({ data }) => onMade(data)}
      hidesEffects
      fields={
        <div className="stack">
          <TextField label={t('keys.name')} name="/name" value={name} onChange={setName} isRequired />
          <RolesField value={roles} onChange={setRoles} />
          <ScopesField value={scopes} onChange={setScopes} />
        </div>
      }
    />
  )
}
