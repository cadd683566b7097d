import { lazy, Suspense } from 'react'
import type { Queue } from '../../sdk/src/types.gen.ts'
import { writeSearch } from '../api/path.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan, useIsPartner, useSession } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Await, Empty, Loading } from '../ui/states.tsx'
import { useFormat } from '../ui/words/format.ts'
import { useNav } from './nav.ts'
import { useText } from './text.ts'

// Drawn after the counts: they are what people come for.
const HomeCharts = lazy(() => import('../reports/charts/home-charts.tsx'))

/** The lists that a queue of this name opens. One that a later version brings is not shown. */
const lists = {
  pendingContracts: '/contracts',
  heldContracts: '/contracts',
  cancelsDue: '/cancellations',
  overdueRefunds: '/cancellations',
  claimsThisWeek: '/claims',
  claimsThisMonth: '/claims',
  claimsOlder: '/claims',
  claimApprovals: '/claims',
  unappliedCash: '/money/cash',
  failedRuns: '/developers/runs',
  failingWebhooks: '/developers/webhooks',
} as const

type Shown = keyof typeof lists

const isShown = (queue: Queue): queue is Queue & { readonly name: Shown } => queue.name in lists

/** What waits, as counts that open their lists, and where to begin. */
export function Home() {
  const t = useText()
  const can = useCan()
  const { user } = useSession()
  const query = useAnswer('GET /queues')
  return (
    <div className="home">
      <h1>{t('home.hello', { name: user.firstName })}</h1>
      <Begin />
      <section aria-labelledby="home-queues">
        <h2 id="home-queues">{t('home.queues')}</h2>
        <Await query={query}>
          {({ items }) => {
            const queues = items.filter(isShown)
            if (queues.length === 0) return <Empty title={t('home.none')} why={t('home.none.why')} />
            return (
              <ul className="home-queues">
                {queues.map((queue) => (
                  <QueueCard key={queue.name} queue={queue} />
                ))}
              </ul>
            )
          }}
        </Await>
      </section>
      {can('GET /reports') ? (
        <Suspense fallback={<Loading rows={4} />}>
          <HomeCharts />
        </Suspense>
      ) : null}
    </div>
  )
}

function QueueCard({ queue }: { readonly queue: Queue & { readonly name: Shown } }) {
  const t = useText()
  const format = useFormat()
  const { name, count, isExact, query } = queue
  const path =
    name === 'overdueRefunds' ? '/cancellations?view=overdue' : `${lists[name]}${writeSearch(query)}`
  return (
    <li>
      <Link to={path} className="home-queue" data-count={count === 0 ? 'none' : undefined}>
        <strong>{isExact ? format.count(count) : t('home.more', { count: format.count(count) })}</strong>
        <span>{t(`queue.${name}`)}</span>
      </Link>
    </li>
  )
}

/** The screens, as large targets. A partner's phone shows them first. */
function Begin() {
  const t = useText()
  const isPartner = useIsPartner()
  const places = useNav().filter(({ path }) => path !== '/home')
  if (!isPartner) return null
  return (
    <nav className="home-begin" aria-label={t('home.begin')}>
      {places.map(({ path, title, icon }) => (
        <Link key={path} to={path}>
          <Icon name={icon} />
          {t(title)}
        </Link>
      ))}
    </nav>
  )
}
