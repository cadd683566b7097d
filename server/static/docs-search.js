import { resolve } from './docs-spec.js'

// Full-text search over operations: paths, summaries, descriptions, parameters, fields of bodies and answers, permissions
// and problem codes. Each named schema is read once; an operation finds what the schemas it reaches contain.

const METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options'])

/** The words of a text in lower case. `cancelOdometer` also counts as `cancel odometer`. */
export function wordsOf(text) {
  const plain = ` ${text} `.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  const parts = plain.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
  return ` ${plain} ${parts} `.toLowerCase()
}

/** One place where a word can be found: a parameter, a field, the description. */
const place = (kind, name, text = '') => ({ kind, name, words: wordsOf(`${name} ${text}`) })

const REFERENCE = '#/components/schemas/'

/** The places directly in a schema, and the named schemas that it refers to. */
function readSchema(schema) {
  const places = []
  const names = new Set()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return undefined
    if (typeof node.$ref === 'string' && node.$ref.startsWith(REFERENCE))
      names.add(node.$ref.slice(REFERENCE.length))
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      places.push(place('field', name, field?.description))
      visit(field)
    }
    for (const key of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']) visit(node[key])
    return undefined
  }
  visit(schema)
  return { places, names }
}

/** Prepares the search. The answer is a function that finds operations by a query, with the places of each. */
export function openSearch(spec, operations) {
  const named = new Map(
    Object.entries(spec.components?.schemas ?? {}).map(([name, schema]) => [name, readSchema(schema)]),
  )
  const reachedFrom = (names) => {
    const reached = new Set()
    const waiting = [...names]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name) || !named.has(name)) continue
      reached.add(name)
      waiting.push(...named.get(name).names)
    }
    return reached
  }
  const entries = operations.map((operation) => entryOf(spec, operation, reachedFrom))
  return (query) => {
    const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
    const tests = wanted.map((word) => testOf(word, named))
    const found = new Map()
    for (const entry of entries) {
      const places = tests.map((test) => test(entry))
      if (places.every(Boolean)) found.set(entry.operation, [...new Set(places.flat())].slice(0, 3))
    }
    return found
  }
}

function entryOf(spec, operation, reachedFrom) {
  const { id, method, path, tag, summary, description, parameters, permission, responses, body } = operation
  const media = [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)]
  const schemas = media.map(([, { schema }]) => readSchema(schema))
  return {
    operation,
    method,
    path: path.toLowerCase(),
    title: wordsOf(`${path} ${summary} ${tag} ${id}`),
    places: [
      place('description', '', description),
      ...parameters.map((one) =>
        place('parameter', one.name, one.description ?? resolve(spec, one.schema)?.description),
      ),
      ...permission.map((name) => place('permission', name)),
      ...[...new Set(responses.flatMap(({ codes }) => codes))].map((code) => place('problem', code)),
      ...schemas.flatMap(({ places }) => places),
    ],
    schemas: reachedFrom(schemas.flatMap(({ names }) => [...names])),
  }
}

/** A test for one word: the places where an entry has it, none needed if its title has it, or false. */
function testOf(word, named) {
  if (METHODS.has(word)) return ({ method }) => method === word && []
  if (/[/{}]/.test(word)) return ({ path }) => path.includes(word) && []
  const start = wordsOf(word).trim().split(' ')[0] ?? ''
  if (start === '') return () => false
  const has = (words) => words.includes(` ${start}`)
  const inSchemas = new Map()
  for (const [name, { places }] of named) {
    const fields = places
      .filter(({ words }) => has(words))
      .map((one) => ({ ...one, name: `${name}.${one.name}` }))
    if (has(wordsOf(name)) || fields.length > 0)
      inSchemas.set(name, fields.length > 0 ? fields : [{ kind: 'model', name }])
  }
  return ({ title, places, schemas }) => {
    if (has(title)) return []
    const inside = [...schemas].flatMap((name) => inSchemas.get(name) ?? [])
    const all = [...places.filter(({ words }) => has(words)), ...inside]
    return all.length > 0 && bestFirst(all, start)
  }
}

/** What is called so tells more than what has the word in its name, and that more than what only mentions it. */
function bestFirst(places, word) {
  const rank = ({ name }) => {
    if (name.split('.').at(-1).toLowerCase() === word) return 0
    return wordsOf(name).includes(` ${word}`) ? 1 : 2
  }
  return [0, 1, 2].flatMap((wanted) => places.filter((one) => rank(one) === wanted))
}

/** Where something was found, in words. */
export function placeText({ kind, name }) {
  return name === '' ? kind : `${kind} ${name}`
}
