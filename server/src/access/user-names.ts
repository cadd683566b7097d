import { text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'

interface Named {
  readonly userName: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly accountHolderId: number | null
}

/** The names that a password must not be made of: the user's own, its company's and its administrator's. */
export async function namesOf(tx: Tx, tenant: Tenant, user: Named): Promise<string[]> {
  const company = await FIND_COMPANY.first(tx, [user.accountHolderId])
  const { userName, email, firstName, lastName } = user
  return [userName, email, firstName, lastName, company?.name ?? '', tenant.name, tenant.number, 'bulwark']
}

const FIND_COMPANY = statement({ name: text }, 'select name from account_holder where id = $1')
