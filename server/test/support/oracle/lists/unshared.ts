type Node = Record<string, unknown>

/** The document with its shared parameters and answers in each operation, as a reader sees it. */
export function unshared<Document>(document: Document): Document {
  const copy = structuredClone(document) as Node
  const resolved = (part: unknown): Node => {
    const { $ref, ...rest } = part as Node
    if (typeof $ref !== 'string') return part as Node
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, name) => (node as Node)[name], copy)
    return { ...(target as Node), ...rest }
  }
  for (const item of [...Object.values(copy.paths as Node), ...Object.values((copy.webhooks ?? {}) as Node)])
    for (const operation of Object.values(item as Record<string, Node>)) {
      operation.parameters = ((operation.parameters ?? []) as unknown[]).map(resolved)
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses as Node).map(([status, answer]) => [status, resolved(answer)]),
      )
    }
  return copy as Document
}
