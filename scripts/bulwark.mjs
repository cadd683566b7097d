// `npm run -s bulwark -- <command>`: the command line beside the service.
import { setUp } from './setup.mjs'

await setUp()
process.setSourceMapsEnabled(true)
const { commandLine } = await import('../dist/bundle/cli.js')
process.exitCode = await commandLine(process.argv.slice(2))
