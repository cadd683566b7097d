import type { Route } from '../../../src/http/route.ts'
import type { Answer, Caller } from './api.ts'

// Finds for each read a record of the sandbox that has something to show.

/** Lists whose rows have the ids that a parameter of a path can have. */
const lists: Readonly<Record<string, readonly string[]>> = {
  accountHolderId: ['/dealers?number=D1001'],
  adminCompanyId: ['/accountholders?types=AdminCompany'],
  agentId: ['/agents'],
  apiKeyId: ['/apikeys'],
  bankFileId: ['/bankfiles'],
  achFileId: ['/achfiles'],
  cancelMethodId: ['/cancelmethods'],
  cancelReasonId: ['/cancelreasons'],
  cashTransactionId: ['/v2/cashtransactions'],
  claimId: [
    '/claims?sortDirection=Desc',
    '/claims?status=Paid',
    '/claims?claimType=PPM',
    '/claims?claimType=GAP',
  ],
  claimInspectionId: ['/claims/inspections'],
  claimPayeeId: ['/claimpayees'],
  contractId: [
    '/contracts?sortDirection=Desc',
    '/contracts?status=Cancelled',
    '/contracts?hasOpenHold=true',
    '/contracts?productTypeCode=PPM',
    '/contracts?status=Active&productTypeCode=VSC',
  ],
  customerId: ['/customers'],
  dealerGroupId: ['/dealergroups'],
  dealerId: ['/dealers'],
  disbursementAccountId: ['/disbursementaccounts'],
  eventId: ['/events?limit=5'],
  generalSettingId: ['/generalsettings'],
  guid: ['/automatic-process-runs'],
  id: ['/agents', '/dealers'],
  inProcessCashTransactionId: ['/inprocesscashtransactions'],
  inspectionCompanyId: ['/inspectioncompanies'],
  insurerId: ['/insurers'],
  ledgerId: ['/ledgers?accountHolderType=Dealer'],
  lienHolderId: ['/lienHolders'],
  membershipGroupId: ['/MembershipGroups/Search/0'],
  membershipRoleId: ['/MembershipRoles/Search/0'],
  oauthClientId: ['/oauthclients'],
  portalVisibilityGroupId: ['/portalvisibilitygroups'],
  productId: ['/Rates/Products'],
  repairFacilityId: ['/repairfacilities?number=RF100'],
  userId: ['/v2/Users'],
  webhookId: ['/webhooks'],
}
/** Lists below a record, for the second parameter of a path. */
const inside: Readonly<Record<string, string>> = {
  claimDocumentId: 'documents',
  contractFileId: 'files',
  fieldId: 'customfields',
  holdId: 'holds',
  noteId: 'notes/all',
}
const fixed: Readonly<Record<string, readonly (string | number)[]>> = {
  dealerNumber: ['D1001'],
  disbursementId: [1],
  factorTableId: [1, 2, 3],
  period: ['2024-05'],
  planId: [3, 1],
  portalVisibilityGroupCode: ['PVG-TX'],
  version: [2, 1],
}
const identifiers: Readonly<Record<string, readonly string[]>> = {
  '/v2/cancelreasons': ['CUSTREQ'],
  '/v2/cancelmethods': ['PRORATA_LESSER'],
}
const queries: Readonly<Record<string, string>> = {
  '/Rates/rateQuote/{dealerNumber}':
    'year=2024&make=Ford&model=F-150&driveType=4WD&odometer=12000&productTypeCode=VSC&termMonths=60&includeReasons=true',
  '/MembershipGroups/Search/{id}': '',
  '/ledgers/payReceiveLedgers': 'accountHolderId={accountHolderId}',
  '/ledgers/unpaidLedgersProducts': 'accountHolderId={accountHolderId}',
  '/search': 'q=D1001',
  '/ledgerSummary': 'groupBy=LedgerType',
  '/claims/statistics': 'groupBy=Product',
}

type Values = Record<string, (string | number)[]>

/** The values that parameters can have: those of earlier answers under their names, and those of the lists. */
export async function findValues(caller: Caller, answers: readonly unknown[]): Promise<Values> {
  const values: Values = {}
  const add = (name: string, value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const known = values[name] ?? []
    values[name] = known.includes(value) ? known : [...known, value]
  }
  for (const [name, some] of Object.entries(fixed)) for (const value of some) add(name, value)
  for (const [name, paths] of Object.entries(lists))
    for (const path of paths) {
      const { body } = await caller.get(path)
      for (const row of (body?.items ?? body) as Record<string, unknown>[]) {
        add(name, row.guid ?? row.id)
        collect(row, add)
      }
    }
  for (const answer of answers) collect(answer, add)
  const { body: cancelled } = await caller.get('/contracts?status=Cancelled&pageSize=5')
  for (const { id } of cancelled) collect((await caller.get(`/contracts/${id}/cancelrequests`)).body, add)
  return values
}

/** Every value under a name that a parameter may have. */
function collect(value: unknown, add: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  const { id, number } = value as { id?: unknown; number?: unknown }
  if ('isQuoteOnly' in value) add('cancelRequestId', id)
  if ('isQuoteOnly' in value) add('cancelRequestNumber', number)
  for (const [name, part] of Object.entries(value)) {
    if (/Id$|^guid$|^contractNumber$/.test(name)) add(name, part)
    collect(part, add)
  }
}

const TRIES = 60

/** The answer that shows most, of the records that are tried, and the values that led to it. */
export async function findRead(caller: Caller, { path }: Route, values: Values) {
  let best: { answer: Answer; parameters: Record<string, string | number> } | undefined
  let tries = 0
  for await (const { filled, parameters } of fillings(caller, path, values)) {
    tries += 1
    const query = (queries[path] ?? '').replace('{accountHolderId}', String(values.accountHolderId?.[0] ?? 1))
    // A file is answered as bytes to whoever does not ask for JSON.
    const headers = { accept: 'application/json' }
    const answer = await caller.get(query ? `${filled}?${query}` : filled, { headers })
    if ('quoteId' in Object(answer.body)) values.quoteId = [answer.body.quoteId]
    if (answer.status === 200 && (!best || !isEmpty(answer.body))) best = { answer, parameters }
    if ((best && !isEmpty(best.answer.body)) || tries >= TRIES) break
  }
  return best
}

const isEmpty = (body: unknown): boolean => {
  const rows = Array.isArray(body) ? body : (body as { items?: unknown }).items
  return Array.isArray(rows) && rows.length === 0
}

interface Filling {
  readonly filled: string
  readonly parameters: Record<string, string | number>
}

async function* fillings(caller: Caller, path: string, values: Values): AsyncGenerator<Filling> {
  const [, before = path, name, after = ''] = /^([^{]*)\{(\w+)\}(.*)$/.exec(path) ?? []
  if (name === undefined) return yield { filled: path, parameters: {} }
  for (const value of await valuesOf(caller, { before, name, values })) {
    const filled = `${before}${encodeURIComponent(value)}${after}`
    for await (const rest of fillings(caller, filled, values))
      yield { filled: rest.filled, parameters: { [name]: value, ...rest.parameters } }
  }
}

interface Place {
  readonly before: string
  readonly name: string
  readonly values: Values
}

async function valuesOf(caller: Caller, { before, name, values }: Place): Promise<(string | number)[]> {
  if (name === 'id' && /Search\/$/.test(before)) return [0]
  if (name === 'identifier') {
    const known = identifiers[before.replace(/\/$/, '')]
    if (known) return [...known]
    const numbers = before.startsWith('/v2/contracts') ? values.contractNumber : values.cancelRequestNumber
    return [...(numbers ?? [])].slice(0, TRIES)
  }
  const list = inside[name]
  if (!list || !/\/\d+\//.test(before))
    return (values[name === 'inspectionId' ? 'claimInspectionId' : name] ?? []).slice(0, TRIES)
  const owner = before.split('/').slice(0, 3).join('/')
  const { status, body } = await caller.get(`${owner}/${list}`)
  if (status !== 200) return []
  const rows = (body?.items ?? body) as Record<string, unknown>[]
  return rows
    .filter((row) => name !== 'fieldId' || row.value !== null)
    .map((row) => (row.fieldId ?? row.id) as number)
    .slice(0, 3)
}
