import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useAdjusters } from '../adjusters.ts'
import { useText } from '../text.ts'

interface Bar {
  readonly key: string
  readonly title: string
  readonly used: number
  readonly most: number
  /** What is said about it, in place of used and most. */
  readonly words?: string | undefined
}

interface BarsProps {
  readonly claim: Claim
  /** What can be read of the contract, for its limits. */
  readonly contract: Contract | undefined
}

/** How much of the limits the claim takes: the claim's own, the contract's, benefits, and the caller's authority. */
export function Bars({ claim, contract }: BarsProps) {
  const t = useText()
  const format = useFormat()
  const authority = useAdjusters().find(({ isSelf }) => isSelf)?.authority ?? undefined
  const limits = contract?.limitOfLiability.limits ?? []
  const perClaim = limits.find(({ scope }) => scope === 'PerClaim')?.amount
  const aggregate = limits.find(({ scope }) => scope === 'Aggregate')?.amount
  const left = claim.contract.remainingLiability
  const { payable } = claim.costs
  const bars: readonly Bar[] = [
    ...(perClaim === undefined
      ? []
      : [{ key: 'claim', title: t('bar.claim'), used: payable, most: perClaim }]),
    ...(aggregate === undefined || left === null
      ? []
      : [
          {
            ...{ key: 'aggregate', title: t('bar.aggregate'), most: aggregate },
            used: contract?.limitOfLiability.usedAggregate ?? 0,
            words: t('bar.left', { left: format.money(left), most: format.money(aggregate) }),
          },
        ]),
    ...claim.benefits.map(({ code, name, used, occurrenceCap, remaining }) => ({
      ...{ key: code, title: name, used, most: occurrenceCap },
      words: t('bar.benefit', {
        used: format.money(used),
        most: format.money(occurrenceCap),
        left: format.money(remaining),
      }),
    })),
    ...(authority === undefined
      ? []
      : [{ key: 'authority', title: t('bar.authority'), used: payable, most: authority }]),
  ]
  if (bars.length === 0) return null
  return (
    <section className="claims-bars" aria-label={t('bar.title')}>
      {bars.map((bar) => (
        <LimitBar key={bar.key} bar={bar} />
      ))}
    </section>
  )
}

function LimitBar({ bar: { title, used, most, words } }: { readonly bar: Bar }) {
  const t = useText()
  const format = useFormat()
  const text = words ?? t('bar.of', { used: format.money(used), most: format.money(most) })
  const isOver = used > most
  return (
    <div className="claims-bar" data-over={isOver || undefined}>
      <span className="claims-bar-title">{title}</span>
      <meter
        className="claims-meter"
        aria-label={title}
        min={0}
        max={Math.max(most, 0.01)}
        value={Math.min(Math.max(used, 0), most)}
      >
        {text}
      </meter>
      <span className="claims-bar-words">
        {text}
        {isOver && <b> {t('bar.over')}</b>}
      </span>
    </div>
  )
}
