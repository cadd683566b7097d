import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CheckField, DateField, type Option, SelectField, TextField } from '../ui/fields/field.tsx'
import { LookupField } from '../ui/fields/lookup.tsx'
import { filtersIn, type ListQuery } from './list-query.ts'
import { useText } from './text.ts'

interface Choice {
  readonly value: string
  readonly title: string
}

/** A filter of a list, under the name of the API's parameter. */
export type Filter = { readonly name: string; readonly label: string } & (
  | { readonly kind: 'text' | 'date' | 'number' | 'flag' }
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'choice'
      readonly choices: readonly Choice[]
      /** What the service takes if nothing is chosen. Without it, any. */
      readonly usual?: string
    }
  | {
      readonly kind: 'lookup'
      readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
    }
)

interface Props {
  readonly filters: readonly Filter[]
  readonly query: ListQuery
  /** How many stand there at once; the others open below. */
  readonly main: number
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** The region with the filters. What is set is always shown. */
export function Filters({ filters, query, main, onChange }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const shown = filters.filter(({ name }, at) => isOpen || at < main || query[name] !== undefined)
  const set = Object.keys(filtersIn(query)).filter((name) => filters.some((filter) => filter.name === name))
  if (filters.length === 0) return null
  return (
    <section className="list-filters" aria-label={t('filters')}>
      {shown.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={query[filter.name] ?? ''}
          onChange={(value) => onChange({ [filter.name]: value || undefined, pageNumber: undefined })}
        />
      ))}
      <div className="list-filter-buttons">
        {filters.length > main ? (
          <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'filters.fewer' : 'filters.more')}
          </Button>
        ) : null}
        {set.length > 0 ? (
          <Button
            kind="quiet"
            onClick={() =>
              onChange({ ...Object.fromEntries(set.map((name) => [name, undefined])), pageNumber: undefined })
            }
          >
            {t('filters.clear')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

interface FieldProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
}

function FilterField({ filter, value, onChange }: FieldProps) {
  const t = useText()
  const shared = { label: filter.label, name: `?${filter.name}`, value, onChange }
  switch (filter.kind) {
    case 'date':
      return <DateField {...shared} />
    case 'flag': {
      const options = [
        { value: 'true', title: t('yes') },
        { value: 'false', title: t('no') },
      ]
      return <SelectField {...shared} options={options} emptyTitle={t('any')} />
    }
    case 'choice': {
      const { choices: options, usual } = filter
      if (usual === undefined) return <SelectField {...shared} options={options} emptyTitle={t('any')} />
      const change = (chosen: string) => onChange(chosen === usual ? '' : chosen)
      return <SelectField {...shared} isRequired value={value || usual} options={options} onChange={change} />
    }
    case 'choices':
      return <Choices filter={filter} value={value} onChange={onChange} />
    case 'lookup':
      return <LookupFilter filter={filter} value={value} onChange={onChange} />
    default:
      return <TypedFilter {...shared} isNumber={filter.kind === 'number'} />
  }
}

type SearchedFilter = Extract<Filter, { kind: 'lookup' }>

/** The address has the id alone. Its name is known once it was chosen here. */
function LookupFilter({ filter, value, onChange }: FieldProps & { readonly filter: SearchedFilter }) {
  const [chosen, setChosen] = useState<Option | null>(null)
  const shown = value === '' ? null : chosen?.value === value ? chosen : { value, title: value }
  const change = (option: Option | null) => {
    setChosen(option)
    onChange(option?.value ?? '')
  }
  return (
    <LookupField
      label={filter.label}
      name={`?${filter.name}`}
      value={shown}
      onChange={change}
      search={filter.search}
    />
  )
}

interface TypedProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly isNumber: boolean
  readonly onChange: (value: string) => void
}

/** Sent with Enter or when the field is left, so that the list is not asked for at each key. */
function TypedFilter({ value, onChange, isNumber, ...rest }: TypedProps) {
  const [typed, setTyped] = useState({ text: value, of: value })
  // The address has changed otherwise: by the back button, a view, Clear filters.
  const text = typed.of === value ? typed.text : value
  const send = () => {
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <form
      className="list-filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField
        {...rest}
        value={text}
        onChange={(next) => setTyped({ text: next, of: value })}
        onBlur={send}
        inputMode={isNumber ? 'numeric' : 'text'}
      />
    </form>
  )
}

type ChoicesFilter = Extract<Filter, { kind: 'choice' | 'choices' }>

/** Several values at once, each a box to tick. */
function Choices({ filter, value, onChange }: FieldProps & { readonly filter: ChoicesFilter }) {
  const chosen = new Set(value.split(',').filter(Boolean))
  const toggle = (one: string, isOn: boolean) => {
    if (isOn) chosen.add(one)
    else chosen.delete(one)
    onChange(
      filter.choices
        .filter((choice) => chosen.has(choice.value))
        .map((choice) => choice.value)
        .join(','),
    )
  }
  return (
    <fieldset className="list-choices">
      <legend>{filter.label}</legend>
      {filter.choices.map((choice) => (
        <CheckField
          key={choice.value}
          label={choice.title}
          value={chosen.has(choice.value)}
          onChange={(isOn) => toggle(choice.value, isOn)}
        />
      ))}
    </fieldset>
  )
}
