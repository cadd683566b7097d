// `npm run bench`: what the shell costs, as ratios to peers measured in turns in the same run.
import { setUp } from './setup.mjs'

await setUp()
const { benchReads } = await import('../bench/read.mjs')
const { benchWrites } = await import('../bench/write.mjs')
const { benchLists, COST_AT_MOST } = await import('../bench/lists.mjs')
const { benchVin } = await import('../bench/vin.mjs')

const reads = await benchReads()
const writes = await benchWrites()
const lists = await benchLists()
const { decodesPerSecond } = await benchVin()
const whole = (rate) => String(Math.round(rate)).padStart(7)
const verdict = (holds) => (holds ? 'met' : 'MISSED')

console.log('\nratio to the peer (requests a second, median of alternating rounds)')
for (const { name, goal, ourRate, peerRate, ratio } of [...reads.results, ...writes.results])
  console.log(
    `  ${name.padEnd(56)} ours ${whole(ourRate)}  peer ${whole(peerRate)}  ratio ${ratio.toFixed(2)}  goal ${goal.toFixed(2)} ${verdict(ratio >= goal)}`,
  )
const { now, peak } = reads.memory
console.log(
  `  memory of the service under the reads: ${now} MB resident, peak ${peak} MB  goal 200 MB ${verdict(now <= 200)}`,
)

console.log(
  '\na filtered page among 100,000 account holders against one among 1,000 (pages a second, one caller)',
)
for (const { path, rows, manyRate, fewRate, cost } of lists)
  console.log(
    `  ${path.padEnd(56)} ${String(rows).padStart(3)} rows  many ${whole(manyRate)}  few ${whole(fewRate)}  cost ${cost.toFixed(2)}  goal ${COST_AT_MOST.toFixed(2)} ${verdict(cost <= COST_AT_MOST)}`,
  )

console.log(
  `\nVINs decoded a second: ${whole(decodesPerSecond)}  goal 20000 ${verdict(decodesPerSecond >= 20_000)}`,
)
