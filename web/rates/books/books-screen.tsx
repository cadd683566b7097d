import type { RateBookVersion } from '../../../sdk/src/types.gen.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'

/** The books that were applied, newest first. */
export function BooksScreen() {
  const t = useText()
  const can = useCan()
  const columns = useColumns()
  if (useIsPartner()) return <Forbidden permission="rates:costs" />
  return (
    <ListScreen
      list="rate-books"
      title={t('books.title')}
      operation="GET /Rates/books"
      columns={columns}
      initial={{ sortBy: 'version', sortDirection: 'Desc' }}
      rowKey={({ version }) => version}
      rowLink={({ version }) => `/rates/books/${version}`}
      actions={
        can('POST /Rates/books') ? (
          <Link to="/rates/books/new" className="button button-main">
            {t('books.new')}
          </Link>
        ) : undefined
      }
      empty={{ title: t('books.empty'), why: t('books.emptyWhy') }}
    />
  )
}

function useColumns(): readonly ListColumn<RateBookVersion>[] {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'version', title: t('books.version'), sort: 'version', cell: ({ version }) => String(version) },
    { key: 'name', title: t('books.name'), isWrapping: true, cell: ({ name }) => name },
    {
      key: 'isLive',
      title: t('books.state'),
      cell: ({ isLive }) => (
        <Status value={isLive ? 'Active' : 'Inactive'} title={t(isLive ? 'books.live' : 'books.past')} />
      ),
    },
    { key: 'appliedAt', title: t('books.appliedAt'), cell: ({ appliedAt }) => format.instant(appliedAt) },
    { key: 'appliedBy', title: t('books.appliedBy'), cell: ({ appliedBy }) => appliedBy },
    {
      key: 'checksum',
      title: t('books.checksum'),
      isHidden: true,
      cell: ({ checksum }) => <code>{checksum.slice(0, 12)}</code>,
    },
  ]
}
