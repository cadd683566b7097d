import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../db/project-root.ts'
import type { JsonSchema } from '../serialize.ts'

// What operations, parameters and fields mean. The words are data in `server/words`, a file for each room. They are
// read when the document is made and not kept.

/** The words of one file or of all of them. Each key is the name of what it explains. */
export interface Words {
  /** By the names of tags, which group operations. */
  readonly tags: Readonly<Record<string, string>>
  /** By `GET /path`. */
  readonly operations: Readonly<Record<string, string>>
  /** By name, or for one operation by `GET /path name`. */
  readonly parameters: Readonly<Record<string, string>>
  /** By name, or in one place by the names that lead there: `Contract.status`, `disbursements.amount`. */
  readonly fields: Readonly<Record<string, string>>
}

/** The words of all rooms together. A key that two files explain is an error. */
export function readWords(folder = join(projectRoot, 'server', 'words')): Words {
  const all: Record<keyof Words, Record<string, string>> = {
    tags: {},
    operations: {},
    parameters: {},
    fields: {},
  }
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Partial<Words>
    for (const kind of Object.keys(all) as (keyof Words)[])
      for (const [key, words] of Object.entries(file[kind] ?? {})) {
        if (Object.hasOwn(all[kind], key)) throw new Error(`${name} explains ${key} again.`)
        all[kind][key] = words
      }
  }
  return all
}

/** What a document lacks, and what its words explain in vain. */
interface Described {
  readonly missing: readonly string[]
  readonly unused: readonly string[]
}

/**
 * Adds a description to each operation, parameter and field. A schema that says itself what it means is left alone.
 */
export function describe(document: JsonSchema, words: Words): Described {
  const missing: string[] = []
  const used = new Set<string>()
  const find = (kind: keyof Words, keys: readonly string[], place: string): string | undefined => {
    const key = keys.find((one) => Object.hasOwn(words[kind], one))
    if (key === undefined) missing.push(`${kind} ${place}`)
    else used.add(`${kind} ${key}`)
    return key === undefined ? undefined : words[kind][key]
  }

  /** The words before what the part says itself, if that is only a condition. */
  const explain = (part: JsonSchema, kind: keyof Words, keys: readonly string[], isSent: boolean) => {
    const own = part.description as string | undefined
    if (own !== undefined && !isCondition(own)) return
    const found = find(kind, keys, keys[0] ?? '')
    const fits = found && fitting(found, { isSent: isSent && !own, isNullable: takesNull(part) && !own })
    if (fits) part.description = [fits, own].filter(Boolean).join(' ')
  }

  for (const tag of (document.tags ?? []) as JsonSchema[]) explain(tag, 'tags', [String(tag.name)], false)
  const sent = modelsSent(document)
  const visit = (schema: unknown, path: readonly string[], isSent: boolean): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema as JsonSchema
    for (const [name, part] of Object.entries(properties as Record<string, JsonSchema>)) {
      explain(part, 'fields', fieldKeys([...path, name]), isSent)
      visit(part, [...path, name], isSent)
    }
    for (const inner of [items, additionalProperties, anyOf, oneOf, allOf].flat()) visit(inner, path, isSent)
  }

  for (const [name, schema] of Object.entries(componentsOf(document, 'schemas')))
    visit(schema, [name], sent.has(name))
  for (const parameter of Object.values(componentsOf(document, 'parameters')))
    explain(parameter, 'parameters', [String(parameter.name)], true)
  for (const [name, operation] of operationsOf(document)) {
    const own = operation.description as string | undefined
    const found =
      own === undefined || Object.hasOwn(words.operations, name)
        ? find('operations', [name], name)
        : undefined
    if (found) operation.description = [found, own].filter(Boolean).join(' ')
    for (const parameter of (operation.parameters ?? []) as JsonSchema[])
      if (!('$ref' in parameter))
        explain(parameter, 'parameters', [`${name} ${parameter.name}`, String(parameter.name)], true)
    for (const schema of schemasIn(operation.requestBody)) visit(schema, [name], !name.startsWith('PATCH'))
    for (const answer of Object.values(operation.responses ?? {}))
      for (const schema of schemasIn(answer)) visit(schema, [name], false)
  }
  const known = (['tags', 'operations', 'parameters', 'fields'] as const).flatMap((kind) =>
    Object.keys(words[kind]).map((key) => `${kind} ${key}`),
  )
  return { missing, unused: known.filter((key) => !used.has(key)) }
}

type Part = 'schemas' | 'parameters'
const componentsOf = (document: JsonSchema, part: Part) =>
  (document.components as Partial<Record<Part, Record<string, JsonSchema>>>)[part] ?? {}

/** The operations by their names, such as `GET /contracts`. */
function* operationsOf(document: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, JsonSchema>>))
    for (const [method, operation] of Object.entries(methods))
      yield [`${method.toUpperCase()} ${path}`, operation]
}

/** The schemas of a body or an answer. */
const schemasIn = (part: unknown): JsonSchema[] =>
  Object.values(
    (part as { content?: Record<string, { schema?: JsonSchema }> } | undefined)?.content ?? {},
  ).flatMap(({ schema }) => (schema ? [schema] : []))

/** The names of the models that callers send, and of those inside them. A PATCH leaves what is not sent as it is. */
function modelsSent(document: JsonSchema): Set<string> {
  const models = componentsOf(document, 'schemas')
  const sent = new Set<string>()
  const add = (schema: unknown) => {
    for (const [, name = ''] of JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!sent.has(name)) {
        sent.add(name)
        add(models[name])
      }
  }
  for (const [name, { requestBody }] of operationsOf(document))
    if (!name.startsWith('PATCH')) add(requestBody)
  return sent
}

/** Whether a description only says when or how a value is sent, and not what it means. */
const isCondition = (description: string) =>
  /^(Default|If absent|Absent|Null|Without|Required|Between|In place of|Write only|Unique)\b/.test(
    description,
  )

const takesNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || (anyOf as JsonSchema[]).some(takesNull)

/** Leaves out sentences about null where there is none, and about what is sent where nothing is. */
function fitting(description: string, place: { isSent: boolean; isNullable: boolean }): string {
  const sentences = description.split(/(?<=[.!?]) (?=[A-Z`])/)
  const fits = sentences.filter(
    (sentence) =>
      (place.isNullable || !/^Null\b/.test(sentence)) &&
      (place.isSent || !/\bif nothing is sent\b|^If absent\b|^Or send\b/i.test(sentence)),
  )
  return fits.length > 0 ? fits.join(' ') : description
}

/** The keys that may explain a field, the most specific first: by its model, by the parts around it, by its name. */
function fieldKeys(path: readonly string[]): string[] {
  const [model = '', ...rest] = path
  const inModel = formsOf(model).map((form) => [form, ...rest].join('.'))
  const inParts = rest.map((_, index) => rest.slice(index).join('.'))
  return [...inModel, ...inParts]
}

const holders =
  /^(Agent|ClaimPayee|Customer|Dealer|DealerGroup|DisbursementAccount|InspectionCompany|Insurer|LienHolder|RepairFacility)$/
const moments = /^(Acted|Changed|Sold)(?=[A-Z])/
const uses =
  /(CreateData|EditData|PatchData|UpdateData|PutData|Patch|SearchResult|Made|Created|Data|Input|Response|V2|2)$/

/** A model and what it is a form of: SoldContract and ContractPatchData are forms of Contract. */
function formsOf(model: string): string[] {
  const shorter = [model.replace(moments, ''), model.replace(uses, '')].find((name) => name && name !== model)
  if (shorter) return [model, ...formsOf(shorter)]
  return holders.test(model) ? [model, 'AccountHolder'] : [model]
}
