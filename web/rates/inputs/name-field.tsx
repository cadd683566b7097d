import { Field } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import { isNamed } from './use-vehicle-names.ts'

interface NameFieldProps {
  readonly input: 'make' | 'model' | 'trim'
  readonly value: string
  /** What the rate book knows. Undefined: not known yet. */
  readonly names: readonly string[] | undefined
  readonly onChange: (text: string) => void
}

/**
 * A name that is typed, with the names of the rate book as suggestions. It is the same field before and after they have
 * come, so nothing that is typed is lost. A class table may know a model that the list does not, so other names pass.
 */
export function NameField({ input, value, names, onChange }: NameFieldProps) {
  const t = useText()
  const isUnknown = value !== '' && names !== undefined && names.length > 0 && !isNamed(names, value)
  return (
    <Field label={t(`input.${input}`)} name={input} hint={isUnknown ? t('name.unknown') : undefined}>
      {(ids) => (
        <>
          <input
            {...ids}
            className="input"
            list={`${ids.id}-names`}
            value={value}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={`${ids.id}-names`}>
            {names?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
