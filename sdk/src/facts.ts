import { table } from './facts.gen.ts'
import type { Operations } from './types.gen.ts'

/** The name of an operation: its method and its path as the document writes it. */
export type Operation = keyof Operations

/** What is known of an operation before it is called. */
export interface Facts {
  readonly method: string
  readonly path: string
  /** `contracts:read`, one of several (`cash:write or cash:receive`), `role Admin`, `signed-in`, or `public`. */
  readonly permission: string
  readonly takesIdempotencyKey: boolean
  readonly takesDryRun: boolean
  /** How a list is read to its end. */
  readonly paging: 'pages' | 'cursor' | undefined
  readonly sendsForm: boolean
  readonly answers: 'json' | 'bytes' | 'stream'
}

export function factsOf(operation: Operation): Facts {
  const [method = '', path = ''] = operation.split(' ')
  const [permission = '', letters = ''] = table[operation].split('|')
  const has = (letter: string) => letters.includes(letter)
  return {
    method,
    path,
    permission,
    takesIdempotencyKey: has('k'),
    takesDryRun: has('d'),
    paging: has('p') ? 'pages' : has('c') ? 'cursor' : undefined,
    sendsForm: has('f'),
    answers: has('b') ? 'bytes' : has('s') ? 'stream' : 'json',
  }
}

/** Who is signed in, as `GET /session` answers it. */
export interface Rights {
  readonly permissions: readonly string[]
  readonly user: { readonly roles: readonly string[] }
}

/** Whether the service lets this session call the operation. Without a session, only what is public. */
export function can(session: Rights | undefined, operation: Operation): boolean {
  const { permission } = factsOf(operation)
  if (permission === 'public') return true
  if (!session) return false
  if (permission === 'signed-in') return true
  if (permission.startsWith('role ')) return session.user.roles.includes(permission.slice('role '.length))
  return permission.split(' or ').some((one) => session.permissions.includes(one))
}
