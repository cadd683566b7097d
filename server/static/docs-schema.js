import { el, lazyDetails } from './docs-dom.js'
import { inline, prose } from './docs-prose.js'
import { describe, isObject, limits, typeLabel } from './docs-spec.js'

const MANY_VALUES = 10

/** A whole schema: its type, then its fields. */
export function schemaView(spec, schema) {
  const { flat } = describe(spec, schema)
  return el(
    'div',
    { class: 'schema' },
    el('p', { class: 'schema-head' }, el('span', { class: 'type' }, typeLabel(spec, schema))),
    facts(spec, schema),
    flat.description && prose(flat.description),
    inside(spec, schema),
  )
}

/** Limits and allowed values of a schema, and of its items when it is a list of plain values. */
export function facts(spec, schema) {
  const { flat, types } = describe(spec, schema)
  const phrases = limits(flat)
  const nodes = []
  if (phrases.length > 0) {
    nodes.push(
      el(
        'ul',
        { class: 'limits' },
        phrases.map((phrase) => el('li', {}, phrase)),
      ),
    )
  }
  if (Array.isArray(flat.enum)) nodes.push(values('One of', flat.enum))
  if (types.includes('array') && isObject(flat.items) && !hasInside(spec, flat.items)) {
    const item = describe(spec, flat.items).flat
    const each = limits(item)
    if (each.length > 0) nodes.push(el('p', { class: 'note' }, `Each: ${each.join(', ')}`))
    if (Array.isArray(item.enum)) nodes.push(values('Each one of', item.enum))
  }
  return nodes
}

function values(label, list) {
  const items = () =>
    el(
      'ul',
      { class: 'values' },
      list.map((value) => el('li', {}, el('code', {}, valueText(value)))),
    )
  if (list.length > MANY_VALUES) return lazyDetails(`${label} ${list.length} values`, items)
  return el('div', { class: 'one-of' }, el('span', { class: 'note' }, label), items())
}

function valueText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function hasInside(spec, schema) {
  const { flat, options, types } = describe(spec, schema)
  if (options.length > 0 || Object.keys(flat.properties ?? {}).length > 0) return true
  if (types.includes('object')) return isObject(flat.additionalProperties)
  if (Array.isArray(flat.prefixItems)) return true
  if (!types.includes('array') || !isObject(flat.items)) return false
  const item = describe(spec, flat.items)
  return (
    item.options.length > 0 ||
    ['object', 'array'].some((type) => item.types.includes(type)) ||
    Boolean(item.flat.properties)
  )
}

/**
 * What a schema holds, one level deep: everything further down is built when it is opened, so a schema
 * that holds itself never ends up in a loop.
 */
function inside(spec, schema) {
  const { flat, options, types } = describe(spec, schema)
  const parts = []
  const properties = Object.entries(flat.properties ?? {})
  if (properties.length > 0) {
    const required = new Set(flat.required ?? [])
    parts.push(
      el(
        'ul',
        { class: 'fields' },
        properties.map(([name, inner]) => field(spec, name, inner, required.has(name))),
      ),
    )
  }
  if (isObject(flat.additionalProperties)) {
    parts.push(
      el('ul', { class: 'fields' }, field(spec, 'any other name', flat.additionalProperties, false, true)),
    )
  } else if (flat.additionalProperties === false && properties.length > 0) {
    parts.push(el('p', { class: 'note' }, 'No other fields.'))
  }
  if (Array.isArray(flat.prefixItems)) {
    const places = flat.prefixItems.map((inner, at) => field(spec, `item ${at + 1}`, inner, false, true))
    parts.push(el('ul', { class: 'fields' }, places))
  }
  if (types.includes('array') && isObject(flat.items) && hasInside(spec, flat.items)) {
    const item = describe(spec, flat.items)
    if (item.types.includes('array')) parts.push(deeper(spec, flat.items))
    else parts.push(item.flat.description && prose(item.flat.description), inside(spec, flat.items))
  }
  if (options.length > 0) {
    parts.push(el('p', { class: 'note' }, flat.anyOf ? 'Any of these:' : 'One of these:'))
    parts.push(options.map((option) => choice(spec, option, flat.discriminator?.propertyName)))
  }
  return parts
}

function choice(spec, option, discriminator) {
  const { flat } = describe(spec, option)
  const key = discriminator && describe(spec, flat.properties?.[discriminator]).flat.const
  const label =
    key === undefined ? typeLabel(spec, option) : `${typeLabel(spec, option)}: ${discriminator} ${key}`
  if (!hasInside(spec, option)) {
    return el('div', { class: 'choice' }, el('span', { class: 'type' }, label), facts(spec, option))
  }
  return lazyDetails(label, () => [flat.description && prose(flat.description), inside(spec, option)], {
    className: 'deeper',
  })
}

function deeper(spec, schema) {
  return lazyDetails(insideLabel(spec, schema), () => inside(spec, schema), { className: 'deeper' })
}

function insideLabel(spec, schema) {
  const { flat, name, options, types } = describe(spec, schema)
  if (types.includes('array')) {
    const item = describe(spec, flat.items ?? {})
    return item.name && item.options.length === 0 ? `Fields of ${item.name}` : 'Items'
  }
  if (options.length > 0) return 'Choices'
  if (!flat.properties) return 'Values'
  return name ? `Fields of ${name}` : 'Fields'
}

function field(spec, name, schema, isRequired, isPlace = false) {
  const { flat } = describe(spec, schema)
  return el(
    'li',
    {},
    el(
      'p',
      { class: 'field-head' },
      isPlace ? el('em', { class: 'field-name' }, name) : el('code', { class: 'field-name' }, name),
      el('span', { class: 'type' }, typeLabel(spec, schema)),
      isRequired && el('span', { class: 'required' }, 'required'),
    ),
    flat.description && el('p', { class: 'field-text' }, inline(flat.description)),
    facts(spec, schema),
    hasInside(spec, schema) && deeper(spec, schema),
  )
}
