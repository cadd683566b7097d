import { useCallback, useState } from 'react'
import { type AnswerOf, type CallOptions, call, type Operation } from '../../api/client.ts'

export interface Sent<O extends Operation> {
  readonly data: AnswerOf<O> | undefined
  readonly error: unknown
  readonly isRunning: boolean
  run(options: CallOptions<O, boolean, never, never>): Promise<AnswerOf<O> | undefined>
  clear(): void
}

/** Sends something that only asks: a book to be checked, compared or rehearsed. The last answer is kept. */
export function useSent<O extends Operation>(operation: O): Sent<O> {
  const [state, setState] = useState<Pick<Sent<O>, 'data' | 'error' | 'isRunning'>>(nothing)
  const run = useCallback(
    async (options: CallOptions<O, boolean, never, never>) => {
      setState({ ...nothing, isRunning: true })
      try {
        const { data } = await (call as unknown as AnyCall<O>)(operation, options)
        setState({ ...nothing, data })
        return data
      } catch (error) {
        setState({ ...nothing, error })
        return undefined
      }
    },
    [operation],
  )
  const clear = useCallback(() => setState(nothing), [])
  return { ...state, run, clear }
}

const nothing = { data: undefined, error: undefined, isRunning: false }

type AnyCall<O extends Operation> = (operation: O, options: object) => Promise<{ data: AnswerOf<O> }>
