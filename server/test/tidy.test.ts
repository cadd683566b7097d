import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/db/project-root.ts'
import { findCircle, folderArrows } from './support/service/import-circle.ts'

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
  'reports',
  'desk',
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

  test('docs/architecture.md names every room, every folder of a room, and every file beside the rooms', () => {
    const text = readFileSync(join(projectRoot, 'docs', 'architecture.md'), 'utf8')
    const tree = text.slice(text.indexOf('├── src/'), text.indexOf('└── test/'))
    const lines = tree.split(/[├└]── /)
    const about = (room: string) => {
      const at = lines.findIndex((line) => line.startsWith(`${room}/`))
      // The folders of a room stand in its lines, or have lines of their own below.
      return at < 0 ? '' : lines.slice(at, at + 3).join(' ')
    }
    const missing = files.flatMap((file) => {
      const [room = '', folder, name] = file.split('/')
      if (roomOf(file) === 'top') return /\.test\.ts$/.test(file) || tree.includes(file) ? [] : [file]
      const isNamed = new RegExp(`(?<![\\w-])${name ? folder : room}(?![\\w-])`).test(about(room))
      return isNamed ? [] : [name ? `${room}/${folder}` : room]
    })
    expect([...new Set(missing)]).toEqual([])
  })

  test('the README of domain has a row for each folder', () => {
    const rows = read('domain/README.md').matchAll(/^\| `([\w-]+)` +\|/gm)
    const folders = files.filter((file) => /^domain\/.+\//.test(file)).map((file) => file.split('/')[1])
    expect([...rows].map(([, folder]) => folder).sort()).toEqual([...new Set(folders)].sort())
  })

  test('a room imports only itself and rooms before it', () => {
    for (const file of files)
      for (const imported of importsOf(read(file)).filter((name) => name.startsWith('.'))) {
        const target = join(file, '..', imported)
        expect(rank(roomOf(target)), `${file} imports ${imported}`).toBeLessThanOrEqual(rank(roomOf(file)))
      }
  })
})

/** What a file imports of ours: the product's files, tests left out. */
const product = files.filter((file) => !file.endsWith('.test.ts'))
const importedBy = new Map(
  product.map((file) => [
    file,
    importsOf(read(file))
      .filter((name) => name.startsWith('.'))
      .map((name) => join(file, '..', name)),
  ]),
)

describe('imports', () => {
  test('a circle is found where there is one', () => {
    const arrows: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }
    expect(findCircle(['a', 'b', 'c', 'd'], (node) => arrows[node] ?? [])).toEqual(['b', 'd', 'b'])
    expect(findCircle(['c'], (node) => arrows[node] ?? [])).toEqual([])
  })

  test('no file imports itself in a circle, types included', () => {
    expect(findCircle(product, (file) => importedBy.get(file) ?? [])).toEqual([])
  })

  test('no folder imports itself in a circle', () => {
    // The files beside the rooms put the rooms together.
    const arrows = folderArrows([...importedBy].filter(([file]) => roomOf(file) !== 'top'))
    expect(findCircle([...arrows.keys()], (folder) => arrows.get(folder) ?? [])).toEqual([])
  })
})

describe('sizes', () => {
  const countBy = (names: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
    return [...counts]
  }

  test('a folder of the product has at most 45 files, and one inside a room at least 3', () => {
    for (const [folder, count] of countBy(product)) {
      expect(count, folder).toBeLessThanOrEqual(45)
      if (folder.includes('/') && !smallFolders.includes(folder))
        expect(count, folder).toBeGreaterThanOrEqual(3)
    }
  })

  test('a folder of benchmarks or of what npm runs has at most 45 files', () => {
    for (const top of ['bench', 'scripts'])
      for (const [folder, count] of countBy(
        readdirSync(join(projectRoot, top), { recursive: true, encoding: 'utf8' }).filter(isScript),
      ))
        expect(count, join(top, folder)).toBeLessThanOrEqual(45)
  })

  test('a room with more than ten files says what it is for', () => {
    for (const room of order.filter((name) => name !== 'top')) {
      const count = product.filter((file) => roomOf(file) === room).length
      if (count > 10) expect(existsSync(join(source, room, 'README.md')), room).toBe(true)
    }
  })

  test('a folder of tests has at most 60 files, and no file has more than 450 lines', () => {
    const root = join(projectRoot, 'server')
    const all = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    for (const [folder, count] of countBy(all.filter((file) => file.startsWith('test/'))))
      expect(count, folder).toBeLessThanOrEqual(60)
    for (const file of all)
      expect(readFileSync(join(root, file), 'utf8').split('\n').length - 1, file).toBeLessThanOrEqual(450)
  })
})

/** Folders with fewer than three files that are subjects of their own. */
const smallFolders = ['domain/tax']

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

/**
 * Pure code that is not in domain/ has a reason: it reads a format, writes an answer or a page, or is data. What decides
 * a figure or a rule of the business belongs in domain/.
 */
const pureElsewhere: Readonly<Record<string, string>> = {
  files: 'reads the formats of files',
  forms: 'draws pages',
  reference: 'the values that the lists begin with',
  sandbox: 'data of the sandbox',
  'sandbox/contracts': 'data of the sandbox',
  'sandbox/crowd': 'data of the sandbox',
  'sandbox/living': 'data of the sandbox',
  'rates/book': 'reads the files of a rate book',
  'cancellations/rules': 'reads the file of cancel rules',
  'cash/ach': 'reads and writes the files of banks',
  'cash/bank': 'reads the files of banks',
  'processes/types': 'the list of the processes, and what they share',
  'access/cookies.ts': 'reads and writes headers',
  'account-holders/file': 'reads the files of account holders',
  'account-holders/holder-types.ts': 'the names of the kinds, as their table has them',
  'cancellations/decide/facts-row.ts': 'turns stored rows into facts',
  'claims/entry/details.ts': 'turns what was sent into what is stored',
  'claims/record/adjudicate-draft.ts': 'turns stored rows into facts',
  'cli/progress.ts': 'draws a bar on a terminal',
  'contracts/changes/pending-change.ts': 'changes a stored document',
  'contracts/form/parts.ts': 'turns stored rows into the parts of a form',
  'contracts/record/item.ts': 'turns what was sent into what is stored',
  'contracts/record/coverage-terms.ts': 'maps the rows of a contract to the terms of its coverage',
  'contracts/record/limits.ts': 'writes the limits of an answer',
  'contracts/record/sold.ts': 'turns a rate into what is stored of it',
  'contracts/record/stored.ts': 'the types of stored documents',
  'contracts/sale/columns.ts': 'turns a sale into columns',
  'rates/disbursements/calculation-figures.ts': 'writes a part of an answer',
  'rates/lists/plan-models.ts': 'writes answers',
  'rates/quotes/quote-rates.ts': 'turns a question on the wire into one for the core',
  'rates/quotes/rate-parts.ts': 'writes a part of an answer',
  'rates/versions/compared-books.ts': 'writes a part of an answer',
}

test('pure code outside domain/ has a reason to be there', () => {
  const isPure = (file: string) =>
    !['domain', 'db', 'http'].includes(roomOf(file)) &&
    importsOf(read(file)).every((name) => name.startsWith('.') && !/\/(?:db|http)\//.test(name)) &&
    !/\basync |\bawait |\bPromise\b/.test(read(file))
  const reasonFor = (file: string) => (file in pureElsewhere ? file : dirname(file))
  const pure = product.filter(isPure)
  expect(pure.filter((file) => !(reasonFor(file) in pureElsewhere))).toEqual([])
  const used = new Set(pure.map(reasonFor))
  expect(Object.keys(pureElsewhere).filter((place) => !used.has(place))).toEqual([])
})

const isScript = (name: string) => name.endsWith('.mjs')

test('what the benches import is there', () => {
  const bench = join(projectRoot, 'bench')
  for (const file of readdirSync(bench, { recursive: true, encoding: 'utf8' }).filter(isScript))
    for (const [, names = '', path = ''] of readFileSync(join(bench, file), 'utf8').matchAll(
      /(?:import|const) \{([^}]+)\} (?:from|= await import\() ?'?(?:\.\.\/)+dist\/([\w/-]+)\.js'/g,
    ))
      for (const name of names.split(',').map((part) => part.trim().split(/ as |: /)[0] ?? ''))
        expect(
          new RegExp(`export (?:const|(?:async )?function\\*?|class) ${name}\\b`).test(read(`${path}.ts`)),
          `${name} of ${path}, in bench/${file}`,
        ).toBe(name !== '')
})

test('no code believes a request about its address or its host', () => {
  // `request.clientAddress` and `request.isHttps` know the trusted proxies; links begin with the public address.
  const made = /\brequest\.(?:ips?|host|hostname|port|protocol)\b|\bheaders(?:\.host\b|\[['"]host)/
  // The one place that looks whether there is a Host header at all.
  for (const file of product)
    expect(made.exec(read(file).replace('!request.headers.host)', ''))?.[0], file).toBeUndefined()
})

test('only domain/money.ts turns amounts into cents and back', () => {
  // What is divided by a hundred in these files is not money.
  const noMoney = [
    'http/json-bytes.ts', // the digits of a number, two at a time
    'http/server.ts', // milliseconds
    'domain/dates.ts', // centuries
    'domain/cash/amount-in-words.ts', // hundreds, to be written as words
    'domain/rating/loan-to-value.ts', // percents
    'sandbox/contracts/vehicles.ts', // percents of a value
    'sandbox/contracts/deals.ts', // whole hundreds of dollars
    'cancellations/cancels/record-cancels.ts', // written by the database, into the record of a change
  ]
  const arithmetic =
    /Math\.(?:round|floor|ceil|trunc)\([^\n]*\* 100\b|\/ 100(?:\.0)?\b|\/ 1e2\b|\bas Cents\) ?[*/]/
  const others = product.filter((file) => file !== 'domain/money.ts' && !noMoney.includes(file))
  for (const file of others) expect(arithmetic.exec(read(file))?.[0], file).toBeUndefined()
  for (const file of noMoney) expect(arithmetic.exec(read(file)), `${file} needs no exception`).not.toBeNull()
})

test('no test is switched off', () => {
  const off = /\b(?:test|it|describe)\.(?:skip|only|todo)\b/
  const tests = readdirSync(join(projectRoot, 'server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && entry.name !== 'tidy.test.ts')
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of tests) expect(off.exec(readFileSync(file, 'utf8'))?.[0], file).toBeUndefined()
})
