// Rating in process, over a book of 20,160 rows. An evaluation of ours is one whole question: every plan, term and
// deductible of one vehicle (105 rates), with visibility, classing, eligibility, row, term, surcharges, lines, retail
// price and taxes. One of a rule engine is the look-up of a single row of the same rows. Goals: at least 150 times the
// evaluations of either, at least 30 % of a loop that only makes the answer, a book ten times as large at most 1.2 times
// the cost.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compileBook } from '../../dist/domain/rating/compile-book.js'
import { rate } from '../../dist/domain/rating/rating.js'
import { NO_FILTER } from '../../dist/domain/rating/request.js'
import { inTurns } from '../processes.mjs'
import { compared } from '../rows.mjs'
import { largeBook, questionsFor, rowsIn } from './books.mjs'
import { ceilingOf } from './ceiling.mjs'
import { jsonRules, zenTable } from './peers.mjs'

const ROUNDS = 5
const SECONDS = 1
const WARM_UP_SECONDS = 3
const QUESTIONS = 16
const RATES = 105
const goals = { peer: 150, ceiling: 0.3, tenfold: 1.2 }

export async function benchRating() {
  const source = largeBook(1)
  const rows = rowsIn(source)
  const book = compileBook(source)
  const questions = questionsFor(QUESTIONS)
  const requests = questions.map(requestOf)
  const ours = (seconds) => perSecond(requests, (request) => rate(book, request, facts), seconds)
  // Nothing is kept of the first answers: the machine would take it that all of them are kept, and be slower.
  ours(WARM_UP_SECONDS)
  for (const request of requests) {
    const { length } = rate(book, request, facts).rates
    if (length !== RATES) throw new Error(`There are ${length} rates.`)
  }

  const asked = questions.map((question, at) => rowAsked(rows, question, at))
  const peers = []
  for (const [name, make] of [
    ['@gorules/zen-engine', zenTable],
    ['json-rules-engine', jsonRules],
  ]) {
    const find = make(rows)
    for (const { facts: known, reserve } of asked.slice(0, 2))
      if ((await find(known)) !== reserve) throw new Error(`${name} found another row.`)
    const theirs = () => awaitedPerSecond(asked, ({ facts: known }) => find(known))
    const rates = await inTurns(ROUNDS, afterCollecting(ours), afterCollecting(theirs))
    const what = `a question of 105 rates in a book of 20,160 rows, against one row by ${name}`
    peers.push(compared({ name: what, unit: '/s', ...rates, atLeast: goals.peer }))
  }

  const tenfold = compileBook(largeBook(10))
  const many = (seconds) => perSecond(requests, (request) => rate(tenfold, request, facts), seconds)
  many(WARM_UP_SECONDS)
  const growth = await inTurns(
    ROUNDS,
    () => many(),
    () => ours(),
  )

  const loops = requests.map((request) => ceilingOf(rate(book, request, facts)))
  const ceilings = (seconds) => perSecond(loops, (loop) => loop(), seconds)
  ceilings(WARM_UP_SECONDS)
  const ceiling = await inTurns(
    ROUNDS,
    () => ours(),
    () => ceilings(),
  )
  const cost = 1 / growth.ratio
  return [
    ...peers,
    compared({
      name: 'against a loop that only makes the answer',
      unit: '/s',
      ...ceiling,
      atLeast: goals.ceiling,
    }),
    compared({ name: 'with ten times the book', unit: '/s', ...growth, ratio: cost, atMost: goals.tenfold }),
  ]
}

/** What one side leaves behind is not collected at the cost of the other. */
const afterCollecting = (measure) => () => {
  collectGarbage()
  return measure()
}
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** How often something is done in a second, over all the questions in turn. */
function perSecond(questions, ask, seconds = SECONDS) {
  const began = performance.now()
  let done = 0
  while (performance.now() - began < seconds * 1_000) {
    ask(questions[done % questions.length])
    done += 1
  }
  return (done * 1_000) / (performance.now() - began)
}

/** The same of what is waited for. */
async function awaitedPerSecond(questions, ask) {
  const began = performance.now()
  let done = 0
  while (performance.now() - began < SECONDS * 1_000) {
    await ask(questions[done % questions.length])
    done += 1
  }
  return (done * 1_000) / (performance.now() - began)
}

/** A row for the vehicle of a question, of any plan, term and deductible, and what a rule engine is told to find it. */
function rowAsked(rows, { classCode, odometer }, at) {
  const fitting = rows.filter(
    (row) => row.classCode === classCode && row.odometerFrom <= odometer && odometer <= row.odometerTo,
  )
  const { plan, term, deductible, values } = fitting[(at * 13) % fitting.length]
  return { facts: { classCode, odometer, plan, term, deductible }, reserve: values.RESERVE }
}

export const requestOf = ({ make, model, odometer }) => ({
  assetTypeCode: 'AUTO',
  vin: null,
  year: 2022,
  make,
  model,
  trim: null,
  series: null,
  bodyStyle: null,
  segmentation: null,
  engine: null,
  fuelType: null,
  driveType: '4WD',
  aspiration: null,
  usage: odometer,
  condition: null,
  inServiceDate: null,
  vehicleUse: null,
  serialNumber: null,
  itemPurchasePrice: null,
  saleDate: '2024-03-15',
  vehiclePurchasePrice: null,
  msrp: null,
  nadaValue: null,
  financedAmount: null,
  financeTermMonths: null,
  apr: null,
  dealType: null,
  state: null,
  customerState: null,
  surchargeCodes: [],
  only: { ...NO_FILTER, productTypeCodes: ['VSC'] },
})

export const facts = {
  today: '2024-03-15',
  dealer: {
    number: 'D1001',
    status: 'Active',
    effectiveDate: '2015-01-01',
    expirationDate: null,
    state: 'TX',
    county: 'Travis',
    city: 'Austin',
    groupNumber: 'G100',
    agentNumber: 'A100',
  },
  newMaxOdometer: 1_000,
  maxBackDays: 85,
  maxFutureDays: 0,
  ignoresBackDays: false,
  overrides: [],
}
