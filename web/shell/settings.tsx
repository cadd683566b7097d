import { useEffect } from 'react'
import { usePreferences } from '../api/preferences.ts'
import { setShortcutsEnabled } from '../ui/keys.ts'
import { setLanguage } from '../ui/words/text.ts'

/** Lets the page follow what the user has set. */
export function Settings() {
  const { theme, density, language, keyboardShortcuts } = usePreferences()
  useEffect(() => {
    document.documentElement.dataset.theme = theme.toLowerCase()
    document.documentElement.dataset.density = density.toLowerCase()
  }, [theme, density])
  useEffect(() => setLanguage(language), [language])
  useEffect(() => setShortcutsEnabled(keyboardShortcuts), [keyboardShortcuts])
  return null
}
