import { useState } from 'react'
import { call } from '../../api/client.ts'
import { refreshAll, useAnswer } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import type { LockHolder } from './edit-lock.ts'

/** Says that somebody else works on the contract. Whoever has the right can end that lock. */
export function LockNotice({
  contractId,
  holder,
}: {
  readonly contractId: number
  readonly holder: LockHolder
}) {
  const t = useText()
  const { time } = useFormat()
  const [isBusy, setBusy] = useState(false)
  const mayUnlock = useSession().permissions.includes('contracts:unlock')
  const unlock = async () => {
    setBusy(true)
    try {
      await call('DELETE /contracts/{contractId}/lock', { path: { contractId } })
      toast(t('lock.unlocked'))
    } finally {
      setBusy(false)
      await refreshAll()
    }
  }
  return (
    <div className="contracts-notice" role="status">
      <span>{t('lock.by', { name: holder.name, time: time(holder.expiresAt) })}</span>
      {mayUnlock && (
        <Button size="small" isBusy={isBusy} onClick={unlock}>
          {t('lock.unlock')}
        </Button>
      )}
    </div>
  )
}

/** The lock of somebody else, as far as it is known when the page is opened. */
export function useOtherLock(contractId: number, isWanted: boolean): LockHolder | undefined {
  const { data } = useAnswer(
    'GET /contracts/{contractId}/lock',
    { path: { contractId } },
    { enabled: isWanted },
  )
  const lock = data?.data
  // Only the holder is told the token, so a lock without one is somebody else's.
  if (!lock?.isLocked || lock.lockToken !== null) return undefined
  return { name: lock.lockedByName ?? '', expiresAt: lock.expiresAt ?? '' }
}
