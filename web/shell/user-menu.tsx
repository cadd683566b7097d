import { lazy, Suspense, useState } from 'react'
import { usePreferences, useSavePreferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { useShortcut } from '../ui/keys.ts'
import { Menu } from '../ui/menu.tsx'
import { signOut } from './door.tsx'
import { useText } from './text.ts'

// What opens only when it is asked for is not loaded with the first page.
const CallsDialog = lazy(async () => ({ default: (await import('./calls-dialog.tsx')).CallsDialog }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

const themes = ['System', 'Light', 'Dark'] as const

/** Who is signed in, what helps on every screen, and the way out. */
export function UserMenu() {
  const t = useText()
  const { user } = useSession()
  const preferences = usePreferences()
  const save = useSavePreferences()
  const [open, setOpen] = useState<'calls' | 'keys'>()
  const close = () => setOpen(undefined)
  useShortcut('?', () => setOpen('keys'), { title: t('key.help') })
  return (
    <div className="user-menu">
      <Menu
        label={t('user.menu', { name: `${user.firstName} ${user.lastName}`.trim() || user.userName })}
        icon="person"
        isIconOnly
        kind="quiet"
        items={[
          { title: t('nav.me'), icon: 'settings', to: '/me' },
          { title: t('user.calls'), icon: 'terminal', onSelect: () => setOpen('calls') },
          { title: t('user.keys'), icon: 'help', onSelect: () => setOpen('keys') },
          ...themes.map((theme) => ({
            title: `${t('user.theme')}: ${t(`theme.${theme}`)}`,
            isTicked: preferences.theme === theme,
            onSelect: () => void save({ theme }),
          })),
        ]}
      />
      <Button kind="quiet" className="sign-out" icon="exit" onClick={() => void signOut()}>
        {t('user.signOut')}
      </Button>
      <Suspense fallback={null}>
        {open === 'calls' ? <CallsDialog open onClose={close} /> : null}
        {open === 'keys' ? <KeysDialog open onClose={close} /> : null}
      </Suspense>
    </div>
  )
}
