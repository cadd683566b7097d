import type { Preferences, PreferencesData } from '../../sdk/src/types.gen.ts'
import { call } from './client.ts'
import { queryClient, useAnswer } from './queries.ts'

const nothingSet: Preferences = {
  theme: 'System',
  density: 'Comfortable',
  language: 'en',
  keyboardShortcuts: true,
  lists: [],
}

/** What the user has set; the usual until it has been read. */
export function usePreferences(): Preferences {
  return (
    useAnswer('GET /me/preferences', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.data ?? nothingSet
  )
}

/** Saves changes; what is not named stays. The screen follows at once. */
export function useSavePreferences(): (changes: PreferencesData) => Promise<void> {
  const current = usePreferences()
  return async (changes) => {
    const { data } = await call('PUT /me/preferences', {
      body: { ...current, ...changes } as PreferencesData,
    })
    queryClient.setQueryData(['GET /me/preferences', {}], (known: object | undefined) => ({ ...known, data }))
  }
}
