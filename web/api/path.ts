/** A path of the portal in the router's parts: `/contracts/VSC-1?tab=x#money`. */
export interface PathParts {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly hash: string
}

export function partsOfPath(path: string): PathParts {
  const { pathname, search, hash } = new URL(path, 'http://portal')
  return { to: pathname, search: readSearch(search), hash: hash.slice(1) }
}

/** Parameters are plain text, as the API has them. One that is given twice is joined by commas, as the API reads it. */
export function readSearch(text: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text))
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`
  return query
}

export function writeSearch(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  // Commas separate values; they may stand in an address as they are.
  return search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : ''
}
