import { Fragment, type ReactNode } from 'react'
import { Status } from '../ui/badge.tsx'
import type { Fact } from '../ui/facts.tsx'
import { Table } from '../ui/tables/table.tsx'
import { type Format, useFormat } from '../ui/words/format.ts'
import type { Field, ListField } from './field-types.ts'
import { LinkedRecord } from './linked-record.tsx'
import { choiceTitle } from './plain-text.ts'
import { type Translate, useText } from './text.ts'
import { isValues, type Values } from './values.ts'

/** Facts of a section as the page shows them. Lists stand below, as tables. */
export function useFacts(fields: readonly Field[], record: Values): Fact[] {
  const t = useText()
  const format = useFormat()
  return fields
    .filter(({ kind }) => kind !== 'list')
    .map((field) => ({
      label: t(`field.${field.label}`),
      value: shownValue(field, record[field.name], t, format),
      isWide: field.kind === 'area' || field.kind === 'links',
    }))
}

/** A value as people read it. Nothing, if there is none. */
export function shownValue(field: Field, value: unknown, t: Translate, format: Format): ReactNode {
  if (field.kind === 'yesNoDefault' && typeof value !== 'boolean') return t('choice.bySetting')
  if (field.kind === 'flag') return t(value ? 'value.yes' : 'value.no')
  if (field.kind === 'group' && !isValues(value)) return field.absent && t(field.absent)
  if (value === null || value === undefined || value === '') return undefined
  switch (field.kind) {
    case 'yesNoDefault':
      return t(value ? 'value.yes' : 'value.no')
    case 'choice':
      return field.name === 'status' ? (
        <Status value={String(value)} title={choiceTitle(value, t)} />
      ) : (
        choiceTitle(value, t)
      )
    case 'date':
      return format.date(String(value))
    case 'money':
      return format.money(Number(value))
    case 'percent':
      return format.percent(Number(value))
    case 'secretDate':
      return t('value.masked')
    case 'texts':
      return (value as readonly string[]).join(', ')
    case 'link':
      return <LinkedRecord to={field.to} id={Number(value)} />
    case 'links':
      return <Linked field={field} ids={value as readonly number[]} />
    case 'group':
      return <Group field={field} values={value as Values} />
    case 'area':
      return <span className="holder-notes">{String(value)}</span>
    default:
      return webLink(field.name, String(value))
  }
}

/** Only addresses that begin with https: become links; other schemes could run something. */
function webLink(name: string, value: string): ReactNode {
  if (name === 'email')
    return (
      <a className="link" href={`mailto:${encodeURI(value)}`}>
        {value}
      </a>
    )
  if (!['website', 'url'].includes(name) || !/^https:\/\//i.test(value)) return value
  return (
    <a className="link" href={value} target="_blank" rel="noreferrer noopener">
      {value}
    </a>
  )
}

function Linked({
  field,
  ids,
}: {
  readonly field: Field & { kind: 'link' | 'links' }
  readonly ids: readonly number[]
}) {
  if (ids.length === 0) return '—'
  return (
    <ul className="holder-links">
      {ids.map((id) => (
        <li key={id}>
          <LinkedRecord to={field.to} id={id} />
        </li>
      ))}
    </ul>
  )
}

/** An address in lines; any other group as its parts. */
function Group({ field, values }: { readonly field: Field & { kind: 'group' }; readonly values: Values }) {
  const t = useText()
  const format = useFormat()
  if (field.of.some(({ name }) => name === 'line1')) return <AddressLines address={values} />
  const parts = field.of.flatMap((part) => {
    if (part.isOutsideTable) return []
    const value =
      part.kind === 'shown'
        ? shownPart(part, values[part.name], t)
        : shownValue(part, values[part.name], t, format)
    return value === undefined ? [] : [<Fragment key={part.name}>{value}</Fragment>]
  })
  return parts.map((part, index) => (index === 0 ? part : [' · ', part]))
}

/** What the service answers and never takes. */
function shownPart({ name }: Field, value: unknown, t: Translate): ReactNode {
  if (value === null || value === undefined || value === '' || value === 'None') return undefined
  if (name === 'accountLast4') return t('value.last4', { last4: String(value) })
  return `${t('field.prenoteStatus')}: ${choiceTitle(value, t)}`
}

function AddressLines({ address }: { readonly address: Values }) {
  const { line1, line2, city, state, zip, county, country } = address
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [line1, line2, place, county, country === 'US' ? null : country].filter(Boolean)
  return (
    <span className="holder-address">
      {lines.map((line) => (
        <span key={String(line)}>{String(line)}</span>
      ))}
    </span>
  )
}

/** The entries of a list field. */
export function ListTable({
  field,
  entries,
}: {
  readonly field: ListField
  readonly entries: readonly Values[]
}) {
  const t = useText()
  const format = useFormat()
  const label = t(`field.${field.label}`)
  if (entries.length === 0) return <p className="holder-none">{t('edit.noEntries')}</p>
  const columns = field.of
    .filter(({ isOutsideTable, kind }) => !isOutsideTable && kind !== 'writeOnly')
    .map((part) => ({
      key: part.name,
      title: t(`field.${part.label}`),
      isNumeric: ['money', 'percent', 'number'].includes(part.kind),
      isWrapping: part.kind === 'group',
      cell: (entry: Values) => shownValue(part, entry[part.name], t, format) ?? t('value.none'),
    }))
  return (
    <Table
      label={label}
      columns={columns}
      rows={entries}
      rowKey={(entry) => String(entries.indexOf(entry))}
    />
  )
}
