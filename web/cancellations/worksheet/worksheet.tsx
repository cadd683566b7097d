import type { ReactNode } from 'react'
import type { CancelCalculation, CancelOverrideComputed, CancelStep } from '../../../sdk/src/types.gen.ts'
import { Figure } from '../../ui/dialogs/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { partsOfWorksheet, stepsOf } from '../steps.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'

interface WorksheetProps {
  readonly calculation: CancelCalculation
  /** The figures as they were. What differs is marked. */
  readonly before?: CancelCalculation | null | undefined
  /** The figures by the rules alone, if some were set by hand. */
  readonly byRule?: CancelOverrideComputed | null | undefined
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

const headlines = [
  { name: 'grossRefund', testid: 'gross-refund' },
  { name: 'claimsDeduction', testid: 'claims-deduction' },
  { name: 'cancelFee', testid: 'cancel-fee' },
  { name: 'netRefund', testid: 'net-refund' },
  { name: 'salesTaxRefund', testid: 'tax-refund' },
  { name: 'totalRefund', testid: 'total-refund' },
] as const

/** How the refund comes about: the amounts first, then every step from the price to the refund. */
export function Worksheet({ calculation, before, byRule, actions, children }: WorksheetProps) {
  const t = useText()
  const words = useWords()
  const { main, shares } = partsOfWorksheet(calculation)
  return (
    <Panel title={t('worksheet.title')} id="worksheet" actions={actions}>
      {children}
      <p className="cancellations-summary">
        {t('worksheet.rule', { rule: calculation.ruleCode, method: words.method(calculation.method) })}
      </p>
      <Headlines calculation={calculation} before={before} byRule={byRule} />
      <ol className="cancellations-steps" aria-label={t('worksheet.steps')}>
        {main.map((step) => (
          <Step key={step.code} step={step} before={stepBefore(before, step)} />
        ))}
      </ol>
      {shares.length > 0 && (
        <details className="cancellations-shares">
          <summary>{t('worksheet.shares')}</summary>
          <ol className="cancellations-steps">
            {shares.map((step) => (
              <Step key={step.code} step={step} before={stepBefore(before, step)} />
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}

const stepBefore = (before: CancelCalculation | null | undefined, { code }: CancelStep) =>
  before?.steps.find((step) => step.code === code)

function Headlines({
  calculation,
  before,
  byRule,
}: Pick<WorksheetProps, 'calculation' | 'before' | 'byRule'>) {
  const t = useText()
  const format = useFormat()
  return (
    <ul className="cancellations-figures">
      {headlines.map(({ name, testid }) => (
        <li key={name} className={name === 'totalRefund' ? 'cancellations-total' : undefined}>
          <span aria-hidden="true">{t(`figure.${name}`)}</span>
          <Figure
            label={t(`figure.${name}`)}
            value={format.money(calculation[name])}
            steps={stepsOf(calculation, name)}
            testid={testid}
          />
          <Differences
            now={calculation[name]}
            before={before?.[name]}
            byRule={byRule?.[name]}
            show={(value) => format.money(value)}
          />
        </li>
      ))}
      <li>
        <span aria-hidden="true">{t('figure.refundDueDate')}</span>
        <Figure
          label={t('figure.refundDueDate')}
          value={format.date(calculation.refundDueDate)}
          steps={stepsOf(calculation, 'refundDueDate')}
          testid="refund-due"
        />
        <Differences
          now={calculation.refundDueDate}
          before={before?.refundDueDate}
          show={(value) => format.date(value)}
        />
      </li>
    </ul>
  )
}

interface DifferencesProps<Value> {
  readonly now: Value
  readonly before?: Value | undefined
  readonly byRule?: Value | undefined
  readonly show: (value: Value) => string
}

/** What the figure was, and what it would be by the rule. */
function Differences<Value extends string | number>({ now, before, byRule, show }: DifferencesProps<Value>) {
  const t = useText()
  return (
    <>
      {before !== undefined && before !== now && (
        <span className="cancellations-was">{t('worksheet.was', { value: show(before) })}</span>
      )}
      {byRule !== undefined && (
        <span
          className={byRule === now ? 'cancellations-by-rule' : 'cancellations-by-rule cancellations-differs'}
        >
          {t('worksheet.byRule', { value: show(byRule) })}
        </span>
      )}
    </>
  )
}

function Step({ step, before }: { readonly step: CancelStep; readonly before: CancelStep | undefined }) {
  const t = useText()
  const words = useWords()
  const value = words.stepValue(step)
  const was = before && words.stepValue(before)
  const rule = [step.ruleCode, step.clause].filter((part) => part !== null).join(' · ')
  return (
    <li className={step.amount === null ? undefined : 'cancellations-amount'}>
      <span className="cancellations-step-title">{words.stepTitle(step)}</span>
      <span className="cancellations-step-value">
        {value}
        {was !== undefined && was !== value && (
          <span className="cancellations-was">{t('worksheet.was', { value: was })}</span>
        )}
      </span>
      <span className="cancellations-step-words">{step.words}</span>
      {rule !== '' && (
        <span className="cancellations-step-rule" title={step.source ?? undefined}>
          {rule}
        </span>
      )}
    </li>
  )
}
