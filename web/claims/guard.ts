import { useBlocker } from '@tanstack/react-router'
import { leaving } from '../api/address.ts'

/**
 * Asks before changes are lost, as `useGuard` does, but only when the page is left. A dialog or a document that is
 * opened is part of the address too, and loses nothing.
 */
export function usePageGuard(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      current.pathname !== next.pathname &&
      new Promise<boolean>((resolve) => {
        const answer = (isBlocked: boolean) => () => {
          leaving.set(undefined)
          resolve(isBlocked)
        }
        leaving.set({ leave: answer(false), stay: answer(true) })
      }),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
}
