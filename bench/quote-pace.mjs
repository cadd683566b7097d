// Asks at an even pace, whether or not the last one is answered, and counts from the moment each was due; prints the time
// within which 99 of 100 were answered, in milliseconds. A process of its own, so that nothing else of the bench is in it.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const { PACE_URL: url, PACE_TOKEN: token, PACE_RATE: rate, PACE_SECONDS: seconds } = process.env
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const answer = () =>
  new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` }, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().once('end', resolve)
    }).once('error', reject)
  })

/** The times of the answers, sorted. */
async function paced(milliseconds) {
  const times = []
  const pending = []
  const begun = performance.now()
  for (let due = begun; due < begun + milliseconds; due += 1_000 / Number(rate)) {
    while (performance.now() < due) await sleep(Math.max(0, due - performance.now() - 1))
    pending.push(answer().then(() => times.push(performance.now() - due)))
  }
  await Promise.all(pending)
  return times.sort((one, other) => one - other)
}

// Connections are opened, and this code is compiled, before it counts.
await paced(2_000)
const times = await paced(Number(seconds) * 1_000)
agent.destroy()
console.log((times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1))
