import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { run } from '../../src/db/database.ts'
import { permissions } from '../../src/domain/permissions.ts'
import { openCash } from '../support/builders/cash.ts'
import { everyWrite, type WriteStory } from '../support/builders/every-write.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { pathOf, truck } from '../support/builders/quotes.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'
import { isSoak, oneIn, trialSeed } from '../support/service/trials.ts'

// Nobody but staff sees what dealer cost is made of. The test calls every operation that answers JSON as callers that have
// every permission and are limited to account holders, and looks for lines of cost in every answer: their codes, and
// amounts that only a line of cost has. As a control, it walks the same way as staff and has to find them.
// Writes, and single dealers, agents and lien holders, are walked in the soak. `npm test` reads as a caller with all dealers:
// everything that shows lines to staff, and a part of the rest.

let service: TestService
let db: Db
let stories: WriteStory[]
let reads: string[]
let hidden: Hidden

interface Hidden {
  readonly codes: readonly string[]
  /** In dollars. */
  readonly amounts: ReadonlySet<number>
  /** Payments of claims name the reserve that they come from. Their amounts are not those of a line. */
  readonly claimRows: ReadonlySet<unknown>
}

beforeAll(async () => {
  service = await testService()
  db = (await sandboxOf(service)).db
  // The history of a contract of the seed begins with the seed. One that is sold here has shown its lines.
  if (!isSoak) {
    await setClock(service, '2024-03-15T15:00:00Z')
    await openCash(service).activate()
  }
  stories = isSoak ? await everyWrite(service) : []
  const { body } = await service.api.anonymous.get('/openapi.json')
  reads = readsOf(body)
  hidden = await loadHidden()
})

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>
}

const readsOf = ({ paths }: Document): string[] =>
  Object.entries(paths)
    .filter(([, { get }]) => Object.keys(get?.responses['200']?.content ?? {}).includes('application/json'))
    .map(([path]) => path)

/** The codes of lines in dealer cost, and those of their amounts that are nothing else in the sandbox. */
async function loadHidden(): Promise<Hidden> {
  const codes = await run<{ code: string }>(
    db,
    'select distinct code from contract_line where in_dealer_cost order by code',
    [],
  )
  // Small amounts and whole dollars may be anything: a tax, a fee, a deductible. One sum may be of a single line.
  const amounts = await run<{ amount: number }>(
    db,
    `with line as (
       select amount from contract_line where in_dealer_cost
       union select amount from ledger where disbursement_code = any($1::text[]) and ledger_type <> 'Claim'),
     known as (
       select dealer_cost as amount from contract union select retail_price from contract
       union select sales_tax_total from contract union select amount from cancel_payment
       union select amount from ledger where ledger_type = 'Claim'
       union select sum(amount) from ledger where is_dealer_cost group by contract_id, ledger_type, direction, status = 'Voided')
     select amount from line where amount > 10000 and amount % 100 <> 0 and amount not in (select amount from known)`,
    [codes.map(({ code }) => code)],
  )
  const claimRows = await run<{ id: number }>(db, `select id from ledger where ledger_type = 'Claim'`, [])
  return {
    claimRows: new Set(claimRows.map(({ id }) => id)),
    codes: codes.map(({ code }) => code),
    amounts: new Set(amounts.map(({ amount }) => amount / 100)),
  }
}

/** These operations name codes and no amount of a line: lists of codes, numbers of account holders, a default setting. */
const NAMES_CODES = [
  '/Rates/Disbursements/DisbursementsCodes',
  '/Rates/Disbursements/DisbursementsGroups',
  '/Rates/Disbursements/DisbursementsLabels',
  '/accountholders',
  '/disbursementaccounts',
  '/disbursementaccounts/{disbursementAccountId}',
  '/generalsettings',
  '/generalsettings/{generalSettingId}',
]

/** A row of the summary that holds payments of claims and nothing else. */
const isClaimSummary = ({ keys, written, cancelled, other, claims }: Readonly<Record<string, unknown>>) =>
  keys !== undefined && written === 0 && cancelled === 0 && other === 0 && claims !== 0

/** Where an answer shows a line of cost, e.g. `/disbursements/0/code: RESERVE`. */
function leaksIn(value: unknown, hidden: Hidden, pointer = ''): string[] {
  const { codes, amounts, claimRows } = hidden
  if (typeof value === 'number') return amounts.has(Math.abs(value)) ? [`${pointer}: ${value}`] : []
  if (typeof value === 'string') {
    const words = value.match(/[A-Z]{3,}/g) ?? []
    const figures = (value.match(/\d[\d,]*\.\d\d\b/g) ?? []).map((text) => Number(text.replaceAll(',', '')))
    const isLeak = words.some((word) => codes.includes(word)) || figures.some((figure) => amounts.has(figure))
    return isLeak ? [`${pointer}: ${value.slice(0, 80)}`] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const { ledgerId, ledgerType, ...row } = value as Record<string, unknown>
  const isOfClaim = ledgerType === 'Claim' || claimRows.has(ledgerId) || isClaimSummary(row)
  const { disbursementCode: _, keys: __, ...claimed } = row
  return Object.entries(isOfClaim ? claimed : row).flatMap(([name, inner]) =>
    leaksIn(inner, hidden, `${pointer}/${name}`),
  )
}

interface Walked {
  readonly operation: string
  readonly path: string
  readonly answer: Answer
}

/** The operations to walk through. */
interface Walk {
  readonly reads: readonly string[]
  readonly stories: readonly WriteStory[]
}

/** Every read with records that the caller reaches, and every write as a dry run, which answers its effects as well. */
async function walk(caller: Caller, reach: string, { reads, stories }: Walk): Promise<Walked[]> {
  const walked: Walked[] = []
  for (const operation of reads)
    for (const path of await pathsFor(operation, reach))
      walked.push({ operation: `GET ${operation}`, path, answer: await caller.get(path) })
  for (const { operation, done } of stories) {
    const [method = ''] = operation.split(' ')
    const query = [done.search, 'dryRun=true'].filter(Boolean).join('&')
    const path = `${done.path}?${query}`
    const { body, headers = {} } = done
    walked.push({ operation, path, answer: await caller.send(method, path, { body, headers }) })
  }
  return walked
}

/** SQL for the values of a parameter in a path; $1 are the contracts to look at. */
const VALUES: Readonly<Record<string, string>> = {
  contractId: 'select unnest($1::bigint[])::text as value',
  holdId: 'select id::text as value from contract_hold where contract_id = any($1::bigint[])',
  cancelId: 'select id::text as value from cancel where contract_id = any($1::bigint[])',
  cancelRequestId: 'select id::text as value from cancel_request where contract_id = any($1::bigint[])',
  ledgerId: `select min(id)::text as value from ledger where contract_id = any($1::bigint[])
    group by contract_id, ledger_type, account_holder_id, direction, is_dealer_cost order by min(id) limit ${isSoak ? 30 : 6}`,
  documentId: `select id::text as value from document where entity_type = 'Contract' and entity_id = any($1::bigint[])`,
  fileId: `select id::text as value from file where entity_type = 'Contract' and entity_id = any($1::bigint[])`,
  contractFileId: `select id::text as value from file where entity_type = 'Contract' and entity_id = any($1::bigint[])`,
  claimId: 'select id::text as value from claim where contract_id = any($1::bigint[]) order by id limit 6',
  noteId:
    'select n.id::text as value from claim_note n join claim m on m.id = n.claim_id where m.contract_id = any($1::bigint[]) limit 6',
  claimDocumentId: `select d.id::text as value from document d join claim m on m.id = d.entity_id
    where d.entity_type = 'Claim' and m.contract_id = any($1::bigint[]) limit 6`,
  quoteId: 'select id::text as value from rate_quote where $1::bigint[] is not null limit 3',
  dealerId: 'select dealer_id::text as value from contract where id = any($1::bigint[])',
  disbursementId: `select unnest(array['1', '2', '3']) as value where $1::bigint[] is not null`,
  period: `select '2026-01' as value where $1::bigint[] is not null`,
  '/v2/contracts/{identifier}':
    "select number as value from contract where id = any($1::bigint[]) and number <> ''",
  '/v2/cancelrequests/{identifier}':
    'select number as value from cancel_request where contract_id = any($1::bigint[])',
  '/v2/cancelreasons/{identifier}': `select 'CUSTREQ' as value where $1::bigint[] is not null`,
  '/v2/cancelmethods/{identifier}': `select 'PRORATA' as value where $1::bigint[] is not null`,
}

/** Queries of operations that show the most with a query, or nothing without one. */
const QUERIES: Readonly<Record<string, (dealers: readonly string[]) => readonly string[]>> = {
  '/ledgerSummary': () => [
    ...['', 'groupBy=Disbursement', 'groupBy=AccountHolder,Disbursement,Month,LedgerType'],
    ...[
      'groupBy=Product,Program,Disbursement&dateField=Effective',
      'groupBy=Disbursement&asOfDate=2026-01-31',
    ],
  ],
  '/ledgers/payReceiveLedgers': (dealers) => [
    '',
    ...dealers.map((id) => `accountHolderId=${id}&asOfDate=2099-12-31`),
  ],
  '/ledgers/unpaidLedgersProducts': (dealers) => dealers.map((id) => `accountHolderId=${id}`),
  '/aging': () => ['', 'direction=Pay', 'asOfDate=2026-01-31'],
  '/search': () => ['q=VSC-0&perKind=20', 'q=D1001', 'q=reserve', 'q=12'],
}

/** A contract of each kind that a caller reaches: of each state, with a cancel, a hold, a correction. */
const CONTRACTS = `
  select id from (
    select c.id, row_number() over (
      partition by c.status, exists (select from cancel x where x.contract_id = c.id),
        exists (select from cancel_request x where x.contract_id = c.id and x.calculation is not null),
        exists (select from contract_hold x where x.contract_id = c.id),
        exists (select from ledger_edit x where x.contract_id = c.id),
        exists (select from contract_transfer x where x.contract_id = c.id)
      order by c.id desc) as place
    from contract c where`

const found = new Map<string, Promise<string[]>>()

async function pathsFor(operation: string, reach: string): Promise<string[]> {
  if (operation === '/Rates/rateQuote/{dealerNumber}')
    return [truck, { ...truck, includeDisbursements: true }].map((query) => pathOf('D1001', query))
  const parameters = [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const queries = QUERIES[operation]
  if (queries) {
    const holders = await valuesOf(VALUES.dealerId ?? '', reach)
    return queries(holders.slice(0, isSoak ? 30 : 3)).map((query) => `${operation}?${query}`)
  }
  if (parameters.length === 0) return [operation]
  const name = parameters.at(-1) ?? ''
  const prefix = operation.slice(0, operation.indexOf('}') + 1)
  const text =
    VALUES[prefix] ?? VALUES[name] ?? `select unnest(array['1', '2']) as value where $1::bigint[] is not null`
  const key = `${reach} ${text}`
  if (!found.has(key)) found.set(key, valuesOf(text, reach))
  const values = (await found.get(key)) ?? []
  if (parameters.length === 1) return values.map((value) => operation.replace(/\{\w+\}/, value))
  // Records below a contract are read with the contract that they belong to.
  const owned = await run<{ owner: string; value: string }>(db, OWNED[name] ?? '', [values])
  return owned.map(({ owner, value }) => operation.replace(/\{\w+\}/, owner).replace(/\{\w+\}/, value))
}

const OWNED: Readonly<Record<string, string>> = {
  holdId:
    'select contract_id::text as owner, id::text as value from contract_hold where id::text = any($1::text[])',
  contractFileId:
    'select entity_id::text as owner, id::text as value from file where id::text = any($1::text[])',
  noteId:
    'select claim_id::text as owner, id::text as value from claim_note where id::text = any($1::text[])',
  claimDocumentId:
    'select entity_id::text as owner, id::text as value from document where id::text = any($1::text[])',
  fieldId: `select '1' as owner, '1' as value where $1::text[] is not null`,
}

async function valuesOf(text: string, reach: string): Promise<string[]> {
  const contracts = await run<{ id: number }>(db, `${CONTRACTS} ${reach}) as ranked where place = 1`, [])
  const rows = await run<{ value: string }>(db, text, [contracts.map(({ id }) => id)])
  return [...new Set(rows.map(({ value }) => value))]
}

/** A key with every permission that is limited to these account holders. */
async function keyFor(scopes: readonly { readonly type: string; readonly id: number }[]): Promise<Caller> {
  const { status, body } = await service.api
    .as('sandbox-admin')
    .post('/apikeys', { name: 'limited', permissions, scopes })
  expect(status).toBe(201)
  return service.api.with(body.key)
}

/** What was answered, and which of it shows lines of cost. */
function findLeaks(walked: readonly Walked[], look: Hidden) {
  const answered = new Set<string>()
  const leaks: string[] = []
  for (const { operation, path, answer } of walked) {
    expect(answer.status, `${path}: ${answer.text}`).not.toBe(500)
    if (answer.status < 300) answered.add(operation)
    const codes = NAMES_CODES.some((name) => operation === `GET ${name}`) ? [] : look.codes
    const leaked = leaksIn(answer.body, { ...look, codes })
    if (leaked.length > 0) leaks.push(`${operation} (${path}) ${leaked.slice(0, 3).join(' | ')}`)
  }
  return { answered, leaks }
}

/** The operations that show lines of cost to staff. A limited caller is answered by these as well. */
const SHOW_LINES = [
  'GET /contracts/{contractId}',
  'GET /v2/contracts/{identifier}',
  'GET /contracts/{contractId}/history',
  'GET /contracts/{contractId}/holds',
  'GET /contracts/{contractId}/cancels',
  'GET /contracts/{contractId}/cancelrequests',
  'GET /contracts/{contractId}/cancelpayments',
  'GET /cancels/{cancelId}',
  'GET /cancelrequests/{cancelRequestId}',
  'GET /ledgers',
  'GET /ledgers/{ledgerId}',
  'GET /ledgers/payReceiveLedgers',
  'GET /ledgerSummary',
  'POST /contracts',
  'POST /contracts/{contractId}/finalize',
  'POST /contracts/{contractId}/refinalize',
  'POST /contracts/{contractId}/rerateRequests',
  'POST /contracts/{contractId}/holds',
  'POST /contracts/{contractId}/holds/{holdId}/resolves',
  'POST /contracts/{contractId}/cancelrequests',
  'POST /contracts/{contractId}/syncEarnings',
]
/** The operations that show lines of cost to staff, and refuse everyone else. */
const STAFF_ONLY = [
  'GET /contracts/{contractId}/earningdetails',
  'GET /journal',
  'GET /trialBalance',
  'GET /Rates/Disbursements/{disbursementId}',
  'POST /contracts/{contractId}/cancels',
  'POST /cancels/{cancelId}',
]

/** What of it this run walks through. */
const walked = (operations: readonly string[]) =>
  operations.filter((operation) => isSoak || operation.startsWith('GET '))

describe('lines of dealer cost', () => {
  test('are visible to staff, which proves that the search finds them', async () => {
    const shown = walked([...SHOW_LINES, ...STAFF_ONLY])
    const some = reads.filter((path) => isSoak || shown.includes(`GET ${path}`))
    const { leaks } = findLeaks(
      await walk(service.api.as('sandbox-admin'), 'true', { reads: some, stories }),
      hidden,
    )
    const found = new Set(leaks.map((leak) => leak.slice(0, leak.indexOf(' ('))))
    expect(shown.filter((operation) => !found.has(operation))).toEqual([])
    expect(hidden.amounts.size).toBeGreaterThan(50)
  })

  test('are hidden from a caller limited to dealers, even to all of them', async () => {
    const { body } = await service.api
      .as('sandbox-admin')
      .post('/portalvisibilitygroups', { code: 'EVERY', name: 'Every dealer' })
    // Closed dealers, too: they may have been in a group since before they were closed.
    await run(
      db,
      `insert into portal_visibility_group_dealer (portal_visibility_group_id, dealer_id)
       select $1, id from dealer`,
      [body.id],
    )
    const caller = await keyFor([{ type: 'PortalVisibilityGroup', id: body.id }])
    const sampled = new Set(oneIn(4, reads, trialSeed('reads of all dealers', 'BULWARK_DEALERS_SEED')))
    const shown = new Set([...SHOW_LINES, ...STAFF_ONLY])
    const some = reads.filter((path) => sampled.has(path) || shown.has(`GET ${path}`))
    const { answered, leaks } = findLeaks(await walk(caller, 'true', { reads: some, stories }), hidden)
    expect(leaks).toEqual([])
    expect(walked(SHOW_LINES).filter((operation) => !answered.has(operation))).toEqual([])
    expect(STAFF_ONLY.filter((operation) => answered.has(operation))).toEqual([])
  })

  if (isSoak) {
    test('are hidden from a dealer', async () => {
      const id = await holderId(service, 'Dealer', 'D1001')
      const caller = await keyFor([{ type: 'Dealer', id }])
      const answers = await walk(caller, `c.dealer_id = ${id}`, { reads, stories })
      const { answered, leaks } = findLeaks(answers, hidden)
      expect(leaks).toEqual([])
      expect(answered).toContain('GET /ledgers/{ledgerId}')
    })

    test('are hidden from an agent, except its own', async () => {
      const id = await holderId(service, 'Agent', 'A100')
      const caller = await keyFor([{ type: 'Agent', id }])
      const codes = hidden.codes.filter((code) => code !== 'AGENT')
      const reach = `c.dealer_id in (select dealer_id from dealer_agent where agent_id = ${id})`
      const answers = await walk(caller, reach, { reads, stories })
      const { answered, leaks } = findLeaks(answers, { ...hidden, codes })
      expect(leaks).toEqual([])
      expect(answered).toContain('GET /contracts/{contractId}/history')
    })

    test('are hidden from a lien holder', async () => {
      const [busiest] = await run<{ id: number }>(
        db,
        `select lien_holder_id as id from contract where lien_holder_id is not null
         group by lien_holder_id order by count(*) desc limit 1`,
        [],
      )
      const id = busiest?.id ?? (await holderId(service, 'LienHolder', 'L100'))
      const caller = await keyFor([{ type: 'LienHolder', id }])
      const answers = await walk(caller, `c.lien_holder_id = ${id}`, { reads, stories })
      const { answered, leaks } = findLeaks(answers, hidden)
      expect(leaks).toEqual([])
      expect(answered).toContain('GET /contracts/{contractId}')
    })
  }
})
