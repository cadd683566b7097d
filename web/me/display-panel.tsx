import type { PreferencesData } from '../../sdk/src/types.gen.ts'
import { usePreferences, useSavePreferences } from '../api/preferences.ts'
import { SelectField, SwitchField } from '../ui/fields/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast.tsx'
import { useText } from './text.ts'

const themes = ['System', 'Light', 'Dark'] as const
const densities = ['Comfortable', 'Compact'] as const
const languages = ['en', 'es'] as const

/** How the portal looks and listens. Each choice is saved and shown at once. */
export function DisplayPanel() {
  const t = useText()
  const { theme, density, language, keyboardShortcuts } = usePreferences()
  const savePreferences = useSavePreferences()
  const save = (changes: PreferencesData) =>
    void savePreferences(changes).catch((error: Error) => toast(error.message, { kind: 'error' }))
  return (
    <Panel title={t('look.title')} id="display">
      <div className="me-fields">
        <SelectField
          label={t('look.theme')}
          isRequired
          className="me-chosen"
          value={theme}
          options={themes.map((value) => ({ value, title: t(`look.${value}`) }))}
          onChange={(value) => save({ theme: value as typeof theme })}
        />
        <SelectField
          label={t('look.density')}
          isRequired
          className="me-chosen"
          value={density}
          options={densities.map((value) => ({ value, title: t(`look.${value}`) }))}
          onChange={(value) => save({ density: value as typeof density })}
        />
        <SelectField
          label={t('look.language')}
          isRequired
          className="me-chosen"
          value={language}
          options={languages.map((value) => ({ value, title: t(`look.${value}`) }))}
          onChange={(value) => save({ language: value as typeof language })}
        />
        <SwitchField
          label={t('look.keys')}
          hint={t('look.keysHint')}
          value={keyboardShortcuts}
          onChange={(isOn) => save({ keyboardShortcuts: isOn })}
        />
      </div>
    </Panel>
  )
}
