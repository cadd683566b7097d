import { useEffect, useState } from 'react'
import type { Effects } from '../../sdk/src/types.gen.ts'
import { type CallOptions, call, type DryRunOf, type Operation } from '../api/client.ts'

/** What the service would answer to a write, and what it would change. */
export interface Tried<O extends Operation> {
  /** `none`: there is nothing to try yet. `refused`: see `error`. */
  readonly state: 'none' | 'running' | 'ready' | 'refused'
  readonly data?: DryRunOf<O> | undefined
  readonly effects?: Effects | undefined
  readonly error?: unknown
}

type Options<O extends Operation> = CallOptions<O, boolean, never, never>

/** How long a change rests before it is tried, so that not every key of a word is sent. */
const WAIT = 300

/**
 * Tries a write out, again after each change of its options. While the next one is tried, the last answer stays, but is
 * not `ready`: it belongs to what was entered before.
 */
export function useDryRun<O extends Operation>(operation: O, options: Options<O> | undefined): Tried<O> {
  const key = options === undefined ? undefined : JSON.stringify([operation, withoutSignal(options)])
  const [tried, setTried] = useState<Tried<O> & { readonly key?: string | undefined }>({ state: 'none' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the options, as a text that can be compared
  useEffect(() => {
    if (key === undefined || options === undefined) return undefined
    const gone = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { data } = await (call as unknown as AnyCall)(operation, {
          ...options,
          dryRun: true,
          signal: gone.signal,
        })
        setTried({
          key,
          state: 'ready',
          data: data as DryRunOf<O>,
          effects: (data as { effects?: Effects }).effects,
        })
      } catch (error) {
        if (!gone.signal.aborted) setTried({ key, state: 'refused', error })
      }
    }, WAIT)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [key])
  if (key === undefined) return { state: 'none' }
  return tried.key === key ? tried : { ...tried, state: 'running', error: undefined }
}

type AnyCall = (operation: Operation, options: object) => Promise<{ data: unknown }>

const withoutSignal = ({ signal: _, ...options }: { signal?: unknown }) => options
