// Nodes that are killed under load: nothing acknowledged is lost, nothing happens twice, and the books are whole.
import { setTimeout as sleep } from 'node:timers/promises'
import { contractLife, factsOf, openCaller, openDiary } from './callers.mjs'
import { countRows, faultsOf, printFaults } from './examine.mjs'
import { act } from './nodes.mjs'

const WRITERS_EACH = 2
const WRITES_BEFORE = 12
const WELL_WITHIN_MILLISECONDS = 60_000

export async function killRounds({ installation, databaseUrl, nodes, rounds }) {
  const diary = openDiary()
  const teams = []
  for (const administrator of installation.administrators) {
    const caller = openCaller(installation, administrator)
    teams.push({ caller, facts: await factsOf(caller, diary) })
  }
  const counted = await countRows(installation, databaseUrl)
  const results = []
  for (let number = 1; number <= rounds; number += 1) {
    const node = nodes[number % nodes.length]
    const round = await oneRound({ number, node, diary, teams })
    const recent = diary.writes.slice(round.from)
    const found = await faultsOf(installation, databaseUrl, { counted, writes: diary.writes, recent })
    const faults = [...diary.faults.splice(0), ...found]
    const count = (of) => recent.reduce((sum, write) => sum + of(write), 0)
    const result = {
      ...{ number, killed: node.name, isCoordinator: node.isCoordinator, faults },
      ...{ acknowledged: recent.length, wellMilliseconds: round.wellMilliseconds },
      interrupted: count(({ unanswered, refused }) => (unanswered + refused > 0 ? 1 : 0)),
      kinds: Object.fromEntries(
        ['sale', 'finalize', 'cash', 'claim', 'cancel'].map((kind) => [
          kind,
          recent.filter((write) => write.kind === kind).length,
        ]),
      ),
    }
    console.error(
      `round ${number}: killed ${node.name}${node.isCoordinator ? ' (coordinator)' : ''}, ` +
        `${result.acknowledged} acknowledged ${JSON.stringify(result.kinds)}, ${result.interrupted} interrupted, ` +
        `all well after ${result.wellMilliseconds} ms, ${faults.length} faults`,
    )
    printFaults(installation, faults)
    results.push(result)
  }
  return results
}

/** Lets all write, kills the node at some moment, starts it, and waits until each administrator has written again. */
async function oneRound({ number, node, diary, teams }) {
  const from = diary.writes.length
  let isOver = false
  const writers = teams.flatMap(({ caller, facts }) =>
    Array.from({ length: WRITERS_EACH }, async () => {
      while (!isOver) await contractLife(caller, facts, diary, () => isOver).catch(() => sleep(100))
    }),
  )
  const acknowledged = () => diary.writes.slice(from).filter(({ answer }) => answer)
  while (acknowledged().length < WRITES_BEFORE && diary.faults.length === 0) await sleep(10)
  // A moment that differs from round to round, the same in every run.
  await sleep((number * 377) % 1_000)
  act('kill', node)
  await sleep(200 + ((number * 613) % 1_500))
  act('start', node)
  const started = Date.now()
  const isWell = ({ caller }) => diary.writes.some((write) => write.caller === caller && write.at > started)
  while (!teams.every(isWell) && diary.faults.length === 0) {
    if (Date.now() - started > WELL_WITHIN_MILLISECONDS) {
      diary.faults.push(`not all could write again within ${WELL_WITHIN_MILLISECONDS} ms`)
      break
    }
    await sleep(10)
  }
  const wellMilliseconds = Date.now() - started
  isOver = true
  await Promise.all(writers)
  return { from, wellMilliseconds }
}
