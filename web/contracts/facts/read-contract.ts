import { useEffect, useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { ApiError, call } from '../../api/client.ts'

/** A contract as it was read, with the ETag that guards the next change. */
export interface ReadContract {
  readonly contract: Contract
  readonly etag: string | undefined
}

/** Whether a save was refused because somebody else saved first. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PreconditionFailed'

/** What somebody else saved, read once a save was refused because of it. */
export function useTheirs(contractId: number, error: unknown): ReadContract | undefined {
  const [theirs, setTheirs] = useState<ReadContract>()
  useEffect(() => {
    setTheirs(undefined)
    if (!isConflict(error)) return
    void call('GET /contracts/{contractId}', { path: { contractId } }).then(({ data, etag }) =>
      setTheirs({ contract: data, etag }),
    )
  }, [error, contractId])
  return theirs
}
