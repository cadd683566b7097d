import { Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { lazy, memo, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { leaving, useGo } from '../api/address.ts'
import { practice } from '../api/practice.ts'
import { useCan, useSession } from '../api/session.ts'
import { question } from '../ui/dialogs/confirm.ts'
import { Icon } from '../ui/icon.tsx'
import { useShortcut } from '../ui/keys.ts'
import { Link } from '../ui/link.tsx'
import { Places } from '../ui/places.tsx'
import { useFormat } from '../ui/words/format.ts'
import { holdsPath, type NavItem, useNav } from './nav.ts'
import { SearchBox } from './search-box.tsx'
import { useText } from './text.ts'
import { UserMenu } from './user-menu.tsx'

const SIDEWAYS = { inline: 'center', block: 'nearest' } as const

const Confirms = lazy(async () => ({ default: (await import('../ui/dialogs/confirms.tsx')).Confirms }))
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

/** What stands around every screen. */
export function Frame() {
  const t = useText()
  // The switch moves at once. The strip moves the whole page, which may follow.
  const isPractising = useDeferredValue(practice.use())
  const asked = leaving.use()
  const isAsking = question.use() !== undefined
  const path = useLocation({ select: ({ pathname }) => pathname })
  // A new order of a list opens no screen, and nothing around it is drawn again.
  const isOpening = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' && location.pathname !== resolvedLocation?.pathname,
  })
  const page = useRef<HTMLElement>(null)
  const first = useRef(true)
  // A new screen is read from its beginning by screen readers too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes
  useEffect(() => {
    if (first.current) first.current = false
    else {
      page.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
  }, [path])
  return (
    <div className={isPractising ? 'frame frame-practice' : 'frame'}>
      <button type="button" className="skip" onClick={() => page.current?.focus()}>
        {t('skip')}
      </button>
      <TopBar />
      {isPractising ? (
        <p className="practice-strip" role="status">
          {t('practice.on')}
        </p>
      ) : null}
      <MainNav path={path} />
      <main id="page" ref={page} tabIndex={-1} aria-busy={isOpening}>
        <Area path={path} />
        <Outlet />
      </main>
      <Suspense fallback={null}>{isAsking ? <Confirms /> : null}</Suspense>
      {asked ? (
        <Suspense fallback={null}>
          <LeaveDialog asked={asked} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Like the navigation, it is not drawn again because practice mode or the address changes. */
const TopBar = memo(function TopBar() {
  const t = useText()
  const format = useFormat()
  const { today, mode, administrator } = useSession()
  return (
    <header className="top-bar">
      <Link to="/home" className="brand" aria-label={administrator.name}>
        <img src="/app/icon.svg" alt="" width="24" height="24" />
        <span>{administrator.name}</span>
      </Link>
      <SearchBox />
      <div className="top-facts">
        {mode === 'sandbox' ? <SandboxMark /> : null}
        <span className="today">
          <span className="today-label">{t('today')} </span>
          <time data-testid="today" dateTime={today}>
            {format.date(today)}
          </time>
        </span>
        <PracticeSwitch />
        <UserMenu />
      </div>
    </header>
  )
})

/** Says that nothing here is real. Who may move the clock gets to it from here. */
function SandboxMark() {
  const t = useText()
  const can = useCan()
  return can('PUT /sandbox/clock') ? (
    <Link to="/developers/clock" className="mode">
      {t('sandbox')}
    </Link>
  ) : (
    <span className="mode">{t('sandbox')}</span>
  )
}

function PracticeSwitch() {
  const t = useText()
  const isOn = practice.use()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="practice-switch"
      onClick={() => practice.set(!isOn)}
    >
      <span className="practice-knob" aria-hidden="true" />
      <span>{t('practice')}</span>
    </button>
  )
}

const MainNav = memo(function MainNav({ path }: { readonly path: string }) {
  const t = useText()
  const items = useNav()
  const list = useRef<HTMLUListElement>(null)
  const here = items.find((item) => holdsPath(item, path))?.path
  // On a phone the places are scrolled sideways, and the one that is open is shown.
  useEffect(() => {
    if (here) list.current?.querySelector('[aria-current]')?.scrollIntoView(SIDEWAYS)
  }, [here])
  return (
    <nav className="main-nav" aria-label={t('main')}>
      <ul ref={list}>
        {items.map((item) => (
          <li key={item.path}>
            <Link to={item.path} aria-current={holdsPath(item, path) ? 'page' : undefined}>
              <Icon name={item.icon} />
              <span>{t(item.title)}</span>
            </Link>
            {item.keys ? <NavKey item={item} keys={item.keys} /> : null}
          </li>
        ))}
      </ul>
    </nav>
  )
})

/** The screens of the area that the path is in, such as those of Money. */
const Area = memo(function Area({ path }: { readonly path: string }) {
  const t = useText()
  const area = useNav().find((item) => item.parts && holdsPath(item, path))
  if (!area?.parts) return null
  const places = area.parts.map((part) => ({ to: part.path, title: t(part.title) }))
  return <Places label={t(area.title)} places={places} />
})

function NavKey({ item, keys }: { readonly item: NavItem; readonly keys: string }) {
  const t = useText()
  const go = useGo()
  useShortcut(keys, () => go(item.path), { title: t(item.title) })
  return null
}
