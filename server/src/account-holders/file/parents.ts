import { int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import type { Values } from '../holder-rules.ts'
import { fileKinds } from './file-kinds.ts'
import { fieldPath } from './file-shapes.ts'
import type { HolderEntry } from './read-body.ts'

/** An account holder in its place: its new values have its parent. */
interface Placed {
  readonly entry: HolderEntry
  readonly values: Values
}

/** Circles of agents or dealer groups that a file would close. */
export async function parentFaults<Holder extends Placed>(
  db: Db,
  holders: readonly Holder[],
  idOf: (holder: Holder) => number,
): Promise<FileFault[]> {
  const faults: FileFault[] = []
  for (const kind of fileKinds) {
    const [name, field] = Object.entries(kind.fields).find(([, { isParent }]) => isParent) ?? []
    const [column] = Object.keys(field?.select ?? {})
    const placed = holders.filter(
      ({ entry, values }) => entry.kind === kind && typeof values[name ?? ''] === 'number',
    )
    if (!name || !column || placed.length === 0) continue
    const [table, parent] = [sql.raw(kind.table), sql.raw(column)]
    const rows = await query({ id: int, parentId: int })`
      select id, ${parent} as "parentId" from ${table} where ${parent} is not null`.rows(db)
    const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]))
    for (const holder of holders)
      if (holder.entry.kind === kind && name in holder.values)
        setParent(parents, idOf(holder), holder.values[name])
    for (const holder of placed)
      if (isOwnAncestor(parents, idOf(holder))) {
        const { file, line, number, node } = holder.entry
        const written = fieldPath(`/${name}`)
        const reason = `${written}: The ${kind.noun} ${number} would belong to itself.`
        faults.push({ file, line: node.entries.get(written)?.line ?? line, reason })
      }
  }
  return faults
}

function setParent(parents: Map<number, number>, id: number, parent: unknown): void {
  if (typeof parent === 'number') parents.set(id, parent)
  else parents.delete(id)
}

function isOwnAncestor(parents: ReadonlyMap<number, number>, id: number): boolean {
  const seen = new Set<number>()
  for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === id) return true
    seen.add(at)
  }
  return false
}
