/**
 * Other work on the machine comes and goes, and a row may miss its goal because of it. The parts of rows that missed are
 * measured again after all others, and two of three decide: what we lost ourselves is missing each time. A row that was
 * measured more than once says what came out, first to last; its other columns are those of the time that decided.
 */
export async function decideByThree(first, runAgain) {
  const missed = first.filter(isMissed)
  const second = await measureAgain(missed, runAgain)
  const doubtful = missed.filter((row) => !isMissed(second(row)))
  const third = await measureAgain(doubtful, runAgain)
  return first.map((row) => {
    if (!isMissed(row)) return row
    const times = [row, second(row), ...(doubtful.includes(row) ? [third(row)] : [])]
    return { ...times.at(-1), measured: times.map(({ ratio, ours }) => ratio || ours).join(', ') }
  })
}

const isMissed = ({ met }) => met === 'MISSED'

/** Runs the parts of the rows, and finds a row in what they answer. A part that failed gave one row, which stays as it is. */
async function measureAgain(rows, runAgain) {
  const parts = new Set(rows.map(({ part }) => part))
  const again = parts.size > 0 ? await runAgain(parts) : []
  return (row) => again.find(({ part, name }) => part === row.part && name === row.name) ?? row
}
