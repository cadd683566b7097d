// The service itself on the data of another one, with PEER_EVENTS=off as if nothing were emitted: what a write's events cost
// is the difference between two such services.
import { join } from 'node:path'
import pino from 'pino'
import { createApp } from '../dist/app.js'
import { readConfig } from '../dist/config.js'
import { openClock } from '../dist/db/clock.js'
import { loadKeys } from '../dist/db/keys.js'
import { openDatabases } from '../dist/db/tenants.js'
import { watchEvents } from '../dist/db/unit-of-work.js'
import { serve } from './peer-parts.mjs'
import { locationOf } from './service-database.mjs'

const data = process.env.PEER_DATA
const config = readConfig({ BULWARK_DATA: data, PORT: '0', BULWARK_RATE_LIMIT: '10000000' })
const databases = openDatabases(locationOf(data).location, config)
const keys = loadKeys(join(data, 'keys.json'), false)
const { server } = createApp({ config, databases, keys, clock: openClock(), log: pino({ level: 'silent' }) })
if (process.env.PEER_EVENTS === 'off') watchEvents(() => false)
await serve(server)
