import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font, type GlyphRun } from 'fontkit'
import { projectRoot } from '../db/project-root.ts'

// The fonts that forms are set in, and which texts they can set.

export interface FormFonts {
  readonly regular: Font
  readonly semiBold: Font
}

const folder = join(projectRoot, 'server', 'assets')

/** Shown for what the fonts have no letter for. */
const MISSING = '\uFFFD'

let loaded: FormFonts | undefined
const letters = new Set<number>()

/** Read once a thread: making sense of a font takes longer than drawing a contract with it. */
export function formFonts(): FormFonts {
  loaded ??= { regular: read('NotoSans-Regular.ttf'), semiBold: read('NotoSans-SemiBold.ttf') }
  return loaded
}

export const fontFile = (name: string): Buffer => readFileSync(join(folder, 'fonts', name))

function read(name: string): Font {
  const font = create(fontFile(name))
  if (!('glyphForCodePoint' in font)) throw new Error(`${name} is no font.`)
  // A glyph keeps the text that it is first used for, and readers copy that text out of a file. So each is used for its
  // own now; else a file would depend on those drawn before it. Ligatures stand for their letters.
  font.layout('ff fi fl ffi ffl')
  for (const codePoint of font.characterSet) {
    font.glyphForCodePoint(codePoint)
    letters.add(codePoint)
  }
  rememberWords(font)
  return font
}

const WORDS_REMEMBERED = 10_000

/**
 * Finding the glyphs of a word is most of the work of a page, and contracts say the same words again and again. What is
 * remembered is scaled by the writer in place to 1,000 units an em: so the fonts must have that many themselves.
 */
function rememberWords(font: Font): void {
  if (font.unitsPerEm !== 1000) throw new Error(`${font.postscriptName} has ${font.unitsPerEm} units an em.`)
  const words = new Map<string, GlyphRun>()
  const find = font.layout.bind(font)
  font.layout = (text, ...features) => {
    if (features.some((feature) => feature !== undefined)) return find(text, ...features)
    const known = words.get(text)
    if (known) return known
    if (words.size >= WORDS_REMEMBERED) words.clear()
    const found = find(text)
    words.set(text, found)
    return found
  }
}

/** Words of ASCII with single spaces, which is most of what there is. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * The text as it can be printed on one line. What is seen by nobody is left out: control characters, and marks that turn
 * the direction of text around, by which a name could show otherwise than it is stored.
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
    // More of them would climb into the lines above.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  let printed = ''
  for (const letter of plain) printed += letters.has(letter.codePointAt(0) ?? 0) ? letter : MISSING
  return printed
}
