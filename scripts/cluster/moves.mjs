// An administrator moves to another worker while all work. No request fails.
import { contractLife, factsOf, openCaller, openDiary } from './callers.mjs'
import { countRows, faultsOf, printFaults } from './examine.mjs'

const WRITERS_EACH = 2

/** Moves the first administrator to each other worker and back. */
export async function movesUnderLoad({ installation, databaseUrl, nodes, placeOf }) {
  const diary = openDiary({ isPatient: false })
  const counted = await countRows(installation, databaseUrl)
  const [administrator] = installation.administrators
  const home = await placeOf(administrator)
  const others = nodes.filter(({ name, isCoordinator }) => !isCoordinator && name !== home)
  let isOver = false
  let reads = 0
  let slowest = 0
  const timed = async (work) => {
    const began = Date.now()
    const answer = await work()
    slowest = Math.max(slowest, Date.now() - began)
    return answer
  }
  const workers = []
  for (const each of installation.administrators) {
    const caller = openCaller(installation, each)
    const facts = await factsOf(caller, diary)
    const timedDiary = { ...diary, write: (...args) => timed(() => diary.write(...args)) }
    const write = async () => {
      while (!isOver) await contractLife(caller, facts, timedDiary, () => isOver)
    }
    const read = async () => {
      while (!isOver) {
        await timed(() => diary.read(caller, '/contracts?pageSize=5'))
        reads += 1
      }
    }
    for (let nth = 0; nth < WRITERS_EACH; nth += 1) workers.push(write())
    workers.push(read())
  }
  // A fault ends who met it. The others go on, and the fault is told at the end.
  const ended = Promise.allSettled(workers)
  const seconds = []
  const faults = []
  for (const target of [...others.map(({ name }) => name), home]) {
    const began = Date.now()
    await installation
      .run('cluster', 'move', '--tenant', administrator.number, '--to', target)
      .catch((error) => faults.push(`the move to ${target} failed: ${error.stderr || error.message}`))
    seconds.push(((Date.now() - began) / 1_000).toFixed(1))
    if ((await placeOf(administrator)) !== target) faults.push(`${administrator.number} is not on ${target}`)
  }
  isOver = true
  const unexpected = (await ended)
    .filter(({ status }) => status === 'rejected')
    .map(({ reason }) => reason.message)
  faults.push(...new Set([...diary.faults, ...unexpected]))
  faults.push(...(await faultsOf(installation, databaseUrl, { counted, writes: diary.writes })))
  printFaults(installation, faults)
  return { faults, seconds, slowest, writes: diary.writes.length, reads }
}
