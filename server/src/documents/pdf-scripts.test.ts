import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { hasActiveContent } from './pdf-scripts.ts'

const pdf = (...objects: string[]) =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((text, at) => `${at + 1} 0 obj\n${text}\nendobj\n`).join('')}%%EOF\n`,
    'latin1',
  )
const stream = (dictionary: string, bytes: Buffer) =>
  `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`
const packed = (objects: string) => stream('/Type /ObjStm /Filter /FlateDecode', deflateSync(objects))

describe('a PDF is marked', () => {
  test.each<[what: string, file: Buffer]>([
    ['with a script at its opening', pdf('<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>')],
    ['without spaces between its names', pdf('<</OpenAction<</S/JavaScript/JS(x)>>>>')],
    ['with a name spelled in hex', pdf('<< /S /J#61vaScr#69pt >>')],
    ['with a short name spelled in hex', pdf('<< /#4a#53 (x) >>')],
    ['with a script in its packed objects', pdf(packed('<< /S /JavaScript /JS (x) >>'))],
    ['with a short name in its packed objects', pdf(packed('<< /JS 4 0 R >>'))],
    ['that names its packed objects in hex', pdf(packed('<< /JS 4 0 R >>').replace('ObjStm', 'Obj#53tm'))],
    ['with actions of a page', pdf('<< /Type /Page /AA << /O 3 0 R >> >>')],
    ['that starts a program', pdf('<< /S /Launch /F (cmd.exe) >>')],
    ['that submits a form', pdf('<< /S /SubmitForm /F (somewhere) >>')],
    [
      'that carries a file',
      pdf('<< /Type /Filespec /EF << /F 3 0 R >> >>', stream('/Type /EmbeddedFile', Buffer.from('MZ'))),
    ],
    ['with a form of another kind', pdf('<< /AcroForm << /XFA 4 0 R >> >>')],
    ['with a comment that opens a stream', pdf('% stream\n<< /S /JavaScript >>\n% endstream')],
    ['with packed objects that cannot be unpacked', pdf(stream('/Type /ObjStm', Buffer.from('damaged')))],
    ['with packed objects in an encrypted file', pdf(packed('<< /Type /Page >>'), '<< /Encrypt 3 0 R >>')],
    ['with packed objects that are too large', pdf(packed(' '.repeat(40 * 1024 * 1024)))],
  ])('%s', (_, file) => {
    expect(hasActiveContent(file)).toBe(true)
  })

  test('when a library wrote it', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    expect(hasActiveContent(Buffer.from(await document.save()))).toBe(false)
    document.addJavaScript('greet', 'app.alert("hello")')
    expect(hasActiveContent(Buffer.from(await document.save({ useObjectStreams: true })))).toBe(true)
    expect(hasActiveContent(Buffer.from(await document.save({ useObjectStreams: false })))).toBe(true)
  })
})

describe('a PDF is not marked', () => {
  test.each<[what: string, file: Buffer]>([
    [
      'with plain pages',
      pdf('<< /Type /Page >>', stream('/Filter /FlateDecode', deflateSync('BT (Hello) Tj ET'))),
    ],
    [
      'with links to a page and to the web',
      pdf('<< /S /GoTo /D [1] >>', '<< /S /URI /URI (https://a.example) >>'),
    ],
    ['with packed objects that do nothing', pdf(packed('<< /Type /Page /Names 3 0 R >>'))],
    [
      'with a picture that spells a short name',
      pdf(stream('/Subtype /Image', Buffer.from('..../JS ../AA ..'))),
    ],
    ['with names that begin alike', pdf('<< /JSON 1 /AAB 2 /LaunchDate 3 /JavaScripted 4 >>')],
    ['without an end', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Length 5 >>\nstream\nabc')],
    ['that is empty', Buffer.from('%PDF-1.7')],
  ])('%s', (_, file) => {
    expect(hasActiveContent(file)).toBe(false)
  })

  test('when a library wrote it with a link', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    const action = { S: PDFName.of('URI'), URI: PDFString.of('https://a.example') }
    const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action })
    page.node.addAnnot(document.context.register(link))
    expect(hasActiveContent(Buffer.from(await document.save()))).toBe(false)
  })
})

test('a file of many false beginnings is searched quickly', () => {
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(24 * 1024 * 1024, 'stream\n')])
  expect(hasActiveContent(file)).toBe(false)
})
