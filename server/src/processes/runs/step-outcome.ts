import { codeOf } from '../../db/database.ts'
import { problemBehind } from '../../http/constraints.ts'
import { Problem } from '../../http/problems.ts'

/** What became of a candidate, when its step was refused or failed. */
export interface Refusal {
  readonly outcome: 'Skipped' | 'Failed'
  readonly code: string
  readonly message: string
  readonly result: Readonly<Record<string, unknown>> | null
}

/** Reads the refusal out of an error. Unknown errors are our own; they are logged and their words are not shown. */
export function refusalFrom(caught: unknown): Refusal & { readonly isOurs: boolean } {
  const error = problemBehind(caught)
  if (error instanceof Problem) {
    const { code, message, members } = error
    const outcome = code === 'NotEligible' ? 'Skipped' : 'Failed'
    return { outcome, code, message, result: hasAny(members) ? members : null, isOurs: false }
  }
  const failed = { outcome: 'Failed', result: null } as const
  if (isBusy(error)) {
    const message = 'The database did not answer in time. The next run tries again.'
    return { ...failed, code: 'NotReady', message, isOurs: false }
  }
  return {
    ...failed,
    code: 'InternalError',
    message: 'The service failed. The log has the details.',
    isOurs: true,
  }
}

const hasAny = (members: object) => Object.keys(members).length > 0

/** Another transaction was in the way: a deadlock, a conflict, a lock or a statement that took too long. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('40') || code === '55P03' || code === '57014'
}
