import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font, type GlyphRun } from 'fontkit'
import { projectRoot } from '../db/project-root.ts'

// The fonts of the forms, and the text they can print.

interface FormFonts {
  readonly regular: Font
  readonly semiBold: Font
}

const folder = join(projectRoot, 'server', 'assets')

/** Printed for characters that the fonts do not have. */
const MISSING = '\uFFFD'

let loaded: FormFonts | undefined
const letters = new Set<number>()

/** Read once per thread: parsing a font takes longer than drawing a contract with it. */
export function formFonts(): FormFonts {
  loaded ??= { regular: read('NotoSans-Regular.ttf'), semiBold: read('NotoSans-SemiBold.ttf') }
  return loaded
}

export const fontFile = (name: string): Buffer => readFileSync(join(folder, 'fonts', name))

function read(name: string): Font {
  const font = create(fontFile(name))
  if (!('glyphForCodePoint' in font)) throw new Error(`${name} is not a font.`)
  // A glyph keeps the text it is first used for, and PDF readers copy that text out of a file. So each glyph is used for
  // its own character here; otherwise a file would depend on the files drawn before it.
  font.layout('ff fi fl ffi ffl')
  for (const codePoint of font.characterSet) {
    font.glyphForCodePoint(codePoint)
    letters.add(codePoint)
  }
  cacheWords(font)
  return font
}

const CACHED_WORDS = 10_000

/**
 * Laying out words is most of the work of drawing a page, and contracts repeat the same words, so layouts are cached. The
 * PDF writer scales a layout in place to 1,000 units per em; a cached one stays correct only if the font has that many.
 */
function cacheWords(font: Font): void {
  if (font.unitsPerEm !== 1000)
    throw new Error(`${font.postscriptName} has ${font.unitsPerEm} units per em; 1000 are needed.`)
  const words = new Map<string, GlyphRun>()
  const find = font.layout.bind(font)
  font.layout = (text, ...features) => {
    if (features.some((feature) => feature !== undefined)) return find(text, ...features)
    const known = words.get(text)
    if (known) return known
    if (words.size >= CACHED_WORDS) words.clear()
    const found = find(text)
    words.set(text, found)
    return found
  }
}

/** ASCII words with single spaces, which is the usual case. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * The text as it can be printed on one line. Invisible characters are left out: control characters, and marks that reverse
 * the direction of text, which could make a name look different from what is stored.
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text
  formFonts()
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
    // More combining marks would run into the lines above.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  let printed = ''
  for (const letter of plain) printed += letters.has(letter.codePointAt(0) ?? 0) ? letter : MISSING
  return printed
}
