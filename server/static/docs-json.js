/**
 * Indents JSON text without going through JavaScript numbers, so 10.00 stays 10.00 and large integers
 * keep every digit. Throws a SyntaxError when the text is not JSON.
 */
export function indentJson(text) {
  JSON.parse(text)
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  const out = []
  let depth = 0
  const newline = () => out.push('\n', '  '.repeat(depth))
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]
    if (token === '{' || token === '[') {
      out.push(token)
      const next = tokens[i + 1]
      if (next === '}' || next === ']') {
        out.push(next)
        i += 1
      } else {
        depth += 1
        newline()
      }
    } else if (token === '}' || token === ']') {
      depth -= 1
      newline()
      out.push(token)
    } else if (token === ',') {
      out.push(token)
      newline()
    } else {
      out.push(token === ':' ? ': ' : token)
    }
  }
  return out.join('')
}

export function toJson(value) {
  return JSON.stringify(value, null, 2) ?? ''
}

export function isJsonType(mediaType) {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(mediaType ?? '')
}
