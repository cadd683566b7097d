// Asks at an even pace, whether or not the last one is answered, and counts from the moment each was due; prints the time
// within which 99 of 100 were answered, in milliseconds. A process of its own that does little else than count bytes, so
// that what is measured is the service and not who asks.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const { PACE_URL, PACE_TOKEN: token, PACE_RATE: rate, PACE_SECONDS: seconds } = process.env
const url = new URL(PACE_URL)
const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
const idle = []

/** A connection that reads one answer after the other; `answered` is called at the end of each. */
function open() {
  const line = { socket: connect(Number(url.port), url.hostname), answered: () => undefined }
  let left = 0
  line.socket.setNoDelay(true)
  line.socket.on('data', (bytes) => {
    if (left === 0) left = lengthOf(bytes)
    left -= bytes.length
    if (left > 0) return
    left = 0
    line.answered()
  })
  line.socket.on('error', (error) => {
    throw error
  })
  return line
}

/** The bytes of the whole answer, from its head. */
function lengthOf(bytes) {
  const head = bytes.toString('latin1', 0, 4_096)
  const end = head.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)
  if (!head.startsWith('HTTP/1.1 200') || end < 0 || !length) throw new Error(head.slice(0, 200))
  return end + 4 + Number(length[1])
}

const answer = () =>
  new Promise((resolve) => {
    const line = idle.pop() ?? open()
    line.answered = () => {
      idle.push(line)
      resolve()
    }
    line.socket.write(request)
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
for (const { socket } of idle) socket.destroy()
console.log((times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1))
