// The script that the service is measured against: plain `pg`, one transaction per contract, the statements of the service
// in their order, prepared as the service prepares them, and nothing around them. It is told by messages what to do.
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { finalizeInputs, saleInputs } from './writes-sales.mjs'

const LANES = 32
const names = new Map()
const nameOf = (text) => {
  if (!names.has(text)) names.set(text, `s${names.size}`)
  return names.get(text)
}

let turn = 0
/** The lanes of the audit take turns, as in the service. */
function nextLane() {
  turn = (turn + 1) % LANES
  return turn
}

const makers = {
  now: () => () => new Date().toISOString(),
  uuid: () => randomUUID,
  lane: () => nextLane,
  bytes:
    ({ length }) =>
    () =>
      randomBytes(length),
  letters:
    ({ length }) =>
    () =>
      randomBytes(length).toString('hex').slice(0, length),
}

const textOf = (value) => (value instanceof Date ? value.toISOString() : String(value))

/** A recipe as a function of what is known on the way. */
function cook(recipe) {
  if ('same' in recipe) return () => recipe.same
  if ('hex' in recipe) {
    const bytes = Buffer.from(recipe.hex, 'hex')
    return () => bytes
  }
  if (recipe.list) {
    const all = recipe.list.map(cook)
    return (way) => all.map((one) => one(way))
  }
  if (recipe.parts) {
    const all = recipe.parts.map((part) => (typeof part === 'string' ? part : cook(part)))
    return (way) => {
      let text = ''
      for (const part of all) text += typeof part === 'string' ? part : textOf(part(way))
      return text
    }
  }
  if ('made' in recipe) return (way) => way.made[recipe.made]
  const plain = recipe.input ? ({ inputs }) => inputs[recipe.input] : cellAt(recipe)
  if (recipe.lower) return (way) => plain(way).toLowerCase()
  if (recipe.digits) return (way) => textOf(plain(way)).padStart(recipe.digits, '0')
  return recipe.plus ? (way) => Number(plain(way)) + recipe.plus : plain
}

const cellAt =
  ({ from, path }) =>
  ({ rows }) => {
    let cell = rows[from]
    for (const name of path) cell = cell[name]
    return cell
  }

function compile({ statements, made }) {
  const makes = made.map((one) => makers[one.kind](one))
  const steps = statements.map(({ text, ended, values }) => ({
    ...(values.length > 0 ? { name: nameOf(text) } : {}),
    text,
    ended,
    values: values.map(cook),
  }))
  return async (client, inputs) => {
    const way = { inputs, rows: [], made: makes.map((make) => make()) }
    const answers = []
    for (const { name, text, ended, values } of steps) {
      for (let at = way.rows.length; at < ended; at += 1) way.rows.push((await answers[at]).rows)
      const asked = name ? { name, text, values: values.map((value) => value(way)) } : text
      const answer = client.query(asked)
      answer.catch(() => undefined)
      answers.push(answer)
    }
    const all = await Promise.all(answers)
    if (all.at(-1).command !== 'COMMIT') throw new Error('Not committed.')
    return way
  }
}

const { location, searchPath, connections } = JSON.parse(process.env.SCRIPT_DATABASE)
const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({
      ...location,
      pipeline: true,
      options: `-c timezone=UTC -c search_path=${searchPath}`,
    })
    await client.connect()
    return client
  }),
)

/** All connections at once, each its next when it is done with one; how many a second. */
async function rateOf(perform, inputsOf) {
  const began = performance.now()
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      for (let inputs = inputsOf(); inputs; inputs = inputsOf()) {
        await perform(client, inputs)
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - began)
}

let writes = {}

const tasks = {
  learn({ templates }) {
    writes = Object.fromEntries(
      Object.entries(templates).map(([name, template]) => [name, compile(template)]),
    )
    return {}
  },
  async sell({ write, from, milliseconds }) {
    const until = performance.now() + milliseconds
    let nth = from
    const rate = await rateOf(writes[write], () => {
      if (performance.now() >= until) return undefined
      nth += 1
      return saleInputs(nth)
    })
    return { rate, reached: nth }
  },
  async each({ write, contractIds }) {
    const rate = await rateOf(writes[write], () => {
      const id = contractIds.pop()
      return id === undefined ? undefined : finalizeInputs(id)
    })
    return { rate }
  },
}

process.on('message', async ({ task, ...given }) => process.send(await tasks[task](given)))
