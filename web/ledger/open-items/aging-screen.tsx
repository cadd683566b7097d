import { useMemo } from 'react'
import type { Aging } from '../../../sdk/src/types.gen.ts'
import { useQuery } from '../../api/address.ts'
import { writeSearch } from '../../api/path.ts'
import { useIsPartner } from '../../api/session.ts'
import { findHolders, nameOf } from '../../lists/holder-field.tsx'
import { type Filter, type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type Bucket, buckets } from './buckets.ts'
import { directions, holderTypes } from './ledger-words.ts'

/** Account holders by how long what is open is past due. A figure opens its rows. */
export function AgingScreen() {
  const t = useText()
  const { asOfDate, direction } = useQuery()
  const columns = useColumns({ asOfDate, direction })
  const filters = useFilters()
  return (
    <ListScreen
      list="aging"
      title={t('aging.title')}
      operation="GET /aging"
      columns={columns}
      filters={filters}
      mainFilters={3}
      initial={{ sortBy: 'total', sortDirection: 'Desc' }}
      rowKey={({ accountHolder }) => accountHolder.id}
      rowLink={(row) => rowsPath(row, { asOfDate, direction })}
      empty={{ title: t('aging.none'), why: t('aging.noneWhy') }}
    />
  )
}

interface Asked {
  readonly asOfDate: string | undefined
  readonly direction: string | undefined
}

/** Where the rows behind a figure are listed. */
const rowsPath = (row: Aging, asked: Asked & { readonly bucket?: Bucket }) =>
  `/money/aging/${row.accountHolder.id}${writeSearch({ ...asked })}`

function useColumns({ asOfDate, direction }: Asked): readonly ListColumn<Aging>[] {
  const t = useText()
  const { money } = useFormat()
  return useMemo(() => {
    const bucketOf = (bucket: Bucket): ListColumn<Aging> => ({
      key: bucket,
      title: t(`aging.${bucket}`),
      isNumeric: true,
      cell: (row) =>
        row[bucket] === 0 ? (
          money(0)
        ) : (
          <Link to={rowsPath(row, { bucket, direction, asOfDate })}>{money(row[bucket])}</Link>
        ),
    })
    return [
      { key: 'holder', title: t('holder'), cell: ({ accountHolder }) => nameOf(accountHolder) },
      ...buckets.map(bucketOf),
      {
        key: 'total',
        title: t('aging.total'),
        sort: 'total',
        isNumeric: true,
        cell: ({ total }) => money(total),
      },
    ]
  }, [t, money, asOfDate, direction])
}

function useFilters(): readonly Filter[] {
  const t = useText()
  const isPartner = useIsPartner()
  return [
    {
      name: 'direction',
      label: t('column.direction'),
      kind: 'choice',
      choices: directions.map((value) => ({ value, title: t(`direction.${value}`) })),
      usual: 'Receive',
    },
    { name: 'asOfDate', label: t('asOf'), kind: 'date' },
    ...(isPartner
      ? []
      : ([
          { name: 'accountHolderId', label: t('holder'), kind: 'lookup', search: findHolders },
          {
            name: 'accountHolderType',
            label: t('filter.holderType'),
            kind: 'choices',
            choices: holderTypes.map((value) => ({ value, title: t(`holder.${value}`) })),
          },
        ] as const)),
  ]
}
