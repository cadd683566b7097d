// A single read through the whole shell (token, scope, ETag, serialisation, limits, log, metrics) against a bare
// Fastify route with the same named statement. Goal: at least 70 %, and at most 250 MB resident.
import { inTurns, memoryOf, startPeer, startService, tokenOf } from './processes.mjs'
import { requestsPerSecond, TURNS, WARM_UP_SECONDS } from './requests.mjs'
import { compared, figure } from './rows.mjs'

export async function benchReads() {
  const service = await startService()
  const me = await fetch(`${service.url}/me`, {
    headers: { authorization: `Bearer ${await tokenOf(service.url, 'sandbox-dealer-d1001')}` },
  })
  const scopes = (await me.json()).scopes.map(({ type, id }) => ({ type, id }))
  const peer = await startPeer('bench/read-peer.mjs', service, { PEER_SCOPES: JSON.stringify(scopes) })
  const rows = []
  try {
    for (const { path, client } of [
      { path: '/v2/Users/1', client: 'sandbox-admin' },
      { path: '/portalvisibilitygroups/1', client: 'sandbox-dealer-d1001' },
    ]) {
      const token = await tokenOf(service.url, client)
      const ours = (options) =>
        requestsPerSecond(`${service.url}${path}`, { authorization: `Bearer ${token}` }, options)
      const theirs = (options) => requestsPerSecond(`${peer.url}${path}`, {}, options)
      await ours({ seconds: WARM_UP_SECONDS })
      await theirs({ seconds: WARM_UP_SECONDS })
      const rates = await inTurns(TURNS, ours, theirs)
      rows.push(compared({ name: `GET ${path} as ${client}`, unit: '/s', ...rates, atLeast: 0.7 }))
    }
    const { now, peak } = memoryOf(service.pid)
    const name = `memory of the service under reads (peak ${peak} MB)`
    return [...rows, figure({ name, unit: 'MB', ours: now, atMost: 250 })]
  } finally {
    await peer.stop()
    await service.stop()
  }
}
