import { lazy, Suspense, useState } from 'react'
import type { Hold } from '../../../sdk/src/types.gen.ts'
import { useCan } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Empty } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import type { RegionProps } from './region-props.ts'

const ResolveDialog = lazy(() => import('../actions/resolve-dialog.tsx'))

/** The holds of the contract, open ones first. A hold is placed by the action in the header. */
export default function HoldsRegion({ contract }: RegionProps) {
  const t = useText()
  const can = useCan()
  const [resolved, setResolved] = useState<Hold>()
  const holds = contract.holds.toSorted(
    (one, other) => Number(one.status !== 'Open') - Number(other.status !== 'Open'),
  )
  if (holds.length === 0) return <Empty title={t('holds.empty')} why={t('holds.emptyWhy')} />
  return (
    <div className="contracts-stack">
      {holds.map((hold) => (
        <HoldCard
          key={hold.id}
          hold={hold}
          mayResolve={can('POST /contracts/{contractId}/holds/{holdId}/resolves')}
          onResolve={() => setResolved(hold)}
        />
      ))}
      {resolved && (
        <Suspense>
          <ResolveDialog hold={resolved} onClose={() => setResolved(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface HoldCardProps {
  readonly hold: Hold
  readonly mayResolve: boolean
  readonly onResolve: () => void
}

function HoldCard({ hold, mayResolve, onResolve }: HoldCardProps) {
  const t = useText()
  const { date, money } = useFormat()
  const { reason, status, mode, holdDate, note, createdBy, disbursements, resolves } = hold
  const held = disbursements.filter(({ isHeld }) => isHeld)
  return (
    <article className="contracts-card" aria-label={reason.name}>
      <div className="contracts-row">
        <h3>{reason.name}</h3>
        <Status
          value={status}
          tone={status === 'Open' ? 'wait' : 'off'}
          title={wordOf(t, 'holdStatus', status)}
        />
        {status === 'Open' && mayResolve && (
          <Button size="small" onClick={onResolve}>
            {t('resolve.open')}
          </Button>
        )}
      </div>
      <Facts
        items={[
          { label: t('hold.date'), value: date(holdDate) },
          { label: t('hold.mode'), value: t(`holdMode.${mode}`) },
          { label: t('hold.by'), value: createdBy },
          { label: t('hold.stops'), value: stops() },
          held.length > 0 && {
            ...{ label: t('hold.lines'), isWide: true },
            value: held.map(({ code, amount }) => `${code} ${money(amount)}`).join(', '),
          },
          note !== null && { label: t('field.note'), value: note, isWide: true },
          ...resolves.map(({ resolveDate, resolution, earningCatchUp }) => ({
            ...{ label: t('hold.resolved'), isWide: true },
            value: [
              `${date(resolveDate)}, ${wordOf(t, 'resolution', resolution)}`,
              ...earningCatchUp.map(({ code, amount }) => `${code} ${money(amount)}`),
            ].join(' · '),
          })),
        ]}
      />
    </article>
  )

  function stops(): string {
    const stopped = [reason.freezesPayables && t('hold.payouts'), reason.blocksClaims && t('hold.claims')]
    return stopped.filter(Boolean).join(', ') || t('hold.earningsOnly')
  }
}
