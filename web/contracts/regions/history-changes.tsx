import type { ContractHistoryEntry } from '../../../sdk/src/types.gen.ts'
import { useFormat } from '../../ui/words/format.ts'
import { fieldAt } from '../facts/fields.ts'
import { type Text, useText } from '../text.ts'

interface Leaf {
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

/** More would be a copy of the record and not an answer to "what changed". */
const MOST = 40

/** What changed, before and after, value by value. */
export function HistoryChanges({ entry }: { readonly entry: ContractHistoryEntry }) {
  const t = useText()
  const { date, instant } = useFormat()
  const leaves = entry.changes
    .flatMap(leavesOf)
    .filter(({ pointer }) => !/(^|\/)(id|rowVersion)$/.test(pointer))
  const text = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'coverage.yes' : 'coverage.no')
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return date(value)
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)) return instant(value)
    return Array.isArray(value) ? value.map(text).join(', ') : String(value)
  }
  return (
    <div className="contracts-history">
      {entry.reason && <p>{t('history.reason', { reason: entry.reason })}</p>}
      <ul>
        {leaves.slice(0, MOST).map(({ pointer, before, after }) => (
          <li key={pointer}>
            <b>{labelOf(t, pointer)}</b>:{' '}
            {before !== null && before !== undefined && (
              <>
                <s>{text(before)}</s> <span aria-hidden="true">→ </span>
                <span className="visually-hidden">{t('pending.becomes')} </span>
              </>
            )}
            {text(after)}
          </li>
        ))}
      </ul>
      {leaves.length > MOST && <p>{t('history.rest', { count: leaves.length - MOST })}</p>}
    </div>
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The single values of a change that differ. A list of plain values is one value. */
function leavesOf({ pointer, before, after }: Leaf): readonly Leaf[] {
  if (isList(before) || isList(after)) return indexed(pointer, before, after)
  if (!isRecord(before) && !isRecord(after)) return same(before, after) ? [] : [{ pointer, before, after }]
  const [old, next] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  return names.flatMap((name) =>
    leavesOf({ pointer: `${pointer}/${name}`, before: old[name] ?? null, after: next[name] ?? null }),
  )
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.some(isRecord)

function indexed(pointer: string, before: unknown, after: unknown): readonly Leaf[] {
  const [old, next] = [isList(before) ? before : [], isList(after) ? after : []]
  return Array.from({ length: Math.max(old.length, next.length) }, (_, at) => at).flatMap((at) =>
    leavesOf({ pointer: `${pointer}/${at}`, before: old[at] ?? null, after: next[at] ?? null }),
  )
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The label of a field of the page; else the names of the path, in words. */
function labelOf(t: Text, pointer: string): string {
  const field = fieldAt(pointer)
  if (field) return t(field.label)
  return pointer
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
    .join(' › ')
}
