import { expect, test } from 'vitest'
import { bookFilesOf, pathsInBook } from './book-files.ts'

test('the name of the folder itself is no part of the paths', () => {
  expect(pathsInBook(['book-2026/book.yaml', 'book-2026/programs/VSC/rates.csv'])).toEqual([
    'book.yaml',
    'programs/VSC/rates.csv',
  ])
  expect(pathsInBook(['book.yaml', 'programs/VSC/rates.csv'])).toEqual([
    'book.yaml',
    'programs/VSC/rates.csv',
  ])
})

test('hidden files are left out, and forms are sent in base64', async () => {
  const found = ['b/book.yaml', 'b/.git/config', 'b/.DS_Store'].map((path) => ({
    path,
    file: new File(['name: One'], path.split('/').at(-1) ?? ''),
  }))
  expect(await bookFilesOf(found)).toEqual([{ name: 'book.yaml', content: 'name: One' }])
})
