import { dirname } from 'node:path'

/** What each folder imports of other folders, by the imports of its files. */
export function folderArrows(
  imports: Iterable<readonly [file: string, imported: readonly string[]]>,
): ReadonlyMap<string, readonly string[]> {
  const arrows = new Map<string, Set<string>>()
  for (const [file, imported] of imports)
    for (const target of imported) {
      const [from, to] = [dirname(file), dirname(target)]
      if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  return new Map([...arrows].map(([from, to]) => [from, [...to]]))
}

/** The first circle that is found among nodes, as a list that begins and ends with the same one. */
export function findCircle(nodes: readonly string[], targets: (node: string) => readonly string[]): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): string[] | undefined => {
    const start = path.indexOf(node)
    if (start >= 0) return [...path.slice(start), node]
    if (done.has(node)) return undefined
    path.push(node)
    for (const target of targets(node)) {
      const circle = visit(target)
      if (circle) return circle
    }
    path.pop()
    done.add(node)
    return undefined
  }
  for (const node of nodes) {
    const circle = visit(node)
    if (circle) return circle
  }
  return []
}
