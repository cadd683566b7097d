// Commands of several parts, such as the soak and the benchmarks: each part runs whatever became of the others, and all
// end in one table.
import { stolenTime } from './stolen-time.mjs'

/**
 * Runs the parts whose names begin with one of those that are given, or all. A part answers rows; where it fails, the
 * row is `failed(name, error)`. Every row has the name of its `part`. Parts with `beside` run first, two at a time; the
 * others have the machine to themselves.
 */
export async function runParts(parts, wanted, failed) {
  const chosen = parts.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
  )
  if (chosen.length === 0) {
    console.error(`There is no such part. The parts are: ${parts.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  const rowsOf = new Map()
  const runOne = async ({ name, run }) => {
    const began = Date.now()
    const stolen = stolenTime()
    console.error(`${name} …`)
    try {
      rowsOf.set(name, [await run()].flat())
    } catch (error) {
      console.error(error)
      rowsOf.set(name, [failed(name, error)])
    }
    // The table comes at the end, perhaps an hour later. Who waits sees the rows of each part as soon as they are there.
    for (const row of rowsOf.get(name)) console.error(`  ${Object.values(row).filter(Boolean).join(' · ')}`)
    console.error(`${name}: ${seconds(began)} s${stolen()}`)
  }
  const shared = chosen.filter(({ beside }) => beside)
  const runNext = async () => {
    for (let part = shared.shift(); part; part = shared.shift()) await runOne(part)
  }
  await Promise.all([runNext(), runNext()])
  for (const part of chosen.filter(({ beside }) => !beside)) await runOne(part)
  return chosen.flatMap(({ name }) => rowsOf.get(name).map((row) => ({ part: name, ...row })))
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
