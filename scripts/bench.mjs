// `npm run bench`: what the shell costs, as ratios to peers measured in turns in the same run.
import { setUp } from './setup.mjs'

await setUp()
const { benchReads } = await import('../bench/read.mjs')
const { benchWrites } = await import('../bench/write.mjs')

const reads = await benchReads()
const writes = await benchWrites()
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
