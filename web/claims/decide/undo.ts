import type { Claim, ClaimPatch } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { toast } from '../../ui/toast-store.ts'
import { useText } from '../text.ts'
import { detailsFor } from './fits.ts'

/** The action that takes another one back, where the service has one. */
const opposite: Readonly<Partial<Record<NonNullable<ClaimPatch['action']>, 'Reopen' | 'Release'>>> = {
  Authorize: 'Reopen',
  Deny: 'Reopen',
  Hold: 'Release',
}

/** The details that the action was for. Those that were decided before stay as they are. */
const decidedBy = (action: ClaimPatch['action'], claim: Claim): readonly number[] | undefined =>
  action === 'Authorize' || action === 'Deny'
    ? detailsFor(action, claim, new Set()).map(({ id }) => id)
    : undefined

/** What a toast offers to take back. */
export function useUndo(claim: Claim): (body: ClaimPatch) => { title: string; run(): void } | undefined {
  const t = useText()
  return (body) => {
    const action = body.action && opposite[body.action]
    const detailIds = body.detailIds ?? decidedBy(body.action, claim)
    if (!action || detailIds?.length === 0) return undefined
    const run = async () => {
      try {
        await call('PATCH /claims/{claimId}', {
          path: { claimId: claim.id },
          body: {
            action,
            ...(detailIds ? { detailIds } : {}),
            ...(action === 'Release' && body.holdReasonCode ? { holdReasonCode: body.holdReasonCode } : {}),
            ...(action === 'Reopen' ? { reason: t('undo.reason') } : {}),
          },
        })
        await refreshAll()
        toast(t('undo.done'))
      } catch (error) {
        toast((error as Error).message, { kind: 'error' })
      }
    }
    return { title: t(`do.${action}`), run: () => void run() }
  }
}
