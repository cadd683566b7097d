import { useEffect, useState } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'

/** Who works on a contract, and until when. */
export interface LockHolder {
  readonly name: string
  readonly expiresAt: string
}

/** The lock while a section is edited: being taken, ours, or somebody else's. */
export type EditLock =
  | { readonly state: 'none' | 'taking' | 'held' }
  | { readonly state: 'refused'; readonly holder: LockHolder }

/** The lock lasts 15 minutes; a third of that leaves room for a lost connection. */
const RENEW_MS = 5 * 60_000

/**
 * Takes the lock of the contract while it is edited, renews it and gives it back. The lock is a courtesy: if it cannot be
 * had for another reason than somebody else's, saving is still guarded by the ETag.
 */
export function useEditLock(contractId: number, isWanted: boolean): EditLock {
  const [lock, setLock] = useState<EditLock>({ state: 'none' })
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    let isHeld = false
    const take = async () => {
      try {
        await call('POST /contracts/{contractId}/lock', { path: { contractId } })
        isHeld = true
        if (isOver) await giveBack(contractId)
        else setLock({ state: 'held' })
      } catch (error) {
        const holder = holderOf(error)
        if (!isOver) setLock(holder ? { state: 'refused', holder } : { state: 'held' })
      }
    }
    setLock({ state: 'taking' })
    void take()
    const timer = setInterval(() => void take(), RENEW_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      if (isHeld) void giveBack(contractId)
    }
  }, [contractId, isWanted])
  return lock
}

async function giveBack(contractId: number): Promise<void> {
  const path = { contractId }
  try {
    // Another tab of the same user may have given it back already.
    const { data } = await call('GET /contracts/{contractId}/lock', { path })
    if (data.lockToken !== null) await call('DELETE /contracts/{contractId}/lock', { path })
  } catch {
    // It ends by itself after 15 minutes.
  }
  await queryClient.invalidateQueries({ queryKey: ['GET /contracts/{contractId}/lock'] })
}

/** The holder, if the error is that somebody else has locked the contract. */
export function holderOf(error: unknown): LockHolder | undefined {
  if (!(error instanceof ApiError) || error.code !== 'Locked') return undefined
  const { lockedByName, expiresAt } = error.problem as { lockedByName?: string; expiresAt?: string }
  return { name: lockedByName ?? '', expiresAt: expiresAt ?? '' }
}
