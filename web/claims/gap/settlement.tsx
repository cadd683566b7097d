import type { Claim, GapSettlement } from '../../../sdk/src/types.gen.ts'
import { Figure } from '../../ui/dialogs/figure.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'

interface SettlementProps {
  readonly claim: Pick<Claim, 'gap' | 'gapSettlement' | 'gapMissing'>
  /** The figures belong to what was typed before. */
  readonly isOld: boolean
}

/** From the schedule of the loan to what is paid, each figure with its steps, or what is still missing. */
export function Settlement({ claim, isOld }: SettlementProps) {
  const t = useText()
  const { gapSettlement, gapMissing, gap } = claim
  if (!gapSettlement)
    return (
      <Notice tone="wait" title={t('gap.incomplete')}>
        <ul>
          {gapMissing.map((name) => (
            <li key={name}>{wordOf(t, 'gap', lastPart(name))}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <div className="claims-settlement" aria-busy={isOld}>
      <Rows settlement={gapSettlement} lenderPayoff={gap?.lenderPayoff ?? null} />
      <Residual settlement={gapSettlement} />
    </div>
  )
}

/** `financing.apr` is the field `apr`. */
const lastPart = (name: string) => name.split('.').at(-1) ?? name

interface Row {
  readonly code: string
  readonly value: string
  readonly isTotal?: boolean
}

interface RowsProps {
  readonly settlement: GapSettlement
  readonly lenderPayoff: number | null
}

function Rows({ settlement, lenderPayoff }: RowsProps) {
  const t = useText()
  const format = useFormat()
  const { money, percent, count } = format
  const rows: readonly Row[] = [
    { code: 'payment', value: money(settlement.payment) },
    { code: 'paymentsDue', value: count(settlement.paymentsDue) },
    { code: 'scheduledBalance', value: money(settlement.scheduledBalance) },
    { code: 'interestToLoss', value: money(settlement.interestToLoss) },
    { code: 'scheduledPayoff', value: money(settlement.scheduledPayoff), isTotal: true },
    { code: 'lenderPayoff', value: money(lenderPayoff) },
    { code: 'refunds', value: money(settlement.refunds) },
    { code: 'exclusions', value: money(settlement.exclusions) },
    { code: 'coveredBalanceBeforeLtv', value: money(settlement.coveredBalanceBeforeLtv), isTotal: true },
    {
      code: 'ltvFactor',
      value: t('gap.ltvOf', {
        percent: percent(settlement.ltvPercent),
        most: percent(settlement.maxLtvPercent),
        factor: settlement.ltvFactor,
      }),
    },
    { code: 'coveredBalance', value: money(settlement.coveredBalance), isTotal: true },
    { code: 'deductibleCovered', value: money(settlement.deductibleCovered) },
    { code: 'insuranceCredit', value: money(settlement.insuranceCredit) },
    { code: 'gap', value: money(settlement.gap), isTotal: true },
    { code: 'maxBenefit', value: money(settlement.maxBenefit) },
  ]
  return (
    <ol className="claims-figures" aria-label={t('gap.settlement')}>
      {rows.map(({ code, value, isTotal }) => (
        <li key={code} className={isTotal ? 'claims-total' : undefined}>
          <span>{wordOf(t, 'gap', code)}</span>
          <Figure label={wordOf(t, 'gap', code)} value={value} steps={stepsOf(settlement, code)} />
        </li>
      ))}
      <li className="claims-pays">
        <span>{t('gap.payable')}</span>
        <Figure
          label={t('gap.payable')}
          value={money(settlement.payable)}
          steps={settlement.steps}
          testid="gap-payable"
        />
      </li>
    </ol>
  )
}

const usedIn: Readonly<Record<string, string>> = {
  lenderPayoff: 'coveredBalanceBeforeLtv',
  maxBenefit: 'payable',
}
const namedOnes: Readonly<Record<string, string>> = { refunds: 'refund:', exclusions: 'exclusion:' }

/** The steps of a figure; of refunds and exclusions one for each. What has none of its own shows the step that uses it. */
function stepsOf({ steps }: GapSettlement, code: string): GapSettlement['steps'] {
  const user = usedIn[code] ?? code
  const kind = namedOnes[code]
  const own = steps.filter((step) => step.code === user || (kind && step.code.startsWith(kind)))
  return own.length > 0 ? own : steps.filter((step) => step.code === 'coveredBalanceBeforeLtv')
}

const parts = [
  'arrears',
  'exclusions',
  'ltvCut',
  'deductibleAboveLimit',
  'insurerDeductions',
  'overMaximum',
  'surplus',
] as const

/** What the customer still owes the lender, in its parts. */
function Residual({ settlement }: { readonly settlement: GapSettlement }) {
  const t = useText()
  const { money } = useFormat()
  const steps = settlement.steps.filter(({ code }) => /^(?:customerResidual$|residual:)/.test(code))
  return (
    <section className="claims-residual" aria-label={t('gap.residual')}>
      <p className="claims-customer-pays">
        <span>{t('gap.residual')}</span>
        <Figure
          label={t('gap.residual')}
          value={money(settlement.customerResidual)}
          steps={steps}
          testid="customer-pays"
        />
      </p>
      <ul className="claims-figures">
        {parts
          .filter((part) => settlement.residualParts[part] !== 0)
          .map((part) => (
            <li key={part}>
              <span>{t(`residual.${part}`)}</span>
              <span className="numeric">{money(settlement.residualParts[part])}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}
