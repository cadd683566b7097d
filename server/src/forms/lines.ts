/** The width of a text in points. */
export type Measure = (text: string) => number

/**
 * Breaks printable text into lines that fit a width: between words, or within a word that is wider than a line. Every line
 * except the last keeps the space it was broken at, so that words stay apart when the text is copied.
 */
export function wrapLines(text: string, width: number, measure: Measure): string[] {
  // Most texts on a form are short.
  if (measure(text) <= width) return [text]
  const space = measure(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const chunk = `${word} `
    const wide = measure(chunk)
    if (used + wide - space <= width) {
      line += chunk
      used += wide
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = wide - space <= width ? [chunk] : chopped(chunk, width, measure)
    line = pieces.pop() ?? ''
    used = measure(line)
    lines.push(...pieces)
  }
  return [...lines, line.trimEnd()]
}

/** Splits a word that is too wide. Each piece has at least one letter, however narrow the line. */
function chopped(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const letter of word) {
    const wide = measure(letter)
    if (piece !== '' && letter !== ' ' && used + wide > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += letter
    used += wide
  }
  return [...pieces, piece]
}
