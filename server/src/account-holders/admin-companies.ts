import { z } from 'zod'
import { type Db, run, type Tx } from '../db/database.ts'
import { insertRow } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { AddressAnswer } from './people.ts'
import { seesHolder } from './scope.ts'

const AdminCompany = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    licenseNumbers: z.array(z.object({ state: z.string(), number: z.string() })),
    address: AddressAnswer,
    phone: z.string().nullable(),
    email: z.string().nullable(),
    remitTo: AddressAnswer.nullable(),
    timeZone: z.string(),
    status: z.string(),
  })
  .meta({ id: 'AdminCompany' })

interface CompanyRow {
  id: number
  number: string
  name: string
  status: string
  phone: string | null
  email: string | null
  license_numbers: { state: string; number: string }[]
  remit_to: z.input<typeof AddressAnswer> | null
  address: z.input<typeof AddressAnswer>
}

const COLUMNS = `h.id, h.number, h.name, h.status, h.phone, h.email, k.license_numbers, k.remit_to,
  json_build_object('line1', h.line1, 'line2', h.line2, 'city', h.city, 'state', h.state, 'zip', h.zip,
    'county', h.county, 'country', h.country, 'type', h.address_type) as address`

async function findCompany(db: Db, caller: Caller, id: number) {
  const sees = seesHolder(caller, 'AdminCompany')
  const { rows } = await sql<CompanyRow>`
    select ${sql.raw(COLUMNS)} from account_holder h join admin_company k on k.id = h.id
    where h.id = ${id} and h.type = 'AdminCompany' ${sees ? sql`and ${sees}` : sql``}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { number, license_numbers: licenseNumbers, remit_to: remitTo, ...rest } = row
  return { ...rest, code: number, licenseNumbers, remitTo, timeZone: caller.tenant.timeZone }
}

/** The administrator's own company. */
export const adminCompanyRoutes: readonly Route[] = [
  route.read({
    path: '/admincompanies/{adminCompanyId}',
    tag: 'AdminCompanies',
    summary: 'Read the company of an administrator',
    permission: 'accountholders:read',
    answer: AdminCompany,
    handler: async ({ db, caller, params: { adminCompanyId } }) =>
      found(await findCompany(db, caller, adminCompanyId), `admin company ${adminCompanyId}`),
  }),
]

interface NewCompany {
  readonly number: string
  readonly name: string
  readonly address?: {
    readonly line1?: string
    readonly city: string
    readonly state: string
    readonly zip: string
    readonly county?: string
  }
}

/** Creates the administrator's own account holder, before all others. */
export async function saveAdminCompany(
  tx: Tx,
  { caller, now, today }: Pick<Acting, 'now' | 'today'> & { caller: Pick<Caller, 'name'> },
  { number, name, address }: NewCompany,
): Promise<void> {
  const id = await insertRow(tx, 'account_holder', {
    type: 'AdminCompany',
    number,
    name,
    ...address,
    effective_date: today,
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  })
  await run(tx, 'insert into admin_company (id) values ($1)', [id])
}
