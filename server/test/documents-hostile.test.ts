import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './support/app.ts'
import { checksums } from './support/checksums.ts'
import {
  type DocumentServer,
  docx,
  form,
  jpg,
  pdf,
  pdfOf,
  png,
  serveDocuments,
  tif,
  wordEntries,
  zip,
} from './support/documents.ts'

let service: TestService
let server: DocumentServer
beforeAll(async () => {
  service = await testService()
  server = await serveDocuments(service)
})
afterAll(() => server.stop())

const bytes = (text: string) => Buffer.from(text, 'latin1')
const SCRIPT = '<script>alert(document.cookie)</script>'
const svg = bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)
const html = bytes(`<!DOCTYPE html><html><body>${SCRIPT}</body></html>`)
const gifScript = bytes('GIF89a=1;alert(1);//')
const program = bytes('MZ\x90\0\x03\0\0\0')
/** A megabyte of nothing, packed ten to the thousand: what a bomb is made of. */
const bomb = zip([{ name: 'zeros', content: '\0'.repeat(1_000), unpackedBytes: 4_000_000_000 }])
const wordBomb = zip([...wordEntries, { name: 'word/media/zeros.bin', unpackedBytes: 4_000_000_000 }])
const manyEntries = zip([...wordEntries, ...Array.from({ length: 5_000 }, (_, at) => ({ name: `x/${at}` }))])
const macros = zip([...wordEntries, { name: 'word/vbaProject.bin', content: 'x' }])
const sheet = zip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }])
const PDF = 'application/pdf'

interface Hostile {
  readonly what: string
  readonly name: string
  readonly content: Buffer
  /** As the caller says. */
  readonly type?: string
  readonly status: 400 | 413 | 415
  /** What the refusal says it saw. */
  readonly seen?: RegExp
}

const refused: readonly Hostile[] = [
  // Types that are not taken.
  {
    what: 'SVG with a script',
    name: 'logo.svg',
    content: svg,
    type: 'image/svg+xml',
    status: 415,
    seen: /\.svg/,
  },
  { what: 'SVG called PNG', name: 'logo.png', content: svg, status: 415, seen: /SVG/ },
  { what: 'HTML', name: 'page.html', content: html, status: 415, seen: /\.html/ },
  { what: 'HTML called PDF', name: 'page.pdf', content: html, type: PDF, status: 415, seen: /HTML/ },
  {
    what: 'HTML behind a byte order mark',
    name: 'page.pdf',
    content: Buffer.concat([bytes('\xef\xbb\xbf \n'), html]),
    status: 415,
    seen: /HTML/,
  },
  {
    what: 'a script called JPEG',
    name: 'x.jpg',
    content: bytes('#!/bin/sh\nrm -rf /'),
    status: 415,
    seen: /script/,
  },
  { what: 'a Windows program', name: 'setup.exe', content: program, status: 415, seen: /\.exe/ },
  {
    what: 'a Windows program called PDF',
    name: 'setup.pdf',
    content: program,
    type: PDF,
    status: 415,
    seen: /program/,
  },
  {
    what: 'a Linux program called PDF',
    name: 'x.pdf',
    content: bytes('\x7fELF\x02\x01\x01'),
    status: 415,
    seen: /program/,
  },
  { what: 'a GIF', name: 'x.gif', content: gifScript, status: 415, seen: /\.gif/ },
  {
    what: 'GIF and JavaScript at once, called PNG',
    name: 'x.png',
    content: gifScript,
    status: 415,
    seen: /GIF/,
  },
  { what: 'text called PDF', name: 'x.pdf', content: bytes('just text'), status: 415, seen: /text/ },
  {
    what: 'rich text called Word',
    name: 'x.docx',
    content: bytes('{\\rtf1 x}'),
    status: 415,
    seen: /rich text/,
  },
  {
    what: 'an old Word document',
    name: 'x.doc',
    content: bytes('\xd0\xcf\x11\xe0'),
    status: 415,
    seen: /\.doc/,
  },
  {
    what: 'an old Word document called new',
    name: 'x.docx',
    content: bytes('\xd0\xcf\x11\xe0\xa1\xb1'),
    status: 415,
    seen: /old Office/,
  },
  { what: 'gzip called PDF', name: 'x.pdf', content: bytes('\x1f\x8b\x08'), status: 415, seen: /gzip/ },
  { what: 'bytes of no type', name: 'x.tif', content: bytes('\0\x01\x02\x03'), status: 415, seen: /no type/ },
  {
    what: 'a name without an ending',
    name: 'contract',
    content: pdf(),
    status: 415,
    seen: /without an ending/,
  },
  {
    what: 'an ending behind the ending',
    name: 'contract.pdf.exe',
    content: pdf(),
    status: 415,
    seen: /\.exe/,
  },
  {
    what: 'an ending that only looks right',
    name: 'contract.рdf',
    content: pdf(),
    status: 415,
    seen: /\.рdf/,
  },
  // What is said does not agree.
  { what: 'a PDF called JPEG', name: 'x.jpg', content: pdf(), status: 415, seen: /a PDF/ },
  { what: 'a JPEG called PDF', name: 'x.pdf', content: jpg(), status: 415, seen: /JPEG/ },
  {
    what: 'a PDF sent as a JPEG',
    name: 'x.pdf',
    content: pdf(),
    type: 'image/jpeg',
    status: 415,
    seen: /image\/jpeg/,
  },
  {
    what: 'a PDF sent as HTML',
    name: 'x.pdf',
    content: pdf(),
    type: 'text/html',
    status: 415,
    seen: /text\/html/,
  },
  { what: 'a TIFF called PNG', name: 'x.png', content: tif(), status: 415, seen: /TIFF/ },
  {
    what: 'a PDF that begins later',
    name: 'x.pdf',
    content: Buffer.concat([bytes('\n'), pdf()]),
    status: 415,
  },
  {
    what: 'HTML with a PDF behind it',
    name: 'x.pdf',
    content: Buffer.concat([html, pdf()]),
    status: 415,
    seen: /HTML/,
  },
  // Archives.
  { what: 'a zip bomb', name: 'x.docx', content: bomb, status: 415, seen: /no Word document/ },
  {
    what: 'a Word document that is a bomb',
    name: 'x.docx',
    content: wordBomb,
    status: 415,
    seen: /far larger/,
  },
  {
    what: 'an archive of thousands of entries',
    name: 'x.docx',
    content: manyEntries,
    status: 415,
    seen: /no Word/,
  },
  { what: 'a Word document with macros', name: 'x.docx', content: macros, status: 415, seen: /macros/ },
  { what: 'a spreadsheet called Word', name: 'x.docx', content: sheet, status: 415, seen: /no Word/ },
  {
    what: 'an archive with something behind it',
    name: 'x.docx',
    content: Buffer.concat([docx(), html]),
    status: 415,
    seen: /no Word/,
  },
  {
    what: 'an archive that is cut off',
    name: 'x.docx',
    content: docx().subarray(0, -20),
    status: 415,
    seen: /no Word/,
  },
  { what: 'an empty archive', name: 'x.docx', content: zip([]), status: 415, seen: /empty ZIP/ },
  // Sizes.
  { what: 'an empty file', name: 'x.pdf', content: Buffer.alloc(0), status: 400 },
  { what: 'one byte more than 25 MiB', name: 'x.pdf', content: pdfOf(25 * 1024 * 1024 + 1), status: 413 },
  // Names.
  { what: 'a way out of the folder', name: '../../etc/cron.d/x.pdf', content: pdf(), status: 400 },
  { what: 'a way out on Windows', name: '..\\..\\x.pdf', content: pdf(), status: 400 },
  { what: 'a whole path', name: 'C:\\fakepath\\x.pdf', content: pdf(), status: 400 },
  { what: 'another stream of a file', name: 'x.exe:a.pdf', content: pdf(), status: 400 },
  { what: 'a device', name: 'CON.pdf', content: pdf(), status: 400 },
  { what: 'a hidden file', name: '.htaccess.pdf', content: pdf(), status: 400 },
  { what: 'a name that is read backwards', name: 'x\u202efdp.exe.pdf', content: pdf(), status: 400 },
  { what: 'a name with a line end', name: 'x\u2028Set-Cookie: a=b.pdf', content: pdf(), status: 400 },
  { what: 'a name that ends in a space', name: 'x.pdf ', content: pdf(), status: 400 },
  { what: 'a name of 300 characters', name: `${'x'.repeat(300)}.pdf`, content: pdf(), status: 400 },
]

/** Real files with something in them: kept as they are, and never shown. */
const inert: readonly { readonly what: string; readonly name: string; readonly content: Buffer }[] = [
  {
    what: 'a JPEG with HTML in its comment',
    name: 'x.jpg',
    content: jpg(`\xff\xfe\0\x40${html.toString('latin1')}`),
  },
  {
    what: 'a PNG with PHP behind it',
    name: 'x.png',
    content: Buffer.concat([png(), bytes('<?php system($_GET[0]);')]),
  },
  {
    what: 'a PDF with JavaScript',
    name: 'x.pdf',
    content: pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
  },
  { what: 'a PDF with an archive behind it', name: 'x.pdf', content: Buffer.concat([pdf(), docx()]) },
  { what: 'a TIFF with a script', name: 'x.tif', content: Buffer.concat([tif(), bytes(SCRIPT)]) },
  { what: 'a name with markup in it', name: `x & 'y' $(z); --.pdf`, content: pdf() },
  { what: 'a name in other letters', name: 'договор 合同 🚗.pdf', content: pdf() },
]

const upload = (name: string, content: Buffer, type?: string) => {
  const { body, headers } = form(name.replaceAll('\\', '\\\\'), content, type)
  return server.api.as('sandbox-admin').post(`/dealers/${server.own}/files`, body, headers)
}

test('there are forty of them', () => {
  expect(refused.length + inert.length).toBeGreaterThanOrEqual(40)
})

describe.each(refused)('$what', ({ name, content, type, status, seen }) => {
  test('is refused, in a form and in JSON, and leaves nothing behind', async () => {
    const admin = server.api.as('sandbox-admin')
    const [before, left] = [await checksums(service.databases), await server.left()]
    const said = type === undefined ? {} : { contentType: type }
    const data = content.toString('base64')
    const answers = [
      await upload(name, content, type),
      await admin.post(`/dealers/${server.own}/files`, { fileName: name, ...said, data }),
      await admin.post(`/dealers/${server.own}/documents`, {
        ...{ documentTypeCode: 'OTHER', fileName: name, ...said, documentData: data },
      }),
    ]
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(status)
      if (seen) expect(answer.body.seen).toMatch(seen)
    }
    expect(await checksums(service.databases)).toEqual(before)
    expect(await server.left()).toEqual(left)
  })
})

describe.each(inert)('$what', ({ name, content }) => {
  test('is kept as it is, and given out only to be saved', async () => {
    const made = await upload(name, content)
    expect(made.status, made.text).toBe(201)
    expect(made.body.fileName).toBe(name)
    const answer = await server.api.as('sandbox-admin').get(`/files/${made.body.id}?download=true`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]*"/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('content-type')).not.toMatch(/html|svg|script/)
    const read = await server.api.as('sandbox-admin').get(`/files/${made.body.id}`)
    expect(Buffer.from(read.body.data, 'base64').equals(content)).toBe(true)
  })
})
