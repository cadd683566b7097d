import type { Claim, ClaimPatch } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { toast } from '../../ui/toast-store.ts'
import { useText } from '../text.ts'

/** The action that takes another one back, where the service has one. */
const opposite: Readonly<Partial<Record<NonNullable<ClaimPatch['action']>, 'Reopen' | 'Release'>>> = {
  Authorize: 'Reopen',
  Deny: 'Reopen',
  Hold: 'Release',
}

/** What a toast offers to take back. */
export function useUndo(claim: Claim): (body: ClaimPatch) => { title: string; run(): void } | undefined {
  const t = useText()
  return (body) => {
    const action = body.action && opposite[body.action]
    if (!action) return undefined
    const run = async () => {
      try {
        await call('PATCH /claims/{claimId}', {
          path: { claimId: claim.id },
          body: {
            action,
            ...(body.detailIds ? { detailIds: body.detailIds } : {}),
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
