import { expect, test } from 'vitest'
import { bookOf, faultsOf, sandboxFiles } from '../../../test/support/builders/rate-books.ts'
import { diffBooks } from '../../domain/rate-book/diff.ts'
import { isFormFile } from './read-book.ts'

const withForm = (file: string, content: string | Buffer) =>
  new Map([...sandboxFiles, [file, Buffer.from(content).toString('base64')]])

test('a form is read with its number, and told of when it comes, changes and goes', () => {
  const one = bookOf(withForm('forms/VSC-100.pdf', '%PDF-1.7 one'))
  expect(one.forms).toEqual([
    {
      formNumber: 'VSC-100',
      content: Buffer.from('%PDF-1.7 one').toString('base64'),
      sizeBytes: 12,
      checksum: expect.stringMatching(/^[\da-f]{64}$/),
    },
  ])
  const none = bookOf(sandboxFiles)
  const other = bookOf(withForm('forms/VSC-100.pdf', '%PDF-1.7 another'))
  expect(diffBooks(none, one)).toEqual(['form VSC-100 is new'])
  expect(diffBooks(one, other)).toEqual([
    expect.stringMatching(
      /^form VSC-100: content changed from [\da-f]{12} \(12 bytes\) to [\da-f]{12} \(16 bytes\)$/,
    ),
  ])
  expect(diffBooks(one, none)).toEqual(['form VSC-100 is removed'])
})

test.each([
  ['a form that no program has', 'forms/VSC-101.pdf', '%PDF-1.7', 'No program has the form number VSC-101.'],
  ['what is no PDF', 'forms/VSC-100.pdf', '<html>', 'The file is not a PDF.'],
  [
    'more than 5 MiB',
    'forms/VSC-100.pdf',
    Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-'),
    'The form is larger than 5 MiB.',
  ],
])('%s is refused', (_, file, content, reason) => {
  expect(faultsOf(withForm(file, content))).toEqual([{ file, line: 1, reason }])
})

test.each([
  ['forms/VSC-100.pdf', true],
  ['forms/VSC-100.PDF', true],
  ['forms/old/VSC-100.pdf', false],
  ['VSC-100.pdf', false],
  ['forms/README.md', false],
])('%s is a form: %s', (file, expected) => {
  expect(isFormFile(file)).toBe(expected)
})
