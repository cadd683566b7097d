import type { RateBookCounts } from '../../../sdk/src/types.gen.ts'
import { Facts } from '../../ui/facts.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'

/** How much there is in a book. */
export function BookCounts({ counts }: { readonly counts: RateBookCounts }) {
  const t = useText()
  const format = useFormat()
  return (
    <Facts
      items={(['products', 'programs', 'plans', 'rates', 'vehicles'] as const).map((name) => ({
        label: t(`count.${name}`),
        value: format.count(counts[name]),
      }))}
    />
  )
}
