// Makes the generated files of the client from openapi.json: the types of all operations and models, which weigh nothing
// at run time, and a table with a line of facts for each operation. `npm run openapi` calls it.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const JSON_TYPE = 'application/json'
const heading = '// Made from openapi.json by `npm run openapi`. Do not edit.\n\n'

/** The text of each generated file, by its path in this folder. */
export function generate(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(document, method, path, operation)),
  )
  return { 'src/types.gen.ts': typesText(document, operations), 'src/facts.gen.ts': factsText(operations) }
}

/** Writes the generated files from the committed document. */
export function writeGenerated(
  document = JSON.parse(readFileSync(join(folder, '..', 'openapi.json'), 'utf8')),
) {
  for (const [file, text] of Object.entries(generate(document))) writeFileSync(join(folder, file), text)
}

// What an operation takes and answers.

function describe(document, method, path, operation) {
  const resolve = (part) => (part.$ref ? resolve(at(document, part.$ref)) : part)
  const parameters = operation.parameters.map(resolve)
  const named = (place) => parameters.filter((parameter) => parameter.in === place)
  const has = (name) => parameters.some((parameter) => parameter.name === name)
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const contents = answers.map(([, response]) => resolve(response).content ?? {})
  const schemas = contents.flatMap((content) => content[JSON_TYPE]?.schema ?? [])
  const isFile = contents.some((content) => content['*/*'])
  const isStream = contents.some((content) => content['text/event-stream'])
  const paging = has('pageNumber') ? 'pages' : has('after') && has('limit') ? 'cursor' : undefined
  const answer = schemas.map(answerType).filter((type) => type !== undefined)
  if (isFile && schemas.length === 0) answer.push('Blob')
  if (isStream) answer.push('ReadableStream<string>')
  return {
    name: `${method.toUpperCase()} ${path}`,
    summary: operation.summary,
    successor: operation['x-successor'],
    permission: operation['x-permission'],
    path: named('path'),
    query: named('query').filter(({ name }) => name !== 'dryRun'),
    body: bodyType(operation.requestBody?.content),
    isForm: Boolean(operation.requestBody?.content['application/x-www-form-urlencoded']),
    answer: union(answer.length > 0 ? answer : ['undefined']),
    hasEffects: schemas.some((schema) => /schemas\/(DryRun|Effects)"/.test(JSON.stringify(schema))),
    isFile: isFile && schemas.length === 0,
    isStream,
    paging,
    takes: [
      ...(has('Idempotency-Key') ? ['idempotencyKey'] : []),
      ...(has('dryRun') ? ['dryRun'] : []),
      ...(has('If-Match') ? ['ifMatch'] : []),
      ...(has('If-None-Match') ? ['ifNoneMatch'] : []),
      ...(paging === 'pages' || (isFile && schemas.length > 0) ? ['as'] : []),
    ],
    // What `as` may ask for.
    as: paging === 'pages' ? 'csv' : isFile && schemas.length > 0 ? 'bytes' : undefined,
  }
}

const at = (document, pointer) =>
  pointer
    .slice(2)
    .split('/')
    .reduce((part, key) => part[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)

/** The type of an answer without the effects, which only a dry run has. Nothing if it is effects alone. */
function answerType(schema) {
  if (schema.allOf?.some(({ $ref }) => $ref?.endsWith('/DryRun')))
    return typeText({ allOf: schema.allOf.filter(({ $ref }) => !$ref?.endsWith('/DryRun')) })
  if (schema.anyOf?.some(({ properties }) => properties?.effects))
    return typeText({ anyOf: schema.anyOf.filter(({ properties }) => !properties?.effects) })
  if (schema.properties?.effects && Object.keys(schema.properties).length === 1) return undefined
  return typeText(schema)
}

function bodyType(content) {
  if (!content) return undefined
  const types = []
  const model = content[JSON_TYPE] ?? content['application/x-www-form-urlencoded']
  if (model) types.push(typeText(model.schema, 2))
  if (content['multipart/form-data']) types.push('FormData')
  if (content['*/*']) types.push('Blob', 'Uint8Array<ArrayBuffer>')
  return union(types)
}

// The TypeScript of a schema.

function typeText(schema, depth = 0) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if ('const' in schema) return literal(schema.const)
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null')
  if (schema.enum) return union([...schema.enum.map(literal), ...(isNullable ? ['null'] : [])])
  if (schema.allOf) return schema.allOf.map((part) => parenthesized(typeText(part, depth))).join(' & ')
  if (schema.anyOf) return union(schema.anyOf.map((part) => typeText(part, depth)))
  if (schema.type === undefined) return 'unknown'
  return union([schema.type].flat().map((type) => plainType(schema, type, depth)))
}

function plainType(schema, type, depth) {
  if (type === 'integer') return 'number'
  if (type === 'array') return `readonly ${parenthesized(typeText(schema.items ?? {}, depth))}[]`
  if (type !== 'object') return type
  if (schema.properties) return objectText(schema, depth)
  const values = schema.additionalProperties
  return `Record<string, ${typeof values === 'object' ? typeText(values, depth) : 'unknown'}>`
}

function objectText({ properties, required = [], additionalProperties }, depth) {
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const type = typeText(schema, depth + 1)
    return `${comment(schema.description, indent)}${indent}${key(name)}${isRequired ? '' : '?'}: ${
      isRequired ? type : union([type, 'undefined'])
    }\n`
  })
  // Some models have members that are not listed, e.g. those that a problem adds.
  if (additionalProperties === true) lines.push(`${indent}[member: string]: unknown\n`)
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`
}

const union = (types) => [...new Set(types)].join(' | ')
const parenthesized = (type) => (/^[^{]* [|&] /.test(type) ? `(${type})` : type)
const literal = (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))
const comment = (text, indent) =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\u2060/').replaceAll(/\s+/g, ' ')} */\n` : ''

// The generated files.

function typesText(document, operations) {
  const models = Object.entries(document.components.schemas).map(([name, schema]) => {
    const type = typeText(schema)
    const declared = type.startsWith('{') && type.indexOf('\n}') === type.length - 2
    return `${comment(schema.description, '')}export ${declared ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
  })
  const codes = document.components.schemas.Problem.properties.code.enum
  return [
    heading,
    `/** Every operation: what it takes and what it answers. */\nexport interface Operations {\n`,
    ...operations.map(operationText),
    '}\n\n',
    `/** The codes of all problems. */\nexport type ProblemCode = ${union(codes.map(quoted))}\n\n`,
    models.join('\n'),
  ].join('')
}

function operationText(operation) {
  const { name, path, query, body, answer, takes, as, hasEffects, paging, successor } = operation
  const summary = successor ? `${operation.summary}. Newer: ${successor}.` : operation.summary
  const isOptional = query.every(({ required }) => !required)
  return [
    comment(summary, '  '),
    `  ${quoted(name)}: {\n`,
    path.length > 0 ? `    path: ${parametersText(path, pathType)}\n` : '',
    query.length > 0 ? `    query${isOptional ? '?' : ''}: ${parametersText(query, queryType)}\n` : '',
    body ? `    body: ${body}\n` : '',
    `    answer: ${answer}\n`,
    hasEffects ? '    effects: Effects\n' : '',
    paging ? `    paging: ${quoted(paging)}\n` : '',
    takes.length > 0 ? `    takes: ${union(takes.map(quoted))}\n` : '',
    as ? `    as: ${quoted(as)}\n` : '',
    '  }\n',
  ].join('')
}

function parametersText(parameters, type) {
  const lines = parameters.map((parameter) => {
    const types = type(parameter.schema)
    const member = parameter.required ? `: ${types}` : `?: ${union([types, 'undefined'])}`
    return `${comment(parameter.description, '      ')}      ${key(parameter.name)}${member}\n`
  })
  return `{\n${lines.join('')}    }`
}

/** Numbers stand for their digits where a path or a query takes text. */
const pathType = (schema) => (typeText(schema) === 'string' ? 'string | number' : typeText(schema))
const queryType = (schema) =>
  schema.type === 'array' && typeText(schema.items) === 'string'
    ? 'readonly (string | number)[]'
    : typeText(schema)

/** One line for each operation: its permission, then a letter for each fact (see facts.ts). */
function factsText(operations) {
  const lines = operations.map((operation) => {
    const letters = [
      operation.takes.includes('idempotencyKey') ? 'k' : '',
      operation.takes.includes('dryRun') ? 'd' : '',
      operation.paging === 'pages' ? 'p' : operation.paging === 'cursor' ? 'c' : '',
      operation.isForm ? 'f' : '',
      operation.isFile ? 'b' : operation.isStream ? 's' : '',
    ].join('')
    return `  ${quoted(operation.name)}: ${quoted(operation.permission + (letters ? `|${letters}` : ''))},\n`
  })
  return `${heading}import type { Operations } from './types.gen.ts'\n\nexport const table: Readonly<Record<keyof Operations, string>> = {\n${lines.join('')}}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeGenerated()
