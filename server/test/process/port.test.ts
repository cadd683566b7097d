import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portRefusal } from '../../../scripts/port.mjs'
import { projectRoot } from '../../src/db/project-root.ts'

const listener = createServer()
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as AddressInfo).port
})
afterAll(() => {
  listener.close()
})

describe('a port that is in use', () => {
  test('is refused with the process that has it and what to do', async () => {
    const text = (await portRefusal({ PORT: String(port) })) ?? ''
    expect(text).toMatch(
      new RegExp(
        `^Port ${port} on 127\\.0\\.0\\.1 is already in use by process ${process.pid} \\(.+\\)\\. Stop`,
      ),
    )
    expect(text).toContain(`"kill ${process.pid}"`)
    const other = /PORT=(\d+) npm start$/.exec(text)?.[1]
    expect(await portRefusal({ PORT: other ?? '' })).toBeUndefined()
  })

  test('is refused before anything is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bulwark-port-'))
    mkdirSync(join(folder, 'scripts'))
    for (const file of ['package.json', 'scripts/start.mjs', 'scripts/port.mjs', 'scripts/setup.mjs'])
      copyFileSync(join(projectRoot, file), join(folder, file))
    const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
      ...{ cwd: folder, encoding: 'utf8' },
      env: { PATH: process.env.PATH, PORT: String(port), BULWARK_DATA: join(folder, 'data') },
    })
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`Port ${port} on 127.0.0.1 is already in use`),
    ])
    expect(['node_modules', 'dist', 'data'].filter((name) => existsSync(join(folder, name)))).toEqual([])
    rmSync(folder, { recursive: true })
  })
})

test.each([
  ['a port of the system', { PORT: '0' }],
  ['a port that is not valid', { PORT: '80a' }],
  ['an address of another machine', { PORT: '9', HOST: '203.0.113.9' }],
])('%s is left to the service', async (_, environment) => {
  expect(await portRefusal(environment)).toBeUndefined()
})
