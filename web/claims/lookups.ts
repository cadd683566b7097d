import { call } from '../api/client.ts'
import type { Option } from '../ui/fields/field.tsx'

// What fields search the service for.

const MOST = 12

interface Holder {
  readonly id: number
  readonly name: string
  readonly number: string
  readonly city: string | null
  readonly state: string | null
}

const holderOption = ({ id, name, number, city, state }: Holder): Option => ({
  value: String(id),
  title: name,
  subtitle: [number, city, state].filter(Boolean).join(' · '),
})

// These lists have the same rows and filters. That of repair facilities stands for them.
type HolderList = 'GET /repairfacilities'

/** Account holders by a part of the name, or by the whole number. */
const holdersOf =
  (operation: string) =>
  async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const list = operation as HolderList
    const byName = await call(list, {
      query: { ...(text ? { name: text } : {}), sortBy: 'name', pageNumber: 1, pageSize: MOST },
      signal,
    })
    if (byName.data.length > 0 || !text) return byName.data.map(holderOption)
    const { data } = await call(list, { query: { number: text }, signal })
    return data.map(holderOption)
  }

export const findFacilities = holdersOf('GET /repairfacilities')
export const findPayees = holdersOf('GET /claimpayees')
export const findCompanies = holdersOf('GET /inspectioncompanies')

/** Contracts by number, VIN, name or phone. The value is the id. */
export async function findContracts(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  if (text.length < 2) return []
  const { data } = await call('GET /search', { query: { q: text, kinds: ['Contract'], perKind: 10 }, signal })
  return data.items.map(({ id, number, title, subtitle }) => ({
    value: String(id),
    title: number ?? String(id),
    subtitle: [title, subtitle].filter(Boolean).join(' · '),
  }))
}
