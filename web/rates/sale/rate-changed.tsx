import type { ApiError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

interface RateChangedProps {
  readonly error: ApiError
  readonly showsCost: boolean
  readonly isBusy: boolean
  readonly onAccept: () => void
  readonly onBack: () => void
}

interface Figures {
  readonly dealerCost?: number
  readonly suggestedRetail?: number
}

/** The quote has expired, and the rate costs something else now: both side by side, to accept or to leave. */
export function RateChanged({ error, showsCost, isBusy, onAccept, onBack }: RateChangedProps) {
  const t = useText()
  const format = useFormat()
  const old = figuresOf(error.problem.old)
  const now = figuresOf(error.problem.new)
  const lines = [
    { title: t('sale.suggested'), old: old?.suggestedRetail, now: now?.suggestedRetail },
    ...(showsCost ? [{ title: t('cost'), old: old?.dealerCost, now: now?.dealerCost }] : []),
  ]
  return (
    <Panel
      title={t('changed.title')}
      description={t(now ? 'changed.why' : 'changed.gone')}
      className="rates-changed"
    >
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('changed.old')}</th>
            <th scope="col">{t('changed.new')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.title}>
              <th scope="row">{line.title}</th>
              <td>{format.money(line.old)}</td>
              <td>
                <strong>{format.money(line.now)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="rates-actions">
        {now && (
          <Button kind="main" isBusy={isBusy} onClick={onAccept}>
            {t('changed.accept')}
          </Button>
        )}
        <Button onClick={onBack}>{t('sale.back')}</Button>
      </div>
    </Panel>
  )
}

/** The problem's members are not in its type: each code has its own. */
const figuresOf = (value: unknown): Figures | undefined =>
  typeof value === 'object' && value !== null ? (value as Figures) : undefined
