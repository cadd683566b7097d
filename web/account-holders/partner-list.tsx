import { useState } from 'react'
import { useGo } from '../api/address.ts'
import type { ListOperation } from '../api/client.ts'
import { useCan, useIsPartner, useSession } from '../api/session.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { useFormat } from '../ui/words/format.ts'
import { ExpireDialog } from './expire-dialog.tsx'
import type { FieldLabel } from './field-types.ts'
import { type ColumnName, type Kind, type KindFilter, kindNew, kindTitle } from './kind-types.ts'
import { kinds } from './kinds.ts'
import { lookUp } from './lookups.ts'
import { choiceTitle } from './plain-text.ts'
import { holderStatuses } from './sections.ts'
import { type TextKey, useText } from './text.ts'

/** The kinds that the caller may list. Those of which a partner never sees a record are left out. */
export function useKinds(): readonly Kind[] {
  const can = useCan()
  const { scopes } = useSession()
  const sees = ({ partnersSee, type }: Kind) =>
    scopes.length === 0 ||
    partnersSee === undefined ||
    (partnersSee === 'own' && scopes.some((one) => one.type === type))
  return kinds.filter((kind) => can(kind.list) && sees(kind))
}

interface Row {
  readonly id: number
  readonly number?: string
  readonly name: string
  readonly status?: string
  readonly city?: string | null
  readonly state?: string | null
  readonly phone?: string | null
  readonly email?: string | null
  /** In the list of lien holders, which answers whole records. */
  readonly address?: { readonly city: string | null; readonly state: string | null }
  readonly dealerGroup?: Linked | null
  readonly agent?: Linked | null
  readonly dealerCount?: number
  readonly contractCount?: number
}

interface Linked {
  readonly id: number
  readonly number: string
  readonly name: string | null
}

const titles: Readonly<Record<ColumnName, TextKey>> = {
  agent: 'field.agentId',
  city: 'field.city',
  contractCount: 'list.contracts',
  dealerCount: 'list.dealerCount',
  dealerGroup: 'field.dealerGroupId',
  email: 'field.email',
  name: 'field.name',
  number: 'field.number',
  phone: 'field.phone',
  state: 'field.state',
  status: 'field.status',
}

/** One list for all kinds, with a tab for each. */
export function PartnerList({ kind }: { readonly kind: Kind }) {
  const t = useText()
  const columns = useColumns(kind)
  const filters = useFilters(kind)
  return (
    <ListScreen
      key={kind.path}
      list={`partners-${kind.path}`}
      title={t(kindTitle(kind))}
      operation={kind.list as ListOperation}
      columns={columns}
      filters={filters}
      initial={{ sortBy: kind.sortBy, sortDirection: 'Asc' }}
      rowLink={(row: Row) => `/partners/${kind.path}/${row.id}`}
      rowKey={(row: Row) => row.id}
      actions={<ListActions kind={kind} />}
      empty={{ title: t('list.emptyTitle'), why: t('list.emptyWhy') }}
      mainFilters={3}
      above={<KindTabs current={kind} />}
    />
  )
}

function KindTabs({ current }: { readonly current: Kind }) {
  const t = useText()
  const shown = useKinds()
  return (
    <nav className="holder-kinds" aria-label={t('kinds')}>
      {shown.map((kind) => (
        <Link
          key={kind.path}
          className="holder-kind"
          to={`/partners/${kind.path}`}
          {...(kind.path === current.path ? { 'aria-current': 'page' } : {})}
        >
          {t(kindTitle(kind))}
        </Link>
      ))}
    </nav>
  )
}

function ListActions({ kind }: { readonly kind: Kind }) {
  const t = useText()
  const can = useCan()
  const go = useGo()
  const [isExpiring, setExpiring] = useState(false)
  const mayExpire = kind.type !== 'Customer' && can('POST /accountholders/autoexpirerequests')
  return (
    <>
      {mayExpire && <Button onClick={() => setExpiring(true)}>{t('expire.open')}</Button>}
      {kind.create && can(kind.create) && (
        <Button kind="main" icon="add" onClick={() => go(`/partners/${kind.path}/new`)}>
          {t(kindNew(kind))}
        </Button>
      )}
      {isExpiring && <ExpireDialog kind={kind} onClose={() => setExpiring(false)} />}
    </>
  )
}

const sortable: readonly ColumnName[] = ['number', 'status']

function useColumns(kind: Kind) {
  const t = useText()
  const isPartner = useIsPartner()
  const format = useFormat()
  return kind.columns.map((name) => ({
    key: name,
    title: t(titles[name]),
    isNumeric: name === 'dealerCount' || name === 'contractCount',
    ...(name === 'name' ? { sort: kind.sortBy } : sortable.includes(name) ? { sort: name } : {}),
    ...(name === 'agent' ? { isHidden: true } : {}),
    cell(row: Row) {
      switch (name) {
        case 'name':
          return row.name
        case 'status':
          return <Status value={row.status ?? ''} title={choiceTitle(row.status, t)} />
        case 'city':
        case 'state':
          return row[name] ?? row.address?.[name] ?? t('value.none')
        case 'dealerCount':
        case 'contractCount':
          return format.count(row[name])
        case 'dealerGroup':
          return linked(row.dealerGroup, 'dealergroups', isPartner) ?? t('value.none')
        case 'agent':
          return linked(row.agent, 'agents', isPartner) ?? t('value.none')
        default:
          return row[name] ?? t('value.none')
      }
    },
  }))
}

/** Partners have no page of those above them, and see the names only of some of them. */
function linked(record: Linked | null | undefined, path: string, isPartner: boolean) {
  const name = record && (record.name ?? record.number)
  return record && !isPartner ? <Link to={`/partners/${path}/${record.id}`}>{name}</Link> : name
}

function useFilters(kind: Kind) {
  const t = useText()
  const label = (name: FieldLabel) => t(`field.${name}`)
  return kind.filters.map((filter: KindFilter) => {
    const { name, to } = filter
    const common = { name, label: label(filter.label) }
    if (filter.kind === 'statuses')
      return {
        ...common,
        kind: 'choices' as const,
        choices: holderStatuses.map((value) => ({ value, title: choiceTitle(value, t) })),
      }
    if (filter.kind === 'flag') return { ...common, kind: 'flag' as const }
    if (to) return { ...common, kind: 'lookup' as const, search: (text: string) => lookUp(to, text) }
    return { ...common, kind: 'text' as const }
  })
}
