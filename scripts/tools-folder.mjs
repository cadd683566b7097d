// The package of other people's tools, in tools/openapi, and the Node that runs them.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nodePrograms } from './node-versions.mjs'
import { root } from './setup.mjs'

export const folder = join(root, 'tools', 'openapi')
export const document = join(root, 'openapi.json')

/** The tools report nothing to anyone. */
export const silent = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
}

/** Installs the tools unless they are there, and answers the Node for them. */
export function installTools() {
  const stamp = join(folder, 'node_modules', '.package-lock.json')
  const isCurrent =
    existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  if (!isCurrent)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      ...{ cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    })
  return nodePrograms().find((program) => /node24/.test(program))
}
