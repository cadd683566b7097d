import { TextField } from '../../ui/fields/field.tsx'
import { useText } from '../setup-text.ts'
import { contextFields, groups, keyOf } from './context.ts'

interface Props {
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

/** The facts by what they are about, under the names that rules use. */
export function ContextFields({ typed, onChange }: Props) {
  const t = useText()
  return (
    <div className="stack">
      {groups.map((group) => (
        <fieldset key={group} className="fieldset">
          <legend>{t(`criteria.${group}`)}</legend>
          <div className="rates-facts">
            {contextFields
              .filter((field) => field.group === group)
              .map((field) => (
                <TextField
                  key={field.name}
                  label={field.name}
                  name={`/context/${group}/${field.name}`}
                  inputMode={field.kind === 'number' ? 'decimal' : 'text'}
                  value={typed[keyOf(field)] ?? ''}
                  onChange={(value) => onChange(keyOf(field), value)}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
