import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandLine } from '../../src/cli/cli.ts'
import { UsageRefused } from '../../src/cli/command.ts'
import { checkRateBook } from '../../src/cli/ratebook-commands.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { sandboxBookFolder } from '../../src/rates/book/folder.ts'
import { edited, faultsOf, sandboxFiles } from '../support/builders/rate-books.ts'

describe('ratebook check', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bulwark-book-'))
    cpSync(sandboxBookFolder, folder, { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('reports a form that cannot be filled in', async () => {
    const book = mkdtempSync(join(tmpdir(), 'bulwark-book-'))
    cpSync(sandboxBookFolder, book, { recursive: true })
    mkdirSync(join(book, 'forms'))
    const document = await PDFDocument.create()
    document.addPage()
    const form = join(book, 'forms', 'VSC-100.pdf')
    const check = async () => (await checkRateBook({ folder: book })).lines
    for (const [content, line] of [
      [await document.save(), 'forms/VSC-100.pdf:1: The PDF has no form fields.'],
      [Buffer.from('%PDF-1.7\n'), 'forms/VSC-100.pdf:1: The file is not a PDF, or it is damaged.'],
    ] as const) {
      writeFileSync(form, content)
      expect(await check()).toEqual([line])
    }
    document.getForm().createTextField('contract.number').addToPage(document.getPage(0))
    writeFileSync(form, await document.save())
    expect(await check()).toEqual([expect.stringContaining('is valid')])
    rmSync(book, { recursive: true })
  })

  test('summarizes a valid book', async () => {
    const shown: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(String(text)) > 0)
    const code = await commandLine(['ratebook', 'check', '--folder', sandboxBookFolder])
    write.mockRestore()
    expect(shown.join('')).toBe(
      'The rate book "Sandbox" is valid: 6 products, 6 programs, 9 plans, 37 rates, 179 vehicles.\n',
    )
    expect(code).toBe(0)
  })

  test('reports every fault with file, line and reason', async () => {
    writeFileSync(
      join(folder, 'programs/KEY-STD/rates.csv'),
      'plan,term,RESERVE\nKEY,36,60\nLOCK,60,85.005\n',
    )
    writeFileSync(join(folder, '.hidden.csv'), 'not,of,the,book')
    const { lines, data, faults } = await checkRateBook({ folder })
    expect(faults).toBe(true)
    expect(lines).toEqual([
      'programs/KEY-STD/rates.csv:3: RESERVE: "85.005" has more than 2 decimals.',
      'programs/KEY-STD/rates.csv:3: There is no plan LOCK. Use one of KEY.',
    ])
    expect(data).toMatchObject({ ok: false, faults: [{ line: 3 }, { line: 3 }] })
  })

  test('requires an existing folder', async () => {
    await expect(checkRateBook({})).rejects.toThrow(UsageRefused)
    await expect(checkRateBook({ folder: join(folder, 'none') })).rejects.toThrow('cannot be read')
  })
})

describe('docs/rate-books.md', () => {
  const docs = readFileSync(join(projectRoot, 'docs/rate-books.md'), 'utf8')

  test('documents every file of a book', () => {
    for (const file of sandboxFiles.keys()) {
      const name = file.replace(/^programs\/[^/]+\//, '').replace(/^factors\/.*/, 'factors/<table>.csv')
      expect(docs, name).toContain(`\`${name}\``)
    }
  })

  // Asked for a name that there is not, a reader tells all that there are.
  const asks: [string, string | RegExp, string][] = [
    ...[...sandboxFiles.keys()]
      .filter((file) => file.endsWith('.csv'))
      .map((file): [string, RegExp, string] => [file, /^/, 'unheardOf,']),
    ['programs/VSC-STD/program.yaml', /^/, 'unheardOf: 1\n'],
    ['programs/VSC-STD/program.yaml', '- code: GOLD', '- unheardOf: 1\n    code: GOLD'],
    ['programs/VSC-STD/program.yaml', '- code: AGENT', '- unheardOf: 1\n    code: AGENT'],
    ['programs/VSC-STD/program.yaml', '- code: AWD', '- unheardOf: 1\n    code: AWD'],
    ['programs/VSC-STD/program.yaml', '- type: MSRP', '- unheardOf: 1\n    type: MSRP'],
    ['programs/VSC-STD/program.yaml', 'name: Gold', 'name: Gold\n    terms: [{ unheardOf: 1 }]'],
    ['programs/VSC-STD/program.yaml', /$/, 'related:\n  - unheardOf: 1\n'],
    ['programs/PPM-STD/program.yaml', '- code: OIL\n', '- code: OIL\n        unheardOf: 1\n'],
    ['products.yaml', '- code: TW1', '- unheardOf: 1\n  code: TW1'],
  ]
  test.each(asks)('documents every field of %s (%s)', (file, from, to) => {
    const reasons = faultsOf(edited(file, from, to)).flatMap(({ reason }) => {
      const [, known] = /"unheardOf"\. Known \w+: (.*)\./.exec(reason) ?? []
      return known?.split(', ') ?? []
    })
    expect(reasons.length).toBeGreaterThan(0)
    for (const name of reasons) expect(docs, name).toMatch(new RegExp(`[\`{\\s]${name}[\`:,]`))
  })
})
