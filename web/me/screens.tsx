import { useSession } from '../api/session.ts'
import { Facts } from '../ui/facts.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Screen } from '../ui/screen.ts'
import { useFormat } from '../ui/words/format.ts'
import './me.css'
import { DisplayPanel } from './display-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useText } from './text.ts'
import { TotpPanel } from './totp-panel.tsx'

/** Everything about the user's own access. Until required one-time codes are set up, only those. */
function Me() {
  const t = useText()
  const { mustEnroll } = useSession()
  return (
    <div className="me-page">
      <h1>{t('title')}</h1>
      {mustEnroll ? (
        <TotpPanel />
      ) : (
        <div className="me-panels">
          <WhoPanel />
          <DisplayPanel />
          <PasswordPanel />
          <TotpPanel />
          <SessionsPanel />
        </div>
      )}
    </div>
  )
}

function WhoPanel() {
  const t = useText()
  const format = useFormat()
  const { user, scopes, expiresAt } = useSession()
  const limits = scopes.map(({ name, number }) => [number, name].filter(Boolean).join(' · ')).join(', ')
  return (
    <Panel title={t('who.title')} id="who" className="me-who">
      <Facts
        items={[
          { label: t('who.name'), value: `${user.firstName} ${user.lastName}`.trim() },
          { label: t('who.userName'), value: user.userName },
          user.email !== user.userName && { label: t('who.email'), value: user.email },
          { label: t('who.roles'), value: user.roles.join(', ') },
          { label: t('who.scopes'), value: limits || t('who.noScopes') },
          { label: t('who.ends'), value: format.instant(expiresAt) },
        ]}
      />
    </Panel>
  )
}

export const screens: readonly Screen[] = [{ path: '/me', component: Me }]
