const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
const WRITES = new Set(['post', 'put', 'patch', 'delete'])

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lookup(spec, ref) {
  if (!ref.startsWith('#/')) return undefined
  let node = spec
  for (const part of ref.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = node[key]
  }
  return node
}

function decode(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Follows `$ref` until there is none. Keywords beside a `$ref` win over those behind it. */
export function resolve(spec, node) {
  let current = node
  const seen = new Set()
  while (isObject(current) && typeof current.$ref === 'string') {
    const { $ref, ...beside } = current
    if (seen.has($ref)) return beside
    seen.add($ref)
    const target = lookup(spec, $ref)
    if (target === undefined) return { ...beside, description: beside.description ?? `Unresolved: ${$ref}` }
    current = isObject(target) ? { ...target, ...beside } : target
  }
  return current
}

export function refName(schema) {
  return isObject(schema) && typeof schema.$ref === 'string'
    ? decode(schema.$ref.split('/').at(-1) ?? '')
    : undefined
}

/** A schema with its `$ref` followed and its `allOf` parts folded in; parts that lead back to themselves are left out. */
export function flatten(spec, schema, trail = new Set()) {
  if (!isObject(schema)) return schema === false ? { not: {} } : {}
  let followed = trail
  if (typeof schema.$ref === 'string') {
    if (trail.has(schema.$ref)) return {}
    followed = new Set(trail).add(schema.$ref)
  }
  const { allOf, ...own } = resolve(spec, schema) ?? {}
  if (!Array.isArray(allOf)) return own
  const parts = allOf.map((part) => flatten(spec, part, followed))
  const properties = new Map()
  const required = new Set()
  for (const part of [...parts, own]) {
    for (const [name, value] of Object.entries(part.properties ?? {})) {
      properties.set(name, properties.has(name) ? { allOf: [properties.get(name), value] } : value)
    }
    for (const name of part.required ?? []) required.add(name)
  }
  const merged = Object.assign({}, ...parts, own)
  if (properties.size > 0) merged.properties = Object.fromEntries(properties)
  if (required.size > 0) merged.required = [...required]
  return merged
}

function isNull(spec, schema) {
  const { type, const: only } = flatten(spec, schema)
  return type === 'null' || only === null
}

/**
 * What a schema says, in the shape the page shows it. `behind` is the reference it stands for when it is
 * only that reference or null.
 */
export function describe(spec, schema) {
  let flat = flatten(spec, schema)
  let name = refName(schema) ?? flat.title
  let nullable = flat.nullable === true
  let options = flat.oneOf ?? flat.anyOf ?? []
  let behind
  if (options.length > 0) {
    const rest = options.filter((option) => !isNull(spec, option))
    if (rest.length < options.length) nullable = true
    options = rest
    if (options.length === 1) {
      const { oneOf: _oneOf, anyOf: _anyOf, ...beside } = flat
      const [only] = options
      name = refName(only) ?? name
      behind = only?.$ref
      flat = { ...flatten(spec, only), ...beside }
      options = flat.oneOf ?? flat.anyOf ?? []
    }
  }
  let types = [flat.type ?? []].flat()
  if (types.includes('null')) {
    nullable = true
    types = types.filter((type) => type !== 'null')
  }
  if (types.length === 0) {
    if (flat.properties || flat.additionalProperties) types = ['object']
    else if (flat.items || flat.prefixItems) types = ['array']
  }
  return { flat, name, nullable, options, types, behind }
}

/** A type in words: `string (uuid) or null`, `array of Contract`, `map of number`. */
export function typeLabel(spec, schema, depth = 0) {
  if (schema === false) return 'nothing'
  if (depth > 4) return '…'
  const { flat, name, nullable, options, types } = describe(spec, schema)
  const label = () => {
    if (options.length > 0) {
      if (name) return name
      if (options.length > 4) return `one of ${options.length} shapes`
      return options.map((option) => typeLabel(spec, option, depth + 1)).join(' or ')
    }
    if (types.length === 0) {
      if (flat.enum) return [...new Set(flat.enum.map((value) => typeof value))].join(' or ')
      return Object.hasOwn(flat, 'const') ? typeof flat.const : 'any'
    }
    return types.map(one).join(' or ')
  }
  const one = (type) => {
    if (type === 'array') return flat.items ? `array of ${typeLabel(spec, flat.items, depth + 1)}` : 'array'
    if (type === 'object') {
      if (name) return name
      if (!flat.properties && isObject(flat.additionalProperties)) {
        return `map of ${typeLabel(spec, flat.additionalProperties, depth + 1)}`
      }
      return 'object'
    }
    return flat.format ? `${type} (${flat.format})` : type
  }
  return nullable ? `${label()} or null` : label()
}

function range(low, high, unit) {
  if (low !== undefined && high !== undefined)
    return low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`
  if (low !== undefined) return `at least ${low} ${unit}`
  return high === undefined ? undefined : `at most ${high} ${unit}`
}

/** The limits a schema sets, one short phrase each. */
export function limits(flat) {
  const size = range(flat.minLength, flat.maxLength, 'characters')
  const items = range(flat.minItems, flat.maxItems, 'items')
  const fields = range(flat.minProperties, flat.maxProperties, 'fields')
  return [
    flat.minimum !== undefined && `≥ ${flat.minimum}`,
    typeof flat.exclusiveMinimum === 'number' && `> ${flat.exclusiveMinimum}`,
    flat.maximum !== undefined && `≤ ${flat.maximum}`,
    typeof flat.exclusiveMaximum === 'number' && `< ${flat.exclusiveMaximum}`,
    flat.multipleOf !== undefined && `multiple of ${flat.multipleOf}`,
    size,
    items,
    fields,
    flat.uniqueItems && 'no repeats',
    flat.pattern !== undefined && `matches ${flat.pattern}`,
    flat.contentMediaType !== undefined && `holds ${flat.contentMediaType}`,
    Object.hasOwn(flat, 'const') && `always ${JSON.stringify(flat.const)}`,
    flat.default !== undefined && `default ${JSON.stringify(flat.default)}`,
    flat.readOnly && 'read only',
    flat.writeOnly && 'write only',
    flat.deprecated && 'deprecated',
  ].filter(Boolean)
}

function parametersOf(spec, pathItem, raw) {
  const byKey = new Map()
  for (const entry of [...(pathItem.parameters ?? []), ...(raw.parameters ?? [])]) {
    const parameter = resolve(spec, entry)
    if (!isObject(parameter) || typeof parameter.name !== 'string') continue
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {}
    byKey.set(`${parameter.in} ${parameter.name.toLowerCase()}`, { ...parameter, schema })
  }
  return [...byKey.values()]
}

function responsesOf(spec, raw) {
  return Object.entries(raw.responses ?? {}).map(([status, entry]) => {
    const response = resolve(spec, entry) ?? {}
    return {
      status,
      description: response.description ?? '',
      headers: response.headers ?? {},
      content: Object.entries(response.content ?? {}),
      isTable: response['x-csv'] === true,
      codes: [response['x-problem-codes'] ?? []].flat().map(String),
    }
  })
}

/** Every operation of the document, in document order, each with a unique id. */
export function listOperations(spec) {
  const taken = new Set()
  const operations = []
  for (const [path, entry] of Object.entries(spec.paths ?? {})) {
    const pathItem = resolve(spec, entry)
    if (!isObject(pathItem)) continue
    for (const method of METHODS) {
      const raw = pathItem[method]
      if (!isObject(raw)) continue
      const wanted = raw.operationId ?? `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`
      let id = wanted
      for (let i = 2; taken.has(id); i += 1) id = `${wanted}-${i}`
      taken.add(id)
      const body = raw.requestBody === undefined ? undefined : resolve(spec, raw.requestBody)
      const tags = (raw.tags ?? []).map(String)
      const responses = responsesOf(spec, raw)
      const permission = [raw['x-permission'] ?? []].flat().map(String)
      operations.push({
        id,
        method,
        path,
        tag: tags[0] ?? 'Other',
        summary: raw.summary ?? '',
        description: raw.description ?? '',
        permission,
        deprecated: raw.deprecated === true,
        isWrite: WRITES.has(method),
        isOpen: (raw.security ?? spec.security)?.length === 0,
        parameters: parametersOf(spec, pathItem, raw),
        body: body && {
          required: body.required === true,
          description: body.description ?? '',
          content: Object.entries(body.content ?? {}),
        },
        responses,
      })
    }
  }
  return operations
}

/** Operations by tag: tags in the order the document declares them, then any others as they come. */
export function groupByTag(spec, operations) {
  const groups = new Map()
  for (const { name, description } of spec.tags ?? []) {
    groups.set(name, { name, description: description ?? '', operations: [] })
  }
  for (const operation of operations) {
    const group = groups.get(operation.tag) ?? { name: operation.tag, description: '', operations: [] }
    group.operations.push(operation)
    groups.set(operation.tag, group)
  }
  return [...groups.values()].filter((group) => group.operations.length > 0)
}

/** Path that goes before every operation's path, from the first server of the document. */
export function basePath(spec, here) {
  try {
    return new URL(spec.servers?.[0]?.url ?? '/', here).pathname.replace(/\/+$/, '')
  } catch {
    return ''
  }
}
