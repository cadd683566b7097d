import { Button } from '../ui/button.tsx'
import type { Filter } from './filters.tsx'
import { filtersIn, type ListQuery } from './list-query.ts'
import { useText } from './text.ts'

interface Props {
  readonly filters: readonly Filter[]
  readonly query: ListQuery
  readonly onRemove: (name: string) => void
}

/** What a link has limited the list by though it has no field for it, such as the plan behind a figure of a report. */
export function OtherFilters({ filters, query, onRemove }: Props) {
  const t = useText()
  const others = Object.entries(filtersIn(query)).filter(
    ([name]) => !filters.some((filter) => filter.name === name),
  )
  if (others.length === 0) return null
  return (
    <ul className="list-others" aria-label={t('filters.others')}>
      {others.map(([name, value]) => (
        <li key={name}>
          <Button
            size="small"
            icon="close"
            aria-label={t('filters.remove', { name, value })}
            onClick={() => onRemove(name)}
          >
            {t('filters.other', { name, value })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
