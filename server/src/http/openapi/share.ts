import type { JsonSchema } from '../serialize.ts'

/**
 * Moves what operations have in common to the components: parameters, and the answers without a shape of their own. Of two
 * parameters with one name, the one that is used more often is shared.
 */
export function share(document: JsonSchema): JsonSchema {
  const headers = usedHeaders(document)
  const operations = operationsIn(document)
  const parameters = new Tally()
  const responses = new Tally()
  for (const operation of operations) {
    for (const parameter of parametersIn(operation)) parameters.count(parameterName(parameter), parameter)
    for (const [status, response] of responsesIn(operation)) {
      const name = responseName(status, response)
      if (name) responses.count(name, response)
    }
  }
  for (const operation of operations) {
    operation.parameters = parametersIn(operation).map(
      (parameter) => parameters.reference('parameters', parameterName(parameter), parameter) ?? parameter,
    )
    operation.responses = Object.fromEntries(
      responsesIn(operation).map(([status, response]) => {
        const name = responseName(status, response)
        return [status, (name && responses.reference('responses', name, response)) || response]
      }),
    )
  }
  const shared = { parameters: parameters.shared(), responses: responses.shared() }
  const components = document.components as Record<string, JsonSchema>
  return { ...document, components: { ...components, ...shared, headers } }
}

function usedHeaders({ paths, components }: JsonSchema): JsonSchema {
  const text = JSON.stringify(paths)
  const all = Object.entries((components as { headers: JsonSchema }).headers)
  return Object.fromEntries(all.filter(([name]) => text.includes(`"#/components/headers/${name}"`)))
}

/** Counts the variants of each name; the most frequent one that is used at least twice is shared. */
class Tally {
  readonly #variants = new Map<string, Map<string, number>>()

  count(name: string, value: unknown): void {
    const variants = this.#variants.get(name) ?? new Map<string, number>()
    const text = JSON.stringify(value)
    variants.set(text, (variants.get(text) ?? 0) + 1)
    this.#variants.set(name, variants)
  }

  reference(section: 'parameters' | 'responses', name: string, value: unknown): JsonSchema | undefined {
    return this.#best(name) === JSON.stringify(value)
      ? { $ref: `#/components/${section}/${name}` }
      : undefined
  }

  shared(): Record<string, unknown> {
    const names = [...this.#variants.keys()].sort()
    return Object.fromEntries(
      names.flatMap((name) => {
        const text = this.#best(name)
        return text === undefined ? [] : [[name, JSON.parse(text)]]
      }),
    )
  }

  #best(name: string): string | undefined {
    const [best] = [...(this.#variants.get(name) ?? [])].toSorted(([, left], [, right]) => right - left)
    return best && best[1] > 1 ? best[0] : undefined
  }
}

function operationsIn({ paths, webhooks }: JsonSchema): JsonSchema[] {
  const items = [...Object.values(paths as object), ...Object.values((webhooks ?? {}) as object)]
  return items.flatMap((item) => Object.values(item as Record<string, JsonSchema>))
}

const parametersIn = (operation: JsonSchema) => (operation.parameters ?? []) as JsonSchema[]

const responsesIn = (operation: JsonSchema) =>
  Object.entries((operation.responses ?? {}) as Record<string, JsonSchema>)

const parameterName = (parameter: JsonSchema) => `${parameter.in}.${parameter.name}`

const statusNames: Readonly<Record<string, string>> = { '204': 'Done', '304': 'NotModified' }

/** Problem answers are called by their codes; a longer list of codes is an operation's own. */
function responseName(status: string, response: JsonSchema): string | undefined {
  const codes = response['x-problem-codes'] as readonly string[] | undefined
  if (!codes) return statusNames[status]
  return codes.length <= 3 ? codes.join('Or') : undefined
}
