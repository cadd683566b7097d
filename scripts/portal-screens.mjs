// Every screen of the portal, who looks at it, and its other states. The tests open each once, and `npm run web:screens`
// takes a picture of each.

const desk = 'sandbox-cancels'
const admin = 'sandbox-admin'
const entry = 'sandbox-entry'
const adjuster = 'sandbox-adjuster'
const shop = 'sandbox-facility-rf100'
const inspector = 'sandbox-inspector-ic100'
const accounting = 'sandbox-accounting'
/** The office of a dealer, which remits. */
const office = 'sandbox-office-d1001'
/** Quotes from the book of the examples. */
const dealer = 'sandbox-dealer-d1001'
/** The dealer of the sandbox that has sold contracts. */
export const livingDealer = { user: 'sandbox-dealer-d6041', number: 'D6041' }

/** A truck of the rate book, as the address of the quote has it. */
const truck = 'year=2024&make=Ford&model=F-150&driveType=4WD'

/** A name in English, in Spanish and in the pseudo-locale, which puts accents on these letters. */
const named = (english, spanish) =>
  new RegExp(`^(?:${english.replace(/[aceinosuy]/gi, '\\p{L}')}|${spanish})`, 'u')

const button = (english, spanish) => (page) =>
  page
    .getByRole('button', { name: named(english, spanish) })
    .first()
    .click()

/**
 * The screens, with records that `findRecords` has found. `act` brings one into another state; `fails` is the part of
 * the service that does not answer; a partner's screen `isPhone`, too.
 */
export const portalScreens = (records) => [
  { name: 'sign-in', path: '', isPhone: true },
  { name: 'set-password', path: '/invitation#AAAA-BBBB', isPhone: true },
  { name: 'home', path: '/home', user: admin },
  { name: 'home-partner', path: '/home', user: records.seller, isPhone: true },
  {
    name: 'search',
    path: '/home',
    user: admin,
    act: (page) => page.getByRole('combobox', { name: named('Search', 'Buscar') }).fill('dana'),
  },
  { name: 'keys', path: '/home', user: admin, act: (page) => page.locator('#page').press('?') },
  { name: 'missing-page', path: '/nowhere', user: admin },
  { name: 'quote', path: '/quote', user: dealer, isPhone: true },
  {
    name: 'quote-rates',
    path: `/quote?${truck}&odometer=12000`,
    user: dealer,
    isPhone: true,
    act: button('Get rates', 'Ver tarifas'),
  },
  {
    name: 'quote-why-no-rates',
    path: `/quote?${truck}&odometer=150000`,
    user: dealer,
    isPhone: true,
    act: button('Get rates', 'Ver tarifas'),
    refused: 404,
  },
  { name: 'contracts', path: '/contracts', user: admin },
  { name: 'contracts-partner', path: '/contracts', user: records.seller, isPhone: true },
  { name: 'contracts-empty', path: '/contracts?customerName=xylophonist', user: admin, isPhone: true },
  { name: 'contracts-error', path: '/contracts', user: admin, fails: '/v2/contracts' },
  { name: 'contracts-columns', path: '/contracts', user: admin, act: button('Columns', 'Columnas') },
  { name: 'contract', path: `/contracts/${records.active}`, user: admin },
  { name: 'contract-cobuyer', path: `/contracts/${records.active}?action=cobuyer`, user: admin },
  { name: 'contract-partner', path: `/contracts/${records.ofDealer}`, user: records.seller, isPhone: true },
  { name: 'contract-missing', path: '/contracts/VSC-9999999', user: admin, refused: 404 },
  { name: 'contract-pending', path: `/contracts/${records.pending}`, user: entry },
  {
    name: 'contract-finalize',
    path: `/contracts/${records.pending}`,
    user: entry,
    act: button('Finalize', 'Finalizar'),
    refused: 422,
  },
  { name: 'cancellations', path: '/cancellations', user: desk },
  { name: 'cancellations-overdue', path: '/cancellations?view=overdue', user: desk },
  { name: 'cancellations-done', path: '/cancellations?tab=done', user: desk },
  { name: 'cancellations-partner', path: '/cancellations', user: records.seller, isPhone: true },
  { name: 'cancel-request', path: `/cancellations/${records.request}`, user: desk },
  { name: 'cancel-new', path: `/cancellations/new?contract=${records.active}`, user: desk },
  {
    name: 'cancel-preview',
    path: `/cancellations/new?contract=${records.active}`,
    user: desk,
    act: button('Preview', 'Vista previa'),
    refused: 422,
  },
  {
    name: 'cancel-new-partner',
    path: `/cancellations/new?contract=${records.ofDealer}`,
    user: records.seller,
    isPhone: true,
  },
  ...['dealers', 'dealergroups', 'agents', 'insurers', 'lienholders', 'repairfacilities', 'customers'].map(
    (kind) => ({
      name: `partners-${kind}`,
      path: `/partners/${kind}`,
      user: admin,
    }),
  ),
  { name: 'partner-dealer', path: `/partners/dealers/${records.dealer}`, user: admin },
  { name: 'partner-customer', path: `/partners/customers/${records.customer}`, user: admin },
  { name: 'partner-new', path: '/partners/dealers/new', user: admin },
  { name: 'partner-own', path: `/partners/dealers/${records.dealer}`, user: records.seller, isPhone: true },
  ...[
    ...[
      'remit',
      'batches',
      'cash',
      'cash/new',
      'ach',
      'ach?tab=files',
      'ach?tab=returns',
      'bank',
      'statements',
    ],
    ...['ledger', 'ledger?tab=all', 'aging', 'journal', 'trial-balance', 'periods'],
  ].map((screen) => ({
    name: `money-${screen.replace(/[/?]|tab=/g, '-').replace(/-+/g, '-')}`,
    path: `/money/${screen}`,
    user: accounting,
  })),
  { name: 'money-remit-dealer', path: `/money/remit?accountHolderId=${records.dealer}`, user: accounting },
  { name: 'money-ledger-row', path: `/money/ledger/${records.ledger}`, user: accounting },
  { name: 'money-aging-rows', path: `/money/aging/${records.dealer}`, user: accounting },
  { name: 'money-period', path: `/money/periods/${records.month}`, user: accounting, refused: 409 },
  ...['remit', 'batches', 'cash', 'statements', 'ledger', 'aging'].map((screen) => ({
    name: `money-${screen}-partner`,
    path: `/money/${screen}`,
    user: office,
    isPhone: true,
  })),
  { name: 'claims', path: '/claims?tab=open', user: adjuster },
  { name: 'claims-mine', path: '/claims', user: adjuster },
  { name: 'claim', path: `/claims/${records.claim}`, user: adjuster },
  { name: 'claim-missing', path: '/claims/CLM-999999', user: adjuster },
  { name: 'claim-new', path: `/claims/new?contract=${records.active}`, user: adjuster },
  { name: 'claims-partner', path: '/claims', user: shop, isPhone: true },
  { name: 'claim-new-partner', path: '/claims/new', user: shop, isPhone: true },
  { name: 'inspections', path: '/inspections?tab=all', user: inspector, isPhone: true },
  ...['keys', 'webhooks', 'events', 'runs', 'clock'].map((screen) => ({
    name: `developers-${screen}`,
    path: `/developers/${screen}`,
    user: admin,
  })),
  {
    name: 'developers-new-key',
    path: '/developers/keys',
    user: admin,
    act: button('New API key', 'Nueva clave de API'),
  },
  ...['contracts', 'processes', 'users', 'roles', 'custom-fields', 'lists', 'lists/combinations'].map(
    (screen) => ({
      name: `settings-${screen.replace('/', '-')}`,
      path: `/settings/${screen}`,
      user: admin,
    }),
  ),
  {
    name: 'settings-user',
    path: `/settings/users/${records.user}`,
    user: admin,
    act: button('View as', 'Ver como'),
  },
  ...[
    ...[
      'production',
      'earnings',
      'earnings?by=Month',
      'loss-ratio',
      'loss-triangle',
      'cancels',
      'cancels/rows',
    ],
    ...['aging', 'overdue-refunds'],
  ].map((screen) => ({
    name: `reports-${screen.replace(/[/?]|by=/g, '-').replace(/-+/g, '-')}`,
    path: `/reports/${screen}`,
    user: admin,
  })),
  { name: 'reports-production-partner', path: '/reports/production', user: records.seller, isPhone: true },
  ...[
    'books',
    'books/new',
    'books/1',
    'agreements',
    `agreements/${records.dealer}`,
    'criteria',
    'state-rules',
    'state-rules?state=TX',
    'state-rules/own',
  ].map((screen) => ({
    name: `rates-${screen.replace(/[/?]|state=/g, '-').replace(/-+/g, '-')}`,
    path: `/rates/${screen}`,
    user: admin,
  })),
  { name: 'audit', path: '/audit', user: admin },
  { name: 'me', path: '/me', user: dealer, isPhone: true },
  { name: 'forbidden', path: '/audit', user: entry },
]

/** Records that screens are opened with. `read` answers a GET of the admin; the seller has an active contract. */
export async function findRecords(read, seller = livingDealer) {
  const first = async (path) => {
    const { items } = await read(path)
    if (!items?.[0]) throw new Error(`There is nothing at ${path}.`)
    return items[0]
  }
  const contract = (query) => first(`/v2/contracts?pageSize=1&sortBy=saleDate&sortDirection=Desc&${query}`)
  const [dealerRow] = await read(`/dealers?number=${seller.number}`)
  const own = await contract(`status=Active&dealerNumber=${seller.number}`)
  const active = await contract('status=Active')
  return {
    seller: seller.user,
    active: active.number,
    ofDealer: own.number,
    pending: (await contract('status=Pending')).number,
    request: (await first('/v2/cancelrequests?pageSize=1')).number,
    claim: (await first('/claims?pageSize=1&sortBy=updatedAt&sortDirection=Desc')).number,
    dealer: dealerRow.id,
    customer: (await read('/customers?pageSize=1'))[0].id,
    user: (await first('/v2/Users?pageSize=1')).id,
    ledger: (await read('/ledgers?pageSize=1'))[0].id,
    month: (await read('/accountingperiods')).at(-1).period,
  }
}
