import { expect, test } from 'vitest'
import { docx, wordEntries, zip } from '../../test/support/builders/documents.ts'
import { ARCHIVE_END_BYTES, directoryPlace, wordFault } from './zip-directory.ts'

function faultOf(archive: Buffer): string | undefined {
  const place = directoryPlace(
    archive.subarray(Math.max(0, archive.length - ARCHIVE_END_BYTES)),
    archive.length,
  )
  if (!place) return 'no directory'
  return wordFault(archive.subarray(place.offset, place.offset + place.size), place)
}

/** A copy with one number changed; `at` counts from the end record. */
function changed(archive: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(archive)
  copy.writeUInt16LE(value, copy.length - 22 + at)
  return copy
}

test.each<[what: string, archive: Buffer, fault: string | undefined]>([
  ['a Word document', docx(), undefined],
  ['one with a comment', zip(wordEntries, 'by hand'), undefined],
  ['one with the longest comment', zip(wordEntries, 'x'.repeat(0xffff)), undefined],
  [
    'one with the mark of an end in its comment',
    zip(wordEntries, 'PK\x05\x06 and more than 22 signs behind it'),
    undefined,
  ],
  [
    'one with a long text inside',
    zip([...wordEntries, { name: 'x', content: 'x'.repeat(100_000) }]),
    undefined,
  ],
  ['other files', zip([{ name: 'readme.txt' }]), 'a ZIP archive that is not a Word document'],
  [
    'a Word document in a folder',
    zip(wordEntries.map(({ name }) => ({ name: `x/${name}` }))),
    'a ZIP archive that is not a Word document',
  ],
  ['macros', zip([...wordEntries, { name: 'word/VBAPROJECT.BIN' }]), 'a Word document with macros'],
  [
    'far more than it weighs',
    zip([...wordEntries, { name: 'x', unpackedBytes: 600_000_000 }]),
    'a ZIP archive that is too large when unpacked',
  ],
  ['bytes after it', Buffer.concat([docx(), Buffer.from('x')]), 'no directory'],
  ['bytes before it', Buffer.concat([Buffer.from('x'), docx()]), 'no directory'],
  ['a count above its entries', changed(changed(docx(), 8, 3), 10, 3), 'a damaged ZIP archive'],
  ['a count below its entries', changed(changed(docx(), 8, 1), 10, 1), 'a damaged ZIP archive'],
  ['several parts', changed(docx(), 4, 1), 'no directory'],
  ['the ZIP64 format', changed(changed(docx(), 8, 0xffff), 10, 0xffff), 'no directory'],
  ['nothing', zip([]), 'a ZIP archive that is not a Word document'],
  ['no end', docx().subarray(0, -1), 'no directory'],
  ['no bytes', Buffer.alloc(0), 'no directory'],
])('an archive with %s', (_, archive, fault) => {
  expect(faultOf(archive)).toBe(fault)
})
