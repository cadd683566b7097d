// Pictures besides the screens themselves: their other states (loading, empty, error, refused, stale), the dialogs, Spanish
// and the compact look. `npm run web:screens` takes them.

const admin = 'sandbox-admin'
const desk = 'sandbox-cancels'
const entry = 'sandbox-entry'
const dealer = 'sandbox-dealer-d1001'
const truck = 'year=2024&make=Ford&model=F-150&driveType=4WD&odometer=12000'

const press = (page, name) => page.getByRole('button', { name }).first().click()
const fill = (page, label, text) => page.getByLabel(label, { exact: true }).first().fill(text)

/** Opens the page of the contract with the dialog of an action. */
const action = (records, name) => ({
  name: `contract-${name}`,
  path: `/contracts/${records.active}?action=${name}`,
  user: admin,
})

/**
 * The states. `hangs` is the part of the service that does not answer at all; `look` is what the user has set. The
 * others are as in `portal-screens.mjs`.
 */
export const portalStates = (records) => [
  ...states(records),
  ...dialogs(records),
  ...looks(records, { language: 'es' }),
  ...looks(records, { density: 'Compact' }).filter(({ name }) => /^(contract|cancel|audit)/.test(name)),
]

const states = (records) => [
  { name: 'contracts-loading', path: '/contracts', user: admin, hangs: '/v2/contracts' },
  { name: 'contract-loading', path: `/contracts/${records.active}`, user: admin, hangs: '/v2/contracts/.*' },
  { name: 'contract-error', path: `/contracts/${records.active}`, user: admin, fails: '/ledgers' },
  { name: 'home-error', path: '/home', user: admin, fails: '/queues' },
  {
    name: 'search-none',
    path: '/home',
    user: admin,
    act: (page) => page.getByRole('combobox', { name: 'Search' }).fill('xylophonist'),
  },
  { name: 'cancellations-empty', path: '/cancellations?customerName=xylophonist', user: desk },
  { name: 'partners-empty', path: '/partners/dealers?name=xylophonist', user: admin },
  { name: 'audit-empty', path: '/audit?user=xylophonist', user: admin },
  { name: 'cancel-request-stale', path: `/cancellations/${records.request}`, user: desk, act: staleRequest },
  {
    name: 'practice',
    path: `/contracts/${records.active}`,
    user: admin,
    act: (page) => page.getByRole('switch', { name: 'Practice mode' }).click(),
  },
  {
    name: 'contracts-filters',
    path: '/contracts?status=Pending,Active',
    user: admin,
    act: (page) => press(page, /^More filters/),
  },
  { name: 'contracts-ticked', path: '/contracts?status=Pending', user: admin, act: tickTwo },
  {
    name: 'contract-edit',
    path: `/contracts/${records.active}`,
    user: admin,
    act: (page) => press(page, 'Edit: Customer'),
  },
  {
    name: 'contract-edit-refused',
    path: `/contracts/${records.pending}`,
    user: entry,
    act: refusedEdit,
    refused: 422,
  },
  { name: 'contract-conflict', path: `/contracts/${records.active}`, user: admin, act: conflict },
  { name: 'partner-new-refused', path: '/partners/dealers/new', user: admin, act: refusedPartner },
  {
    name: 'partner-edit',
    path: `/partners/dealers/${records.dealer}`,
    user: admin,
    act: (page) => press(page, /^Edit/),
  },
  { name: 'quote-sale', path: `/quote?${truck}`, user: dealer, isPhone: true, act: openSale },
  { name: 'quote-sale-refused', path: `/quote?${truck}`, user: dealer, act: refusedSale },
  { name: 'quote-compare', path: `/quote?${truck}`, user: dealer, act: compare },
]

const dialogs = (records) => [
  action(records, 'hold'),
  action(records, 'rerate'),
  action(records, 'transfer'),
  action(records, 'void'),
  action(records, 'print'),
  {
    name: 'contract-figure',
    path: `/contracts/${records.active}#money`,
    user: admin,
    act: (page) => press(page, /^Dealer cost/),
  },
  { name: 'contracts-bulk', path: '/contracts?status=Pending', user: admin, act: finalizeTwo },
  {
    name: 'cancel-figure',
    path: `/cancellations/${records.request}`,
    user: desk,
    act: (page) => page.getByTestId('net-refund').click(),
  },
  {
    name: 'cancel-override',
    path: `/cancellations/${records.request}`,
    user: admin,
    act: (page) => press(page, /^Override/),
  },
  {
    name: 'cancel-letter',
    path: `/cancellations/${records.request}`,
    user: desk,
    act: (page) => press(page, /^Letter/),
  },
  {
    name: 'cancel-deny',
    path: `/cancellations/${records.request}`,
    user: desk,
    act: (page) => press(page, /^Deny/),
  },
  { name: 'cancel-executed', path: `/cancellations/${records.executed}`, user: desk },
  {
    name: 'cancel-reinstate',
    path: `/cancellations/${records.executed}`,
    user: desk,
    act: (page) => press(page, /^Reinstate/),
  },
  { name: 'views', path: '/contracts', user: admin, act: (page) => press(page, /^Views/) },
  { name: 'calls', path: '/contracts', user: admin, act: showCalls },
  { name: 'toast', path: '/contracts', user: admin, act: (page) => press(page, /^Export CSV/) },
]

/** A few screens in another look. */
const looks = (records, look) => {
  const tail = Object.values(look)[0].toLowerCase()
  return [
    { name: 'sign-in', path: '' },
    { name: 'home', path: '/home', user: admin },
    { name: 'contracts', path: '/contracts', user: admin },
    { name: 'contract', path: `/contracts/${records.active}`, user: admin },
    { name: 'contract-hold', path: `/contracts/${records.active}?action=hold`, user: admin },
    { name: 'quote-rates', path: `/quote?${truck}`, user: dealer, isPhone: true },
    { name: 'quote-why-no-rates', path: `/quote?${truck.replace('12000', '150000')}`, user: dealer },
    { name: 'cancellations', path: '/cancellations', user: desk },
    { name: 'cancel-request', path: `/cancellations/${records.request}`, user: desk },
    { name: 'cancel-new', path: `/cancellations/new?contract=${records.active}`, user: desk },
    { name: 'partner-dealer', path: `/partners/dealers/${records.dealer}`, user: admin },
    { name: 'partner-new', path: '/partners/dealers/new', user: admin },
    { name: 'contract-partner', path: `/contracts/${records.ofDealer}`, user: records.seller, isPhone: true },
    { name: 'audit', path: '/audit', user: admin },
    { name: 'me', path: '/me', user: dealer, isPhone: true },
  ].map((screen) => ({ ...screen, name: `${screen.name}-${tail}`, look }))
}

async function tickTwo(page) {
  for (const row of [1, 2])
    await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).check()
}

async function finalizeTwo(page) {
  await tickTwo(page)
  await press(page, 'Finalize')
  await page.waitForTimeout(1_500)
}

/** Somebody else saved first: the service refuses, and what is read again differs. */
async function conflict(page) {
  await press(page, 'Edit: Customer')
  await fill(page, 'Phone', '(512) 555-0100')
  await fill(page, 'City', 'Round Rock')
  await page.route(/\/contracts\/\d+$/, async (route) => {
    if (route.request().method() === 'PATCH')
      return route.fulfill(problem(412, 'PreconditionFailed', 'The record was changed in the meantime.'))
    const answer = await route.fetch()
    const contract = await answer.json()
    contract.customer.phone = '(512) 555-0199'
    return route.fulfill({ response: answer, json: contract })
  })
  await press(page, 'Save')
  await page.getByRole('dialog').waitFor()
}

async function staleRequest(page) {
  await page.route(/\/v2\/cancelrequests\/[^/]+(\?.*)?$/, (route) =>
    route.request().method() === 'POST' && !route.request().url().includes('dryRun')
      ? route.fulfill(problem(412, 'PreconditionFailed', 'The record was changed in the meantime.'))
      : route.continue(),
  )
  await fill(page, 'Note', 'Customer called.')
  await page.waitForTimeout(1_500)
  await press(page, /^Save/)
}

async function refusedEdit(page) {
  await press(page, 'Edit: Sale')
  await fill(page, 'Retail price', '12k')
  await fill(page, 'State of sale', 'Texas')
  await page.waitForTimeout(1_000)
}

async function refusedPartner(page) {
  await press(page, /^(Create|Save)/)
}

async function chooseRate(page) {
  await press(page, /^Get rates/)
  await page.getByRole('gridcell').filter({ hasText: '$' }).first().click()
}

async function openSale(page) {
  await chooseRate(page)
  await press(page, /^Choose/)
}

async function refusedSale(page) {
  await openSale(page)
  await press(page, /^Save contract/)
}

async function compare(page) {
  await press(page, /^Get rates/)
  for (const place of [0, 1]) {
    await page.getByRole('gridcell').filter({ hasText: '$' }).nth(place).click()
    await press(page, /^(Pin|Compare)/)
  }
}

async function showCalls(page) {
  await press(page, /^Your account/)
  await page.getByRole('menuitem', { name: /calls/i }).click()
}

const problem = (status, code, detail) => ({
  ...{ status, contentType: 'application/problem+json' },
  body: JSON.stringify({
    ...{ type: 'about:blank', title: detail, status, code, detail, instance: '/' },
    requestId: 'req-0000000000000002',
  }),
})

/** Records besides those of the screens. */
export async function findStateRecords(read) {
  const { items } = await read('/v2/cancelrequests?pageSize=1&status=Executed')
  return { executed: items[0].number }
}

/** A new sandbox has hardly any records in its audit. These are a few, as a day's work leaves them. */
export async function makeChanges(call, records) {
  const { items } = await call('GET', '/audit')
  if (items.length > 10) return
  const contract = await call('GET', `/v2/contracts/${records.active}`)
  const path = `/contracts/${contract.id}`
  const reasons = await call('GET', '/contracts/holdreasons')
  await call('PATCH', path, { notes: 'The customer asked for a copy of the form.' })
  await call('PATCH', path, { customer: { phone: '619-555-0148', email: 'priya.eriksen@mail.example' } })
  const hold = await call('POST', `${path}/holds`, {
    holdReasonId: reasons[0].id,
    note: 'Waits for the form.',
  })
  await call('POST', `${path}/holds/${hold.id}/resolves`, { resolution: 'Cleared' })
  await call('PATCH', `/dealers/${records.dealer}`, {
    phone: '210-555-0135',
    website: 'https://dealer.example',
  })
}
