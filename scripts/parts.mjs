// Commands of several parts, such as the soak and the benchmarks: each part runs whatever became of the others, and all
// end in one table.

/**
 * Runs the parts whose names begin with one of those that are given, or all. A part answers rows; where it fails, the
 * row is `failed(name, error)`.
 */
export async function runParts(parts, wanted, failed) {
  const chosen = parts.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
  )
  if (chosen.length === 0) {
    console.error(`There is no such part. The parts are: ${parts.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  const rows = []
  for (const { name, run } of chosen) {
    const began = Date.now()
    console.error(`${name} …`)
    try {
      rows.push(...[await run()].flat())
    } catch (error) {
      console.error(error)
      rows.push(failed(name, error))
    }
    console.error(`${name}: ${seconds(began)} s`)
  }
  return rows
}

/** One table, and the time that all took. */
export function printTable(columns, rows, began) {
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at].length)))
  const [head, ...lines] = cells.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at]))
      .join('  ')
      .trimEnd(),
  )
  console.log(`\n${head}\n${widths.map((width) => '-'.repeat(width)).join('  ')}\n${lines.join('\n')}`)
  console.log(`\nTook ${seconds(began)} s.`)
}

const seconds = (began) => ((Date.now() - began) / 1_000).toFixed(1)
