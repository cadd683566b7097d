import { useFormat } from '../ui/words/format.ts'
import { type Change, leaves } from './leaves.ts'
import { useText } from './text.ts'

const FIRST = 2

/** What a write changed: the place, before and after. The first few; the others fold out. */
export function Changes({ changes: recorded }: { readonly changes: readonly Change[] }) {
  const t = useText()
  const format = useFormat()
  const changes = leaves(recorded)
  if (changes.length === 0) return <span className="audit-none">{t('change.none')}</span>
  const more = changes.slice(FIRST)
  return (
    <>
      <ChangeList changes={changes.slice(0, FIRST)} />
      {more.length > 0 && (
        <details>
          <summary>{t('change.more', { count: format.count(more.length) })}</summary>
          <ChangeList changes={more} />
        </details>
      )}
    </>
  )
}

function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className="audit-changes">
      {changes.map(({ pointer, before, after }) => (
        <li key={pointer}>
          <code>{pointer || '/'}</code> <Value value={before} /> → <Value value={after} />
        </li>
      ))}
    </ul>
  )
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** As the service recorded it: moments as everywhere, numbers and texts plainly, anything larger as it is written in JSON. */
function Value({ value }: { readonly value: unknown }) {
  const t = useText()
  const format = useFormat()
  if (value === null || value === undefined || value === '') return <i>{t('change.empty')}</i>
  if (typeof value !== 'string') return <span className="audit-value">{JSON.stringify(value)}</span>
  return <span className="audit-value">{INSTANT.test(value) ? format.instant(value) : value}</span>
}
