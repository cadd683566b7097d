import { useCan } from '../../api/session.ts'
import { useText } from '../text.ts'
import { ClientsPanel } from './clients-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'

/** What programs call the service with: API keys, and OAuth clients. */
export function KeysScreen() {
  const t = useText()
  const can = useCan()
  return (
    <div className="page">
      <h1>{t('keys.title')}</h1>
      <KeysPanel />
      {can('GET /oauthclients') ? <ClientsPanel /> : null}
    </div>
  )
}
