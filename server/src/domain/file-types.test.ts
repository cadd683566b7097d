import { describe, expect, test } from 'vitest'
import { claimedType, decideFileType, fileTypes, readBeginning } from './file-types.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('the type that the first bytes of a file show', () => {
  test.each<[text: string, code: string | undefined, name: RegExp]>([
    ['%PDF-1.7', 'pdf', /PDF/],
    ['\xff\xd8\xff\xe1', 'jpg', /JPEG/],
    ['\x89PNG\r\n\x1a\n', 'png', /PNG/],
    ['II*\0', 'tif', /TIFF/],
    ['MM\0*', 'tif', /TIFF/],
    ['PK\x03\x04', 'zip', /ZIP/],
    ['', undefined, /empty/],
    ['%PDF', undefined, /text/],
    ['\xff\xd8', undefined, /unknown type/],
    ['\x89PNG\n', undefined, /unknown type/],
    ['  <?xml version="1.0"?>', undefined, /XML/],
    ['\xef\xbb\xbf<svg', undefined, /SVG/],
    ['\n<script>', undefined, /HTML/],
    ['Hello', undefined, /text/],
    ['\0\0', undefined, /unknown type/],
  ])('%j', (text, code, name) => {
    const found = readBeginning(bytes(text))
    expect(found.code).toBe(code)
    expect(found.name).toMatch(name)
  })
})

const pdf = readBeginning(bytes('%PDF-1.7'))

describe('the type of a file', () => {
  test('is accepted when the content, the name and the content type agree', () => {
    for (const type of fileTypes)
      for (const extension of type.extensions)
        for (const contentType of [
          type.contentType,
          ...type.aliases,
          undefined,
          '',
          'application/octet-stream',
        ]) {
          const claim = { fileName: `a.${extension.toUpperCase()}`, contentType }
          expect(claimedType(claim)).toEqual({ type })
          expect(decideFileType(claim, { code: type.code, name: 'the type' })).toEqual({ type })
        }
    expect(
      decideFileType({ fileName: 'a.pdf', contentType: 'Application/PDF; version=1' }, pdf),
    ).toHaveProperty('type')
  })

  test.each<[fileName: string, contentType: string | undefined, seen: string]>([
    ['a.jpg', undefined, 'a PDF'],
    ['a.pdf', 'image/jpeg', 'the content type image/jpeg'],
    ['a', 'application/pdf', 'a name without an extension'],
    ['a.exe', 'application/pdf', 'a name that ends in .exe'],
    ['pdf', undefined, 'a name without an extension'],
  ])('is refused for a PDF with the name %s and the content type %s', (fileName, contentType, seen) => {
    expect(decideFileType({ fileName, contentType }, pdf)).toMatchObject({ seen })
  })

  test('is refused for a ZIP archive whose directory was not read', () => {
    const claim = { fileName: 'a.docx', contentType: undefined }
    expect(decideFileType(claim, readBeginning(bytes('PK\x03\x04')))).toMatchObject({ seen: 'a ZIP archive' })
  })
})
