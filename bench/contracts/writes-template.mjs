// What the statements of a write have in common, from several records of it: where each value comes from. It is the same in
// all, or was sent by the caller, or came back from an earlier statement, or was made up on the way.
import { isDeepStrictEqual } from 'node:util'

/** The statements of one write, with recipes for their values. What was made up and is not understood is counted. */
export function templateOf(runs) {
  const known = new Map()
  const learn = (values, recipe) => {
    const key = keyOf(values)
    if (!known.has(key)) known.set(key, recipe)
  }
  for (const name of Object.keys(runs[0].inputs)) {
    const values = runs.map(({ inputs }) => inputs[name])
    learn(values, { input: name })
    learn(
      values.map((value) => String(value).toLowerCase()),
      { input: name, lower: true },
    )
  }
  const [first] = runs
  const finder = { known, learn, made: [] }
  let learnt = 0
  const statements = first.statements.map(({ text }, at) => {
    const same = runs.map(({ statements }) => statements[at])
    if (same.some((one) => one?.text !== text))
      throw new Error(`The runs differ at statement ${at}: ${text.slice(0, 200)}`)
    const ended = Math.min(...same.map((one) => one.ended))
    for (; learnt < ended; learnt += 1)
      learnResult(
        learn,
        runs.map(({ statements }) => statements[learnt].rows),
        learnt,
      )
    return {
      text,
      ended,
      values: same[0].values.map((_, place) =>
        recipeFor(
          finder,
          same.map(({ values }) => values[place]),
        ),
      ),
    }
  })
  return { statements, made: finder.made }
}

function learnResult(learn, results, at) {
  const walk = (values, path) => {
    const [one] = values
    if (one !== null && typeof one === 'object' && !isScalar(one)) {
      for (const name of Object.keys(one))
        walk(
          values.map((value) => value?.[name]),
          [...path, name],
        )
      return
    }
    if (values.every((value) => isDeepStrictEqual(value, one))) return
    if (values.some((value) => value === undefined || value === null)) return
    learn(values, { from: at, path })
  }
  walk(results, [])
}

const isScalar = (value) => value instanceof Date || Buffer.isBuffer(value)

const textOf = (value) => {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value)
}
const keyOf = (values) => values.map(textOf).join('\0')

function recipeFor(finder, values) {
  const [one] = values
  if (values.every((value) => isDeepStrictEqual(value, one)))
    return Buffer.isBuffer(one)
      ? { hex: one.toString('hex') }
      : { same: one instanceof Date ? one.toISOString() : one }
  if (Array.isArray(one))
    return {
      list: one.map((_, at) =>
        recipeFor(
          finder,
          values.map((value) => value[at]),
        ),
      ),
    }
  const { known, learn, made } = finder
  const found = known.get(keyOf(values))
  if (found) return found
  if (typeof one === 'number') {
    const next = known.get(keyOf(values.map((value) => value - 1)))
    if (next) return { ...next, plus: 1 }
  }
  if (typeof one === 'string' && !isUuid(one) && !isInstant(one)) {
    const text = numberRecipe(finder, values) ?? textRecipe(finder, values)
    if (text) return text
  }
  const recipe = { made: made.length }
  made.push(kindOf(values))
  learn(values, recipe)
  return recipe
}

const isUuid = (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
const isInstant = (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

/** What stands for a value that nothing before it explains. */
function kindOf(values) {
  const [one] = values
  if (one instanceof Date || isInstant(String(one))) return { kind: 'now' }
  if (Buffer.isBuffer(one)) return { kind: 'bytes', length: one.length }
  // Only the lane of the audit is any number.
  if (typeof one === 'number') return { kind: 'lane' }
  return isUuid(one) ? { kind: 'uuid' } : { kind: 'letters', length: one.length }
}

/** The number of a series, such as VSC-0000012. */
function numberRecipe({ known }, values) {
  const [one] = values
  const digits = /\d+$/.exec(one)?.[0] ?? ''
  const prefix = one.slice(0, one.length - digits.length)
  if (
    !prefix.endsWith('-') ||
    values.some((value) => !value.startsWith(prefix) || value.length !== one.length)
  )
    return undefined
  const counted = known.get(keyOf(values.map((value) => Number(value.slice(prefix.length)))))
  return counted && { parts: [prefix, { ...counted, digits: digits.length }] }
}

const WORD = /\d{4}-\d\d-\d\dT[\d:.]+Z|[^\s"/,:;{}[\]\\]+/g

/** A text whose words are known one by one: a document with an id in it, an address with a number. */
function textRecipe(finder, values) {
  const split = values.map((value) => ({
    words: value.match(WORD) ?? [],
    between: value.split(WORD),
  }))
  const [one] = split
  if (one.words.length === 1 && one.between.every((part) => part === '')) return undefined
  if (split.some(({ between }) => !isDeepStrictEqual(between, one.between)))
    throw new Error(`The texts differ in shape: ${values[0].slice(0, 300)} | ${values[1].slice(0, 300)}`)
  const parts = []
  const add = (text) => {
    if (typeof parts.at(-1) === 'string') parts.push(parts.pop() + text)
    else parts.push(text)
  }
  for (const [at, between] of one.between.entries()) {
    add(between)
    if (at === one.words.length) break
    const words = split.map(({ words }) => words[at])
    if (words.every((word) => word === words[0])) add(words[0])
    else parts.push(recipeFor(finder, words))
  }
  return { parts }
}
