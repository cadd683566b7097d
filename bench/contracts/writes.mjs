// Contracts sold and put in force over HTTP, durably and each with an Idempotency-Key of its own, against a script that runs
// the same statements over as many connections. What the statements are is recorded from the service in the same run.
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { median, startService, tokenOf } from '../processes.mjs'
import { compared } from '../rows.mjs'
import { locationOf } from '../service-database.mjs'
import { openRecorder } from './writes-record.mjs'
import { finalizeInputs, quotedRate, saleInputs, writes } from './writes-sales.mjs'
import { templateOf } from './writes-template.mjs'

const ROUNDS = 5
const MILLISECONDS = 3_000
/** As many as the service has connections. */
const CALLERS = 8
const RECORDS = 6
const GOAL = 0.5

const titles = {
  sellToNew: 'POST /contracts, to somebody new',
  sellToKnown: 'POST /contracts, to somebody known',
  finalize: 'POST /contracts/{id}/finalize',
}

export async function benchContractWrites() {
  const service = await startService()
  let script
  try {
    const token = await tokenOf(service.url, 'sandbox-admin')
    const all = writes(await quotedRate(service.url, token))
    const seller = openSeller(service, token, all)
    // Until the code is compiled.
    await seller.sell('sellToNew', 2 * MILLISECONDS)
    const templates = await record(service, token, all, seller.next)
    script = await startScript(service, templates)
    const rates = Object.fromEntries(Object.keys(titles).map((write) => [write, { ours: [], theirs: [] }]))
    for (let round = 0; round <= ROUNDS; round += 1)
      await oneRound(seller, script, round === 0 ? undefined : rates)
    return Object.entries(titles).map(([write, name]) => {
      const [ours, peer] = [median(rates[write].ours), median(rates[write].theirs)]
      const { length } = templates[write].statements
      return compared({ name: `${name} (${length} statements)`, unit: '/s', ours, peer, atLeast: GOAL })
    })
  } finally {
    script?.stop()
    await service.stop()
  }
}

/** Sales in turns, then what was sold is put in force, half of it by each; the first round only warms up. */
async function oneRound(seller, script, rates) {
  const keep = (write, theirs, ours) => {
    rates?.[write].theirs.push(theirs)
    rates?.[write].ours.push(ours)
  }
  for (const write of ['sellToNew', 'sellToKnown'])
    keep(write, await script.sell(write, MILLISECONDS), await seller.sell(write, MILLISECONDS))
  const ids = seller.sold.splice(0)
  const half = Math.floor(ids.length / 2)
  keep('finalize', await script.each('finalize', ids.slice(0, half)), await seller.finalize(ids.slice(half)))
}

/** Records of each write. Between them sales are tried out, so that no two counters run side by side. */
async function record(service, token, all, next) {
  const recorder = openRecorder(service, token)
  await recorder.scatterLanes()
  const templates = {}
  try {
    for (const [name, write] of Object.entries(all)) {
      const runs = []
      for (let nth = 0; nth <= RECORDS; nth += 1) {
        for (let trial = 0; trial < nth; trial += 1)
          await recorder.perform(all.sellToNew, saleInputs(next()), true)
        const inputs =
          name === 'finalize'
            ? finalizeInputs((await recorder.perform(all.sellToNew, saleInputs(next()))).answer.id)
            : saleInputs(next())
        runs.push(await recorder.perform(write, inputs))
      }
      // The first may have had to load something.
      templates[name] = templateOf(runs.slice(1))
    }
  } finally {
    await recorder.close()
  }
  return templates
}

export function openSeller({ url }, token, all) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const { hostname, port } = new URL(url)
  const sold = []
  let nth = 0
  const next = () => {
    nth += 1
    return nth
  }
  async function call({ path, body, status }, inputs) {
    const answer = await post({ agent, hostname, port, path: path(inputs) }, token, inputs.key, body(inputs))
    if (answer.status !== status) throw new Error(`${path(inputs)} answered ${answer.status}: ${answer.text}`)
    return answer
  }
  /** A write of each contract. */
  function each(write, ids, inputsFor) {
    const left = [...ids]
    return rateOf(
      () => (left.length > 0 ? inputsFor(left.pop()) : undefined),
      (inputs) => call(all[write], inputs),
    )
  }
  return {
    sold,
    next,
    sell(write, milliseconds) {
      const until = performance.now() + milliseconds
      return rateOf(
        () => (performance.now() < until ? saleInputs(next()) : undefined),
        async (inputs) => {
          const { location } = await call(all[write], inputs)
          sold.push(Number(location.split('/').at(-1)))
        },
      )
    },
    finalize: (ids) => each('finalize', ids, finalizeInputs),
    each,
  }
}

/** All callers at once, each with its next when it is done with one; how many a second. */
async function rateOf(inputsOf, perform) {
  const began = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let inputs = inputsOf(); inputs; inputs = inputsOf()) {
        await perform(inputs)
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - began)
}

function post(target, token, key, body) {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...target,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'idempotency-key': key,
        },
      },
      (answer) => {
        const pieces = []
        answer.on('data', (piece) => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            location: answer.headers.location,
            text: answer.statusCode < 300 ? '' : Buffer.concat(pieces).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

/** The script counts its own sales, from where the service does not come. */
export async function startScript({ data }, templates) {
  const child = fork(join(root, 'bench/contracts/writes-script.mjs'), {
    cwd: root,
    env: {
      ...process.env,
      SCRIPT_DATABASE: JSON.stringify({ ...locationOf(data), connections: CALLERS }),
    },
  })
  const ended = new Promise((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The script ended with ${code}.`)))
  })
  // Told to whoever waits for an answer; at the end nobody does.
  ended.catch(() => undefined)
  const ask = (message) => {
    const answered = new Promise((resolve) => child.once('message', resolve))
    child.send(message)
    return Promise.race([answered, ended])
  }
  await ask({ task: 'learn', templates })
  let from = 500_000
  return {
    async sell(write, milliseconds) {
      const { rate, reached } = await ask({ task: 'sell', write, from, milliseconds })
      from = reached
      return rate
    },
    each: async (write, contractIds) => (await ask({ task: 'each', write, contractIds })).rate,
    stop: () => child.kill(),
  }
}
