import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../src/db/project-root.ts'

// The package of the client as others get it: packed, unpacked into a project of theirs, compiled and run there.

const folder = mkdtempSync(join(tmpdir(), 'bulwark-sdk-'))

/** Runs a program and gives what it printed; what it printed is also the message if it fails. */
function run(program: string, args: string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')

beforeAll(() => {
  // What npm would run before it packs; the project's npm runs no scripts.
  run(process.execPath, [join(projectRoot, 'sdk', 'build.mjs')])
  const options = ['--ignore-scripts', '--loglevel=error', '--pack-destination', folder]
  run('npm', ['pack', ...options], join(projectRoot, 'sdk'))
  run('tar', ['-xzf', 'bulwark-sdk-0.1.0.tgz'])
  mkdirSync(join(folder, 'node_modules', '@bulwark'), { recursive: true })
  renameSync(join(folder, 'package'), join(folder, 'node_modules', '@bulwark', 'sdk'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'user.ts'), program)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const made of ['dist', 'LICENSE'])
    rmSync(join(projectRoot, 'sdk', made), { recursive: true, force: true })
})

const program = `
import { ApiError, bearer, createClient, factsOf } from '@bulwark/sdk'
import type { Contract } from '@bulwark/sdk/types'

const answer = async () =>
  new Response('{"id":5,"number":"VSC-1"}', { headers: { 'content-type': 'application/json' } })
const client = createClient({ baseUrl: 'http://127.0.0.1', auth: bearer('key'), fetch: answer })
const { data } = await client.call('GET /contracts/{contractId}', { path: { contractId: 5 } })
const contract: Contract = data
// @ts-expect-error The number of a contract is a text.
const wrong: number = data.number
console.log(contract.number, wrong, factsOf('GET /contracts').permission, ApiError.name)
`

// A browser's project has the types of the DOM, a program's on Node those of Node.
test.each([
  ['a browser', ['--lib', 'es2022,dom', '--types', '']],
  [
    'Node',
    ['--lib', 'es2022', '--types', 'node', '--typeRoots', join(projectRoot, 'node_modules', '@types')],
  ],
])('a program for %s compiles with it, and runs', (_, options) => {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--module', 'nodenext', '--target', 'es2022']
  run(process.execPath, [compiler, ...strict, ...target, ...options, 'user.ts'])
  expect(run(process.execPath, ['user.js'])).toBe('VSC-1 VSC-1 contracts:read ApiError\n')
})
