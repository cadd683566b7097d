import { docx, jpg, pdf, pdfOf, png, tif, wordEntries, zip } from '../builders/documents.ts'

// Harmful files, and files that look harmful. Files of other types than the allowed ones are refused. The others are stored
// unchanged and only downloaded, never shown.

const bytes = (text: string) => Buffer.from(text, 'latin1')
const SCRIPT = '<script>alert(document.cookie)</script>'
const svg = bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)
const html = bytes(`<!DOCTYPE html><html><body>${SCRIPT}</body></html>`)
const gifScript = bytes('GIF89a=1;alert(1);//')
const program = bytes('MZ\x90\0\x03\0\0\0')
/** A thousand bytes that claim to unpack to 4 GB. */
const bomb = zip([{ name: 'zeros', content: '\0'.repeat(1_000), unpackedBytes: 4_000_000_000 }])
const wordBomb = zip([...wordEntries, { name: 'word/media/zeros.bin', unpackedBytes: 4_000_000_000 }])
const manyEntries = zip([...wordEntries, ...Array.from({ length: 5_000 }, (_, at) => ({ name: `x/${at}` }))])
const macros = zip([...wordEntries, { name: 'word/vbaProject.bin', content: 'x' }])
const sheet = zip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }])
const PDF = 'application/pdf'

export interface Hostile {
  readonly what: string
  readonly name: string
  readonly content: Buffer
  /** The content type that the caller sends. */
  readonly type?: string
  readonly status: 400 | 413 | 415
  /** The type that the refusal names. */
  readonly seen?: RegExp
}

export const refusedFiles: readonly Hostile[] = [
  // Types that are not allowed.
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
    what: 'HTML after a byte order mark',
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
    what: 'a GIF that is also JavaScript, called PNG',
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
  {
    what: 'a file of an unknown type',
    name: 'x.tif',
    content: bytes('\0\x01\x02\x03'),
    status: 415,
    seen: /unknown type/,
  },
  {
    what: 'a name without an extension',
    name: 'contract',
    content: pdf(),
    status: 415,
    seen: /without an extension/,
  },
  {
    what: 'a second extension after .pdf',
    name: 'contract.pdf.exe',
    content: pdf(),
    status: 415,
    seen: /\.exe/,
  },
  {
    what: 'an extension with a Cyrillic letter',
    name: 'contract.рdf',
    content: pdf(),
    status: 415,
    seen: /\.рdf/,
  },
  { what: 'HTML called PNG', name: 'page.png', content: html, type: 'image/png', status: 415, seen: /HTML/ },
  {
    what: 'HTML in UTF-16',
    name: 'page.png',
    content: Buffer.from(`\ufeff${html.toString('latin1')}`, 'utf16le'),
    status: 415,
    seen: /unknown type/,
  },
  {
    what: 'a file that is a GIF and a Java archive',
    name: 'x.docx',
    content: Buffer.concat([gifScript, docx()]),
    status: 415,
    seen: /GIF/,
  },
  { what: 'Java called Word', name: 'x.docx', content: bytes('\xca\xfe\xba\xbe'), status: 415, seen: /Java/ },
  { what: 'PostScript called PDF', name: 'x.pdf', content: bytes('%!PS\n'), status: 415, seen: /PostScript/ },
  { what: 'HTML with two extensions', name: 'x.pdf.html', content: pdf(), status: 415, seen: /\.html/ },
  { what: 'a shortcut', name: 'x.lnk', content: bytes('L\0\0\0'), status: 415, seen: /\.lnk/ },
  { what: 'a truncated PNG', name: 'x.png', content: png().subarray(0, 6), status: 415 },
  { what: 'a truncated PDF', name: 'x.pdf', content: bytes('%PD'), status: 415 },
  // The name, the content type and the content do not agree.
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
    what: 'a PDF with a line break before its header',
    name: 'x.pdf',
    content: Buffer.concat([bytes('\n'), pdf()]),
    status: 415,
  },
  {
    what: 'HTML followed by a PDF',
    name: 'x.pdf',
    content: Buffer.concat([html, pdf()]),
    status: 415,
    seen: /HTML/,
  },
  // Archives.
  { what: 'a zip bomb', name: 'x.docx', content: bomb, status: 415, seen: /not a Word document/ },
  {
    what: 'a Word document that is a zip bomb',
    name: 'x.docx',
    content: wordBomb,
    status: 415,
    seen: /too large when unpacked/,
  },
  {
    what: 'an archive with thousands of entries',
    name: 'x.docx',
    content: manyEntries,
    status: 415,
    seen: /not a Word/,
  },
  { what: 'a Word document with macros', name: 'x.docx', content: macros, status: 415, seen: /macros/ },
  { what: 'a spreadsheet called Word', name: 'x.docx', content: sheet, status: 415, seen: /not a Word/ },
  {
    what: 'an archive followed by HTML',
    name: 'x.docx',
    content: Buffer.concat([docx(), html]),
    status: 415,
    seen: /not a Word/,
  },
  {
    what: 'a truncated archive',
    name: 'x.docx',
    content: docx().subarray(0, -20),
    status: 415,
    seen: /not a Word/,
  },
  { what: 'an empty archive', name: 'x.docx', content: zip([]), status: 415, seen: /empty ZIP/ },
  // Sizes.
  { what: 'an empty file', name: 'x.pdf', content: Buffer.alloc(0), status: 400 },
  { what: 'one byte more than 25 MiB', name: 'x.pdf', content: pdfOf(25 * 1024 * 1024 + 1), status: 413 },
  // Names.
  { what: 'a path out of the folder', name: '../../etc/cron.d/x.pdf', content: pdf(), status: 400 },
  { what: 'a Windows path out of the folder', name: '..\\..\\x.pdf', content: pdf(), status: 400 },
  { what: 'an absolute path', name: 'C:\\fakepath\\x.pdf', content: pdf(), status: 400 },
  { what: 'an alternate data stream', name: 'x.exe:a.pdf', content: pdf(), status: 400 },
  { what: 'a device name', name: 'CON.pdf', content: pdf(), status: 400 },
  { what: 'a hidden file', name: '.htaccess.pdf', content: pdf(), status: 400 },
  { what: 'a name with reversed reading direction', name: 'x\u202efdp.exe.pdf', content: pdf(), status: 400 },
  { what: 'a name with a line separator', name: 'x\u2028Set-Cookie: a=b.pdf', content: pdf(), status: 400 },
  { what: 'a name with a control character', name: 'x\u0007.pdf', content: pdf(), status: 400 },
  { what: 'a name that is only an extension', name: '.pdf', content: pdf(), status: 400 },
  { what: 'a name that ends in a space', name: 'x.pdf ', content: pdf(), status: 400 },
  { what: 'a name of 300 characters', name: `${'x'.repeat(300)}.pdf`, content: pdf(), status: 400 },
]

export interface Inert {
  readonly what: string
  readonly name: string
  readonly content: Buffer
  /** A PDF that is marked, because it can do something when it is opened. */
  readonly isActive?: boolean
}

/** Valid files with suspicious content. They are stored unchanged and never shown. */
export const inertFiles: readonly Inert[] = [
  {
    what: 'a JPEG with HTML in its comment',
    name: 'x.jpg',
    content: jpg(`\xff\xfe\0\x40${html.toString('latin1')}`),
  },
  {
    what: 'a PNG followed by PHP',
    name: 'x.png',
    content: Buffer.concat([png(), bytes('<?php system($_GET[0]);')]),
  },
  {
    what: 'a PDF with JavaScript',
    name: 'x.pdf',
    content: pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
    isActive: true,
  },
  {
    what: 'a PDF that starts a program',
    name: 'x.pdf',
    content: pdf('/OpenAction << /S /Launch /F (cmd.exe) >>'),
    isActive: true,
  },
  { what: 'a PDF with HTML in it', name: 'x.pdf', content: pdf(html.toString('latin1')) },
  { what: 'a PDF without an end', name: 'x.pdf', content: pdf().subarray(0, 12) },
  { what: 'two extensions, of which the last is correct', name: 'x.html.pdf', content: pdf() },
  { what: 'a PDF followed by an archive', name: 'x.pdf', content: Buffer.concat([pdf(), docx()]) },
  { what: 'a TIFF with a script', name: 'x.tif', content: Buffer.concat([tif(), bytes(SCRIPT)]) },
  { what: 'a name with markup in it', name: `x & 'y' $(z); --.pdf`, content: pdf() },
  { what: 'a name in other alphabets', name: 'договор 合同 🚗.pdf', content: pdf() },
]
