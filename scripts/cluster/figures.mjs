// What the hop to a worker costs: the same service and administrators on the embedded database and on the cluster, asked in
// turns. All of it is on one machine, so only the overhead shows, and nothing of what more machines can do.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { factsOf, openCaller, openDiary, saleOf, signIn } from './callers.mjs'

const ROUNDS = Number(process.env.BULWARK_TEST_FIGURE_ROUNDS ?? 5)
const MILLISECONDS = 4_000
/** In all, shared by the administrators that are asked. */
const CALLERS = 8

/** How many a second there, of each thing; the first round only warms up. */
export async function measure(sides) {
  const things = {
    'reading a contract': (side) => side.perSecond([side.teams[0]], readOne),
    'a sale, one administrator': (side) => side.perSecond([side.teams[0]], sellOne),
    'a sale, two administrators': (side) => side.perSecond(side.teams.slice(0, 2), sellOne),
  }
  const opened = Object.fromEntries(
    await Promise.all(Object.entries(sides).map(async ([name, one]) => [name, await openSide(one)])),
  )
  const none = () => Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  const rates = Object.fromEntries(Object.keys(things).map((thing) => [thing, none()]))
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [thing, rateOf] of Object.entries(things))
      for (const [name, side] of Object.entries(opened)) {
        const rate = await rateOf(side)
        if (round > 0) rates[thing][name].push(rate)
      }
  return rates
}

async function openSide(installation) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const teams = []
  for (const administrator of installation.administrators) {
    const caller = openCaller(installation, administrator)
    const facts = await factsOf(caller, openDiary())
    const { body } = await caller.post('/contracts', saleOf(facts))
    teams.push({ administrator, facts, contract: body.id })
  }
  return {
    teams,
    async perSecond(asked, once) {
      for (const team of asked)
        team.token = (await signIn(installation, team.administrator)).body.access_token
      const began = performance.now()
      let done = 0
      const callers = Array.from({ length: CALLERS }, async (_, nth) => {
        while (performance.now() - began < MILLISECONDS) {
          await once({ agent, ...at(installation.url) }, asked[nth % asked.length])
          done += 1
        }
      })
      await Promise.all(callers)
      return (done * 1_000) / (performance.now() - began)
    },
  }
}

const at = (url) => {
  const { hostname, port } = new URL(url)
  return { hostname, port }
}

const readOne = (target, { token, contract }) =>
  send({ ...target, method: 'GET', path: `/contracts/${contract}` }, token)

const sellOne = (target, { token, facts }) =>
  send({ ...target, method: 'POST', path: '/contracts' }, token, JSON.stringify(saleOf(facts)))

function send(target, token, text) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text
        ? {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            'idempotency-key': randomUUID(),
          }
        : {}),
    }
    const sent = request({ ...target, headers }, (answer) => {
      const pieces = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.on('end', () =>
        answer.statusCode < 300
          ? resolve()
          : reject(new Error(`${target.path}: ${answer.statusCode} ${Buffer.concat(pieces)}`)),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
