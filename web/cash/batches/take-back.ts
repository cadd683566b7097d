import { call } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { toast } from '../../ui/toast-store.ts'

/** Deletes a batch that was made a moment ago: the way back behind `Undo`. Answers whether it is gone. */
export async function takeBackBatch(id: number): Promise<boolean> {
  try {
    await call('DELETE /inprocesscashtransactions/{inProcessCashTransactionId}', {
      path: { inProcessCashTransactionId: id },
    })
    await refreshAll()
    return true
  } catch (error) {
    toast((error as Error).message, { kind: 'error' })
    return false
  }
}
