// Writes with 16 callers, each changing a user of its own with a new Idempotency-Key each time, against the same
// transactions without audit chain, idempotency and outbox. Goal: at least 55 %.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { inTurns, startPeer, startService, tokenOf } from './processes.mjs'
import { TURNS, WARM_UP_SECONDS } from './requests.mjs'
import { compared } from './rows.mjs'

const TURN_SECONDS = 0.5
const CALLERS = 16

export async function benchWrites() {
  const service = await startService()
  const peer = await startPeer('bench/write-peer.mjs', service)
  try {
    const token = await tokenOf(service.url, 'sandbox-admin')
    const ids = await makeUsers(service.url, token)
    const authorization = `Bearer ${token}`
    const ours = (seconds = TURN_SECONDS) =>
      rate(service.url, ids, {
        seconds,
        headersOf: () => ({ authorization, 'idempotency-key': randomUUID() }),
      })
    const theirs = (seconds = TURN_SECONDS) => rate(peer.url, ids, { seconds, headersOf: () => ({}) })
    await ours(WARM_UP_SECONDS)
    await theirs(WARM_UP_SECONDS)
    const rates = await inTurns(TURNS, ours, theirs)
    return compared({ name: `PUT /v2/Users/{id}, ${CALLERS} callers`, unit: '/s', ...rates, atLeast: 0.55 })
  } finally {
    await peer.stop()
    await service.stop()
  }
}

const bodyOf = (at, change) => ({
  userName: `bench-${at}`,
  email: `bench-${at}@example.com`,
  firstName: `Change ${change}`,
  lastName: 'Bench',
  membershipGroupIds: [],
})

async function makeUsers(url, token) {
  const ids = []
  for (let at = 0; at < CALLERS; at += 1) {
    const answer = await fetch(`${url}/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(at, 0)),
    })
    if (answer.status !== 201) throw new Error(`A user could not be made: ${await answer.text()}`)
    ids.push((await answer.json()).id)
  }
  return ids
}

let change = 0

async function rate(url, ids, { seconds, headersOf }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const { hostname, port } = new URL(url)
  const began = performance.now()
  const until = began + seconds * 1000
  let done = 0
  await Promise.all(
    ids.map(async (id, at) => {
      while (performance.now() < until) {
        change += 1
        const status = await put(
          { agent, hostname, port, path: `/v2/Users/${id}` },
          headersOf(),
          bodyOf(at, change),
        )
        if (status !== 200) throw new Error(`${url} answered ${status}`)
        done += 1
      }
    }),
  )
  agent.destroy()
  return (done * 1000) / (performance.now() - began)
}

function put(target, headers, body) {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...target,
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...headers,
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}
