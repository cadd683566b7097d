import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { applyBook } from '../../src/rates/book/apply-book.ts'
import { readBookFolder, sandboxBookFolder } from '../../src/rates/book/folder.ts'
import { openLiveBooks } from '../../src/rates/book/live-book.ts'
import { readBook } from '../../src/rates/book/read-book.ts'
import { liveVersion, loadBook } from '../../src/rates/book/store.ts'
import { testService } from '../support/service/app.ts'
import { runCommand } from '../support/service/run-command.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
let folder = ''

beforeEach(async () => {
  await testService()
  folder = mkdtempSync(join(tmpdir(), 'bulwark-book-'))
  cpSync(sandboxBookFolder, folder, { recursive: true })
  return () => rmSync(folder, { recursive: true, force: true })
})

const edit = (file: string, from: string, to: string) => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

const on = (command: string) =>
  runCommand(service, folder, ['ratebook', command, '--tenant', 'ADM1', '--folder', folder])

describe('ratebook diff and apply', () => {
  test('the live book is the sandbox book and has no changes', async () => {
    expect(await on('diff')).toMatchObject({ code: 0, out: 'The live rate book is the same.\n' })
    expect(await on('apply')).toMatchObject({
      code: 0,
      out: 'The live rate book is the same. Nothing was changed.\n',
    })
    expect(await liveVersion((await sandboxOf(service)).db)).toBe(1)
  })

  test('changing one number makes a new version, describes the change and keeps the old version', async () => {
    const { db, tenant } = await sandboxOf(service)
    const books = openLiveBooks(() => 0)
    const caller = { db, tenant }
    const before = await books.findLive(caller)
    edit('programs/VSC-STD/rates.csv', '780.00', '800.00')
    const diff = await on('diff')
    expect(diff.out).toMatch(/PLATINUM.*60\/75000.*RESERVE.*780\.00.*800\.00/)
    expect(diff.out.trim().split('\n')).toHaveLength(1)
    expect(await liveVersion(db)).toBe(1)
    const applied = await on('apply')
    expect(applied).toMatchObject({
      code: 0,
      out: expect.stringContaining('The rate book is live as version 2.'),
    })
    expect(await liveVersion(db)).toBe(2)
    const [old, live] = [await loadBook(db, 1), await loadBook(db, 2)]
    expect(JSON.stringify(old)).toContain('78000')
    expect(JSON.stringify(live)).toContain('80000')
    const idsOf = (book: typeof old) => book?.products.map(({ id, code }) => [id, code])
    expect(idsOf(live)).toEqual(idsOf(old))
    const fresh = openLiveBooks()
    expect((await fresh.findLive(caller))?.version).toBe(2)
    expect((await fresh.findVersion(caller, 1))?.version).toBe(1)
    expect(before?.version).toBe(1)
    const [audited] = await run<{ operation: string }>(
      db,
      "select operation from audit_record where operation = 'ratebook apply'",
      [],
    )
    expect(audited).toBeDefined()
  })

  test('a book with a fault is not applied', async () => {
    edit('programs/KEY-STD/terms.csv', '\n60', '\n48')
    const ran = await on('apply')
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/programs\/KEY-STD\/.*:\d+: /)
    expect(await liveVersion((await sandboxOf(service)).db)).toBe(1)
  })

  test('an unknown account holder is reported with its file and line, and nothing changes', async () => {
    edit('programs/VSC-STD/program.yaml', 'I100', 'I999')
    const ran = await on('apply')
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/programs\/VSC-STD\/program\.yaml:\d+: There is no Insurer I999\./)
    expect(ran.out).toContain('Nothing was changed.')
    expect(await liveVersion((await sandboxOf(service)).db)).toBe(1)
  })

  test('two concurrent applies make two versions in sequence', async () => {
    const { db } = await sandboxOf(service)
    const apply = (price: string) => {
      const files = new Map(readBookFolder(folder))
      const rates = files.get('programs/VSC-STD/rates.csv') ?? ''
      files.set('programs/VSC-STD/rates.csv', rates.replace('780.00', price))
      const read = readBook(files, () => undefined)
      if ('faults' in read) throw new Error(JSON.stringify(read.faults))
      return inTransaction(db, (tx) => applyBook(tx, read, { at: new Date(), by: 'test' }))
    }
    const made = await Promise.all([apply('790.00'), apply('795.00'), apply('799.00')])
    expect(made.map((one) => 'version' in one && one.version).sort()).toEqual([2, 3, 4])
  })
})
