import { isJsonType } from './docs-json.js'
import { curlLine } from './docs-request.js'

// A request as code that people paste into their own: a shell, JavaScript, Python. Secrets are variables.

export const languages = [
  { name: 'curl', write: curlLine },
  { name: 'JavaScript', write: javascriptCode },
  { name: 'Python', write: pythonCode },
]

const contentType = (headers) => headers.find(([name]) => name === 'Content-Type')?.[1] ?? ''

/** `Authorization: Bearer $TOKEN` as a name, the text before the variable, and the variable. */
function credentialParts(credential) {
  const [, name, before, variable] = /^([^:]+): (.*)\$(\w+)$/.exec(credential) ?? []
  return { name, before, variable }
}

export function javascriptCode({ method, url, headers, body }, credential) {
  const lines = []
  if (credential) {
    const { name, before, variable } = credentialParts(credential)
    lines.push(`    ${JSON.stringify(name)}: \`${before}\${process.env.${variable}}\`,`)
  }
  const isForm = body instanceof URLSearchParams
  for (const [name, value] of headers)
    if (!(isForm && name === 'Content-Type'))
      lines.push(`    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  const isFile = body !== undefined && !isForm && typeof body !== 'string'
  return [
    ...(isFile ? ["import { readFile } from 'node:fs/promises'", ''] : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
    ...(body === undefined ? [] : [`  body: ${javascriptBody(body, contentType(headers))},`]),
    '})',
    'if (!response.ok) throw new Error((await response.json()).detail)',
    `const answer = await response.${method === 'HEAD' || method === 'DELETE' ? 'text' : 'json'}()`,
  ].join('\n')
}

function javascriptBody(body, type) {
  if (body instanceof URLSearchParams)
    return `new URLSearchParams(${indented(JSON.stringify(Object.fromEntries(body), null, 2), 2)})`
  if (typeof body !== 'string') return `await readFile(${JSON.stringify(body.name)})`
  if (!isJsonType(type)) return JSON.stringify(body)
  return `JSON.stringify(${indented(JSON.stringify(JSON.parse(body), null, 2), 2)})`
}

const indented = (text, by) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

export function pythonCode({ method, url, headers, body }, credential) {
  const lines = []
  if (credential) {
    const { name, before, variable } = credentialParts(credential)
    lines.push(`        ${pythonText(name)}: ${pythonText(before)} + os.environ[${pythonText(variable)}],`)
  }
  const isJson = typeof body === 'string' && isJsonType(contentType(headers))
  const isForm = body instanceof URLSearchParams
  for (const [name, value] of headers)
    if (!((isJson || isForm) && name === 'Content-Type'))
      lines.push(`        ${pythonText(name)}: ${pythonText(value)},`)
  return [
    ...(credential ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${pythonText(url)},`,
    ...(lines.length > 0 ? ['    headers={', ...lines, '    },'] : []),
    ...(body === undefined ? [] : [`    ${pythonBody(body, isJson)},`]),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    method === 'HEAD' || method === 'DELETE' ? 'answer = response.text' : 'answer = response.json()',
  ].join('\n')
}

function pythonBody(body, isJson) {
  if (isJson) return `json=${indented(pythonValue(JSON.parse(body)), 4)}`
  if (body instanceof URLSearchParams) return `data=${indented(pythonValue(Object.fromEntries(body)), 4)}`
  if (typeof body !== 'string') return `data=open(${pythonText(body.name)}, "rb")`
  return `data=${pythonText(body)}.encode()`
}

// A JSON text is a Python text too, except that Python reads no surrogate pairs; those stay as they are.
const pythonText = (text) => JSON.stringify(text)

/** A JSON value as Python writes it, over several lines. */
export function pythonValue(value, indent = '') {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return pythonText(value)
  if (typeof value !== 'object') return String(value)
  const inner = `${indent}    `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => pythonValue(item, inner))
    : Object.entries(value).map(([name, item]) => `${pythonText(name)}: ${pythonValue(item, inner)}`)
  if (parts.length === 0) return open + close
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}
