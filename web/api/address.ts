import {
  useBlocker,
  useLocation,
  useMatch,
  useNavigate,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { partsOfPath, readSearch, writeSearch } from './path.ts'
import { makeStore } from './store.ts'

/**
 * The search parameters of the address, under the API's names. A screen that is being left keeps its own while the next
 * one is loaded: it would ask the service for what is meant for another.
 */
export function useQuery(): Readonly<Record<string, string>> {
  const route = useMatch({ strict: false, select: ({ routeId }) => routeId })
  // One text, because the address changes before its match does, and each change draws the screen.
  const text = useRouterState({
    select({ location, matches }) {
      const own = matches.find(({ routeId }) => routeId === route)
      return !own || own.pathname === location.pathname ? location.searchStr : writeSearch(own.search)
    },
  })
  return useMemo(() => readSearch(text), [text])
}

/** Changes parameters of the address; undefined and empty ones go. What is not named stays. */
export function useSetQuery(): (
  changes: Readonly<Record<string, string | undefined>>,
  how?: 'push' | 'replace',
) => void {
  const router = useRouter()
  return useCallback(
    (changes, how = 'replace') => {
      const { pathname, searchStr, hash } = router.state.location
      const search = { ...readSearch(searchStr), ...changes }
      void router.navigate({
        to: pathname,
        search,
        hash,
        replace: how === 'replace',
        resetScroll: false,
      } as object)
    },
    [router],
  )
}

/** Opens another screen, by its path below /app. */
export function useGo(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback((path) => void navigate(partsOfPath(path) as object), [navigate])
}

/** What stands behind the # of the address. */
export const useHash = (): string => useLocation({ select: ({ hash }) => hash })

/** Set while the user is asked whether to leave changes that are not saved. */
export const leaving = makeStore<{ leave(): void; stay(): void } | undefined>(undefined)

/** Asks before changes are lost: the dialog `Unsaved changes`, and the browser's own before the tab is closed. */
export function useGuard(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: () =>
      isDirty &&
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
