import type { z } from 'zod'
import type { Access } from '../caller.ts'
import type { AllProblemTexts } from '../problems.ts'
import type { Route } from '../route.ts'
import type { JsonSchema } from '../serialize.ts'
import { bytes, successesOf } from './answers.ts'
import type { Components } from './components.ts'
import { parametersOf } from './parameters.ts'
import { failuresOf } from './problems.ts'
import { exampleValue } from './schema-example.ts'

interface Document {
  readonly components: Components
  readonly problems: AllProblemTexts
  /** Every path, as it is declared. */
  readonly paths: readonly string[]
}

/** An operation of the document, from the declaration that serves it. */
export function operationOf(route: Route, { components, problems, paths }: Document): JsonSchema {
  const body = 'body' in route ? route.body : undefined
  const successor = paths.find((path) => shapeOf(path) === shapeOf(route.successor))
  const description = [
    ...(route.description ? [route.description] : []),
    ...(successor ? [`Superseded by \`${route.method} ${successor}\`.`] : []),
  ].join(' ')
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(description ? { description } : {}),
    ...(route.deprecated || successor ? { deprecated: true } : {}),
    ...(successor ? { 'x-successor': successor } : {}),
    'x-permission': permissionText(route.permission),
    ...(route.permission === 'public' ? { security: [] } : {}),
    ...(route.kind === 'write' && route.identify ? { security: [...credentials, {}] } : {}),
    parameters: parametersOf(route),
    ...(body ? { requestBody: requestBodyOf(route, body, components) } : {}),
    ...(route.kind === 'plain' && route.bodyType === 'file' ? { requestBody: fileBody } : {}),
    responses: { ...successesOf(route, components), ...failuresOf(route, problems, components) },
  }
}

/** How callers show who they are. An operation that finds its caller from the body also does without. */
export const credentials = [{ bearer: [] }, { session: [] }]

/** A path without the names of its parameters, which differ between versions. */
const shapeOf = (path: string | undefined) => path?.replaceAll(/\{\w+\}/g, '{}')

function operationId(route: Route): string {
  const words = route.path
    .split('/')
    .filter(Boolean)
    .map((part) =>
      part.startsWith('{')
        ? `By${capital(part.slice(1, -1))}`
        : capital(part.replaceAll(/[^A-Za-z0-9]/g, '')),
    )
  return `${route.method.toLowerCase()}${words.join('')}`
}

export const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

function permissionText(access: Access): string {
  if (typeof access === 'string') return access
  if ('role' in access) return `role ${access.role}`
  return access.join(' or ')
}

const fileBody = { required: true, content: bytes }

function requestBodyOf(route: Route, body: z.ZodType, components: Components): JsonSchema {
  const type =
    route.kind === 'plain' && route.bodyType === 'form'
      ? 'application/x-www-form-urlencoded'
      : 'application/json'
  const content = {
    schema: components.reference(body, 'input'),
    example: exampleValue(components.rendered(body, 'input')),
  }
  const types = route.method === 'PATCH' ? [type, 'application/merge-patch+json'] : [type]
  const form =
    route.kind === 'write' && route.form
      ? { 'multipart/form-data': { schema: components.reference(route.form, 'input') } }
      : {}
  return { required: true, content: { ...Object.fromEntries(types.map((name) => [name, content])), ...form } }
}
