// `npm run bench`: what the shell costs, as ratios to peers measured in turns in the same run.
import { setUp } from './setup.mjs'

await setUp()
const { benchReads } = await import('../bench/read.mjs')
const { benchWrites } = await import('../bench/write.mjs')
const { benchContractWrites } = await import('../bench/contract-writes.mjs')
const { benchJournal } = await import('../bench/contract-writes-journal.mjs')
const { benchLists, COST_AT_MOST } = await import('../bench/lists.mjs')
const { benchContracts, COST_AT_MOST: CONTRACTS_COST_AT_MOST } = await import('../bench/contracts.mjs')
const { benchCancelQuotes } = await import('../bench/cancel-quote.mjs')
const { benchEarnings, TIMES_AT_MOST: EARNINGS_TIMES_AT_MOST } = await import('../bench/earnings.mjs')
const { benchVin } = await import('../bench/vin.mjs')
const { benchForms, TIMES_AT_MOST } = await import('../bench/contract-form.mjs')
const { benchQuotes } = await import('../bench/quote.mjs')
const { benchRating, goals } = await import('../bench/rating.mjs')
const { benchLoading, COMPILED_WITHIN_SECONDS } = await import('../bench/rating-load.mjs')

const reads = await benchReads()
const writes = await benchWrites()
const contractWrites = await benchContractWrites()
const journal = await benchJournal()
const lists = await benchLists()
const contracts = await benchContracts()
const cancelQuotes = await benchCancelQuotes()
const earnings = await benchEarnings()
const quotes = await benchQuotes()
const { decodesPerSecond } = await benchVin()
const forms = benchForms()
const loading = await benchLoading()
const rating = await benchRating()
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
  '\ncontracts sold and put in force over HTTP, 8 callers, each write with a key of its own: against a script that runs the\nsame statements, recorded in this run, over 8 connections (contracts a second); rows of the journal against a plain\ninsert of the same rows (a second)',
)
for (const { name, statements, goal, ourRate, peerRate, ratio } of [...contractWrites, ...journal]) {
  const what = statements === undefined ? name : `${name} (${statements} statements)`
  console.log(
    `  ${what.padEnd(56)} ours ${whole(ourRate)}  peer ${whole(peerRate)}  ratio ${ratio.toFixed(2)}  goal ${goal.toFixed(2)} ${verdict(ratio >= goal)}`,
  )
}

console.log('\na quote of a cancellation over HTTP against reading the contract (requests a second)')
const { ourRate: quoted, peerRate: readRate, ratio: ofRead, goal: quoteGoal } = cancelQuotes
console.log(
  `  POST /contracts/{contractId}/cancelrequests               ours ${whole(quoted)}  peer ${whole(readRate)}  ratio ${ofRead.toFixed(2)}  goal ${quoteGoal.toFixed(2)} ${verdict(ofRead >= quoteGoal)}`,
)

const { object, buffer, p99, kilobytes } = quotes
console.log(`\na quote of 105 rates over HTTP, ${kilobytes} kB, rated and sealed each time`)
console.log(
  `  against Fastify sending the same object                  ours ${whole(object.ourRate)}  peer ${whole(object.peerRate)}  ratio ${object.ratio.toFixed(2)}  goal 2.00 ${verdict(object.ratio >= 2)}`,
)
console.log(
  `  against Fastify sending ready bytes                      ours ${whole(buffer.ourRate)}  peer ${whole(buffer.peerRate)}  ratio ${buffer.ratio.toFixed(2)}`,
)
console.log(`  of 100 answers at half that rate, 99 within ${p99} ms  goal 25 ms ${verdict(p99 <= 25)}`)

console.log(
  '\na filtered page among 100,000 account holders against one among 1,000 (pages a second, one caller)',
)
for (const { path, rows, manyRate, fewRate, cost } of lists)
  console.log(
    `  ${path.padEnd(56)} ${String(rows).padStart(3)} rows  many ${whole(manyRate)}  few ${whole(fewRate)}  cost ${cost.toFixed(2)}  goal ${COST_AT_MOST.toFixed(2)} ${verdict(cost <= COST_AT_MOST)}`,
  )

console.log(
  '\na filtered page among 1,000,000 contracts, and the count by itself: against the same SQL written by hand, and against\n10,000 contracts with as many that match (milliseconds, one caller)',
)
for (const { name, rows, page, count } of contracts)
  for (const [what, { ours, toHand, toFew }] of Object.entries({ page, count }))
    console.log(
      `  ${`${name}: ${what}`.padEnd(56)} ${String(rows).padStart(4)} rows  ${ours.toFixed(2).padStart(7)} ms  by hand ${toHand.toFixed(2)}  few ${toFew.toFixed(2)}  goal ${CONTRACTS_COST_AT_MOST.toFixed(2)} ${verdict(Math.max(toHand, toFew) <= CONTRACTS_COST_AT_MOST)}`,
    )
const worstOf = (of) => Math.max(...contracts.flatMap(({ page, count }) => [of(page), of(count)]))
console.log(
  `  worst: by hand ${worstOf(({ toHand }) => toHand).toFixed(2)}, few ${worstOf(({ toFew }) => toFew).toFixed(2)}`,
)

console.log(
  `\nthe earnings of a month of ${earnings.contracts} contracts of six lines, in chunks that can be resumed from, against one statement by\nhand: ours ${earnings.ours.toFixed(1)} s  by hand ${earnings.peer.toFixed(1)} s  times ${earnings.ratio.toFixed(2)}  goal ${EARNINGS_TIMES_AT_MOST.toFixed(2)} ${verdict(earnings.ratio <= EARNINGS_TIMES_AT_MOST)}`,
)

console.log(
  `\nVINs decoded a second: ${whole(decodesPerSecond)}  goal 20000 ${verdict(decodesPerSecond >= 20_000)}`,
)

console.log(
  `\na contract of two pages as PDF, ${forms.kilobytes} kB, against pdfkit by hand: ours ${forms.ours.toFixed(1)} ms  by hand ${forms.peer.toFixed(1)} ms  times ${forms.ratio.toFixed(2)}  goal ${TIMES_AT_MOST.toFixed(2)} ${verdict(forms.ratio <= TIMES_AT_MOST)}`,
)

console.log(
  '\nrating in process, a book of 20,160 rows: ours is a whole question (every plan, term and deductible of a vehicle, 105 rates\nwith eligibility, lines, retail price and taxes), that of a rule engine the look-up of one of the same rows (a second)',
)
for (const { name, ourRate, peerRate, ratio } of rating.peers)
  console.log(
    `  ${name.padEnd(56)} ours ${whole(ourRate)}  peer ${peerRate.toFixed(1).padStart(7)}  ratio ${ratio.toFixed(0)}  goal ${goals.peer} ${verdict(ratio >= goals.peer)}`,
  )
const { ceiling, tenfold } = rating
console.log(
  `  ${'a loop that only makes the answer, from typed arrays'.padEnd(56)} ours ${whole(ceiling.ourRate)}  loop ${whole(ceiling.peerRate)}  ratio ${ceiling.ratio.toFixed(2)}  goal ${goals.ceiling.toFixed(2)} ${verdict(ceiling.ratio >= goals.ceiling)}`,
)
console.log(
  `  ${'ten times the rows, models, dealers and taxed places'.padEnd(56)} many ${whole(tenfold.ourRate)}  few  ${whole(tenfold.peerRate)}  cost ${tenfold.cost.toFixed(2)}  goal ${goals.tenfold.toFixed(2)} ${verdict(tenfold.cost <= goals.tenfold)}`,
)
const { rows, compileSeconds, loadSeconds, gapLoading, gapIdle } = loading
console.log(
  `  ${rows} rows: compiled in ${compileSeconds.toFixed(2)} s  goal ${COMPILED_WITHIN_SECONDS.toFixed(2)} ${verdict(compileSeconds <= COMPILED_WITHIN_SECONDS)}; read and compiled beside questions in ${loadSeconds.toFixed(2)} s,\n  with at most ${gapLoading.toFixed(0)} ms between two answers (${gapIdle.toFixed(0)} ms without it)`,
)
