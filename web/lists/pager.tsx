import type { Answer } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { useFormat } from '../ui/words/format.ts'
import { PAGE_SIZE } from './list-query.ts'
import { useText } from './text.ts'

interface Counted {
  readonly count: number
  readonly isExact: boolean
}

/** How many rows there are in all. Above 10,000 the service may stop counting. */
export function countOf(answer: Answer<unknown> | undefined): Counted | undefined {
  const total = answer?.headers.get('x-total-count')
  if (total === null || total === undefined) return undefined
  return { count: Number(total), isExact: answer?.headers.get('x-total-count-exact') !== 'false' }
}

export function useCountText(answer: Answer<unknown> | undefined): string {
  const t = useText()
  const format = useFormat()
  const counted = countOf(answer)
  if (!counted) return ''
  const count = format.count(counted.count)
  if (!counted.isExact) return t('count.more', { count })
  return counted.count === 1 ? t('count.one') : t('count.many', { count })
}

interface Props {
  readonly answer: Answer<unknown> | undefined
  readonly page: number
  readonly onPage: (page: number) => void
}

export function Pager({ answer, page, onPage }: Props) {
  const t = useText()
  const counted = countOf(answer)
  const hasNext = counted ? !counted.isExact || page * PAGE_SIZE < counted.count : false
  if (page === 1 && !hasNext) return null
  return (
    <div className="list-pager">
      {page > 1 ? (
        <Button icon="back" onClick={() => onPage(page - 1)}>
          {t('previous')}
        </Button>
      ) : null}
      <span>{t('page', { page })}</span>
      {hasNext ? (
        <Button icon="forward" onClick={() => onPage(page + 1)}>
          {t('next')}
        </Button>
      ) : null}
    </div>
  )
}
