// One of the processes that the service is shared among (BULWARK_WORKERS). The service starts it, after `npm start` has set up
// what was missing.
process.setSourceMapsEnabled(true)
// As in start.mjs.
globalThis.navigator ??= { userAgent: `Node.js/${process.versions.node.split('.')[0]}` }
const { work } = await import('../dist/bundle/main.js')
await work()
