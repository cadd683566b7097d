import type { RateBookVersionDetails } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useIsPartner } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Forbidden } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { BookCounts } from './book-counts.tsx'
import { ChangesView } from './changes-view.tsx'

/** A book that was applied, and what it changed in the one before. */
export function VersionPage({ params }: { readonly params: Record<string, string> }) {
  const isPartner = useIsPartner()
  const query = useAnswer(
    'GET /Rates/books/{version}',
    { path: { version: Number(params.version) } },
    { enabled: !isPartner },
  )
  if (isPartner) return <Forbidden permission="rates:costs" />
  return (
    <div className="page">
      <Await query={query}>{(book) => <Version book={book} />}</Await>
    </div>
  )
}

function Version({ book }: { readonly book: RateBookVersionDetails }) {
  const t = useText()
  const format = useFormat()
  const { version, name, isLive, previousVersion } = book
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{t('book.title', { version, name })}</h1>
          <Status value={isLive ? 'Active' : 'Inactive'} title={t(isLive ? 'books.live' : 'books.past')} />
        </div>
      </header>
      <Panel title={t('book.facts')} id="facts">
        <Facts
          items={[
            { label: t('books.appliedAt'), value: format.instant(book.appliedAt) },
            { label: t('books.appliedBy'), value: book.appliedBy },
            { label: t('books.checksum'), value: <code>{book.checksum}</code>, isWide: true },
          ]}
        />
        <BookCounts counts={book.counts} />
      </Panel>
      <Panel
        title={previousVersion === null ? t('book.first') : t('book.changes', { version: previousVersion })}
        id="changes"
      >
        {previousVersion === null ? <p>{t('book.firstWhy')}</p> : <ChangesView {...book} />}
      </Panel>
    </>
  )
}
