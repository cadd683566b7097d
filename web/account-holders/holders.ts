import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer, Operation } from '../api/client.ts'
import { useAnswer } from '../api/queries.ts'
import type { Kind } from './kind-types.ts'
import type { Values } from './values.ts'

/** A record of any kind. What a kind has besides is read by the names of its fields. */
export interface Holder extends Values {
  readonly id: number
  readonly number: string
  readonly name?: string
  readonly status?: string
  readonly expirationDate?: string | null
  readonly updatedAt: string
  readonly updatedBy: string
  readonly rowVersion: number
}

// The operations of all kinds have the same shape; only the name of the id differs. A dealer's stand for all of them,
// so that the calls are checked as far as they are the same.
type Reading = 'GET /dealers/{dealerId}'
type Creating = 'POST /dealers'
type Changing = 'PATCH /dealers/{dealerId}'

export const readOperation = (kind: Kind) => kind.read as Reading
export const changeOperation = (kind: Kind) => kind.change as Changing
export const createOperation = (operation: Operation) => operation as Creating

export const pathOf = (kind: Kind, id: number | string) =>
  ({ [kind.idName]: id }) as unknown as { readonly dealerId: number }

/** The bodies are made of what the kinds describe. */
export const bodyOf = <Body>(values: Values) => values as unknown as Body

export function useHolder(kind: Kind, id: string): UseQueryResult<Answer<Holder>> {
  const query = useAnswer(readOperation(kind), { path: pathOf(kind, id) })
  return query as unknown as UseQueryResult<Answer<Holder>>
}

/** The name on the page: companies have one, and the name of a person is in parts. */
export function holderName({
  name,
  firstName,
  middleName,
  lastName,
  suffix,
  companyName,
  number,
}: Holder): string {
  const person = [firstName, middleName, lastName, suffix].filter(Boolean).join(' ')
  return String(name || person || companyName || number)
}
