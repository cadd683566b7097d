import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useGo, useSetQuery } from '../../api/address.ts'
import { ApiError } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRights } from '../rights.ts'
import { type Text, useText } from '../text.ts'

export interface Reason {
  readonly code: string
  readonly message: string
}

/** Everything that stands against an action, in the order of the service. */
export function reasonsOf(error: unknown): readonly Reason[] {
  if (!(error instanceof ApiError)) return []
  const { reasons } = error.problem as { readonly reasons?: unknown }
  if (Array.isArray(reasons) && reasons.every(isReason) && reasons.length > 0) return reasons
  return error.errors.length > 0 ? [] : [{ code: error.code, message: error.message }]
}

const isReason = (value: unknown): value is Reason =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value

interface RefusalsProps {
  readonly error: unknown
  readonly claim: Claim
}

/** Why an action was refused, as a list, with a way out of each reason. */
export function Refusals({ error, claim }: RefusalsProps) {
  const t = useText()
  const ways = useWays(claim)
  const reasons = reasonsOf(error)
  if (reasons.length === 0) return null
  return (
    <div className="notice faults" data-tone="bad" role="alert" data-testid="refusals">
      <Icon name="alert" size={20} />
      <div className="notice-words">
        <strong>{t('refusals.title')}</strong>
        <ul className="claims-refusals">
          {reasons.map(({ code, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a code may stand for several details
            <li key={at}>
              <span>{message}</span>
              <span className="row">
                {ways(code).map(({ title, run }) => (
                  <Button key={title} size="small" onClick={run}>
                    {title}
                  </Button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface Way {
  readonly title: string
  run(): void
}

const OF_THE_LOSS = new Set([
  'LossBeforeEffective',
  'WaitingPeriod',
  'LossAfterExpiration',
  'OdometerBelowStart',
  'OdometerOverLimit',
  'LossInFuture',
])
const OF_THE_CONTRACT = new Set([
  'ContractNotActive',
  'LossAfterCancel',
  'HoldBlocksClaims',
  'Suspended',
  'NotInForce',
])
const OF_THE_LINES = new Set(['NotCovered', 'NothingPayable', 'CauseExcluded'])
const OF_VISITS = new Set(['NoServicesLeft', 'OutsideWindow'])

/** What can be done about a reason, by its code, as far as the caller may. */
function useWays(claim: Claim): (code: string) => readonly Way[] {
  const t = useText()
  const go = useGo()
  const rights = useRights()
  const setQuery = useSetQuery()
  const act = (action: string, title: string): Way => ({ title, run: () => setQuery({ action }) })
  const show = (part: string, title: string): Way => ({
    title,
    run: () => go(`/claims/${claim.number}#${part}`),
  })
  const deny = rights.adjudicate ? [act('Deny', t('do.Deny'))] : []
  return (code) => {
    if (OF_THE_LOSS.has(code)) return [act('Loss', t('loss.correct')), ...deny]
    if (OF_THE_CONTRACT.has(code)) return [...toContract(claim, go, t), ...deny]
    if (OF_THE_LINES.has(code)) return [show('lines', t('way.lines')), ...deny]
    if (OF_VISITS.has(code)) return [show('visits', t('way.visits')), ...deny]
    if (code === 'InspectionOpen') return [show('inspections', t('way.inspections'))]
    if (code === 'InspectionRequired') return rights.inspect ? [act('Inspect', t('do.Inspect'))] : []
    if (code === 'ChecklistOpen') return [show('gap', t('way.checklist'))]
    if (code === 'PaymentRequested' || code === 'PaidDetails' || code === 'ClaimNotSettled')
      return [show('payments', t('way.payments'))]
    if (code === 'PreconditionFailed') return [{ title: t('way.reload'), run: () => void refreshAll() }]
    if (code === 'AuthorizationExpired') return [act('Reopen', t('do.Reopen'))]
    return []
  }
}

const toContract = ({ contract }: Claim, go: (path: string) => void, t: Text): readonly Way[] => [
  { title: t('way.contract'), run: () => go(`/contracts/${contract.number ?? contract.contractId}`) },
]
