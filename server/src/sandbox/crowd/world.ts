import type { AccountHolderType } from '../../account-holders/holder-types.ts'
import type { RoleName } from '../../domain/permissions.ts'

// The account holders and callers that the documentation and the tests refer to by number. The names are invented.

export interface SeedPlace {
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly county?: string
  readonly line1?: string
}

/** An account holder of the seed. It refers to other account holders by their numbers. */
export interface SeedHolder {
  readonly type: AccountHolderType
  readonly number: string
  readonly name: string
  readonly place?: SeedPlace
  readonly facts?: Readonly<Record<string, unknown>>
  readonly group?: string
  readonly agent?: string
  readonly dealers?: readonly string[]
}

export const administrator = {
  number: 'ADM1',
  name: 'Summit Protection Administrators',
  timeZone: 'America/Chicago',
  phone: '512-555-0100',
  email: 'care@summit.example',
} as const

/** The default address. */
export const austin: SeedPlace = {
  line1: '100 Congress Avenue',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  county: 'Travis',
}

export const EFFECTIVE_FROM = '2015-01-01'

const account = (number: string, name: string, facts: SeedHolder['facts'] = {}): SeedHolder => ({
  type: 'DisbursementAccount',
  number,
  name,
  facts: { disbursementCodes: [number], ...facts },
})

export const holders: readonly SeedHolder[] = [
  { type: 'Insurer', number: 'I100', name: 'Keystone Casualty' },
  { type: 'DealerGroup', number: 'G100', name: 'Lone Star Auto Group' },
  { type: 'DealerGroup', number: 'G200', name: 'Sunshine Motors Group' },
  { type: 'Agent', number: 'A100', name: 'Ridgeline Agency' },
  { type: 'Agent', number: 'A200', name: 'Coastal Agency' },
  { type: 'LienHolder', number: 'L100', name: 'First Bank' },
  { type: 'LienHolder', number: 'L200', name: 'Members Credit Union' },
  account('RESERVE', 'Claims Reserve Trust', { isInternal: true, glAccount: '2100' }),
  account('ADMIN', 'Administration Income', { isInternal: true, glAccount: '4100' }),
  account('ROAD', 'Wayside Roadside Assistance', { disbursementCodes: ['ROADSIDE'], glAccount: '2310' }),
  account('PREMTAX', 'Premium Tax Authority', { glAccount: '2320' }),
  account('SALESTAX', 'Sales Tax Authority', { glAccount: '2330' }),
  {
    type: 'RepairFacility',
    number: 'RF100',
    name: 'Capitol Auto Repair',
    facts: { laborRates: [{ type: 'Standard', rate: 145, from: EFFECTIVE_FROM }] },
  },
  {
    type: 'RepairFacility',
    number: 'RF200',
    name: 'Bayside Service',
    place: { line1: '45 Harbor Road', city: 'Tampa', state: 'FL', zip: '33602', county: 'Hillsborough' },
    facts: { laborRates: [{ type: 'Standard', rate: 130, from: EFFECTIVE_FROM }] },
  },
  {
    type: 'InspectionCompany',
    number: 'IC100',
    name: 'Lone Star Inspections',
    facts: { fee: 85, serviceStates: ['TX'] },
  },
  { type: 'ClaimPayee', number: 'CP100', name: 'River City Rentals' },
]

export const dealers: readonly SeedHolder[] = [
  {
    type: 'Dealer',
    number: 'D1001',
    name: 'Hill Country Ford',
    facts: { dealerType: 'Franchise', franchiseMakes: ['FORD'] },
    place: { line1: '900 Barton Springs Road', city: 'Austin', state: 'TX', zip: '78701', county: 'Travis' },
    group: 'G100',
    agent: 'A100',
  },
  {
    type: 'Dealer',
    number: 'D1002',
    name: 'Bluebonnet Honda',
    facts: { dealerType: 'Franchise', franchiseMakes: ['HONDA'], refundPayer: 'Dealer' },
    place: { line1: '12 Elm Street', city: 'Dallas', state: 'TX', zip: '75201', county: 'Dallas' },
    group: 'G100',
    agent: 'A100',
  },
  {
    type: 'Dealer',
    number: 'D2001',
    name: 'Gulf Breeze Toyota',
    facts: { dealerType: 'Franchise', franchiseMakes: ['TOYOTA'] },
    place: {
      line1: '300 Bayshore Boulevard',
      city: 'Tampa',
      state: 'FL',
      zip: '33602',
      county: 'Hillsborough',
    },
    group: 'G200',
    agent: 'A200',
  },
  {
    type: 'Dealer',
    number: 'D3001',
    name: 'Pacific Coast Imports',
    place: {
      line1: '77 Alameda Street',
      city: 'Los Angeles',
      state: 'CA',
      zip: '90012',
      county: 'Los Angeles',
    },
    agent: 'A100',
  },
  {
    type: 'Dealer',
    number: 'D4001',
    name: 'Front Range Motors',
    place: { line1: '1600 Larimer Street', city: 'Denver', state: 'CO', zip: '80202', county: 'Denver' },
    agent: 'A200',
  },
  {
    type: 'Dealer',
    number: 'D5001',
    name: 'HomeMax Electronics',
    facts: { dealerType: 'Retailer' },
    place: { line1: '5 Capitol Mall', city: 'Sacramento', state: 'CA', zip: '95814' },
  },
  { type: 'Dealer', number: 'D9001', name: 'Closed Motors', facts: { status: 'Inactive' } },
]

export const portalGroup = {
  code: 'PVG-TX',
  name: 'Texas dealers',
  description: 'The dealers of the sandbox in Texas.',
  dealers: ['D1001', 'D1002'],
} as const

export interface SandboxCaller {
  readonly name: string
  readonly role: RoleName
  /** The type and number of the account holder that the caller is limited to. */
  readonly scope?: readonly [type: string, number: string]
}

export const SANDBOX_SECRET = 'sandbox'

export const callers: readonly SandboxCaller[] = [
  { name: 'sandbox-admin', role: 'Admin' },
  { name: 'sandbox-supervisor', role: 'Supervisor' },
  { name: 'sandbox-entry', role: 'ContractEntry' },
  { name: 'sandbox-cancels', role: 'CancelDesk' },
  { name: 'sandbox-adjuster', role: 'Adjuster' },
  { name: 'sandbox-accounting', role: 'Accounting' },
  { name: 'sandbox-rates', role: 'RateAdmin' },
  { name: 'sandbox-auditor', role: 'Auditor' },
  { name: 'sandbox-dealer-d1001', role: 'Dealer', scope: ['Dealer', 'D1001'] },
  { name: 'sandbox-office-d1001', role: 'DealerOffice', scope: ['Dealer', 'D1001'] },
  { name: 'sandbox-dealer-d2001', role: 'Dealer', scope: ['Dealer', 'D2001'] },
  { name: 'sandbox-group-g100', role: 'Dealer', scope: ['DealerGroup', 'G100'] },
  { name: 'sandbox-agent-a100', role: 'Agent', scope: ['Agent', 'A100'] },
  { name: 'sandbox-lienholder-l100', role: 'LienHolder', scope: ['LienHolder', 'L100'] },
  { name: 'sandbox-facility-rf100', role: 'RepairFacility', scope: ['RepairFacility', 'RF100'] },
  { name: 'sandbox-inspector-ic100', role: 'InspectionEngine', scope: ['InspectionCompany', 'IC100'] },
]
