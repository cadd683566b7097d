/** Rows by their group, groups and rows in the order in which they come. */
export function grouped<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): readonly (readonly [string, readonly Row[]])[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const own = groups.get(groupOf(row))
    if (own) own.push(row)
    else groups.set(groupOf(row), [row])
  }
  return [...groups]
}
