import { toJson } from './docs-json.js'
import { describe, isObject, resolve } from './docs-spec.js'

const BY_FORMAT = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  uuid: '3f2b8c1e-5d47-4a6b-9c0d-1e2f3a4b5c6d',
  email: 'person@example.com',
  uri: 'https://example.com/',
  'uri-reference': '/example',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  duration: 'P1M',
}

/** Tried one after the other against a pattern, because text cannot be generated from it. */
const CANDIDATES = [
  'string',
  '100.00',
  '100',
  '0.05',
  '0.050000',
  'USD',
  'US',
  'TX',
  '1234',
  '75001',
  '2026-01',
  '2026-01-15',
  'code',
  'CODE',
  'ABC-123',
  'ABC123',
  'a',
  'A',
  '1',
  '+15555550100',
  '1HGCM82633A004352',
]

const MOST_DEPTH = 8
const MOST_NODES = 600

/** An example value made from a schema. `direction` is 'request' or 'response'. */
export function sample(spec, schema, direction) {
  return make({ spec, direction, left: MOST_NODES }, schema, new Set(), 0)
}

function make(run, schema, trail, depth) {
  run.left -= 1
  if (run.left < 0 || depth > MOST_DEPTH || schema === false) return undefined
  let followed = trail
  if (isObject(schema) && typeof schema.$ref === 'string') {
    if (trail.has(schema.$ref)) return undefined
    followed = new Set(trail).add(schema.$ref)
  }
  const { flat, options, types, nullable, behind } = describe(run.spec, schema)
  if (behind !== undefined) {
    if (followed.has(behind)) return nullable ? null : undefined
    followed = new Set(followed).add(behind)
  }
  if (Array.isArray(flat.examples) && flat.examples.length > 0) return flat.examples[0]
  if (flat.example !== undefined) return flat.example
  if (Object.hasOwn(flat, 'const')) return flat.const
  if (flat.default !== undefined) return flat.default
  if (Array.isArray(flat.enum)) return flat.enum[0]
  if (options.length > 0) {
    const chosen = make(run, options[0], followed, depth + 1)
    if (!flat.properties || !isObject(chosen)) return chosen
    return { ...object(run, flat, followed, depth), ...chosen }
  }
  switch (types[0]) {
    case 'object':
      return object(run, flat, followed, depth)
    case 'array': {
      const item = make(run, flat.items ?? true, followed, depth + 1)
      return item === undefined ? [] : [item]
    }
    case 'string':
      return string(flat)
    case 'integer':
    case 'number':
      return number(flat)
    case 'boolean':
      return true
    default:
      return nullable ? null : {}
  }
}

function object(run, flat, trail, depth) {
  const skip = run.direction === 'request' ? 'readOnly' : 'writeOnly'
  const entries = []
  for (const [name, property] of Object.entries(flat.properties ?? {})) {
    if (resolve(run.spec, property)?.[skip]) continue
    const value = make(run, property, trail, depth + 1)
    if (value !== undefined) entries.push([name, value])
  }
  if (entries.length === 0 && isObject(flat.additionalProperties)) {
    const value = make(run, flat.additionalProperties, trail, depth + 1)
    if (value !== undefined) entries.push(['key', value])
  }
  return Object.fromEntries(entries)
}

function string(flat) {
  if (BY_FORMAT[flat.format]) return BY_FORMAT[flat.format]
  const fits = (text) => text.length >= (flat.minLength ?? 0) && text.length <= (flat.maxLength ?? Infinity)
  if (flat.pattern !== undefined) {
    try {
      const pattern = new RegExp(flat.pattern, 'u')
      const found = CANDIDATES.find((text) => fits(text) && pattern.test(text))
      if (found !== undefined) return found
    } catch {
      // No example for a pattern that this browser does not support.
    }
  }
  return 'string'.padEnd(Math.min(flat.minLength ?? 0, 200), 'x').slice(0, flat.maxLength ?? undefined)
}

function number(flat) {
  const step = flat.multipleOf ?? 1
  const above = typeof flat.exclusiveMinimum === 'number' ? flat.exclusiveMinimum + step : undefined
  const value = Math.max(flat.minimum ?? above ?? step, above ?? -Infinity)
  return flat.maximum === undefined ? value : Math.min(value, flat.maximum)
}

/** The examples of a media type, as texts; one is made from the schema when the document gives none. */
export function examplesOf(spec, mediaType, media, direction) {
  const asText = (value) =>
    typeof value === 'string' && !/json|form/i.test(mediaType) ? value : toJson(value)
  const named = Object.entries(media.examples ?? {}).flatMap(([name, entry]) => {
    const example = resolve(spec, entry)
    return isObject(example) && example.value !== undefined
      ? [{ name: example.summary ?? name, text: asText(example.value) }]
      : []
  })
  if (named.length > 0) return named
  if (media.example !== undefined) return [{ name: 'Example', text: asText(media.example) }]
  if (media.schema === undefined) return []
  const made = sample(spec, media.schema, direction)
  return made === undefined ? [] : [{ name: 'Example', text: asText(made) }]
}
