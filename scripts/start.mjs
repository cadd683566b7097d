// `npm start`: check the port, set up what is missing, then become the service. One process throughout, so that a
// signal sent to npm reaches the service itself.
import { portRefusal } from './port.mjs'
import { setUp } from './setup.mjs'

const refusal = await portRefusal(process.env)
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exit(2)
}
await setUp()
process.setSourceMapsEnabled(true)
// Newer versions of Node have it. Where it is not there, the database's client loads all of fetch to find out where it runs.
globalThis.navigator ??= { userAgent: `Node.js/${process.versions.node.split('.')[0]}` }
const { main } = await import('../dist/bundle/main.js')
await main()
