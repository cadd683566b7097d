// Records what a write says to the database: a second instance of the service, in this process, on the data of the first,
// whose connections note every statement of a transaction with its values and what came back.
import { join } from 'node:path'
import pino from 'pino'
import { createApp } from '../../dist/app.js'
import { readConfig } from '../../dist/config.js'
import { openClock } from '../../dist/db/clock.js'
import { PreparingClient } from '../../dist/db/connection.js'
import { loadKeys } from '../../dist/db/keys.js'
import { openDatabases } from '../../dist/db/tenants.js'
import { locationOf } from '../service-database.mjs'

/** `perform` does a write and answers the statements of its transaction. */
export function openRecorder({ data }, token) {
  const config = readConfig({ BULWARK_DATA: data, PORT: '0', BULWARK_RATE_LIMIT: '10000000' })
  const databases = openDatabases(locationOf(data).location, config)
  const log = pino({ level: 'silent' })
  const keys = loadKeys(join(data, 'keys.json'), false)
  const app = createApp({ config, databases, keys, clock: openClock(), log })
  const forward = PreparingClient.prototype.query
  const said = []
  PreparingClient.prototype.query = function (...args) {
    return noted(said, this, args, forward.apply(this, args))
  }
  return {
    /** The lanes of the audit get different lengths, so that a length is not taken for a constant. */
    scatterLanes: () =>
      databases.platformPool.query(
        'update tenant_adm1.audit_lane set seq = seq + floor(random() * 1000000)::bigint',
      ),
    async perform({ path, body, status }, inputs, isTrial = false) {
      said.length = 0
      const { statusCode, payload } = await app.server.inject({
        method: 'POST',
        url: path(inputs) + (isTrial ? '?dryRun=true' : ''),
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': inputs.key },
        payload: body(inputs),
      })
      if (statusCode !== status) throw new Error(`${path(inputs)} answered ${statusCode}: ${payload}`)
      return { inputs, statements: transactionIn(said), answer: JSON.parse(payload) }
    },
    async close() {
      PreparingClient.prototype.query = forward
      await app.server.close()
      await databases.close()
    },
  }
}

/** A statement of a pool's own is asked with a callback; those of a transaction answer a promise. */
function noted(said, client, [text, values = []], answer) {
  if (typeof answer?.then !== 'function') return answer
  const ended = said.filter((one) => one.client === client && one.rows !== undefined).length
  const one = { client, text, values, ended, rows: undefined }
  said.push(one)
  answer.then(
    ({ rows }) => {
      one.rows = rows
    },
    () => undefined,
  )
  return answer
}

/** The statements from `begin` to `commit`, each with how many before it had answered when it was sent. */
function transactionIn(said) {
  const begin = said.findLastIndex(({ text }) => text === 'begin')
  const { client } = said[begin]
  const before = said.slice(0, begin).filter((one) => one.client === client).length
  return said
    .slice(begin)
    .filter((one) => one.client === client)
    .map(({ text, values, ended, rows }) => ({ text, values, ended: ended - before, rows: rows ?? [] }))
}
