import { useState } from 'react'
import { useQuery, useSetQuery } from '../api/address.ts'
import { Button } from '../ui/button.tsx'
import { DateField, TextField } from '../ui/fields/field.tsx'
import { useText } from './text.ts'

/** The filters, under the API's names. */
export const filterNames = ['subject', 'user', 'operation', 'from', 'to'] as const
type FilterName = (typeof filterNames)[number]
type Typed = Readonly<Partial<Record<FilterName, string>>>

/** What is typed is asked for with the button, so that each letter is not a query. */
export function AuditFilters() {
  const address = useQuery()
  const set = Object.fromEntries(
    filterNames.flatMap((name) => (address[name] ? [[name, address[name]]] : [])),
  )
  return <FilterForm key={JSON.stringify(set)} set={set} />
}

function FilterForm({ set }: { readonly set: Typed }) {
  const t = useText()
  const setQuery = useSetQuery()
  const [typed, setTyped] = useState<Typed>(set)
  const apply = (values: Typed) =>
    setQuery(
      {
        after: undefined,
        ...Object.fromEntries(filterNames.map((name) => [name, values[name]?.trim() || undefined])),
      },
      'push',
    )
  const field = (name: FilterName) => ({
    name: `?${name}`,
    value: typed[name] ?? '',
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <section aria-label={t('filters')}>
      <form
        className="audit-filters"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply(typed)
        }}
      >
        <TextField label={t('filter.subject')} hint={t('filter.subjectHint')} {...field('subject')} />
        <TextField label={t('filter.user')} {...field('user')} />
        <TextField label={t('filter.operation')} hint={t('filter.operationHint')} {...field('operation')} />
        <DateField label={t('filter.from')} {...field('from')} />
        <DateField label={t('filter.to')} {...field('to')} />
        <div className="audit-filter-buttons">
          <Button type="submit">{t('filter.apply')}</Button>
          {Object.keys(set).length > 0 && (
            <Button kind="quiet" onClick={() => apply({})}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
