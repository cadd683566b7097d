import { type ReactNode, useState } from 'react'
import type { Reference } from '../../sdk/src/types.gen.ts'
import { call } from '../api/client.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan, useIsPartner, useSession } from '../api/session.ts'
import type { Option } from '../ui/fields/field.tsx'
import { LookupField } from '../ui/fields/lookup.tsx'
import { Link } from '../ui/link.tsx'

// Account holders of any kind: looked up, named, and linked.

const MOST = 12

/** Account holders by a part of the name, or by the whole number. */
export async function findHolders(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const shared = { sortBy: 'name', pageNumber: 1, pageSize: MOST } as const
  const asked = text.trim()
  const byName = await call('GET /accountholders', {
    query: { ...shared, ...(asked ? { name: asked } : {}) },
    signal,
  })
  const found =
    byName.data.length > 0 || !asked
      ? byName.data
      : (await call('GET /accountholders', { query: { ...shared, number: asked }, signal })).data
  return found.map(({ id, name, number }) => ({ value: String(id), title: name, subtitle: number }))
}

interface HolderFieldProps {
  readonly label: string
  readonly name?: string | undefined
  readonly hint?: ReactNode
  /** The id as the address has it, or empty. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly isRequired?: boolean | undefined
  readonly autoFocus?: boolean | undefined
}

/** A field for an account holder. The address has its id alone, so its name is read if it was not chosen here. */
export function HolderField({ value, onChange, ...rest }: HolderFieldProps) {
  const [chosen, setChosen] = useState<Option | null>(null)
  const known = useHolderName(chosen?.value === value ? '' : value)
  const shown = value === '' ? null : chosen?.value === value ? chosen : { value, title: known ?? value }
  return (
    <LookupField
      {...rest}
      value={shown}
      onChange={(option) => {
        setChosen(option)
        onChange(option?.value ?? '')
      }}
      search={findHolders}
    />
  )
}

/** The name of an account holder by its id. Its rows know it; there is no list of account holders by ids. */
export function useHolderName(id: string): string | undefined {
  const can = useCan()
  const own = useSession().scopes.find((scope) => String(scope.id) === id)
  const isAsked = /^\d+$/.test(id) && !own && can('GET /ledgers')
  const { data } = useAnswer(
    'GET /ledgers',
    { query: { accountHolderId: Number(id), pageNumber: 1, pageSize: 1 } },
    { enabled: isAsked, staleTime: 300_000 },
  )
  const [row] = (isAsked && data?.data) || []
  return own ? nameOf(own) : row && nameOf(row.accountHolder)
}

export const nameOf = ({ name, number, id }: Pick<Reference, 'name' | 'number' | 'id'>): string =>
  name ?? number ?? String(id)

/** Where the portal shows each kind of account holder. */
const paths: Readonly<Record<string, string>> = {
  Agent: 'agents',
  ClaimPayee: 'claimpayees',
  Customer: 'customers',
  Dealer: 'dealers',
  DealerGroup: 'dealergroups',
  DisbursementAccount: 'disbursementaccounts',
  InspectionCompany: 'inspectioncompanies',
  Insurer: 'insurers',
  LienHolder: 'lienholders',
  RepairFacility: 'repairfacilities',
}

/** The name of an account holder, for the office with a link to its page. */
export function HolderLink({ holder }: { readonly holder: Reference }) {
  const can = useCan()
  const isPartner = useIsPartner()
  const path = paths[holder.type]
  if (isPartner || path === undefined || !can('GET /dealers')) return nameOf(holder)
  return <Link to={`/partners/${path}/${holder.id}`}>{nameOf(holder)}</Link>
}

/** The account that a partner acts for, if it is only one. */
export function useOwnHolderId(): string {
  const { scopes } = useSession()
  const [first, ...others] = scopes.filter(({ type }) => type !== 'PortalVisibilityGroup')
  return first && others.length === 0 && first.type !== 'DealerGroup' ? String(first.id) : ''
}
