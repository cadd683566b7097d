// A rehearsal: a draft of the sandbox's rate book, a tenth dearer, over the last 1,000 quotes. Goal: within five seconds.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { median, startService, tokenOf } from '../processes.mjs'
import { figure, isQuick } from '../rows.mjs'

const QUOTES = isQuick ? 50 : 1_000
const ROUNDS = isQuick ? 1 : 5
const AT_ONCE = 8
const MILLISECONDS_AT_MOST = 5_000
const NOW = '2024-03-15T15:00:00Z'

export async function benchRehearsal() {
  const service = await startService()
  try {
    const headers = {
      authorization: `Bearer ${await tokenOf(service.url, 'sandbox-admin')}`,
      'content-type': 'application/json',
    }
    const ask = async (method, path, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(`${service.url}${path}`, { method, headers, ...sent })
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
      return answer.json()
    }
    await ask('PUT', '/sandbox/clock', { now: NOW })
    for (let at = 0; at < QUOTES; at += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, QUOTES - at) }, (_, n) => ask('GET', question(at + n))),
      )
    const files = dearerBook()
    const rehearse = async () => {
      const began = performance.now()
      const { isValid, quotes, unchanged } = await ask('POST', '/Rates/books/rehearsals', { files })
      if (!isValid || quotes !== QUOTES || unchanged === QUOTES)
        throw new Error(`The rehearsal took ${quotes} quotes, of which ${unchanged} stay as they are.`)
      return performance.now() - began
    }
    // Records of the last quotes are written a moment later.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const times = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await rehearse())
    const name = `a rehearsal of a rate book over the last ${QUOTES} quotes`
    return [figure({ name, unit: 'ms', ours: median(times), atMost: MILLISECONDS_AT_MOST })]
  } finally {
    await service.stop()
  }
}

/** Vehicles of all ages and odometers. */
const question = (at) =>
  `/Rates/rateQuote/D1001?year=${2015 + (at % 10)}&make=Ford&model=F-150&driveType=4WD&odometer=${1_000 + at * 83}&saleDate=2024-03-15&productTypeCode=VSC`

/** The sandbox's book, with the rates of vehicle service contracts a tenth dearer. */
function dearerBook() {
  const folder = join(root, 'books', 'sandbox')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path).replaceAll('\\', '/')
      if (name.endsWith('.pdf')) return { name, content: readFileSync(path, 'base64') }
      const text = readFileSync(path, 'utf8')
      return { name, content: /VSC-STD\/rates\.csv$/.test(name) ? dearer(text) : text }
    })
}

const dearer = (text) =>
  text.replace(/,(\d+\.\d{2})$/gm, (_, amount) => `,${(Number(amount) * 1.1).toFixed(2)}`)
