import type { Claim } from '../../../sdk/src/types.gen.ts'
import { Figure } from '../../ui/dialogs/figure.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { stepsOfFigure } from './steps.ts'

type Summed = Pick<Claim, 'costs' | 'steps'>

const sums = ['requested', 'adjusted', 'tax', 'deductible', 'overLimit'] as const

/** From what was asked to what is paid: every figure is the service's, and opens to its steps. */
export function Foot({ claim }: { readonly claim: Summed }) {
  const t = useText()
  const format = useFormat()
  const { costs, steps } = claim
  return (
    <section className="claims-foot" aria-label={t('foot.title')}>
      <ol>
        {sums.map((name) => (
          <li key={name}>
            <span>{t(`figure.${name}`)}</span>
            <Figure
              label={t(`figure.${name}`)}
              value={format.money(costs[name])}
              steps={stepsOfFigure(steps, name)}
            />
          </li>
        ))}
        <li className="claims-pays">
          <span>{t('figure.payable')}</span>
          <Figure
            label={t('figure.payable')}
            value={format.money(costs.payable)}
            steps={steps}
            testid="claim-payable"
          />
        </li>
      </ol>
      <p className="claims-customer-pays">
        <span>{t('figure.customerPay')}</span>
        <Figure
          label={t('figure.customerPay')}
          value={format.money(costs.customerPay)}
          steps={stepsOfFigure(steps, 'customerPay')}
          testid="customer-pays"
        />
      </p>
    </section>
  )
}
