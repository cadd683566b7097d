import { type ReactNode, useState } from 'react'
import { Facts } from '../facts.tsx'
import { Icon } from '../icon.tsx'
import { useFormat } from '../words/format.ts'
import { useKitText } from '../words/kit-text.ts'
import { Dialog } from './dialog.tsx'

/** A step of a calculation, as the API gives it for cancels, earnings and claims. */
export interface Step {
  readonly code: string
  readonly words: string
  readonly amount?: number | null | undefined
  readonly inputs?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly formula?: string | undefined
  readonly exact?: string | undefined
  readonly rounding?:
    | 'None'
    | 'HalfUpToCent'
    | 'UpToCent'
    | 'DownToCent'
    | 'LargestRemainder'
    | 'HalfUpToSixDecimals'
    | undefined
  readonly ruleCode?: string | null | undefined
  readonly source?: string | null | undefined
  readonly clause?: string | null | undefined
}

export interface FigureProps {
  /** The name of the figure; it is the beginning of the button's name. */
  readonly label: string
  readonly value: ReactNode
  readonly steps: readonly Step[]
  /** On the value alone, without the label. */
  readonly testid?: string | undefined
}

/** A figure that opens to show how it came about. */
export function Figure({ label, value, steps, testid }: FigureProps) {
  const t = useKitText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="figure" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="visually-hidden">{label} </span>
        <span className="figure-value" data-testid={testid}>
          {value}
        </span>
        <Icon name="info" size={14} />
      </button>
      <Dialog
        title={t('figure.title')}
        description={label}
        open={isOpen}
        onClose={() => setOpen(false)}
        size="large"
      >
        <Steps steps={steps} />
      </Dialog>
    </>
  )
}

/** The steps of a calculation from the first to the last, each with its inputs, formula, rounding, rule and clause. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useKitText()
  if (steps.length === 0) return <p>{t('figure.empty')}</p>
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a code may occur twice, and the steps do not move
        <StepView key={index} step={step} />
      ))}
    </ol>
  )
}

function StepView({ step }: { readonly step: Step }) {
  const t = useKitText()
  const { money } = useFormat()
  const { words, amount, inputs = {}, formula, exact, rounding, ruleCode, source, clause } = step
  const named = Object.entries(inputs)
  return (
    <li className="step">
      <div className="step-head">
        <span className="step-words">{words}</span>
        {typeof amount === 'number' && <strong className="step-amount">{money(amount)}</strong>}
      </div>
      <Facts
        items={[
          named.length > 0 && { label: t('figure.inputs'), value: <Inputs named={named} />, isWide: true },
          formula ? { label: t('figure.formula'), value: <code>{formula}</code>, isWide: true } : undefined,
          exact ? { label: t('figure.exact'), value: exact } : undefined,
          rounding ? { label: t('figure.rounding'), value: t(`figure.rounding.${rounding}`) } : undefined,
          ruleCode ? { label: t('figure.rule'), value: ruleCode } : undefined,
          source ? { label: t('figure.source'), value: source, isWide: true } : undefined,
          clause ? { label: t('figure.clause'), value: clause, isWide: true } : undefined,
        ]}
      />
    </li>
  )
}

function Inputs({ named }: { readonly named: readonly (readonly [string, string | number | boolean])[] }) {
  const t = useKitText()
  return (
    <span className="step-inputs">
      {named.map(([name, value]) => (
        <span key={name} className="step-input">
          {name}: <b>{typeof value === 'boolean' ? t(value ? 'figure.yes' : 'figure.no') : String(value)}</b>
        </span>
      ))}
    </span>
  )
}
