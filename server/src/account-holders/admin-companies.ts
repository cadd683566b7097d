import { z } from 'zod'
import { date, instant, int, json, oneOf, orNull, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { command, query } from '../db/statement.ts'
import { insertInto, table } from '../db/table.ts'
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

const companyColumns = {
  id: int,
  number: text,
  name: text,
  status: text,
  phone: orNull(text),
  email: orNull(text),
  licenseNumbers: json((value) => AdminCompany.shape.licenseNumbers.parse(value)),
  remitTo: orNull(json((value) => AddressAnswer.parse(value))),
  address: json((value) => AddressAnswer.parse(value)),
}

async function findCompany(db: Db, caller: Caller, id: number) {
  const sees = seesHolder(caller, 'AdminCompany')
  const row = await query(companyColumns)`
    select h.id, h.number, h.name, h.status, h.phone, h.email, k.license_numbers as "licenseNumbers",
      k.remit_to as "remitTo", json_build_object('line1', h.line1, 'line2', h.line2, 'city', h.city, 'state', h.state,
        'zip', h.zip, 'county', h.county, 'country', h.country, 'type', h.address_type) as address
    from account_holder h join admin_company k on k.id = h.id
    where h.id = ${id} and h.type = 'AdminCompany' ${sees ? sql`and ${sees}` : sql``}`.first(db)
  return row && { ...row, code: row.number, timeZone: caller.tenant.timeZone }
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

/** The columns of account_holder that a new company fills. */
const companyTable = table('account_holder', {
  type: oneOf(['AdminCompany']),
  number: text,
  name: text,
  line1: orNull(text),
  city: orNull(text),
  state: orNull(text),
  zip: orNull(text),
  county: orNull(text),
  phone: orNull(text),
  email: orNull(text),
  effective_date: date,
  created_at: instant,
  created_by: text,
  updated_at: instant,
  updated_by: text,
})

interface NewCompany {
  readonly number: string
  readonly name: string
  readonly phone?: string
  readonly email?: string
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
  { number, name, phone, email, address }: NewCompany,
): Promise<void> {
  const id = await insertInto(tx, companyTable, {
    type: 'AdminCompany',
    number,
    name,
    ...address,
    phone: phone ?? null,
    email: email ?? null,
    effective_date: today,
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  })
  await INSERT_COMPANY.run(tx, [id])
}

const INSERT_COMPANY = command('insert into admin_company (id) values ($1)')
