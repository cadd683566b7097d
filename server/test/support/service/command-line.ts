import { spawn } from 'node:child_process'
import { projectRoot } from '../../../src/db/project-root.ts'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Command {
  readonly pid: number | undefined
  readonly ended: Promise<Ran>
}

/** Runs a command of the service as a process, on the data folder of a service that may run. */
export function commandIn(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Command {
  const child = spawn(process.execPath, ['scripts/bulwark.mjs', ...args], {
    cwd: projectRoot,
    env: { ...process.env, BULWARK_DATA: folder, ...environment },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return {
    pid: child.pid,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))),
  }
}
