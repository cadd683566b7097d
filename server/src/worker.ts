import cluster from 'node:cluster'
import type { App } from './app.ts'
import { openChannel } from './channel.ts'
import { readConfig, shareOf } from './config.ts'
import type { Beginning, FromWorker, ToWorker } from './crew.ts'
import { whileAway } from './db/away.ts'
import { openClock } from './db/clock.ts'
import { loadKeys } from './db/keys.ts'
import { type Databases, openDatabases } from './db/tenants.ts'
import { openLog } from './log.ts'
import { openPeers } from './peer-hub.ts'
import { loadClock } from './sandbox/clock.ts'
import { drain, listen, startFailure, startPatience, stopSignal } from './start.ts'

/** One of several processes that serve requests. The primary process says when to begin and when to stop. */
export async function serveAsWorker(): Promise<void> {
  const stopping = stopSignal()
  const config = readConfig(process.env)
  const share = shareOf(config)
  const { log, close: closeLog } = openLog(config.logLevel, cluster.worker?.id)
  let isDiskFull = false
  const opened: { databases?: Databases; app?: App } = {}

  function handle(message: ToWorker): unknown {
    switch (message.kind) {
      case 'stop':
        return stopping.now()
      case 'jobs':
        return opened.app?.jobs.start()
      case 'disk':
        isDiskFull = message.isFull
        return undefined
      default:
        return hub.handle(message)
    }
  }

  const channel = openChannel<FromWorker, ToWorker>(
    {
      // If the primary process has ended, this one ends as well.
      send: (message) => process.send?.(message, undefined, undefined, () => undefined),
      onMessage: (listener) => process.on('message', listener),
    },
    handle,
  )
  const hub = openPeers(config.workers, channel)

  async function start(): Promise<void> {
    const { createApp } = await import('./app.ts')
    // The primary process answers with it.
    const { location } = (await channel.ask({ kind: 'begin' })) as Beginning
    const databases = openDatabases(location, share)
    opened.databases = databases
    const clock = openClock()
    const app = createApp({
      ...{ config: share, databases, keys: loadKeys(config.keysFile, false), clock, log },
      ...{ isDiskFull: () => isDiskFull, peers: hub.peers },
    })
    // First it hears what the others tell, and then it reads what they have told before.
    await channel.ask({ kind: 'join' })
    if (config.mode === 'sandbox')
      await whileAway(startPatience(stopping.signal), () => loadClock(databases, clock))
    const port = await listen(app, config)
    opened.app = app
    channel.tell({ kind: 'listening', port })
  }

  try {
    await Promise.race([start(), stopping.requested])
    await stopping.requested
  } catch (error) {
    const failure = startFailure(error)
    process.exitCode = failure.exitCode
    await channel.ask({ kind: 'failed', failure })
  } finally {
    if (opened.app) await drain(opened.app)
    await opened.databases?.close()
    closeLog()
  }
  process.exit()
}
