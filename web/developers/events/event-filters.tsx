import { useState } from 'react'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { grouped } from '../grouped.ts'
import { useText } from '../text.ts'

/** The filters, under the API's names. */
export function EventFilters() {
  const t = useText()
  const { types = '', subject = '' } = useQuery()
  const setQuery = useSetQuery()
  const known = useAnswer('GET /events/types').data?.data ?? []
  const options = grouped(known, ({ type }) => type.split('.')[0] ?? type).flatMap(([kind, own]) => [
    { value: `${kind}.*`, title: t('events.allOf', { kind }) },
    ...own.map(({ type }) => ({ value: type, title: type })),
  ])
  const isKnown = types === '' || options.some(({ value }) => value === types)
  return (
    <section className="developers-filters" aria-label={t('filters')}>
      <SelectField
        label={t('events.type')}
        name="?types"
        value={types}
        emptyTitle={t('events.anyType')}
        options={isKnown ? options : [{ value: types, title: types }, ...options]}
        onChange={(value) => setQuery({ types: value || undefined, after: undefined }, 'push')}
      />
      <SubjectFilter
        key={subject}
        subject={subject}
        onChange={(value) => setQuery({ subject: value || undefined, after: undefined }, 'push')}
      />
      {types || subject ? (
        <div>
          <Button
            kind="quiet"
            onClick={() => setQuery({ types: undefined, subject: undefined, after: undefined }, 'push')}
          >
            {t('filters.clear')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface SubjectProps {
  readonly subject: string
  readonly onChange: (subject: string) => void
}

/** Sent with Enter or when the field is left, so that each letter is not a query. */
function SubjectFilter({ subject, onChange }: SubjectProps) {
  const t = useText()
  const [text, setText] = useState(subject)
  const send = () => text.trim() !== subject && onChange(text.trim())
  return (
    <form
      className="developers-filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField
        label={t('events.subject')}
        name="?subject"
        hint={t('events.subjectHint')}
        value={text}
        onChange={setText}
        onBlur={send}
      />
    </form>
  )
}
