import type { AutomaticProcessRun } from '../../../sdk/src/types.gen.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** How many candidates were dealt with so far, as a bar and as figures. */
export function RunProgress({ run }: { readonly run: AutomaticProcessRun }) {
  const t = useText()
  const format = useFormat()
  const { candidates, succeeded, skipped, failed, status } = run
  const handled = succeeded + skipped + failed
  const label = t('runs.handled', { done: format.count(handled), all: format.count(candidates) })
  return (
    <div className="stack">
      <p role="status">{status === 'Running' ? t('runs.isRunning', { progress: label }) : label}</p>
      <progress
        className="developers-progress"
        aria-label={t('runs.progress')}
        max={Math.max(1, candidates)}
        value={candidates === 0 && status !== 'Running' ? 1 : handled}
      />
      <dl className="developers-counters">
        {(['candidates', 'succeeded', 'skipped', 'failed'] as const).map((name) => (
          <div key={name} data-counter={name}>
            <dt>{t(`runs.${name}`)}</dt>
            <dd data-testid={`run-${name}`}>{format.count(run[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
