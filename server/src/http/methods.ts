import type { FastifyInstance } from 'fastify'
import { Problem } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not an operation: it refuses the methods that its path does not support. */
    refusesMethod?: boolean
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

interface TakenPath {
  readonly url: string
  readonly operation: string | undefined
  readonly methods: Set<string>
}

/** Knows which methods each path supports and refuses all others: 405 with `Allow`, before any sign-in. */
export interface Methods {
  /** Call this after every route has been added. */
  refuseOthers(): void
  /** For a method that the router does not know, such as PROPFIND: throws if the path exists. */
  refuseUnknown(path: string): void
}

export function watchMethods(server: FastifyInstance): Methods {
  const paths = new Map<string, TakenPath>()
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refusesMethod) return
    const taken = paths.get(url.toLowerCase()) ?? { url, operation: config?.operation, methods: new Set() }
    for (const name of [method].flat()) taken.methods.add(name)
    paths.set(url.toLowerCase(), taken)
  })
  return {
    refuseOthers() {
      for (const { url, operation, methods } of paths.values())
        server.route({
          // Registered as routes, because a literal path must win over a parameter for every method.
          method: METHODS.filter((method) => !methods.has(method)),
          url,
          config: { refusesMethod: true, ...(operation ? { operation } : {}) },
          onRequest: () => {
            throw notAllowed(methods)
          },
          handler: () => undefined,
        })
    },
    refuseUnknown(path) {
      const taken = [...paths.values()]
        .filter(({ url }) => patternOf(url).test(path))
        .sort((left, right) => parametersIn(left.url) - parametersIn(right.url))[0]
      if (taken) throw notAllowed(taken.methods)
    },
  }
}

function notAllowed(methods: ReadonlySet<string>): Problem {
  const allow = [...methods].sort().join(', ')
  return new Problem('MethodNotAllowed', `This path supports ${allow}.`, { headers: { Allow: allow } })
}

const parametersIn = (url: string) => url.split(':').length

const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')
