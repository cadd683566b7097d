// The commands of the README, so that they are run as they are printed: by a test against a service, and by
// `npm run soak` in a fresh clone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

/** Everything that the README asks to paste into a shell, for a service at another port. */
export function readmeCommands(port, folder = root) {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands)
  return blocks.join('\n').replaceAll('localhost:8080', `localhost:${port}`)
}
