// Two workers behind one port, of which one is killed again and again, as process/lost-connections.test.ts wants it. The port
// is told first, and the end of the kills last.
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeLostConnections } from '../../../dist/lost-connections.js'

const KILLS = 20
const MILLISECONDS_BETWEEN = 250

if (cluster.isPrimary) await killWorkers()
else serve()

function serve() {
  const server = createServer(async (_, answer) => {
    await sleep(3)
    answer.end('answered')
  })
  server.listen({ host: '127.0.0.1', port: Number(process.env.WORKERS_PORT) })
}

async function killWorkers() {
  const fork = () => {
    const worker = cluster.fork()
    if (process.argv[2] === 'watched') closeLostConnections(worker)
    worker.once('exit', fork)
  }
  const ready = new Promise((resolve) => cluster.once('listening', resolve))
  fork()
  fork()
  await ready
  process.send('ready')
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(MILLISECONDS_BETWEEN)
    Object.values(cluster.workers)[0]?.process.kill('SIGKILL')
  }
  process.send('over')
}
