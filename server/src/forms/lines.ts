/** How wide a text is, in points. */
export type Measure = (text: string) => number

/**
 * Breaks a printable text into lines of at most a width: between words, and within a word that is wider than a line.
 * Every line but the last ends in the space it was broken at, so that words stay apart for those who copy the text.
 */
export function linesOf(text: string, width: number, measure: Measure): string[] {
  // Most of what a form says is short.
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

/** The pieces of a word that is too wide. At least one letter each, however narrow the line. */
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
