import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'
import { findCircle, folderArrows } from '../support/service/import-circle.ts'

const web = join(projectRoot, 'web')

/** What every room may use. The shell comes last: it opens the rooms. */
const shared = ['api', 'ui', 'lists', 'actions']
const rooms = [
  'access',
  'account-holders',
  'audit',
  'cancellations',
  'cash',
  'claims',
  'contracts',
  'developers',
  'ledger',
  'me',
  'rates',
  'reports',
  'settings',
]

const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('/dist'))
  .map((entry) => relative(web, join(entry.parentPath, entry.name)))
  .filter((file) => file.includes('/'))

const read = (file: string) => readFileSync(join(web, file), 'utf8')
const product = files.filter((file) => !/\.test\.tsx?$/.test(file))
const roomOf = (file: string) => file.split('/')[0] ?? ''
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:(?<=[\s}])from|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    join(file, '..', match[1] ?? ''),
  )

describe('the house of the portal', () => {
  test('every folder is known, and a room has one level of folders at most', () => {
    for (const file of files) {
      expect([...shared, ...rooms, 'shell', 'public'], file).toContain(roomOf(file))
      expect(file.split('/').length, file).toBeLessThanOrEqual(3)
    }
  })

  test('a room imports itself and what all share; the shared parts import no room', () => {
    const allowed = (from: string) => {
      if (from === 'shell') return [...shared, ...rooms, 'shell']
      if (rooms.includes(from)) return [...shared, from]
      // The kit knows how calls are made; how calls are made knows nothing of the kit.
      return from === 'api' ? ['api'] : from === 'ui' ? ['api', 'ui'] : [...shared]
    }
    for (const file of product)
      for (const imported of importsOf(file))
        if (!imported.startsWith('..'))
          expect(allowed(roomOf(file)), `${file} imports ${imported}`).toContain(roomOf(imported))
        else expect(imported, file).toMatch(/^\.\.\/sdk\/src\//)
  })

  test('no file imports itself in a circle', () => {
    expect(findCircle(product, importsOf)).toEqual([])
  })

  test('no folder imports itself in a circle', () => {
    // The files that open the screens of a room stand beside its folders, and open what is in them.
    const isEntry = (file: string) => /^[\w-]+\/(?:setup-)?screens\.tsx$/.test(file)
    const arrows = folderArrows(
      product.filter((file) => !isEntry(file)).map((file) => [file, importsOf(file)]),
    )
    expect(findCircle([...arrows.keys()], (folder) => arrows.get(folder) ?? [])).toEqual([])
  })

  test('a folder has at most 45 files', () => {
    for (const folder of new Set(product.map((file) => dirname(file))))
      expect(product.filter((file) => dirname(file) === folder).length, folder).toBeLessThanOrEqual(45)
  })

  test('no file is longer than one idea needs', () => {
    for (const file of files.filter((name) => !/\/(?:en|es)[\w-]*\.ts$/.test(name)))
      expect(read(file).split('\n').length, file).toBeLessThanOrEqual(450)
  })
})

describe('what the portal never does', () => {
  const never: Readonly<Record<string, RegExp>> = {
    'keep anything in the storage of the browser': /\b(?:localStorage|sessionStorage|indexedDB)\b/,
    'write HTML': /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/,
    'make code of a text': /\beval\(|new Function\(/,
    'make a style element': /<style|createElement\('style'\)/,
    'ask for a role instead of an operation': /roles\.includes/,
    'trust the calendar of the browser for today': /new Date\(\)\.toISOString/,
  }
  test.each(Object.entries(never))('%s', (_, pattern) => {
    for (const file of product) expect(withoutComments(read(file)), file).not.toMatch(pattern)
  })

  test('no text stands in a component: every word comes from the texts of its room', () => {
    const word = />\s*([A-Za-z][A-Za-z ,.'’-]{2,})\s*<\//g
    for (const file of product.filter((name) => name.endsWith('.tsx')))
      expect(
        [...withoutComments(read(file)).matchAll(word)].map((match) => match[1]),
        file,
      ).toEqual([])
  })
})

describe('the texts', () => {
  const texts = product.filter((file) => /\/en(?:-[\w-]+)?\.ts$/.test(file))
  const keysOf = (text: string) =>
    [...text.matchAll(/^ {2}(?:'([^']+)'|(\w+)):/gm)].map((match) => match[1] ?? match[2])

  test.each(texts)('%s has the same keys in Spanish, and the same places in them', (file) => {
    const spanish = file.replace(/\/en((?:-[\w-]+)?\.ts)$/, '/es$1')
    expect(keysOf(read(spanish)).toSorted()).toEqual(keysOf(read(file)).toSorted())
  })
})
