import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openApiParts } from '../../src/app.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import type { Route } from '../../src/http/route.ts'
import { everyWrite, sendWrite } from '../support/builders/every-write.ts'
import { edited } from '../support/builders/rate-books.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { findRead, findValues } from '../support/service/example-reads.ts'
import { trimmer } from '../support/service/example-trim.ts'
import { signIn } from '../support/service/portal.ts'

// `npm run examples` writes server/examples/operations.json. Without its variable the file is compared.

const service = await testService()
service.clock.set(new Date('2026-08-03T15:00:00Z'))
afterAll(() => service.clock.set(null))

interface Example {
  request?: unknown
  answers: Record<string, unknown>
}

const file = join(projectRoot, 'server', 'examples', 'operations.json')
const who = { userName: 'sandbox-admin@sandbox.example', password: 'sandbox' }
const token = { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'sandbox' }

/** A book with another rate and another factor, and rules with another free look. */
const sentBook = {
  files: [
    ...edited(
      'programs/VSC-STD/rates.csv',
      'PLATINUM,60/75000,780.00',
      'PLATINUM,60/75000,800.00',
      edited('programs/VSC-STD/factors/CLASS.csv', '6,1.90', '6,1.95'),
    ),
  ].map(([name, content]) => ({ name, content })),
}
const sentRules = {
  content: readFileSync(join(projectRoot, 'books', 'cancel-rules.yaml'), 'utf8').replace(
    'freeLookDays: 60',
    'freeLookDays: 65',
  ),
}

/** Requests of operations that write nothing, or that are no writes of the business. */
const others: Readonly<Record<string, unknown>> = {
  'POST /Rates/criteria/evaluations': {
    criteria: "vehicle.age <= 8 && vehicle.odometer <= 60000 && !(vehicle.make in ['FERRARI', 'LOTUS'])",
    context: { vehicle: { age: 2, odometer: 24_100, make: 'Ford' } },
  },
  'POST /salestax/calculations': {
    ...{ state: 'TX', county: 'Travis', city: 'Austin', zip: '78701', date: '2026-07-31' },
    productTypeCode: 'VSC',
    lineItems: [{ lineItemType: 'ContractRetail', amount: 2995 }],
  },
  'POST /Rates/books/checks': sentBook,
  'POST /Rates/books/comparisons': sentBook,
  'POST /Rates/books/rehearsals': { ...sentBook, quotes: 1_000 },
  'POST /cancelrules/checks': sentRules,
  'POST /cancelrules/comparisons': sentRules,
  'POST /session/password-resets': { userName: who.userName },
  'PUT /sandbox/clock': { now: '2026-08-03T15:00:00Z' },
}

type Event = Readonly<{ type: string; data: Readonly<Record<string, unknown>> }>

/** An event of each type. Of several the same one each time, although their order and the ids of runs are random. */
async function findEvents(caller: Caller): Promise<[string, Event][]> {
  const found = new Map<string, Event>()
  const rank = ({ data }: Event) =>
    JSON.stringify({ ...data, id: typeof data.id === 'number' ? data.id : '' })
  for (let path: string | undefined = '/events?limit=1000'; path; ) {
    const { body } = await caller.get(path)
    for (const event of body.items as Event[]) {
      const known = found.get(event.type)
      if (!known || rank(event) < rank(known)) found.set(event.type, event)
    }
    path = body.hasMore ? `/events?limit=1000&after=${encodeURIComponent(body.next)}` : undefined
  }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1))
}

/** JSON with a line for each example. */
const inLines = (parts: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => {
  const texts = Object.entries(parts).map(([part, entries]) => {
    const lines = Object.entries(entries).map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    )
    return `${JSON.stringify(part)}: {\n${lines.join(',\n')}\n}`
  })
  return `{\n${texts.join(',\n')}\n}\n`
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('the examples are requests and answers of the sandbox', { timeout: 3_600_000 }, async () => {
  const admin = service.api.as('sandbox-admin')
  const { routes } = openApiParts()
  const found: Record<string, Example> = {}
  const parameters: Record<string, unknown> = {}
  const trim = trimmer()
  const failed: string[] = []
  const keep = (name: string, request: unknown, status: number, answer: unknown) => {
    const example = found[name] ?? { answers: {} }
    if (request !== undefined) example.request = trim(request)
    if (answer !== '' && answer !== undefined) example.answers[status] = trim(answer)
    found[name] = example
  }

  const answers: unknown[] = []
  for (const { operation, done } of await everyWrite(service)) {
    const tried = await sendWrite(service, operation, done, { search: '?dryRun=true' })
    const headers = { 'idempotency-key': `example ${operation}` }
    const { status, body, text } = await sendWrite(service, operation, done, { headers })
    if (status >= 400) failed.push(`${operation}: ${text}`)
    else keep(operation, done.body, status, body)
    // What answers nothing has an answer only in a dry run.
    if (status === 204) keep(operation, undefined, tried.status, tried.body)
    answers.push(body)
  }
  for (const [name, body] of Object.entries(others)) {
    const [method = '', path = ''] = name.split(' ')
    const answer = await admin.send(method, path, { body })
    if (answer.status >= 400) failed.push(`${name}: ${answer.text}`)
    else keep(name, body, answer.status, answer.body)
  }
  const issued = await service.api.anonymous.send('POST', '/oauth/token', {
    body: new URLSearchParams(token).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  keep('POST /oauth/token', token, issued.status, issued.body)
  const portal = await signIn(service.api, who)
  keep('POST /session', who, portal.answer.status, portal.answer.body)
  // Only people can ask these.
  for (const path of ['/session', '/me/sessions', '/me/preferences']) {
    const { status, body } = await portal.caller.get(path)
    keep(`GET ${path}`, undefined, status, body)
  }

  const values = await findValues(admin, answers)
  for (const route of routes) {
    const answersJson = route.kind === 'list' || ('answer' in route && route.answer !== undefined)
    if (route.method !== 'GET' || !answersJson || nameOf(route) in found) continue
    const best = await findRead(admin, route, values)
    if (!best) {
      failed.push(`${nameOf(route)}: no record`)
      continue
    }
    keep(nameOf(route), undefined, 200, best.answer.body)
    // What these mean depends on the path.
    for (const [name, value] of Object.entries(trim(best.parameters) as object))
      parameters[/^id(entifier)?$/.test(name) ? `${route.path} ${name}` : name] ??= value
  }
  const events = Object.fromEntries((await findEvents(admin)).map(([type, event]) => [type, trim(event)]))
  expect(failed).toEqual([])

  // In the order of the routes.
  const operations = Object.fromEntries(
    routes.map(nameOf).flatMap((name) => (found[name] ? [[name, found[name]]] : [])),
  )
  const made = inLines({ parameters, operations, events })
  if (process.env.BULWARK_EXAMPLES === 'write') writeFileSync(file, made)
  expect(made).toBe(readFileSync(file, 'utf8'))
})
