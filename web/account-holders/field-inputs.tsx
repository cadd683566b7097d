import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/fields/field.tsx'
import type { Field, GroupField, ListField } from './field-types.ts'
import { PlainInput } from './plain-input.tsx'
import { useText } from './text.ts'
import { draftOf, isOff, isValues, type Values } from './values.ts'

interface FieldsProps {
  readonly fields: readonly Field[]
  readonly draft: Values
  readonly onChange: (draft: Values) => void
  /** The JSON pointer of the record that the fields belong to. */
  readonly base?: string
}

/** The controls of some fields. */
export function FieldInputs({ fields, draft, onChange, base = '' }: FieldsProps) {
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      pointer={`${base}/${field.name}`}
      draft={draft}
      onChange={(value) => onChange({ ...draft, [field.name]: value })}
    />
  ))
}

interface FieldProps {
  readonly field: Field
  readonly pointer: string
  /** The record with its other fields, on which some fields depend. */
  readonly draft: Values
  readonly onChange: (value: unknown) => void
}

function FieldInput({ field, pointer, draft, onChange }: FieldProps) {
  const value = draft[field.name]
  switch (field.kind) {
    case 'shown':
      return null
    case 'group':
      return <GroupInput field={field} pointer={pointer} draft={draft} onChange={onChange} />
    case 'list':
      return (
        <ListInput field={field} pointer={pointer} entries={value as readonly Values[]} onChange={onChange} />
      )
    default:
      return <PlainInput field={field} pointer={pointer} value={value} onChange={onChange} />
  }
}

/** A part of the record with fields of its own, such as an address. */
function GroupInput({
  field,
  pointer,
  draft,
  onChange,
}: Omit<FieldProps, 'field'> & { readonly field: GroupField }) {
  const t = useText()
  const value = draft[field.name]
  if (field.when && draft[field.when.name] !== field.when.is) return null
  const title = t(`field.${field.label}`)
  const isMissing = isOff(field, draft)
  return (
    <fieldset className="holder-group">
      <legend>{title}</legend>
      {field.absent && (
        <CheckField
          label={t(field.absent)}
          name={pointer}
          value={isMissing}
          onChange={(isChecked) => onChange(isChecked ? null : draftOf(field.of, {}))}
        />
      )}
      {!isMissing && isValues(value) && (
        <div className="holder-fields">
          <FieldInputs fields={field.of} draft={value} onChange={onChange} base={pointer} />
        </div>
      )}
    </fieldset>
  )
}

interface ListInputProps {
  readonly field: ListField
  readonly pointer: string
  readonly entries: readonly Values[]
  readonly onChange: (entries: readonly Values[]) => void
}

/** Entries that are added, changed and removed, such as contacts. */
function ListInput({ field, pointer, entries, onChange }: ListInputProps) {
  const t = useText()
  const list = t(`field.${field.label}`)
  const set = (index: number, entry: Values) => onChange(entries.with(index, entry))
  return (
    <fieldset className="holder-list">
      <legend>{list}</legend>
      {entries.map((entry, index) => {
        const item = t('edit.entry', { list, number: index + 1 })
        return (
          // Entries have no id of their own until they are saved.
          // biome-ignore lint/suspicious/noArrayIndexKey: the controls are named by their place
          <fieldset className="holder-entry" key={index}>
            <legend>{item}</legend>
            <div className="holder-fields">
              <FieldInputs
                fields={field.of}
                draft={entry}
                base={`${pointer}/${index}`}
                onChange={(changed) => set(index, changed)}
              />
            </div>
            <Button
              kind="quiet"
              size="small"
              icon="trash"
              aria-label={t('edit.removeNamed', { item })}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            >
              {t('edit.remove')}
            </Button>
          </fieldset>
        )
      })}
      <Button
        size="small"
        icon="add"
        aria-label={t('edit.addNamed', { list })}
        onClick={() => onChange([...entries, draftOf(field.of, {})])}
      >
        {t('edit.add')}
      </Button>
    </fieldset>
  )
}
