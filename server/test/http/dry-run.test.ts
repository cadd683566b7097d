import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'
import { Effects } from '../../src/effects.ts'
import { everyWrite, sendWrite, type WriteStory } from '../support/builders/every-write.ts'
import { unshared } from '../support/oracle/lists/unshared.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { rowVersions } from '../support/service/checksums.ts'
import { oneIn, trialSeed } from '../support/service/trials.ts'

const service = await testService()
const stories = new Map((await everyWrite(service)).map((story) => [story.operation, story]))
const declared = writesOf(unshared((await service.api.anonymous.get('/openapi.json')).body))

interface Document {
  paths: Record<string, Record<string, { parameters: { name: string }[] }>>
}

/** What takes an Idempotency-Key is a write that can be tried out; sign-in and the sandbox are not. */
function writesOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
}

/** Ids, instants and versions are provisional in a dry run, and what is random is another each time. */
const PROVISIONAL =
  /^(id|guid|fileId|targetId|detailIds|paymentRequestId|customerId|contractId|cancelId|cancelRequestId|ledgerId|cashTransactionIds?|inProcessCashTransactionId|rateId|paymentMethodId|statementRequestId|documentId|clientId|deliveryId|last4|rowVersion|time|sequence|.*At)$/
/** Numbers that are made from an id are as provisional as that. */
const NUMBERED = /\b(CXR|CXL|INS|CLM|A)-\d+\b/g
/** Steps of a claim name lines by their ids. */
const LINE = /:(Labor|Part|Misc):\d+$/

function comparable(value: unknown, secrets: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item, secrets))
  if (typeof value === 'string')
    return value
      .replace(/\/(\d+|[0-9a-f-]{36})(?=\/|$)/g, '/#')
      .replace(NUMBERED, '$1-#')
      .replace(LINE, ':$1:#')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      PROVISIONAL.test(name) && inner !== null
        ? typeof inner
        : secrets.includes(name)
          ? 'secret'
          : comparable(inner, secrets),
    ]),
  )
}

const dry = (story: WriteStory, refused = false) =>
  sendWrite(service, story.operation, refused ? story.refused : story.done, {
    search: '?dryRun=true',
    headers: { 'idempotency-key': `key of ${story.operation}` },
  })

/** The rows of all tables since the last real write; the tests follow one another. */
let sums: Record<string, string> | undefined
async function lastSums() {
  sums ??= await rowVersions(service)
  return sums
}

const events = async () => {
  const { rows } = await service.databases.platformPool.query(
    'select id, type, subject, sequence, time, data from tenant_adm1.event order by time, subject, sequence',
  )
  return rows as { id: string }[]
}

test('every declared write has an example here', () => {
  expect([...stories.keys()].sort()).toEqual(declared.sort())
})

const written = writesOf(
  unshared(JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as Document),
)

describe.each(oneIn(6, written, trialSeed('dry runs', 'BULWARK_DRY_RUN_SEED')))('%s', (operation) => {
  const story = () => {
    const found = stories.get(operation)
    if (!found) throw new Error(`${operation} has no story.`)
    return found
  }

  test('a dry run is refused like the real request, and neither changes anything', async () => {
    const before = await lastSums()
    const tried = await dry(story(), true)
    const real = await sendWrite(service, operation, story().refused)
    expect(tried.body).toMatchObject({ code: story().refusal })
    expect(tried.status).toBe(real.status)
    expect({ ...tried.body, requestId: '' }).toEqual({ ...real.body, requestId: '' })
    expect(await rowVersions(service)).toEqual(before)
  })

  test('a dry run answers like the real request, and changes nothing', async () => {
    const { secrets = [], done } = story()
    const before = await lastSums()
    const tried = await dry(story())
    expect(await rowVersions(service)).toEqual(before)

    const earlier = new Set((await events()).map(({ id }) => id))
    // The same key: the dry run has not used it up.
    const real = await sendWrite(service, operation, done, {
      headers: { 'idempotency-key': `key of ${operation}` },
    })
    expect(real.headers.get('idempotency-replayed')).toBeNull()
    sums = await rowVersions(service)
    expect(sums).not.toEqual(before)

    expect(tried.headers.get('dry-run')).toBe('true')
    expect(real.headers.get('dry-run')).toBeNull()
    const { effects, ...body } = tried.body
    expect(Object.keys(effects)).toEqual(['ledger', 'journal', 'events', 'documents'])
    expect(Effects.parse(effects)).toEqual(effects)
    // An array is answered as an object with its items.
    expectSameAnswer({ ...tried, body: Array.isArray(real.body) ? body.items : body }, real, secrets)

    const written = (await events()).filter(({ id }) => !earlier.has(id))
    const announced = effects.events.map(
      ({ id, type, subject, sequence, time, data }: Record<string, unknown>) => ({
        id,
        type,
        subject,
        sequence,
        time,
        data,
      }),
    )
    expect(comparable(announced)).toEqual(comparable(JSON.parse(JSON.stringify(written))))
  })
})

function expectSameAnswer(tried: Answer, real: Answer, secrets: readonly string[]): void {
  if (real.status === 204) {
    expect(tried.status).toBe(200)
    expect(tried.body).toEqual({})
    return
  }
  expect(tried.status).toBe(real.status)
  for (const name of ['content-type', 'location'])
    expect(comparable(tried.headers.get(name))).toBe(comparable(real.headers.get(name)))
  expect(comparable(tried.body, secrets)).toEqual(comparable(real.body, secrets))
  for (const name of secrets) {
    expect(tried.body[name]).toBeNull()
    // Some secrets are several, such as recovery codes.
    for (const secret of [real.body[name]].flat()) expect(secret).toEqual(expect.any(String))
    expect([real.body[name]].flat()).not.toHaveLength(0)
  }
}

test('dryRun is true or false and nothing else', async () => {
  const group = { code: 'DRY', name: 'Dry' }
  const post = (search: string) =>
    service.api.as('sandbox-admin').post(`/portalvisibilitygroups${search}`, group)
  expect((await post('?dryRun=yes')).status).toBe(400)
  expect((await post('?dryRun=')).status).toBe(400)
  expect((await post('?dryRun=true&dryRun=true')).status).toBe(400)
  const real = await post('?dryRun=false')
  expect(real.headers.get('dry-run')).toBeNull()
  expect((await service.api.as('sandbox-admin').get('/portalvisibilitygroups/code/DRY')).body.id).toBe(
    real.body.id,
  )
})
