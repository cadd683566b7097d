import { describe, expect, test } from 'vitest'
import { attachmentHeader, fileExtension, fileNameFault, spelledFileName } from './file-names.ts'

describe('a file name is refused', () => {
  test.each<[name: string, why: RegExp]>([
    ['', /no name/],
    ['x'.repeat(201), /more than 200/],
    ['a/b.pdf', /a path/],
    ['a\\b.pdf', /a path/],
    ['..', /begins or ends with a dot/],
    ['.pdf', /begins or ends with a dot/],
    ['a.pdf.', /begins or ends with a dot/],
    [' a.pdf', /begins or ends with a dot or a space/],
    ['a.pdf\u00a0', /begins or ends with a dot or a space/],
    ['a\u0000.pdf', /invisible/],
    ['a\r\n.pdf', /invisible/],
    ['a\u007f.pdf', /invisible/],
    ['a\u0085.pdf', /invisible/],
    ['a\u200b.pdf', /invisible/],
    ['a\u202e.pdf', /invisible/],
    ['a\u2029.pdf', /invisible/],
    ['a\ufeff.pdf', /invisible/],
    ['a\ud800.pdf', /invisible/],
    ['a:b.pdf', /one of/],
    ['a"b.pdf', /one of/],
    ['a?.pdf', /one of/],
    ['nul', /a device/],
    ['COM1.tar.pdf', /a device/],
  ])('%j', (name, why) => {
    expect(fileNameFault(name)).toMatch(why)
  })
})

test.each([
  'a.pdf',
  'A B.PDF',
  'договор.pdf',
  '合同.docx',
  'Übergröße 100% (2).jpg',
  "o'neil; x&y.png",
  '🚗.tif',
  'console.pdf',
  'x'.repeat(200),
])('the file name %j is accepted', (name) => {
  expect(fileNameFault(name)).toBeUndefined()
})

test('a name has one Unicode form', () => {
  expect(spelledFileName('e\u0301.pdf')).toBe('\u00e9.pdf')
})

test.each([
  ['a.pdf', 'pdf'],
  ['a.tar.GZ', 'gz'],
  ['a', ''],
  ['a.', ''],
])('%s ends in %j', (name, ending) => {
  expect(fileExtension(name)).toBe(ending)
})

test.each([
  ['a b.pdf', 'attachment; filename="a b.pdf"'],
  ['50%.pdf', `attachment; filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
  ['é.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%C3%A9.pdf`],
  [
    "o'neil (1)*é.pdf",
    `attachment; filename="o'neil (1)*_.pdf"; filename*=UTF-8''o%27neil%20%281%29%2A%C3%A9.pdf`,
  ],
])('%s is written in a header as %s', (name, header) => {
  expect(attachmentHeader(name)).toBe(header)
})
