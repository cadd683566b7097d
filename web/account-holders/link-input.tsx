import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { LookupField } from '../ui/fields/lookup.tsx'
import type { LinkTarget } from './field-types.ts'
import { LinkedRecord, useLinked } from './linked-record.tsx'
import { lookUp } from './lookups.ts'
import { useText } from './text.ts'

interface LinkProps {
  readonly label: string
  readonly name: string
  readonly to: LinkTarget
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly hint?: string | undefined
  readonly isRequired?: boolean
}

/** One linked record, chosen by its name or number. */
export function LinkInput({ to, value, onChange, ...rest }: LinkProps) {
  const record = useLinked(to, value)
  return (
    <LookupField
      {...rest}
      value={value === null ? null : { value: String(value), title: record?.name ?? String(value) }}
      onChange={(found) => onChange(found ? Number(found.value) : null)}
      search={(text) => lookUp(to, text)}
    />
  )
}

interface LinksProps extends Omit<LinkProps, 'value' | 'onChange'> {
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
}

/** Several linked records: those that are linked, and a lookup that adds one. */
export function LinksInput({ label, to, value, onChange, ...rest }: LinksProps) {
  const t = useText()
  // A new lookup after each choice begins empty.
  const [round, setRound] = useState(0)
  const add = (id: number) => {
    if (!value.includes(id)) onChange([...value, id])
    setRound(round + 1)
  }
  return (
    <fieldset className="holder-list">
      <legend>{label}</legend>
      <ul className="holder-links">
        {value.map((id) => (
          <li key={id}>
            <LinkedRecord to={to} id={id} />
            <Button
              kind="quiet"
              size="small"
              icon="close"
              aria-label={t('edit.removeNamed', { item: t('value.id', { id }) })}
              onClick={() => onChange(value.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ul>
      <LookupField
        {...rest}
        key={round}
        label={t('edit.addNamed', { list: label })}
        value={null}
        onChange={(found) => found && add(Number(found.value))}
        search={(text) => lookUp(to, text)}
      />
    </fieldset>
  )
}
