import { useMemo } from 'react'
import { useDryRun } from '../../actions/dry-run.ts'
import { EffectsView } from '../../actions/effects-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { isReady, newRequestBody, type Terms } from '../terms.ts'
import { useText } from '../text.ts'

interface CancelEffectsProps {
  readonly contractId: number
  readonly terms: Terms
  /** The effects are asked for once there is a worksheet. */
  readonly isAsked: boolean
}

/** What a cancellation on these terms would write, tried out as one step. Nothing is kept. */
export function CancelEffects({ contractId, terms, isAsked }: CancelEffectsProps) {
  const t = useText()
  const asked = useMemo(() => {
    if (!isAsked || !isReady(terms)) return undefined
    const { isQuoteOnly: _, ...body } = newRequestBody(terms, false)
    return { path: { contractId }, body }
  }, [isAsked, terms, contractId])
  const run = useDryRun('POST /contracts/{contractId}/cancels', asked)
  if (run.state !== 'none' && run.effects) return <EffectsView effects={run.effects} level={2} />
  const hint = run.state === 'ready' ? t('effects.notYet') : t('effects.hint')
  return (
    <Panel title={t('effects.title')} id="effects">
      <p className="cancellations-hint">{run.error instanceof Error ? run.error.message : hint}</p>
    </Panel>
  )
}
