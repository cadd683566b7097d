import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../db/project-root.ts'
import type { Route } from '../route.ts'
import type { JsonSchema } from '../serialize.ts'

type Named = Record<string, JsonSchema>

interface Place {
  /** Where the service is. If absent, the document names itself: `/`. */
  readonly publicUrl?: string | undefined
  readonly sessionCookie: string
}

/**
 * The document of a service: the committed one, without the operations that this service does not have. To make it from
 * the routes takes seconds, and a test compares the committed file with them.
 */
export function committedDocument(routes: readonly Route[], place: Place): JsonSchema {
  const whole = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as JsonSchema
  const document = withOperations(
    whole,
    new Set(routes.map(({ method, path }) => `${method.toLowerCase()} ${path}`)),
  )
  const { securitySchemes, ...components } = document.components as Record<string, Named>
  const session = { ...securitySchemes?.session, name: place.sessionCookie }
  return {
    ...document,
    servers: [{ url: place.publicUrl ?? '/' }],
    components: { securitySchemes: { ...securitySchemes, session }, ...components },
  }
}

/** The document with only these operations, such as `get /contracts`, and what they refer to. */
export function withOperations(document: JsonSchema, wanted: ReadonlySet<string>): JsonSchema {
  const paths: Record<string, Named> = {}
  let isWhole = true
  for (const [path, methods] of Object.entries(document.paths as Record<string, Named>)) {
    const served = Object.entries(methods).filter(([method]) => wanted.has(`${method} ${path}`))
    if (served.length < Object.keys(methods).length) isWhole = false
    if (served.length > 0) paths[path] = Object.fromEntries(served)
  }
  if (isWhole) return document
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const tags = new Set(operations.flatMap(({ tags }) => tags as string[]))
  const smaller = {
    ...document,
    tags: (document.tags as { name: string }[]).filter(({ name }) => tags.has(name)),
    paths,
  }
  return { ...smaller, components: componentsOf(smaller) }
}

/** The components that something outside of them refers to, or one of those does. */
function componentsOf({ components, ...outside }: JsonSchema): Record<string, unknown> {
  const all = components as Record<string, Named>
  const used = new Set<string>()
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.add($ref)
      const [section = '', name = ''] = $ref.replace('#/components/', '').split('/')
      visit(all[section]?.[name])
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(outside)
  return Object.fromEntries(
    Object.entries(all).map(([section, parts]) => [
      section,
      section === 'securitySchemes'
        ? parts
        : Object.fromEntries(
            Object.entries(parts).filter(([name]) => used.has(`#/components/${section}/${name}`)),
          ),
    ]),
  )
}
