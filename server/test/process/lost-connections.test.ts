import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../support/service/service-process.ts'

// A worker is killed, its callers are cut off and connect again at once, before its end is noticed. The connection is
// passed to the dead worker.

const CALLERS = 6
/** An answer takes three milliseconds. */
const WAITS_AT_MOST = 8_000
const script = fileURLToPath(new URL('./killed-workers.mjs', import.meta.url))

type Outcome = 'answered' | 'cut off' | 'waits'

const callOnce = (port: number, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const call = get({ host: '127.0.0.1', port, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve('answered'))
      answer.once('error', () => resolve('cut off'))
    })
    call.once('error', () => resolve('cut off'))
    call.setTimeout(WAITS_AT_MOST, () => {
      resolve('waits')
      call.destroy()
    })
  })

/** How many calls ended in which way, while workers were killed. */
async function callWhileKilled(how: 'watched' | 'as Node leaves them'): Promise<Map<Outcome, number>> {
  const port = await freePort()
  const environment = { ...process.env, WORKERS_PORT: String(port) }
  // At the end its workers complain that it is gone.
  const primary = fork(script, [how], { env: environment, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const outcomes = new Map<Outcome, number>()
  try {
    await once(primary, 'message')
    let isOver = false
    const over = once(primary, 'message').then(() => {
      isOver = true
    })
    const call = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        const outcome = await callOnce(port, agent)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      agent.destroy()
    }
    await Promise.all([over, ...Array.from({ length: CALLERS }, call)])
    console.log(how, Object.fromEntries(outcomes))
    return outcomes
  } finally {
    primary.kill('SIGKILL')
  }
}

test('nobody waits for a worker that was killed before it took the connection', async () => {
  const outcomes = await callWhileKilled('watched')
  expect(outcomes.get('waits')).toBeUndefined()
  expect(outcomes.get('cut off')).toBeGreaterThan(0)
  expect(outcomes.get('answered')).toBeGreaterThan(100)
}, 60_000)

test('without that, some would', async () => {
  expect((await callWhileKilled('as Node leaves them')).get('waits')).toBeGreaterThan(0)
}, 60_000)
