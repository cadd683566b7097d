// `npm start`: set up what is missing, then become the service. One process throughout, so that a signal
// sent to npm reaches the service itself.
import { setUp } from './setup.mjs'

await setUp()
process.setSourceMapsEnabled(true)
const { main } = await import('../dist/main.js')
await main()
