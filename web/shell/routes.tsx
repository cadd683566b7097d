import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Navigate,
  useLocation,
  useParams,
} from '@tanstack/react-router'
import { can as mayCall } from '../../sdk/src/client.ts'
import type { Session } from '../../sdk/src/types.gen.ts'
import { factsOf } from '../api/client.ts'
import { readSearch, writeSearch } from '../api/path.ts'
import { useCan, useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import type { Screen, ScreenComponent } from '../ui/screen.ts'
import { Empty, ErrorPanel, Forbidden, Loading } from '../ui/states.tsx'
import { Frame } from './frame.tsx'
import { Home } from './home.tsx'
import { useNav } from './nav.ts'
import { useText } from './text.ts'

/** A room of the portal, loaded when one of its screens is opened, with the paths of its screens. */
interface Room {
  readonly load: () => Promise<{ readonly screens: readonly Screen[] }>
  readonly paths: readonly string[]
}

/** A test compares the paths with the screens of each room. */
export const rooms: readonly Room[] = [
  { load: () => import('../contracts/screens.tsx'), paths: ['/contracts', '/contracts/$number'] },
  {
    load: () => import('../rates/screens.tsx'),
    paths: [
      '/quote',
      '/rates/books',
      '/rates/books/new',
      '/rates/books/$version',
      '/rates/agreements',
      '/rates/agreements/$id',
      '/rates/agreements/$id/changes/$log',
      '/rates/criteria',
      '/rates/state-rules',
      '/rates/state-rules/own',
    ],
  },
  {
    load: () => import('../cancellations/screens.tsx'),
    paths: ['/cancellations', '/cancellations/new', '/cancellations/$number'],
  },
  {
    load: () => import('../claims/screens.tsx'),
    paths: ['/claims', '/claims/new', '/claims/$number', '/inspections', '/inspections/$id'],
  },
  {
    load: () => import('../account-holders/screens.tsx'),
    paths: ['/partners', '/partners/$kind', '/partners/$kind/$id'],
  },
  {
    load: () => import('../cash/screens.tsx'),
    paths: [
      '/money/remit',
      '/money/batches',
      '/money/batches/$id',
      '/money/cash',
      '/money/cash/new',
      '/money/cash/$id',
      '/money/ach',
      '/money/ach/$id',
      '/money/bank',
      '/money/bank/$id',
      '/money/statements',
    ],
  },
  {
    load: () => import('../ledger/screens.tsx'),
    paths: [
      '/money/ledger',
      '/money/ledger/$id',
      '/money/aging',
      '/money/aging/$id',
      '/money/journal',
      '/money/journal/$entryId',
      '/money/trial-balance',
      '/money/periods',
      '/money/periods/$period',
    ],
  },
  {
    load: () => import('../reports/screens.tsx'),
    paths: ['/reports/cancels/rows', '/reports/$name'],
  },
  {
    load: () => import('../settings/screens.tsx'),
    paths: [
      '/settings/users',
      '/settings/users/$id',
      '/settings/roles',
      '/settings/custom-fields',
      '/settings/lists',
      '/settings/lists/$list',
      '/settings/$group',
    ],
  },
  {
    load: () => import('../developers/screens.tsx'),
    paths: [
      '/developers/keys',
      '/developers/webhooks',
      '/developers/webhooks/$id',
      '/developers/events',
      '/developers/runs',
      '/developers/runs/$guid',
      '/developers/clock',
    ],
  },
  { load: () => import('../me/screens.tsx'), paths: ['/me'] },
  { load: () => import('../audit/screens.tsx'), paths: ['/audit'] },
]

const root = createRootRoute({ component: Frame, notFoundComponent: Missing })

const home = createRoute({ getParentRoute: () => root, path: '/home', component: Home })
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/home" replace />,
})

/** An area such as Money begins with the first of its screens that the caller may open. */
const areas = ['/money', '/rates', '/reports', '/settings', '/developers'].map((path) =>
  createRoute({ getParentRoute: () => root, path, component: () => <FirstOf path={path} /> }),
)

function FirstOf({ path }: { readonly path: string }) {
  const first = useNav().find(({ area }) => area === path)
  return first ? <Navigate to={first.path as '/'} replace /> : <Forbidden />
}

const routes = rooms.flatMap(({ load, paths }) =>
  paths.map((path) => {
    const route = createRoute({
      getParentRoute: () => root,
      path,
      loader: async () => loaded((await load()).screens.find((screen) => screen.path === path)),
      component: () => <Shown screen={route.useLoaderData() as LoadedScreen | undefined} />,
    })
    return route
  }),
)

type LoadedScreen = Pick<Screen, 'path' | 'needs' | 'ahead'> & { readonly component: ScreenComponent }

async function loaded(screen: Screen | undefined): Promise<LoadedScreen | undefined> {
  if (!screen || 'component' in screen) return screen
  return { ...screen, component: await screen.load() }
}

/** Reads what the screen of the address begins with, while nothing is drawn yet. */
export async function readScreenAhead({ state }: Router, session: Session): Promise<void> {
  const match = state.matches.at(-1)
  const screen = match?.loaderData as LoadedScreen | undefined
  if (!screen?.needs || session.mustEnroll || !mayCall(session, screen.needs)) return
  await screen.ahead?.(match?.params as Record<string, string>)
}

/** The screen, if the caller may see it. */
function Shown({ screen }: { readonly screen: LoadedScreen | undefined }) {
  const can = useCan()
  const { mustEnroll } = useSession()
  const params = useParams({ strict: false }) as Record<string, string>
  if (!screen) return <Missing />
  if (mustEnroll && screen.path !== '/me') return <Navigate to="/me" replace />
  if (screen.needs && !can(screen.needs)) return <Forbidden permission={factsOf(screen.needs).permission} />
  const { component: Component } = screen
  return <Component params={params} />
}

function Missing() {
  const t = useText()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Empty
      title={t('missing.title')}
      why={t('missing.why', { path })}
      action={<Link to="/home">{t('missing.home')}</Link>}
    />
  )
}

/** A screen that broke, or whose code is gone because the service has a new version. */
function Broken({ error: caught, reset }: ErrorComponentProps) {
  const error = caught as Error
  const t = useText()
  const isOfOldVersion = /dynamically imported module|Failed to fetch/i.test(error.message)
  if (!isOfOldVersion) return <ErrorPanel error={error} onRetry={reset} />
  const reload = <Button onClick={() => window.location.reload()}>{t('loadAgain')}</Button>
  return <Empty title={t('broken.title')} why={error.message} action={reload} />
}

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([start, home, ...areas, ...routes]),
    basepath: '/app',
    // Addresses have the API's own parameters, as plain text.
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    // A room that was loaded stays as it is, so another filter or page does not ask for it again.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultPendingComponent: Loading,
    defaultErrorComponent: Broken,
  })

type Router = ReturnType<typeof makeRouter>
