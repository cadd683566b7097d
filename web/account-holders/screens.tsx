import { Navigate } from '@tanstack/react-router'
import { factsOf, type Operation } from '../api/client.ts'
import { useCan } from '../api/session.ts'
import { Link } from '../ui/link.tsx'
import type { Screen } from '../ui/screen.ts'
import { Empty, Forbidden } from '../ui/states.tsx'
import './account-holders.css'
import type { Kind } from './kind-types.ts'
import { kindAt } from './kinds.ts'
import { NewPartner } from './new-partner.tsx'
import { PartnerList, useKinds } from './partner-list.tsx'
import { PartnerPage } from './partner-page.tsx'
import { useText } from './text.ts'

interface Params {
  readonly params: Record<string, string>
}

/** Opens the first kind that the caller may list. */
function FirstKind() {
  const [first] = useKinds()
  if (!first) return <Forbidden permission="accountholders:read" />
  return <Navigate to={`/partners/${first.path}` as '/'} replace />
}

function ListOfKind({ params }: Params) {
  const kind = kindAt(params.kind)
  return kind ? <PartnerList kind={kind} /> : <UnknownKind />
}

function PageOfKind({ params }: Params) {
  const kind = kindAt(params.kind)
  const id = params.id ?? ''
  if (!kind) return <UnknownKind />
  if (id === 'new' && kind.create) return <NewOfKind kind={kind} create={kind.create} />
  return <PartnerPage key={`${kind.path}/${id}`} kind={kind} id={id} />
}

function NewOfKind({ kind, create }: { readonly kind: Kind; readonly create: Operation }) {
  const can = useCan()
  if (!can(create)) return <Forbidden permission={factsOf(create).permission} />
  return <NewPartner key={kind.path} kind={kind} create={create} />
}

function UnknownKind() {
  const t = useText()
  return (
    <Empty
      title={t('page.unknownKind')}
      why={t('page.unknownKindWhy')}
      action={<Link to="/partners">{t('page.toPartners')}</Link>}
    />
  )
}

export const screens: readonly Screen[] = [
  { path: '/partners', needs: 'GET /dealers', component: FirstKind },
  { path: '/partners/$kind', needs: 'GET /dealers', component: ListOfKind },
  { path: '/partners/$kind/$id', needs: 'GET /dealers', component: PageOfKind },
]
