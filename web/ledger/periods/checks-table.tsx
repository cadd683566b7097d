import type { BooksCheck, BooksDifference } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Notice } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The comparisons of the journal with everything else, up to the last day of the month. */
export function ChecksTable({ lastDay }: { readonly lastDay: string }) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  // The service compares contracts with their rows only as they are today.
  const asOfDate = lastDay < today ? lastDay : today
  const query = useAnswer('GET /books/verification', { query: { asOfDate } }, { staleTime: 60_000 })
  return (
    <Panel title={t('books.title')} description={t('books.asOf', { date: format.date(asOfDate) })}>
      <Await query={query} rows={9}>
        {({ isWhole, checks }) => (
          <>
            <Notice tone={isWhole ? 'good' : 'bad'} title={t(isWhole ? 'books.whole' : 'books.notWhole')} />
            <Checks checks={checks} />
          </>
        )}
      </Await>
    </Panel>
  )
}

function Checks({ checks }: { readonly checks: readonly BooksCheck[] }) {
  const t = useText()
  const { money, count } = useFormat()
  // One comparison counts contracts and not money.
  const figure = (check: BooksCheck, value: number) =>
    check.code === 'FundingEqualsRows' ? count(value) : money(value)
  const columns: readonly Column<BooksCheck>[] = [
    { key: 'code', title: t('column.check'), isWrapping: true, cell: ({ code }) => t(`check.${code}`) },
    {
      key: 'state',
      title: t('column.status'),
      cell: ({ isWhole }) => (
        <Status
          value={isWhole ? 'Whole' : 'Differs'}
          title={t(isWhole ? 'check.agrees' : 'check.differs')}
          tone={isWhole ? 'good' : 'bad'}
        />
      ),
    },
    {
      key: 'expected',
      title: t('column.expected'),
      isNumeric: true,
      cell: (check) => figure(check, check.expected),
    },
    { key: 'found', title: t('column.found'), isNumeric: true, cell: (check) => figure(check, check.found) },
    {
      key: 'difference',
      title: t('balance.difference'),
      isNumeric: true,
      cell: (check) => figure(check, check.difference),
    },
  ]
  return (
    <Table
      label={t('books.title')}
      columns={columns}
      rows={checks}
      rowKey={({ code }) => code}
      detail={({ rows }) => (rows.length > 0 ? <Differences rows={rows} /> : undefined)}
    />
  )
}

/** What does not agree, the largest difference first. */
function Differences({ rows }: { readonly rows: readonly BooksDifference[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <ul className="ledger-differences">
      {rows.map((row) => (
        <li key={`${row.kind} ${row.id}`}>
          <Differing row={row} />
          {': '}
          {t('check.both', { expected: format.money(row.expected), found: format.money(row.found) })}
        </li>
      ))}
    </ul>
  )
}

function Differing({ row: { kind, id } }: { readonly row: BooksDifference }) {
  const t = useText()
  const text = t(`kind.${kind}`, { id })
  const paths = {
    Account: `/money/journal?account=${encodeURIComponent(id)}`,
    AccountHolder: `/money/ledger?tab=all&accountHolderId=${id}`,
    CashTransaction: `/money/cash/${id}`,
    Contract: `/contracts/${id}`,
    Claim: `/claims/${id}`,
  }
  return <Link to={paths[kind]}>{text}</Link>
}
