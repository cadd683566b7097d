import { call, type Operation } from '../api/client.ts'
import type { LinkTarget } from './field-types.ts'

/** What a lookup offers. */
export interface Found {
  readonly value: string
  readonly title: string
  readonly subtitle?: string
}

interface Target {
  readonly list: Operation
  readonly read?: Operation
  readonly idName: string
  /**
   * Callers with scopes see only some of them. They look the record up in the list of those, because asking for one that
   * they do not see is refused.
   */
  readonly isLimited?: boolean
  /** Where the record is shown in the portal. */
  readonly path?: string
}

/** Where linked records are looked up and read. */
export const targets: Readonly<Record<LinkTarget, Target>> = {
  agents: {
    list: 'GET /agents',
    read: 'GET /agents/{agentId}',
    idName: 'agentId',
    isLimited: true,
    path: '/partners/agents',
  },
  dealers: {
    list: 'GET /dealers',
    read: 'GET /dealers/{dealerId}',
    idName: 'dealerId',
    isLimited: true,
    path: '/partners/dealers',
  },
  dealergroups: {
    list: 'GET /dealergroups',
    read: 'GET /dealergroups/{dealerGroupId}',
    idName: 'dealerGroupId',
    isLimited: true,
    path: '/partners/dealergroups',
  },
  disbursementaccounts: {
    list: 'GET /disbursementaccounts',
    read: 'GET /disbursementaccounts/{disbursementAccountId}',
    idName: 'disbursementAccountId',
    isLimited: true,
    path: '/partners/disbursementaccounts',
  },
  portalvisibilitygroups: {
    list: 'GET /portalvisibilitygroups',
    read: 'GET /portalvisibilitygroups/{portalVisibilityGroupId}',
    idName: 'portalVisibilityGroupId',
  },
  // Programs have no operation that reads one of them.
  programs: { list: 'GET /Rates/Programs', idName: 'programId' },
  repairfacilities: {
    list: 'GET /repairfacilities',
    read: 'GET /repairfacilities/{repairFacilityId}',
    idName: 'repairFacilityId',
    path: '/partners/repairfacilities',
  },
}

interface Row {
  readonly id: number
  readonly name: string
  readonly number?: string
  readonly code?: string
}

const foundRow = ({ id, name, number, code }: Row): Found => ({
  value: String(id),
  title: name,
  subtitle: number ?? code ?? '',
})

// All of these lists are arrays, and but for programs they are searched by name. Dealers' stand for them.
type Listing = 'GET /dealers'
const MOST = 12

/** Records by a part of the name, or by the whole number. */
export async function lookUp(to: LinkTarget, text: string): Promise<Found[]> {
  const { list } = targets[to]
  const asked = text.trim()
  if (to === 'programs') return findPrograms(asked)
  const byName = await call(list as Listing, {
    query: { ...(asked ? { name: asked } : {}), sortBy: 'name', pageNumber: 1, pageSize: MOST },
  })
  if (byName.data.length > 0 || !asked) return byName.data.map(foundRow)
  const byNumber = to === 'portalvisibilitygroups' ? { code: asked } : { number: asked }
  const { data } = await call(list as Listing, { query: byNumber as { number: string } })
  return data.map(foundRow)
}

/** Programs cannot be searched by name; there are few of them. */
async function findPrograms(text: string): Promise<Found[]> {
  const { data } = await call('GET /Rates/Programs', {})
  const wanted = text.toLowerCase()
  return data.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted)).map(foundRow)
}
