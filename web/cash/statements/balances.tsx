import type { StatementRequestResult } from '../../../sdk/src/types.gen.ts'
import { Facts } from '../../ui/facts.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

const groups = ['newBusiness', 'cancels', 'claims', 'other', 'cash'] as const

type Balanced = Pick<StatementRequestResult, 'openingBalance' | 'closingBalance' | (typeof groups)[number]>

/** From the opening to the closing balance, as the service added it up. */
export function Balances({ result }: { readonly result: Balanced }) {
  const t = useText()
  const { money } = useFormat()
  return (
    <Facts
      layout="rows"
      items={[
        {
          label: t('statements.opening'),
          value: money(result.openingBalance),
          testid: 'opening-balance',
        },
        ...groups.map((group) => ({ label: t(`statements.${group}`), value: money(result[group]) })),
        {
          label: t('statements.closing'),
          value: money(result.closingBalance),
          testid: 'closing-balance',
        },
      ]}
    />
  )
}
