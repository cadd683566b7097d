// All permissions, and the roles that a new administrator gets, as data.

const byArea = {
  contracts: ['read', 'write', 'finalize', 'hold', 'cancel', 'reinstate', 'transfer', 'override', 'unlock'],
  cancels: ['override'],
  rates: ['read', 'quote', 'costs', 'diagnose', 'write'],
  'sales-tax': ['read'],
  claims: ['read', 'write', 'adjudicate', 'approve', 'override', 'waive', 'pay'],
  inspections: ['read', 'write', 'sync'],
  accountholders: ['read', 'write'],
  ledgers: ['read'],
  accounting: ['read', 'adjust', 'close'],
  cash: ['read', 'receive', 'write', 'ach'],
  'payment-methods': ['read', 'write'],
  statements: ['write'],
  earnings: ['read', 'write'],
  processes: ['read', 'run'],
  documents: ['read', 'write'],
  events: ['read'],
  webhooks: ['manage'],
  users: ['read', 'manage'],
  access: ['manage'],
  settings: ['read', 'write'],
  audit: ['read'],
} as const

type Areas = typeof byArea
/** A permission is an area and a right, such as `contracts:read`. */
export type Permission = { [Area in keyof Areas]: `${Area}:${Areas[Area][number]}` }[keyof Areas]

export const permissions: readonly Permission[] = Object.entries(byArea).flatMap(([area, rights]) =>
  rights.map((right) => `${area}:${right}` as Permission),
)

const all = (area: keyof Areas): Permission[] => permissions.filter((name) => name.startsWith(`${area}:`))
const some = (area: keyof Areas, ...rights: string[]): Permission[] =>
  all(area).filter((name) => rights.includes(name.slice(area.length + 1)))
const allReads = permissions.filter((name) => name.endsWith(':read'))

const contractEntry = [
  ...some('contracts', 'read', 'write', 'finalize', 'hold', 'transfer'),
  ...some('rates', 'read', 'quote', 'costs', 'diagnose'),
  ...all('sales-tax'),
  ...all('documents'),
  ...some('accountholders', 'read'),
]
const cancelDesk = [
  ...some('contracts', 'read', 'cancel', 'reinstate'),
  ...all('documents'),
  ...some('accountholders', 'read'),
  ...all('ledgers'),
]
const adjuster = [
  ...some('contracts', 'read'),
  ...some('claims', 'read', 'write', 'adjudicate', 'pay'),
  ...some('inspections', 'read', 'write'),
  ...all('sales-tax'),
  ...all('documents'),
  ...some('accountholders', 'read'),
]
const dealer = [
  ...some('contracts', 'read', 'write', 'cancel'),
  ...some('rates', 'read', 'quote'),
  ...all('sales-tax'),
  ...some('claims', 'read', 'write'),
  ...all('documents'),
  ...some('accountholders', 'read'),
]

/** The roles of a new administrator, in the order of their ids. */
export const roles = {
  Admin: permissions,
  Supervisor: [
    ...contractEntry,
    ...cancelDesk,
    ...adjuster,
    ...some('contracts', 'override', 'unlock'),
    ...all('cancels'),
    ...some('claims', 'approve', 'override', 'waive'),
    ...allReads,
  ],
  ContractEntry: contractEntry,
  CancelDesk: cancelDesk,
  Adjuster: adjuster,
  Accounting: [
    ...some('contracts', 'read'),
    ...some('claims', 'read'),
    ...some('rates', 'costs'),
    ...all('ledgers'),
    ...all('accounting'),
    ...all('cash'),
    ...all('payment-methods'),
    ...all('statements'),
    ...all('earnings'),
    ...some('processes', 'read'),
    ...all('accountholders'),
    ...all('documents'),
  ],
  RateAdmin: [...all('rates'), ...all('sales-tax'), ...some('accountholders', 'read')],
  Dealer: dealer,
  DealerOffice: [
    ...dealer,
    ...all('ledgers'),
    ...some('cash', 'read', 'receive'),
    ...all('payment-methods'),
    ...all('statements'),
  ],
  Agent: [...some('contracts', 'read'), ...all('ledgers'), ...some('accountholders', 'read')],
  LienHolder: [...some('contracts', 'read', 'cancel'), ...some('accountholders', 'read')],
  RepairFacility: [
    ...some('claims', 'read', 'write'),
    ...all('documents'),
    ...some('accountholders', 'read'),
  ],
  InspectionEngine: [...some('inspections', 'read', 'sync'), ...some('accountholders', 'read')],
  Integrator: [
    ...some('contracts', 'read', 'write'),
    ...some('rates', 'read', 'quote'),
    ...some('claims', 'read', 'write'),
    ...all('documents'),
    ...all('events'),
    ...all('webhooks'),
    ...some('accountholders', 'read'),
  ],
  Auditor: allReads,
} as const satisfies Record<string, readonly Permission[]>

export type RoleName = keyof typeof roles

/** The permissions of a role, sorted and without duplicates. */
export const rolePermissions = (role: RoleName): Permission[] => [...new Set(roles[role])].sort()
