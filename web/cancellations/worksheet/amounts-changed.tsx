import type { CancelCalculation } from '../../../sdk/src/types.gen.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The new figures of a refused execution. Undefined if it was refused for another reason. */
export function changedCalculation(error: unknown): CancelCalculation | undefined {
  if (!(error instanceof ApiError) || error.code !== 'AmountsChanged') return undefined
  // The problem AmountsChanged carries the calculation as it is now.
  return error.problem.calculation as CancelCalculation | undefined
}

const amounts = [
  ...(['grossRefund', 'claimsDeduction', 'cancelFee', 'netRefund', 'salesTaxRefund', 'totalRefund'] as const),
]

interface AmountsChangedProps {
  readonly before: CancelCalculation
  readonly now: CancelCalculation
  readonly onAccept: () => void
}

/** The amounts of the request beside those that an execution would pay today. */
export function AmountsChanged({ before, now, onAccept }: AmountsChangedProps) {
  const t = useText()
  const format = useFormat()
  return (
    <Panel title={t('changed.title')} id="amounts-changed" description={t('changed.why')}>
      <table className="cancellations-compare" aria-label={t('changed.title')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('changed.old')}</th>
            <th scope="col">{t('changed.new')}</th>
          </tr>
        </thead>
        <tbody>
          {amounts.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`figure.${name}`)}</th>
              <td>{format.money(before[name])}</td>
              <td className={before[name] === now[name] ? undefined : 'cancellations-differs'}>
                {before[name] === now[name] ? (
                  format.money(now[name])
                ) : (
                  <mark>{format.money(now[name])}</mark>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="cancellations-buttons">
        <Button kind="main" onClick={onAccept}>
          {t('changed.accept')}
        </Button>
      </div>
    </Panel>
  )
}
