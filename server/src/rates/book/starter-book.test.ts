import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../db/project-root.ts'
import { readBookFolder } from './folder.ts'
import { readBook } from './read-book.ts'

test('the rate book to start from is valid, and names only account holders that its files have', () => {
  const read = readBook(readBookFolder(join(projectRoot, 'books', 'starter', 'book')), () => undefined)
  if ('faults' in read) expect(read.faults).toEqual([])
  else
    expect([...new Set(read.accounts.map(({ type, number }) => `${type} ${number}`))].sort()).toEqual([
      'DisbursementAccount ADMIN',
      'DisbursementAccount RESERVE',
      'Insurer INS1',
    ])
})
