import { problemStatuses } from '../../../../src/http/problems.ts'
import type { Answer, Caller } from '../../service/api.ts'

interface Operation {
  readonly responses: Readonly<Record<string, { readonly 'x-problem-codes'?: readonly string[] }>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | undefined
}

/** Records all answers, to compare them with the OpenAPI document. */
export class Witness {
  readonly #seen: Seen[] = []

  /** The same caller, with its answers recorded. */
  watch(caller: Caller): Caller {
    const send: Caller['send'] = async (method, path, call) => {
      const answer = await caller.send(method, path, call)
      this.note(method, path, answer)
      return answer
    }
    return {
      send,
      get: (path, call) => send('GET', path, call),
      post: (path, body, headers = {}) => send('POST', path, { body, headers }),
      put: (path, body, headers = {}) => send('PUT', path, { body, headers }),
      patch: (path, body, headers = {}) => send('PATCH', path, { body, headers }),
      delete: (path, headers = {}) => send('DELETE', path, { headers }),
    }
  }

  note(method: string, path: string, { status, body }: Answer): void {
    const code = status >= 400 && body?.code in problemStatuses ? String(body.code) : undefined
    this.#seen.push({ method, path: path.split('?')[0] ?? '', status, code })
  }

  /** The number of recorded answers to operations of the document. */
  count(document: OpenApiDocument): number {
    return this.#seen.filter((seen) => operationOf(document, seen)).length
  }

  /** The answers that the document does not declare, e.g. `GET /me 418`. */
  undeclared(document: OpenApiDocument): string[] {
    return this.#seen.flatMap((seen) => {
      const operation = operationOf(document, seen)
      if (!operation) return []
      const response = operation.responses[seen.status]
      const known = response && (!seen.code || response['x-problem-codes']?.includes(seen.code))
      return known ? [] : [`${seen.method} ${seen.path} ${seen.status} ${seen.code ?? ''}`]
    })
  }
}

function operationOf({ paths }: OpenApiDocument, { method, path }: Seen): Operation | undefined {
  const bare = path.replace(/^\/api(?=\/)/i, '').replace(/\/$/, '')
  const candidates = Object.keys(paths)
    .filter((name) => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i').test(bare))
    .sort((left, right) => left.split('{').length - right.split('{').length)
  return paths[candidates[0] ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
}
