import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useQuery, useSetQuery } from '../api/address.ts'
import type { Answer, ListOperation, RowOf } from '../api/client.ts'
import { useAnyAnswer } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { useShortcut } from '../ui/keys.ts'
import { Menu } from '../ui/menu.tsx'
import { Await, Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/tables/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toast-store.ts'
import { saveCsv } from './csv.ts'
import { type Filter, Filters } from './filters.tsx'
import './lists.css'
import { apiQuery, filtersIn, type ListQuery, PAGE_SIZE, pageIn } from './list-query.ts'
import { OtherFilters } from './other-filters.tsx'
import { Pager, useCountText } from './pager.tsx'
import { useText } from './text.ts'
import { useListPreferences, Views } from './views.tsx'

export type { Filter } from './filters.tsx'

export interface ListColumn<Row> extends Column<Row> {
  /** Not shown until the user chooses it. */
  readonly isHidden?: boolean | undefined
}

export interface BulkAction<Row> {
  readonly title: string
  /** Opens what asks and does it. */
  run(rows: readonly Row[]): void
}

export interface ListScreenProps<O extends ListOperation> {
  /** The name under which columns and views are kept. */
  readonly list: string
  readonly title: string
  readonly operation: O
  readonly path?: Readonly<Record<string, string | number>> | undefined
  readonly columns: readonly ListColumn<RowOf<O>>[]
  readonly filters?: readonly Filter[] | undefined
  /** How many filters stand there at once. */
  readonly mainFilters?: number | undefined
  /** Order and filters as long as the address has none. */
  readonly initial?: ListQuery | undefined
  /** What is always sent and cannot be changed. */
  readonly fixed?: ListQuery | undefined
  readonly rowKey: (row: RowOf<O>) => string | number
  readonly rowLink?: ((row: RowOf<O>) => string | undefined) | undefined
  readonly rowTone?: ((row: RowOf<O>) => 'good' | 'wait' | 'bad' | 'off' | 'info' | undefined) | undefined
  readonly tabs?:
    | readonly { readonly value: string; readonly title: string; readonly query: ListQuery }[]
    | undefined
  readonly bulk?: readonly BulkAction<RowOf<O>>[] | undefined
  readonly canTick?: ((row: RowOf<O>) => boolean) | undefined
  readonly actions?: ReactNode
  readonly empty?: { readonly title: string; readonly why: string; readonly action?: ReactNode } | undefined
  /** Between the heading and the filters. */
  readonly above?: ReactNode
  readonly headingLevel?: 1 | 2 | undefined
}

/** A list of the API: filters, order, page and columns, all of them in the address. */
export function ListScreen<O extends ListOperation>(props: ListScreenProps<O>) {
  const { title, operation, columns, filters = [], tabs, rowKey, bulk = [], list } = props
  const t = useText()
  const query = useQuery()
  const setQuery = useSetQuery()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const tab = tabs?.find(({ value }) => value === query.tab) ?? tabs?.[0]
  const request = useListRequest(props, query, tab?.query)
  const options = {
    ...(props.path ? { path: props.path } : {}),
    query: { ...request, pageNumber: pageIn(query), pageSize: PAGE_SIZE },
  }
  const answer = useAnyAnswer(operation, options, { keepPrevious: true })
  // The next rows are drawn a little later than the pressed head of their column.
  const drawn = useDeferredValue(answer.data) ?? answer.data
  const { shown, chooser } = useColumns(list, columns)
  const [ticked, setTicked] = useState<ReadonlySet<string | number>>(new Set())
  const sortBy = (request.sortBy as string | undefined) ?? undefined
  const isFiltered = Object.keys(filtersIn(query)).length > 0
  const Heading = props.headingLevel === 2 ? 'h2' : 'h1'
  return (
    <div className="list-screen">
      <header className="list-head">
        <Heading>{title}</Heading>
        <Count answer={answer.data} />
        <div className="list-tools">
          {chooser}
          <Views list={list} path={path} query={query} />
          <CsvButton
            operation={operation}
            options={{ ...(props.path ? { path: props.path } : {}), query: request }}
            name={list}
          />
          {props.actions}
        </div>
      </header>
      {props.above}
      {tabs ? (
        <Tabs
          label={t('tabs')}
          items={tabs}
          value={tab?.value ?? ''}
          onChange={(value) => setQuery({ tab: value, pageNumber: undefined }, 'push')}
        />
      ) : null}
      <Filters
        filters={filters}
        query={query}
        main={props.mainFilters ?? 4}
        onChange={(changes) => setQuery(changes, 'push')}
      />
      <OtherFilters
        filters={filters}
        query={query}
        onRemove={(name) => setQuery({ [name]: undefined, pageNumber: undefined }, 'push')}
      />
      {ticked.size > 0 && bulk.length > 0 ? (
        <BulkBar
          bulk={bulk}
          rows={rowsOf<RowOf<O>>(answer.data).filter((row) => ticked.has(rowKey(row)))}
          onClear={() => setTicked(new Set())}
        />
      ) : null}
      <Await query={answer} rows={12}>
        {() => {
          const rows = rowsOf<RowOf<O>>(drawn)
          if (rows.length === 0)
            return (
              <Nothing {...props} isFiltered={isFiltered} onClear={() => setQuery(cleared(query), 'push')} />
            )
          return (
            <>
              <Table<RowOf<O>>
                label={title}
                columns={shown}
                rows={rows}
                rowKey={rowKey}
                rowLink={props.rowLink}
                rowTone={props.rowTone}
                canTick={props.canTick}
                sortBy={sortBy}
                sortDirection={(request.sortDirection as 'Asc' | 'Desc' | undefined) ?? 'Asc'}
                onSort={(by, sortDirection) =>
                  setQuery({ sortBy: by, sortDirection, pageNumber: undefined }, 'push')
                }
                {...(bulk.length > 0 ? { ticked, onTick: setTicked } : {})}
              />
              <Pager
                answer={answer.data}
                page={pageIn(query)}
                onPage={(page) => setQuery({ pageNumber: String(page) }, 'push')}
              />
            </>
          )
        }}
      </Await>
    </div>
  )
}

const cleared = (query: ListQuery) =>
  Object.fromEntries(Object.keys(filtersIn(query)).map((name) => [name, undefined]))

function useListRequest(
  {
    filters = [],
    initial = {},
    fixed = {},
  }: Pick<ListScreenProps<ListOperation>, 'filters' | 'initial' | 'fixed'>,
  query: ListQuery,
  tab: ListQuery = {},
): Record<string, unknown> {
  const several = new Set(filters.filter(({ kind }) => kind === 'choices').map(({ name }) => name))
  // A tab says what is listed unless a filter of the address says otherwise.
  return apiQuery({ fixed, initial: { ...initial, ...tab }, query, several })
}

/** Lists answer an array, or a page with its items. */
export function rowsOf<Row>(answer: Answer<unknown> | undefined): readonly Row[] {
  const data = answer?.data
  if (Array.isArray(data)) return data as Row[]
  return (data as { items?: readonly Row[] } | undefined)?.items ?? []
}

function Count({ answer }: { readonly answer: Answer<unknown> | undefined }) {
  const text = useCountText(answer)
  return (
    <p className="list-count" role="status">
      {text}
    </p>
  )
}

interface NothingProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly empty?: ListScreenProps<ListOperation>['empty']
}

function Nothing({ isFiltered, onClear, empty }: NothingProps) {
  const t = useText()
  if (isFiltered)
    return (
      <Empty
        title={t('empty.title')}
        why={t('empty.why')}
        action={<Button onClick={onClear}>{t('filters.clear')}</Button>}
      />
    )
  return (
    <Empty
      title={empty?.title ?? t('empty.title')}
      why={empty?.why ?? t('empty.none')}
      action={empty?.action}
    />
  )
}

/** The columns that the user has chosen, in the order of the list, and the menu to choose them. */
function useColumns<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  const t = useText()
  const { current, change } = useListPreferences(list)
  const usual = useMemo(() => columns.filter(({ isHidden }) => !isHidden).map(({ key }) => key), [columns])
  const chosen = new Set(current.columns ?? usual)
  const picked = columns.filter(({ key }) => chosen.has(key))
  const toggle = (key: string) => {
    const next = columns
      .map((column) => column.key)
      .filter((one) => (one === key ? !chosen.has(one) : chosen.has(one)))
    void change({ columns: next.length > 0 ? next : null })
  }
  const chooser = (
    <Menu
      label={t('columns')}
      icon="columns"
      items={[
        ...columns.map(({ key, title }) => ({
          title,
          isTicked: chosen.has(key),
          onSelect: () => toggle(key),
        })),
        { title: t('columns.usual'), icon: 'reload', onSelect: () => void change({ columns: null }) },
      ]}
    />
  )
  // A list without any column says nothing: what is kept may be of an older version.
  return { shown: picked.length > 0 ? picked : columns.filter(({ key }) => usual.includes(key)), chooser }
}

interface CsvProps {
  readonly operation: ListOperation
  readonly options: object
  readonly name: string
}

function CsvButton({ operation, options, name }: CsvProps) {
  const t = useText()
  const can = useCan()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const fileName = `${name}.csv`
      await saveCsv(operation, options, fileName)
      toast(t('csv.ready', { name: fileName }))
    } catch (error) {
      toast((error as Error).message, { kind: 'error' })
    } finally {
      setBusy(false)
    }
  }
  if (!can(operation)) return null
  return (
    <Button icon="download" isBusy={isBusy} onClick={() => void save()}>
      {t('csv')}
    </Button>
  )
}

interface BulkProps<Row> {
  readonly bulk: readonly BulkAction<Row>[]
  readonly rows: readonly Row[]
  readonly onClear: () => void
}

function BulkBar<Row>({ bulk, rows, onClear }: BulkProps<Row>) {
  const t = useText()
  useShortcut('Escape', onClear, { title: t('unchoose') })
  return (
    <div className="list-bulk" role="toolbar" aria-label={t('chosen', { count: rows.length })}>
      <span>{t('chosen', { count: rows.length })}</span>
      {bulk.map(({ title, run }) => (
        <Button key={title} onClick={() => run(rows)}>
          {title}
        </Button>
      ))}
      <Button kind="quiet" onClick={onClear}>
        {t('unchoose')}
      </Button>
    </div>
  )
}
