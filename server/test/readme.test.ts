import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readmeCommands } from '../../scripts/readme.mjs'
import { projectRoot } from '../src/db/project-root.ts'
import { readPdf } from './support/builders/pdf-reading.ts'
import { testService } from './support/service/app.ts'

// What a stranger pastes on the first day, run as it is printed.

const service = await testService()
const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulwark-readme-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The service runs already. An answer that is not a success ends the shell. */
const shell = `set -euo pipefail
npm() { echo "$@"; }
curl() { command curl --fail-with-body "$@"; }
`

function run(commands: string): Promise<{ readonly code: unknown; readonly output: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', `${shell}${commands}`], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

describe('the commands of the README', () => {
  test('go from a quote to a contract and the letter of its cancellation', async () => {
    const { code, output } = await run(readmeCommands(Number(new URL(service.url).port)))
    expect(code, output).toBe(0)
    // The log of the service is not in the terminal.
    expect(readFileSync(join(folder, 'bulwark.log'), 'utf8')).toBe('start\n')
    expect(output).toMatch(/^\{"status":"ready"\}/)
    for (const shown of [
      '"name":"sandbox-admin"',
      'D1001',
      '\nActive\n',
      'refund',
      'Third Bank',
      'FinanceTerm',
    ])
      expect(output).toContain(shown)
    expect(output).not.toContain('undefined')
    const [contract, letter] = await Promise.all(
      ['contract.pdf', 'letter.pdf'].map((name) => readPdf(readFileSync(join(folder, name)))),
    )
    expect(contract?.text).toContain('Dana Reyes')
    expect(letter?.text).toContain('Dana Reyes')
    expect(readdirSync(folder).sort()).toEqual(['bulwark.log', 'contract.pdf', 'letter.pdf'])
  })

  test('leave nothing behind that git sees', () => {
    const ignored = readFileSync(join(projectRoot, '.gitignore'), 'utf8').split('\n')
    for (const pattern of ['*.log', '/*.pdf']) expect(ignored).toContain(pattern)
  })
})

describe('what the README and the guides link to', () => {
  const guides = ['README.md', 'CONTRIBUTING.md', 'docs/operating.md', 'docs/architecture.md']
  test.each(guides)('%s names files that are there', (file) => {
    const text = readFileSync(join(projectRoot, file), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path)
    for (const path of links) readdirSync(join(projectRoot, file, '..', path, '..'))
    for (const path of links)
      expect(() => readFileSync(join(projectRoot, file, '..', path)), path).not.toThrow(/ENOENT/)
  })
})

test('docs/operating.md has every setting, and no other', () => {
  const config = readFileSync(join(projectRoot, 'server/src/config.ts'), 'utf8')
  const declared = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name ?? '')
  expect(declared.length).toBeGreaterThan(20)
  const guide = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8')
  const named = new Set([...guide.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''))
  expect(declared.filter((name) => !named.has(name))).toEqual([])
  // The trials on a cluster have settings of their own.
  expect([...named].filter((name) => /^BULWARK_(?!TEST_)/.test(name) && !declared.includes(name))).toEqual([])
  expect(readme).toContain('docs/operating.md')
})
