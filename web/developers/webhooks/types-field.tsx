import { useAnswer } from '../../api/queries.ts'
import { CheckField } from '../../ui/fields/field.tsx'
import { Await } from '../../ui/states.tsx'
import { grouped } from '../grouped.ts'
import { useText } from '../text.ts'
import { coversType, withType } from './types-choice.ts'

interface Props {
  /** Null: all types. */
  readonly value: readonly string[] | null
  readonly onChange: (value: readonly string[] | null) => void
}

/** The types of events: all of them, all of a kind, or some by name. */
export function TypesField({ value, onChange }: Props) {
  const t = useText()
  const query = useAnswer('GET /events/types')
  return (
    <fieldset className="fieldset" data-field="/types">
      <legend>{t('webhooks.types')}</legend>
      <CheckField
        label={t('webhooks.allTypes')}
        hint={t('webhooks.allTypesHint')}
        value={value === null}
        onChange={(isAll) => onChange(isAll ? null : [])}
      />
      {value === null ? null : (
        <Await query={query} rows={4}>
          {(types) => (
            <div className="developers-groups">
              {grouped(types, ({ type }) => type.split('.')[0] ?? type).map(([kind, own]) => (
                <fieldset key={kind} className="developers-group">
                  <legend>{kind}</legend>
                  <CheckField
                    label={<code>{`${kind}.*`}</code>}
                    value={value.includes(`${kind}.*`)}
                    onChange={(isOn) => onChange(withType(value, `${kind}.*`, isOn))}
                  />
                  {own.map(({ type, description }) => (
                    <CheckField
                      key={type}
                      label={<code title={description}>{type}</code>}
                      value={coversType(value, type)}
                      disabled={value.includes(`${kind}.*`)}
                      onChange={(isOn) => onChange(withType(value, type, isOn))}
                    />
                  ))}
                </fieldset>
              ))}
            </div>
          )}
        </Await>
      )}
    </fieldset>
  )
}
