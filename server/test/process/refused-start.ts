import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { main } from '../../src/main.ts'
import {
  databasePid,
  freePort,
  type LaunchOptions,
  launchService,
} from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'

interface Refused {
  readonly code: number | string | null | undefined
  readonly output: string
}

/** Starts the service, which must refuse with exit code 2, leave no database behind, and say why without a stack. */
async function expectRefused(folder: string, { code, output }: Refused): Promise<string> {
  expect(code, output).toBe(2)
  expect(output).not.toMatch(/\n\s+at /)
  expect(databasePid(folder)).toBeUndefined()
  expect(existsSync(join(folder, 'service.pid'))).toBe(false)
  return output
}

/** What a service that is started as a process says when it refuses. */
export async function refusalOfProcess(folder: string, options: LaunchOptions = {}): Promise<string> {
  const service = await launchService(folder, options)
  const { code } = await service.ended
  return expectRefused(folder, { code, output: service.output() })
}

/**
 * What a service says when it refuses. In the soak it is a process; in `npm test` the same function runs in the process of
 * the test, which has loaded everything already.
 */
export async function refusal(
  folder: string,
  environment: Readonly<NodeJS.ProcessEnv> = {},
): Promise<string> {
  if (isSoak) return refusalOfProcess(folder, { environment })
  return expectRefused(folder, await startHere(folder, environment))
}

async function startHere(folder: string, environment: Readonly<NodeJS.ProcessEnv>): Promise<Refused> {
  let output = ''
  const settings = { BULWARK_DATA: folder, PORT: String(await freePort()), ...environment }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const spies = [
    vi.spyOn(process, 'exit').mockImplementation(() => undefined as never),
    vi.spyOn(process, 'on').mockReturnThis(),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      output += String(text)
      return true
    }),
  ]
  const before = process.exitCode
  try {
    await main()
    return { code: process.exitCode, output }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
