// What events cost, and how fast they are read. The same write (a user is changed, with a new Idempotency-Key each time) to two
// services on one database, one of which emits nothing: at most 1.15 times its cost. A reader that follows GET /events with
// 1,000 events a page: at least 20,000 events a second, for staff, and for a dealer who sees a part of them.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { inTurns, median, startPeer, startService, tokenOf } from './processes.mjs'
import { compared, figure, isQuick } from './rows.mjs'
import { openDatabaseOf } from './service-database.mjs'

// Many short turns: nine of three seconds gave 1.05 to 1.20 for what 41 of one second show as 1.09 and 1.10.
const ROUNDS = 41
const SECONDS = 1
const CALLERS = 8
const EVENTS = isQuick ? 20_000 : 200_000

export async function benchEvents() {
  const service = await startService()
  try {
    return [await benchWrites(service), ...(await benchReads(service))]
  } finally {
    await service.stop()
  }
}

// --- Writes -----------------------------------------------------------------------------------------------------

async function benchWrites(service) {
  const loud = await startPeer('bench/events-peer.mjs', service)
  const silent = await startPeer('bench/events-peer.mjs', service, { PEER_EVENTS: 'off' })
  try {
    const token = await tokenOf(service.url, 'sandbox-admin')
    const ids = await makeUsers(service.url, token)
    const measured = (url) => () => millisecondsPerWrite(url, token, ids)
    await measured(loud.url)()
    await measured(silent.url)()
    const costs = await inTurns(ROUNDS, measured(loud.url), measured(silent.url))
    return compared({ name: 'a write with its event, without', unit: 'ms', ...costs, atMost: 1.15 })
  } finally {
    await loud.stop()
    await silent.stop()
  }
}

const bodyOf = (at, firstName) => ({
  ...{ userName: `event-${at}`, email: `event-${at}@example.com`, firstName, lastName: 'Bench' },
  membershipGroupIds: [],
})

async function makeUsers(url, token) {
  const ids = []
  for (let at = 0; at < CALLERS; at += 1) {
    const { status, text } = await send(url, 'POST', '/v2/Users', token, bodyOf(at, 'New'))
    if (status !== 201) throw new Error(`A user could not be made: ${text}`)
    ids.push(JSON.parse(text).id)
  }
  return ids
}

let change = 0

async function millisecondsPerWrite(url, token, ids) {
  const began = performance.now()
  const until = began + SECONDS * 1000
  let done = 0
  await Promise.all(
    ids.map(async (id, at) => {
      while (performance.now() < until) {
        change += 1
        const { status } = await send(url, 'PUT', `/v2/Users/${id}`, token, bodyOf(at, `Change ${change}`))
        if (status !== 200) throw new Error(`${url} answered ${status}`)
        done += 1
      }
    }),
  )
  return (performance.now() - began) / done
}

// --- Reads ------------------------------------------------------------------------------------------------------

async function benchReads(service) {
  await fill(service)
  const staff = await tokenOf(service.url, 'sandbox-admin')
  const dealer = await dealerKey(service.url, staff)
  return [
    figure({
      ...{ name: 'GET /events, 1,000 a page', unit: 'events/s', atLeast: 20_000 },
      ours: await eventsPerSecond(service.url, staff, (count) => count),
    }),
    figure({
      ...{
        name: 'GET /events, a dealer that sees a part of them',
        unit: 'events/s looked at',
        atLeast: 20_000,
      },
      ours: await eventsPerSecond(service.url, dealer, () => EVENTS),
    }),
  ]
}

/** Events of all contracts in turn, as if each had been changed several times. */
async function fill({ data }) {
  const { pool } = openDatabaseOf(data)
  await pool.query(
    `insert into event (id, subject, sequence, type, time, data)
     select gen_random_uuid(), 'contracts/' || c.id, 1000 + n, 'contract.updated', now() + n * interval '1 second',
       json_build_object('id', c.id, 'number', c.number, 'status', c.status)
     from generate_series(1, $1::bigint / (select count(*) from contract) + 1) n, contract c limit $1`,
    [EVENTS],
  )
  await pool.query('vacuum analyze event')
  await pool.end()
}

async function dealerKey(url, token) {
  const { text } = await send(url, 'GET', '/dealers?number=D1001', token)
  const scopes = [{ type: 'Dealer', id: JSON.parse(text)[0].id }]
  const made = { name: 'Dealer', permissions: ['events:read', 'contracts:read'], scopes }
  return JSON.parse((await send(url, 'POST', '/apikeys', token, made)).text).key
}

/**
 * Follows the cursor from the beginning to the end, several times, and parses every page as a reader has to. The first time
 * also numbers the events.
 */
async function eventsPerSecond(url, token, countOf) {
  const follow = async () => {
    const began = performance.now()
    let [after, count] = ['', 0]
    for (let hasMore = true; hasMore; ) {
      const { status, text } = await send(url, 'GET', `/events?limit=1000${after}`, token)
      if (status !== 200) throw new Error(text)
      const page = JSON.parse(text)
      count += page.items.length
      after = `&after=${page.next}`
      hasMore = page.hasMore
    }
    return (countOf(count) * 1000) / (performance.now() - began)
  }
  await follow()
  const rates = []
  for (let round = 0; round < (isQuick ? 1 : 5); round += 1) rates.push(await follow())
  return median(rates)
}

// --- Requests ---------------------------------------------------------------------------------------------------

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })

function send(url, method, path, token, body) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        ...{ agent, method },
        headers: {
          authorization: `Bearer ${token}`,
          ...(text === undefined
            ? {}
            : {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(text),
                'idempotency-key': randomUUID(),
              }),
        },
      },
      (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}
