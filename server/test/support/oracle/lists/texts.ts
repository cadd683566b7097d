import fc from 'fast-check'
import { turnsDirection } from '../../../../src/domain/readable-text.ts'

// Texts that are hard to compare, and search texts that find them.

const pieces = [
  'Anna',
  'ANNA',
  'anna',
  'Müller',
  'Mu\u0308ller',
  'MÜLLER',
  'Straße',
  'STRASSE',
  'ẞ',
  'İstanbul',
  'istanbul',
  'ISPARTA',
  'ısparta',
  'ΟΔΟΣ',
  'οδος',
  'οδοσ',
  'Йод',
  'И\u0306од',
  'Å',
  '\u212b',
  '\u212a',
  'k',
  'ﬁn',
  'fin',
  'ǅ',
  '１００％',
  '＿',
  '100%',
  '_',
  'a_b',
  '%',
  '\\',
  'a\\b',
  ',',
  'a,b',
  "O'Brien",
  '"',
  '\n',
  '\t',
  ' ',
  '  ',
  'é',
  'E\u0301',
  '\u0301',
  '日本',
  '한',
  '\u1112\u1161\u11ab',
  '😀',
  '👩\u200d👧',
  '\ufffd',
  'x'.repeat(120),
]

/** Letters of Unicode 16 and 17, which JavaScript and the database may know from different versions on. */
const YOUNG =
  /[\u0870-\u08ff\u1c80-\u1c8f\u2c2f\u2c5f\ua7c0-\ua7ff\u{10ec0}-\u{10eff}\u{10d40}-\u{10d8f}\u{16d40}-\u{16eff}]/u
/** A range of texts with a prefix ends at the prefix with U+10FFFF, which is not a character and in no name. */
const LAST = /\u{10ffff}/u

/** PostgreSQL cannot store U+0000. Texts that turn the reading direction are refused, as a value and as a search text. */
const isFit = (text: string) =>
  !YOUNG.test(text) && !LAST.test(text) && !turnsDirection(text) && !text.includes('\u0000')

export const anyText = fc.oneof(
  {
    weight: 7,
    arbitrary: fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
      .map((all) => all.join('')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).filter(isFit) },
  { weight: 1, arbitrary: fc.constant('') },
)

/** Cuts a text to this many characters, without splitting one. */
export const cut = (text: string, most: number) => {
  let kept = [...text].slice(0, most)
  while (kept.join('').length > most) kept = kept.slice(0, -1)
  return kept.join('')
}

const LONGEST_VALUE = 400

type Way = (text: string, from: number, length: number) => string

const inOtherLetters: readonly Way[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFD'),
]
const beginning: Way = (text, from) => [...text].slice(0, 1 + (from % 8)).join('')
const piece: Way = (text, from, length) => {
  const signs = [...text]
  const at = from % (signs.length || 1)
  return signs.slice(at, at + 1 + (length % 8)).join('')
}
const loudly =
  (way: Way): Way =>
  (text, from, length) =>
    way(text, from, length).toUpperCase()

const ways: Readonly<Record<'whole' | 'begins' | 'contains', readonly Way[]>> = {
  whole: [...inOtherLetters, ...inOtherLetters, beginning],
  begins: [...inOtherLetters, beginning, loudly(beginning), beginning, piece],
  contains: [...inOtherLetters, piece, loudly(piece), piece, beginning],
}

/** A search text for a text: unchanged, in another letter case, or the part that the filter compares. */
export const askedFor = (match: keyof typeof ways, text: string) =>
  fc
    .tuple(fc.constantFrom(...ways[match]), fc.nat(60), fc.nat(60))
    .map(([way, from, length]) => cut(way(text, from, length), LONGEST_VALUE))
