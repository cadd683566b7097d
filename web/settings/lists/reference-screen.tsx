import { useIsPartner } from '../../api/session.ts'
import { type Filter, type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Places } from '../../ui/places.tsx'
import { Empty, Forbidden } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import { CellValue } from './cell-value.tsx'
import { listAt, type ReferenceList, referenceLists } from './reference-lists.ts'

/** What forms choose from: reasons, methods, complaints, types of documents. */
export function ReferenceScreen({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const isPartner = useIsPartner()
  const list = listAt(params.list)
  if (isPartner) return <Forbidden permission="settings:read" />
  return (
    <div className="page">
      <Places
        label={t('lists.title')}
        places={referenceLists.map(({ path, title }) => ({ to: `/settings/lists/${path}`, title: t(title) }))}
      />
      {list ? (
        <List key={list.path} list={list} />
      ) : (
        <Empty title={t('lists.unknown')} why={t('lists.unknownWhy')} />
      )}
    </div>
  )
}

type Row = Readonly<Record<string, unknown>>

/** Combinations have no id of their own. */
const keyOfRow = (row: unknown) =>
  typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : JSON.stringify(row)

function List({ list }: { readonly list: ReferenceList }) {
  const t = useText()
  const columns = list.columns.map(
    (name): ListColumn<Row> => ({
      key: name,
      title: t(`column.${name}`),
      isWrapping: true,
      cell: (row) => <CellValue value={row[name]} />,
      ...(list.sorts.includes(name) ? { sort: name } : {}),
    }),
  )
  const filters: Filter[] = list.filters.map((name) =>
    name === 'isActive'
      ? { name, label: t('column.isActive'), kind: 'flag' }
      : { name, label: t('lists.productType'), kind: 'text' },
  )
  return (
    <ListScreen
      list={`reference-${list.path}`}
      title={t(list.title)}
      operation={list.operation}
      // All rows of these lists are read by their fields, so one type does for all of them.
      columns={columns as never}
      filters={filters}
      initial={{ sortBy: list.sortBy, sortDirection: 'Asc' }}
      rowKey={keyOfRow}
      empty={{ title: t('lists.empty'), why: t('lists.emptyWhy') }}
    />
  )
}
