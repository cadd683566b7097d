// The service with one promise broken on purpose: a commit is reported before it is made. The crash rounds must
// find that out. Nothing in the service itself can be switched to do this; the driver is bent from outside.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const LATE_MILLISECONDS = 150

const { query } = pg.Client.prototype
/** Connections whose commit is still to be sent; what comes behind it waits. */
const late = new WeakMap()
/** Those of administrators, which serve requests; migrations and the seed stay as they are. */
const isBent = (client) => client.connectionParameters.options?.includes('search_path=tenant_')

pg.Client.prototype.query = function bent(...args) {
  const waiting = late.get(this)
  if (args[0] !== 'commit' || !isBent(this))
    return waiting ? waiting.then(() => query.apply(this, args)) : query.apply(this, args)
  late.set(
    this,
    sleep(LATE_MILLISECONDS).then(() => {
      late.delete(this)
      return query.call(this, 'commit')
    }),
  )
  const answer = { command: 'COMMIT', rows: [], rowCount: null }
  // Whoever asks with a callback waits for that.
  const done = args.at(-1)
  if (typeof done === 'function') process.nextTick(done, null, answer)
  return Promise.resolve(answer)
}

const { main } = await import('../../../../dist/main.js')
await main()
