import type { ReactNode } from 'react'
import { useFormat } from '../words/format.ts'
import { useKitText } from '../words/kit-text.ts'

export interface TimelineItem {
  /** A moment or a calendar date. */
  readonly at: string
  readonly title: ReactNode
  readonly who?: ReactNode
  /** More, folded until it is opened: before and after. */
  readonly detail?: ReactNode
  readonly tone?: 'good' | 'wait' | 'bad' | 'off' | 'info' | undefined
  readonly key?: string | number | undefined
}

/** What happened, in the order given. */
export function Timeline({ items }: { readonly items: readonly TimelineItem[] }) {
  const t = useKitText()
  const { date, instant } = useFormat()
  if (items.length === 0) return <p className="timeline-empty">{t('timeline.empty')}</p>
  return (
    <ol className="timeline">
      {items.map(({ at, title, who, detail, tone = 'off', key }, index) => (
        <li key={key ?? index} className="timeline-item" data-tone={tone}>
          <div className="timeline-head">
            <span className="timeline-title">{title}</span>
            <span className="timeline-when">
              <time dateTime={at}>{at.length > 10 ? instant(at) : date(at)}</time>
              {who && <span> · {who}</span>}
            </span>
          </div>
          {detail && (
            <details className="timeline-detail">
              <summary>{t('timeline.detail')}</summary>
              <div>{detail}</div>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}
