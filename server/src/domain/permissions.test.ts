import { describe, expect, test } from 'vitest'
import { permissions, type RoleName, rolePermissions, roles } from './permissions.ts'

// Written out from the table of roles by hand, each permission by its whole name, so that a slip in the
// shorthand of permissions.ts shows.

const everything = `
  access:manage accounting:adjust accounting:close accounting:read accountholders:read accountholders:write
  audit:read cancels:override cash:ach cash:read cash:receive cash:write claims:adjudicate claims:approve
  claims:override claims:pay claims:read claims:waive claims:write contracts:cancel contracts:finalize
  contracts:hold contracts:override contracts:read contracts:reinstate contracts:transfer contracts:unlock
  contracts:write documents:read documents:write earnings:read earnings:write events:read inspections:read
  inspections:sync inspections:write ledgers:read payment-methods:read payment-methods:write processes:read
  processes:run rates:costs rates:diagnose rates:quote rates:read rates:write sales-tax:read settings:read
  settings:write statements:write users:manage users:read webhooks:manage`

const everyRead = `
  accounting:read accountholders:read audit:read cash:read claims:read contracts:read documents:read
  earnings:read events:read inspections:read ledgers:read payment-methods:read processes:read rates:read
  sales-tax:read settings:read users:read`

const expected: Record<RoleName, string> = {
  Admin: everything,
  Supervisor: `
    accounting:read accountholders:read audit:read cancels:override cash:read claims:adjudicate claims:approve
    claims:override claims:pay claims:read claims:waive claims:write contracts:cancel contracts:finalize
    contracts:hold contracts:override contracts:read contracts:reinstate contracts:transfer contracts:unlock
    contracts:write documents:read documents:write earnings:read events:read inspections:read
    inspections:write ledgers:read payment-methods:read processes:read rates:costs rates:diagnose rates:quote
    rates:read sales-tax:read settings:read users:read`,
  ContractEntry: `
    accountholders:read contracts:finalize contracts:hold contracts:read contracts:transfer contracts:write
    documents:read documents:write rates:costs rates:diagnose rates:quote rates:read sales-tax:read`,
  CancelDesk: `
    accountholders:read contracts:cancel contracts:read contracts:reinstate documents:read documents:write
    ledgers:read`,
  Adjuster: `
    accountholders:read claims:adjudicate claims:pay claims:read claims:write contracts:read documents:read
    documents:write inspections:read inspections:write sales-tax:read`,
  Accounting: `
    accounting:adjust accounting:close accounting:read accountholders:read accountholders:write cash:ach
    cash:read cash:receive cash:write claims:read contracts:read documents:read documents:write earnings:read
    earnings:write ledgers:read payment-methods:read payment-methods:write processes:read rates:costs
    statements:write`,
  RateAdmin: `
    accountholders:read rates:costs rates:diagnose rates:quote rates:read rates:write sales-tax:read`,
  Dealer: `
    accountholders:read claims:read claims:write contracts:cancel contracts:read contracts:write
    documents:read documents:write rates:quote rates:read sales-tax:read`,
  DealerOffice: `
    accountholders:read cash:read cash:receive claims:read claims:write contracts:cancel contracts:read
    contracts:write documents:read documents:write ledgers:read payment-methods:read payment-methods:write
    rates:quote rates:read sales-tax:read statements:write`,
  Agent: 'accountholders:read contracts:read ledgers:read',
  LienHolder: 'accountholders:read contracts:cancel contracts:read',
  RepairFacility: 'accountholders:read claims:read claims:write documents:read documents:write',
  InspectionEngine: 'accountholders:read inspections:read inspections:sync',
  Integrator: `
    accountholders:read claims:read claims:write contracts:read contracts:write documents:read documents:write
    events:read rates:quote rates:read webhooks:manage`,
  Auditor: everyRead,
}

const names = (text: string) => text.trim().split(/\s+/).sort()

test('these are all the permissions, each once', () => {
  expect([...permissions].sort()).toEqual(names(everything))
})

test('these are all the roles, in the order of their ids', () => {
  expect(Object.keys(roles)).toEqual(Object.keys(expected))
})

describe('the permissions of', () => {
  test.each(Object.keys(expected) as RoleName[])('%s', (role) => {
    expect(rolePermissions(role)).toEqual(names(expected[role]))
  })
})

test('only Admin may change permissions and settings, and run processes', () => {
  for (const one of ['access:manage', 'users:manage', 'settings:write', 'processes:run'] as const)
    expect(
      (Object.keys(expected) as RoleName[]).filter((role) => rolePermissions(role).includes(one)),
      one,
    ).toEqual(['Admin'])
})
