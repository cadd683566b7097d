import { copyButton, el, lazyDetails } from './docs-dom.js'
import { guidesWith } from './docs-guides.js'
import { inline, prose } from './docs-prose.js'
import { examplesOf } from './docs-sample.js'
import { facts, schemaView } from './docs-schema.js'
import { resolve, typeLabel } from './docs-spec.js'
import { tryView } from './docs-try.js'

export function methodBadge(method) {
  return el('span', { class: `method method-${method}` }, method.toUpperCase())
}

/** Everything under the heading of an operation. */
export function operationBody(api, operation) {
  return el(
    'div',
    { class: 'operation-body' },
    el('div', { class: 'operation-text' }, operationText(api, operation)),
    el('div', { class: 'operation-try' }, el('h4', {}, 'Try it'), tryView(api, operation)),
  )
}

function operationText(api, operation) {
  return [
    operation.deprecated && el('p', { class: 'error' }, 'Deprecated. Do not use it in new code.'),
    operation.description && prose(operation.description),
    meta(operation),
    operation.parameters.length > 0 && [
      el('h4', {}, 'Parameters'),
      parameterTable(api.spec, operation.parameters),
    ],
    operation.body && requestBody(api.spec, operation.body),
    operation.responses.length > 0 && [
      el('h4', {}, 'Responses'),
      responseList(api.spec, operation.responses),
    ],
  ]
}

function meta(operation) {
  const { id, permission, isOpen } = operation
  const flows = guidesWith(operation)
  const needs =
    permission.length > 0
      ? permission.map((one, at) => [at > 0 && ', ', el('code', {}, one)])
      : isOpen && 'none: open to every caller'
  return el(
    'dl',
    { class: 'meta' },
    needs && el('div', {}, el('dt', {}, 'Permission'), el('dd', {}, needs)),
    flows.length > 0 &&
      el('div', {}, el('dt', {}, 'Guide'), el('dd', {}, el('a', { href: '#guides' }, flows.join('; ')))),
    el(
      'div',
      {},
      el('dt', {}, 'Operation'),
      el('dd', {}, el('a', { href: `#${encodeURIComponent(id)}` }, el('code', {}, id))),
    ),
  )
}

const COLUMNS = ['Name', 'In', 'Type', 'Required', 'Description']

function parameterTable(spec, parameters) {
  // Roles are spelled out because the phone layout shows the cells as blocks.
  const row = ({ name, in: place, schema, required, deprecated, description }) =>
    el(
      'tr',
      { role: 'row' },
      el('th', { scope: 'row', role: 'rowheader' }, el('code', {}, name)),
      el('td', { role: 'cell' }, place),
      el('td', { role: 'cell' }, el('span', { class: 'type' }, typeLabel(spec, schema)), facts(spec, schema)),
      el('td', { role: 'cell' }, required ? el('span', { class: 'required' }, 'required') : 'optional'),
      el(
        'td',
        { role: 'cell' },
        deprecated && 'Deprecated. ',
        inline(description ?? resolve(spec, schema)?.description ?? ''),
      ),
    )
  return el(
    'table',
    { class: 'parameters', role: 'table' },
    el(
      'thead',
      { role: 'rowgroup' },
      el(
        'tr',
        { role: 'row' },
        COLUMNS.map((name) => el('th', { scope: 'col', role: 'columnheader' }, name)),
      ),
    ),
    el('tbody', { role: 'rowgroup' }, parameters.map(row)),
  )
}

function requestBody(spec, body) {
  return [
    el('h4', {}, 'Request body ', el('span', { class: 'required' }, body.required ? 'required' : 'optional')),
    body.description && prose(body.description),
    body.content.map(([type, media]) => mediaView(spec, type, media, 'request')),
  ]
}

function mediaView(spec, type, media, direction) {
  const examples = examplesOf(spec, type, media, direction)
  return el(
    'div',
    { class: 'media' },
    el('p', { class: 'media-type' }, el('code', {}, type)),
    el(
      'div',
      { class: 'media-sides' },
      media.schema !== undefined && schemaView(spec, media.schema),
      examples.length > 0 && exampleView(examples),
    ),
  )
}

function exampleView(examples) {
  const pre = el('pre', { tabindex: '0', role: 'region', 'aria-label': 'Example' }, examples[0].text)
  const picker =
    examples.length > 1
      ? el(
          'select',
          { 'aria-label': 'Example' },
          examples.map(({ name }, at) => el('option', { value: at }, name)),
        )
      : el('span', { class: 'note' }, 'Example')
  picker.addEventListener('change', () => {
    pre.textContent = examples[picker.value].text
  })
  return el('div', { class: 'example' }, el('div', { class: 'example-head' }, picker, copyButton(pre)), pre)
}

function responseList(spec, responses) {
  return el(
    'ul',
    { class: 'responses' },
    responses.map((response) => responseItem(spec, response)),
  )
}

function responseItem(spec, { status, description, headers, content, codes }) {
  const hasMore = content.length > 0 || Object.keys(headers).length > 0
  return el(
    'li',
    {},
    el(
      'p',
      { class: 'response-head' },
      el('strong', { class: `status status-${status[0]}` }, status),
      el('span', {}, inline(description)),
    ),
    codes.length > 0 &&
      el(
        'ul',
        { class: 'codes', 'aria-label': `Problem codes of ${status}` },
        codes.map((code) => el('li', {}, el('a', { href: `/problems/${encodeURIComponent(code)}` }, code))),
      ),
    hasMore &&
      lazyDetails(
        content.length > 0 ? 'Schema and example' : 'Headers',
        () => [
          headerList(spec, headers),
          content.map(([type, media]) => mediaView(spec, type, media, 'response')),
        ],
        { open: status.startsWith('2'), className: 'deeper' },
      ),
  )
}

function headerList(spec, headers) {
  const names = Object.entries(headers)
  if (names.length === 0) return undefined
  return el(
    'dl',
    { class: 'headers' },
    names.map(([name, entry]) => {
      const header = resolve(spec, entry) ?? {}
      return el(
        'div',
        {},
        el('dt', {}, name),
        el('dd', {}, inline(header.description ?? typeLabel(spec, header.schema))),
      )
    }),
  )
}
