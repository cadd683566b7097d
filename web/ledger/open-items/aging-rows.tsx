import type { Aging } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { writeSearch } from '../../api/path.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { useAllRows } from '../../lists/all-rows.ts'
import { HolderLink } from '../../lists/holder-field.tsx'
import { Link } from '../../ui/link.tsx'
import { Await, Empty, Notice } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type Bucket, buckets, dueRange, isBucket } from './buckets.ts'
import { useLedgerColumns } from './ledger-columns.tsx'
import { type Direction, directions } from './ledger-words.ts'

/** What is open with one account holder, by how long it is past due. */
export function AgingRows({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const today = useToday()
  const query = useQuery()
  const direction = directions.find((one) => one === query.direction) ?? 'Receive'
  const asOfDate = query.asOfDate ?? today
  const accountHolderId = Number(params.id)
  const aging = useAnswer('GET /aging', {
    query: { accountHolderId, direction, asOfDate, pageNumber: 1, pageSize: 1 },
  })
  const back = `/money/aging${writeSearch({ direction: query.direction, asOfDate: query.asOfDate })}`
  return (
    <div className="page">
      <Link to={back}>{t('aging.all')}</Link>
      <Await query={aging}>
        {({ items: [row] }) =>
          row ? (
            <Loaded row={row} direction={direction} asOfDate={asOfDate} />
          ) : (
            <Empty title={t('aging.none')} why={t('aging.noneWhy')} icon="check" />
          )
        }
      </Await>
    </div>
  )
}

interface Props {
  readonly row: Aging
  readonly direction: Direction
  readonly asOfDate: string
}

function Loaded({ row, direction, asOfDate }: Props) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const query = useQuery()
  const setQuery = useSetQuery()
  const bucket = isBucket(query.bucket) ? query.bucket : 'all'
  const shown = [...buckets.filter((one) => row[one] !== 0), 'all'] as const
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>
            <HolderLink holder={row.accountHolder} />
          </h1>
          <span className="ledger-soft">{t(`direction.${direction}`)}</span>
        </div>
      </header>
      <p>{t('aging.asOf', { date: format.date(asOfDate) })}</p>
      {asOfDate < today && <Notice>{t('aging.past')}</Notice>}
      <Tabs
        label={t('aging.title')}
        items={shown.map((value) => ({
          value,
          title: t('aging.tab', {
            bucket: t(value === 'all' ? 'aging.total' : `aging.${value}`),
            amount: format.money(value === 'all' ? row.total : row[value]),
          }),
        }))}
        value={bucket}
        onChange={(value) => setQuery({ bucket: value === 'all' ? undefined : value }, 'push')}
      >
        <Rows
          holderId={row.accountHolder.id}
          direction={direction}
          asOfDate={asOfDate}
          bucket={bucket === 'all' ? undefined : bucket}
        />
      </Tabs>
    </>
  )
}

interface RowsProps extends Omit<Props, 'row'> {
  readonly holderId: number
  readonly bucket: Bucket | undefined
}

function Rows({ holderId, direction, asOfDate, bucket }: RowsProps) {
  const t = useText()
  const columns = useLedgerColumns().filter(({ key }) => key !== 'holder' && key !== 'direction')
  const due = bucket ? dueRange(bucket, asOfDate) : {}
  const query = useAllRows('GET /ledgers', {
    query: {
      ...{ accountHolderId: holderId, direction: [direction], isMemo: false, ...due },
      ...{ ledgerStatus: ['Open', 'InProcess'], sortBy: 'dueDate', sortDirection: 'Asc' },
    },
  })
  return (
    <Await query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={t('aging.noRows')} why={t('aging.past')} />
        ) : (
          <Table
            label={t('aging.rows')}
            columns={columns.filter(({ isHidden }) => !isHidden)}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/money/ledger/${id}`}
          />
        )
      }
    </Await>
  )
}
