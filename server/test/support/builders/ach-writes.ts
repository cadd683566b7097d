import type { Caller } from '../service/api.ts'
import { originator, payeeByAch, set } from './ach.ts'
import type { WriteStory } from './every-write.ts'
import { inBase64, returnFile } from './return-files.ts'

const actor = 'sandbox-admin'

/** The writes of ACH files and of what banks return. */
export async function achWrites(admin: Caller): Promise<WriteStory[]> {
  await set(admin, originator)
  await payeeByAch(admin)
  const returns = { fileName: 'returns.ach', data: inBase64(returnFile([unknown])) }
  return [
    {
      operation: 'POST /achfiles',
      done: { path: '/achfiles', body: { prenotes: true } },
      refused: { path: '/achfiles', body: { cashTransactionIds: [987654] } },
      refusal: 'UnknownReference',
      subject: 'achfiles/#',
      actor,
    },
    {
      operation: 'POST /achfiles/returns',
      done: { path: '/achfiles/returns', body: returns },
      refused: { path: '/achfiles/returns', body: { ...returns, data: inBase64('torn') } },
      refusal: 'AchFileInvalid',
      subject: 'achreturns/#',
      actor,
    },
  ]
}

const unknown = { trace: '091000019999999', cents: 500, code: 'R01' }
