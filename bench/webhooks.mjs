// Deliveries to a receiver on this machine: events that are in the log are made into deliveries, signed, sent, and their
// results saved. Goal: 2,000 a second on two cores. Beside it a bare loop that sends the same bodies.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTurns, startPeer, startService, tokenOf } from './processes.mjs'
import { compared, figure, isQuick } from './rows.mjs'
import { openDatabaseOf } from './service-database.mjs'

const EVENTS = isQuick ? 2_000 : 20_000
const SUBJECTS = 2_000
const ROUNDS = isQuick ? 1 : 3
const AT_ONCE = 50

export async function benchWebhooks() {
  const service = await startService()
  const receiver = await startPeer('bench/webhook-receiver.mjs', service)
  const { pool, db } = openDatabaseOf(service.data)
  try {
    const call = await openCalls(service.url)
    const { id } = await call('POST', '/webhooks', { url: `${receiver.url}/hook`, types: ['ledger.*'] })
    let round = 0
    const ours = async () => {
      round += 1
      await writeEvents(db, round)
      const before = await countOf(receiver.url)
      const began = Date.now()
      // The events were not written by the service, so it is told to look.
      await call('POST', `/webhooks/${id}/test`)
      const { lastAt } = await arrived(receiver.url, before.count + EVENTS + 1)
      return ((EVENTS + 1) * 1_000) / (lastAt - began)
    }
    const theirs = () => bareLoop(receiver.url)
    await ours()
    await theirs()
    const rates = await inTurns(ROUNDS, ours, theirs)
    await allSaved(db, id)
    return [
      figure({ name: 'deliveries to a local receiver', unit: '/s', ours: rates.ours, atLeast: 2_000 }),
      compared({ name: 'deliveries, against a bare loop of the same requests', unit: '/s', ...rates }),
    ]
  } finally {
    await pool.end()
    await receiver.stop()
    await service.stop()
  }
}

async function openCalls(url) {
  const authorization = `Bearer ${await tokenOf(url, 'sandbox-admin')}`
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
}

/** Events of subjects that this round has to itself. */
async function writeEvents(db, round) {
  await db.query(
    `insert into event (id, subject, sequence, type, time, data)
     select gen_random_uuid(), 'ledgers/' || ($1::int * 1000000 + g % $3::int), g / $3::int + 1, 'ledger.edited', now(),
       json_build_object('id', $1::int * 1000000 + g % $3::int, 'status', 'Open', 'amount', 12.5)
     from generate_series(0, $2::int - 1) as g`,
    [round, EVENTS, SUBJECTS],
  )
}

const countOf = async (url) => (await fetch(`${url}/count`)).json()

async function arrived(url, count) {
  for (const end = Date.now() + 120_000; ; await sleep(50)) {
    const now = await countOf(url)
    if (now.count >= count) return now
    if (Date.now() > end) throw new Error(`${count - now.count} deliveries did not arrive within two minutes`)
  }
}

/** Every delivery has its result: what arrived was not sent without being recorded. */
async function allSaved(db, id) {
  for (const end = Date.now() + 30_000; ; await sleep(100)) {
    const { rows } = await db.query(
      `select count(*)::int as waiting from webhook_delivery where webhook_id = $1 and status <> 'Delivered'`,
      [id],
    )
    if (rows[0].waiting === 0) return
    if (Date.now() > end) throw new Error(`${rows[0].waiting} deliveries have no result`)
  }
}

/** The same bodies, sent as fast as one process can, with as many at once. */
async function bareLoop(url) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const body = JSON.stringify({
    ...{
      specversion: '1.0',
      id: '5c1a3f8e-2b6d-4e0f-9a57-0d6f2f6f9b11',
      source: '/bulwark',
      type: 'ledger.edited',
    },
    ...{ subject: 'ledgers/1000000', time: '2024-03-15T15:00:00.000Z', datacontenttype: 'application/json' },
    ...{ sequence: 1, data: { id: 1_000_000, status: 'Open', amount: 12.5 } },
  })
  const headers = {
    ...{ 'content-type': 'application/cloudevents+json', 'content-length': Buffer.byteLength(body) },
    ...{ 'webhook-id': '5c1a3f8e-2b6d-4e0f-9a57-0d6f2f6f9b11', 'webhook-timestamp': '1700000000' },
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }
  const post = () =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, path: '/hook', method: 'POST', headers }, (answer) => {
        answer.resume()
        answer.on('end', resolve)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  let left = EVENTS
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1
        await post()
      }
    }),
  )
  agent.destroy()
  return (EVENTS * 1_000) / (performance.now() - began)
}
