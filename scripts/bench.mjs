// `npm run bench`: what the service costs, as ratios to peers that are measured in turns in the same run. Ends with one
// table. A part with a row that missed its goal is measured again, and two of three decide. `npm run bench -- lists quotes`
// runs parts; BENCH_CONTRACTS sets the size of the large tables; BENCH_QUICK=1 measures everything once, to see that it runs.
import { isQuick } from '../bench/rows.mjs'
import { decideByThree } from './decide-by-three.mjs'
import { printTable, runParts } from './parts.mjs'
import { setUp } from './setup.mjs'

const parts = [
  ['reads', () => import('../bench/read.mjs'), 'benchReads'],
  ['writes', () => import('../bench/write.mjs'), 'benchWrites'],
  ['events', () => import('../bench/events.mjs'), 'benchEvents'],
  ['contract-writes', () => import('../bench/contracts/writes.mjs'), 'benchContractWrites'],
  ['journal', () => import('../bench/contracts/journal.mjs'), 'benchJournal'],
  ['cash-batch', () => import('../bench/cash/batch.mjs'), 'benchCashBatch'],
  ['lists', () => import('../bench/lists.mjs'), 'benchLists'],
  ['contracts', () => import('../bench/contracts/search.mjs'), 'benchContracts'],
  ['search', () => import('../bench/search.mjs'), 'benchSearch'],
  ['portal', () => import('../bench/portal.mjs'), 'benchPortal'],
  ['cancel-quotes', () => import('../bench/contracts/cancel-quote.mjs'), 'benchCancelQuotes'],
  ['earnings', () => import('../bench/contracts/earnings.mjs'), 'benchEarnings'],
  ['auto-expire', () => import('../bench/contracts/auto-expire.mjs'), 'benchAutoExpire'],
  ['ledger-summary', () => import('../bench/cash/ledger-summary.mjs'), 'benchLedgerSummary'],
  ['balances', () => import('../bench/cash/balances.mjs'), 'benchBalances'],
  ['statement-pdf', () => import('../bench/cash/statement-pdf.mjs'), 'benchStatementPdf'],
  ['statement-csv', () => import('../bench/cash/statement-csv.mjs'), 'benchStatementCsv'],
  ['quotes', () => import('../bench/rating/quote.mjs'), 'benchQuotes'],
  ['rehearsal', () => import('../bench/rating/rehearsal.mjs'), 'benchRehearsal'],
  ['workers', () => import('../bench/workers.mjs'), 'benchWorkers'],
  ['claim-search', () => import('../bench/claims/search.mjs'), 'benchClaimSearch'],
  ['post-claim', () => import('../bench/claims/post-claim.mjs'), 'benchPostClaim'],
  ['adjudication', () => import('../bench/claims/adjudicate.mjs'), 'benchAdjudication'],
  ['webhooks', () => import('../bench/webhooks.mjs'), 'benchWebhooks'],
  ['vin', () => import('../bench/rating/vin.mjs'), 'benchVin'],
  ['forms', () => import('../bench/contracts/form.mjs'), 'benchForms'],
  ['loading', () => import('../bench/rating/load.mjs'), 'benchLoading'],
  ['rating', () => import('../bench/rating/rating.mjs'), 'benchRating'],
].map(([name, load, bench]) => ({ name, run: async () => (await load())[bench]() }))

const began = Date.now()
await setUp()
const run = (chosen, wanted = []) =>
  runParts(chosen, wanted, (name, error) => ({
    ...{ name, ours: error.message, peer: '', ratio: '', goal: 'runs through', met: 'MISSED' },
  }))
const first = await run(parts, process.argv.slice(2))
const runAgain = (names) => run(parts.filter(({ name }) => names.has(name)))
const rows = isQuick ? first : await decideByThree(first, runAgain)
printTable(['name', 'ours', 'peer', 'ratio', 'goal', 'met', 'measured'], rows, began)
process.exit(rows.some(({ met }) => met === 'MISSED') ? 1 : 0)
