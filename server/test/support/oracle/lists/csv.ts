/** Reads strict RFC 4180: every line ends in CR LF, and quotes occur only where they are allowed. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/y
  while (at < text.length) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (!found) throw new Error(`Not RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 60))}`)
    const [whole, quoted, plain = '', end] = found
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    at += whole.length
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) throw new Error('Not RFC 4180: the last line has no end.')
  return rows
}

/** The rows by the names in the header. Each row must have as many cells. */
export function recordsIn(text: string): Record<string, string>[] {
  const [names = [], ...rows] = parseCsv(text)
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`A line has ${row.length} cells, not ${names.length}.`)
    return Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']))
  })
}
