import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/db/project-root.ts'

const source = join(projectRoot, 'server', 'src')

/** Each room imports itself and rooms before it. `top` is the files beside the rooms (app, main, …). */
const order = [
  'domain',
  'db',
  'http',
  'files',
  'reference',
  'access',
  'documents',
  'forms',
  'custom-fields',
  'account-holders',
  'ledger',
  'rates',
  'contracts',
  'claims',
  'cancellations',
  'cash',
  'processes',
  'events',
  'sandbox',
  'top',
  'cli',
]

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(source, join(entry.parentPath, entry.name)))

const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : 'top')
const rank = (room: string) => order.indexOf(room)
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const importsOf = (text: string) =>
  [...text.matchAll(/(?:(?<=[\s}])from|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')

describe('rooms', () => {
  test('every folder is a room with a place in the order, with one level of folders at most', () => {
    for (const file of files) {
      expect(rank(roomOf(file)), file).toBeGreaterThanOrEqual(0)
      expect(file.split('/').length, file).toBeLessThanOrEqual(3)
    }
  })

  test('a room imports only itself and rooms before it', () => {
    for (const file of files)
      for (const imported of importsOf(read(file)).filter((name) => name.startsWith('.'))) {
        const target = join(file, '..', imported)
        expect(rank(roomOf(target)), `${file} imports ${imported}`).toBeLessThanOrEqual(rank(roomOf(file)))
      }
  })
})

describe('domain', () => {
  const pure = files.filter((file) => roomOf(file) === 'domain' && !file.endsWith('.test.ts'))

  test('imports nothing but itself', () => {
    for (const file of pure)
      for (const name of importsOf(read(file))) {
        expect(name, file).toMatch(/^\.[\w./-]+\.ts$/)
        expect(roomOf(join(file, '..', name)), `${file} imports ${name}`).toBe('domain')
      }
  })

  test('knows no clock, no chance, no environment, and waits for nothing', () => {
    const impure =
      /\b(Date\.now|new Date\(\)|Math\.random|process\.|performance\.|fetch\(|async |await |setTimeout|console\.)/
    for (const file of pure) expect(impure.exec(read(file))?.[0], file).toBeUndefined()
  })
})

test('only domain/money.ts turns amounts into cents and back', () => {
  // What is divided by a hundred in these files is not money.
  const noMoney = [
    'http/json-bytes.ts', // the digits of a number, two at a time
    'http/server.ts', // milliseconds
    'domain/dates.ts', // centuries
    'domain/rating/loan-to-value.ts', // percents
    'sandbox/contracts/vehicles.ts', // percents of a value
    'sandbox/contracts/deals.ts', // whole hundreds of dollars
    'cancellations/cancels/record-cancels.ts', // written by the database, into the record of a change
  ]
  const arithmetic =
    /Math\.(?:round|floor|ceil|trunc)\([^\n]*\* 100\b|\/ 100(?:\.0)?\b|\/ 1e2\b|\bas Cents\) ?[*/]/
  const product = files.filter((file) => !file.endsWith('.test.ts') && file !== 'domain/money.ts')
  for (const file of product.filter((name) => !noMoney.includes(name)))
    expect(arithmetic.exec(read(file))?.[0], file).toBeUndefined()
  for (const file of noMoney) expect(arithmetic.exec(read(file)), `${file} needs no exception`).not.toBeNull()
})

test('no test is switched off', () => {
  const off = /\b(?:test|it|describe)\.(?:skip|only|todo)\b/
  const tests = readdirSync(join(projectRoot, 'server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && entry.name !== 'tidy.test.ts')
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of tests) expect(off.exec(readFileSync(file, 'utf8'))?.[0], file).toBeUndefined()
})
