import type { ClaimCoverage } from '../../../sdk/src/types.gen.ts'
import { Notice } from '../../ui/states.tsx'
import { useText } from '../text.ts'

interface InForceProps {
  readonly coverage: ClaimCoverage
  /** A hint for the person who enters the claim. */
  readonly hint?: string | undefined
}

/** Whether the contract covers the loss, or each reason why not. */
export function InForce({ coverage, hint }: InForceProps) {
  const t = useText()
  if (coverage.inForce)
    return (
      <div role="status" data-testid="in-force">
        <Notice tone="good">{t('inForce.yes')}</Notice>
      </div>
    )
  return (
    <div role="status" data-testid="in-force">
      <Notice tone="bad" title={t('inForce.no')}>
        <ul>
          {coverage.reasons.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
        {hint && <p>{hint}</p>}
      </Notice>
    </div>
  )
}
