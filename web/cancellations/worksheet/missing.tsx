import { useText } from '../text.ts'
import { useWords } from '../words.ts'

/** What is still missing before the refund can be paid. */
export function MissingNote({ missing }: { readonly missing: readonly string[] }) {
  const t = useText()
  const words = useWords()
  if (missing.length === 0) return null
  return (
    <p className="cancellations-missing">
      {t('missing.still', { items: missing.map(words.missing).join(', ') })}
    </p>
  )
}
