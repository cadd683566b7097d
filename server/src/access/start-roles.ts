import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { command, statement } from '../db/statement.ts'
import { type RoleName, rolePermissions, roles } from '../domain/permissions.ts'

const DESCRIPTIONS: Readonly<Record<RoleName, string>> = {
  Admin: 'Everything.',
  Supervisor: 'Contract entry, cancellations and claims, with overrides; reads the rest.',
  ContractEntry: 'Contracts from entry to finalizing, holds and transfers.',
  CancelDesk: 'Cancellations and reinstatements.',
  Adjuster: 'Claims and inspections.',
  Accounting: 'Ledgers, cash, payment methods, statements and earnings.',
  RateAdmin: 'Rates, criteria and their costs.',
  Dealer: 'Quotes, contracts, cancel requests and claims of its own dealers.',
  DealerOffice: 'A dealer that also sees and remits its own money.',
  Agent: 'Reads the contracts and dealers it serves, and its own ledger.',
  LienHolder: 'Reads the contracts it finances and requests their cancellation.',
  RepairFacility: 'Opens and follows its own claims.',
  InspectionEngine: 'Takes and reports its own inspections.',
  Integrator: 'A connected system, limited by its scopes.',
  Auditor: 'Reads everything, changes nothing.',
}

/** Creates the roles of a new administrator, and one group for each role. */
export async function saveStartRoles(tx: Tx): Promise<void> {
  const made = await runAll(
    (Object.keys(roles) as RoleName[]).map((name) =>
      runAll([
        INSERT_ROLE.first(tx, [name, rolePermissions(name)]),
        INSERT_GROUP.first(tx, [name, DESCRIPTIONS[name]]),
      ]),
    ),
  )
  await INSERT_LINKS.run(tx, [made.map(([, group]) => group?.id), made.map(([role]) => role?.id)])
}

const INSERT_ROLE = statement(
  { id: int },
  'insert into membership_role (name, permissions) values ($1, $2) returning id',
)
const INSERT_GROUP = statement(
  { id: int },
  'insert into membership_group (name, description) values ($1, $2) returning id',
)
const INSERT_LINKS = command(`
  insert into membership_group_role (membership_group_id, membership_role_id)
  select * from unnest($1::bigint[], $2::bigint[])`)
