// Making a book of 201,600 rows ready while questions are answered: how long compiling takes by itself, and the longest
// time between two answers meanwhile, beside the same without it. What is loaded is what is stored: inflated, read in
// pieces and compiled in slices, as the service does when a new version has been applied. Goal: at most 2 seconds.
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { completeStoredBook } from '../../dist/domain/rate-book/stored-book.js'
import { compileBook, compileInSteps } from '../../dist/domain/rating/compile-book.js'
import { rate } from '../../dist/domain/rating/rating.js'
import { bookFromText, bookToText } from '../../dist/rates/book/pieces.js'
import { inSlices } from '../../dist/rates/book/store.js'
import { median } from '../processes.mjs'
import { compared, figure } from '../rows.mjs'
import { largeBook, questionsFor, rowsIn } from './books.mjs'
import { facts, requestOf } from './rating.mjs'

const ROUNDS = 3
const COMPILED_WITHIN_SECONDS = 2

export async function benchLoading() {
  const large = largeBook(10)
  const compiling = Array.from({ length: ROUNDS }, () => secondsOf(() => compileBook(large)))
  const text = Buffer.from(bookToText(large))
  const effort = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const stored = await promisify(brotliCompress)(text, effort)
  const live = compileBook(largeBook(1))
  const requests = questionsFor(16).map(requestOf)
  const answering = (work) => longestGap(live, requests, work)
  await answering(() => pause(1_000))
  const loading = []
  const idle = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const loaded = await answering(async () => {
      const book = completeStoredBook(await inSlices(bookFromText(await promisify(brotliDecompress)(stored))))
      await inSlices(compileInSteps(book))
    })
    loading.push(loaded)
    idle.push(await answering(() => pause(loaded.milliseconds)))
  }
  const name = `a book of ${rowsIn(large).length} rows`
  const loadSeconds = median(loading.map(({ milliseconds }) => milliseconds)) / 1_000
  const gap = (of) => median(of.map((one) => one.gap))
  return [
    figure({
      name: `${name} is compiled`,
      unit: 's',
      ours: median(compiling),
      atMost: COMPILED_WITHIN_SECONDS,
    }),
    figure({ name: `${name} is read and compiled while quotes are answered`, unit: 's', ours: loadSeconds }),
    compared({
      name: 'longest pause meanwhile, against none loading',
      unit: 'ms',
      ours: gap(loading),
      peer: gap(idle),
    }),
  ]
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function secondsOf(work) {
  const began = performance.now()
  work()
  return (performance.now() - began) / 1_000
}

/** Answers questions, one in each turn of the loop, until the work is done. */
async function longestGap(live, requests, work) {
  let isDone = false
  let gap = 0
  const began = performance.now()
  let last = began
  const answers = (async () => {
    for (let number = 0; !isDone; number += 1) {
      rate(live, requests[number % requests.length], facts)
      const now = performance.now()
      gap = Math.max(gap, now - last)
      last = now
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  await work()
  isDone = true
  await answers
  return { gap, milliseconds: performance.now() - began }
}
