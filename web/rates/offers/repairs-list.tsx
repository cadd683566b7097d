import { Button } from '../../ui/button.tsx'
import { type Format, useFormat } from '../../ui/words/format.ts'
import { type Text, useText, wordOf } from '../text.ts'
import type { Repair } from './repairs.ts'

interface RepairsProps {
  readonly repairs: readonly Repair[]
  readonly onRepair: (repair: Repair) => void
}

/** Changes that lead to rates, each quoted with one press. The service has been asked before they are shown. */
export function Repairs({ repairs, onRepair }: RepairsProps) {
  const t = useText()
  const format = useFormat()
  if (repairs.length === 0) return null
  return (
    <div className="rates-repairs">
      <h3>{t('repair.title')}</h3>
      <ul>
        {repairs.map((repair) => (
          <li key={`${repair.input} ${repair.value}`}>
            <Button size="small" onClick={() => onRepair(repair)}>
              {t(repair.kind === 'Typo' ? 'repair.typo' : 'repair.limit', {
                input: wordOf(t, 'input', repair.input),
                value: repairValue(t, format, repair),
              })}
            </Button>
          </li>
        ))}
      </ul>
      <p className="rates-note">{t('repair.note')}</p>
    </div>
  )
}

function repairValue(t: Text, format: Format, { input, value }: Repair): string {
  if (input === 'odometer') return format.miles(Number(value))
  if (input === 'saleDate') return format.date(value)
  if (input === 'financedAmount' || input === 'itemPurchasePrice') return format.money(Number(value))
  return wordOf(t, input, value)
}
