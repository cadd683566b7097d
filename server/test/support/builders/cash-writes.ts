import type { Caller } from '../service/api.ts'
import { sandboxToday } from '../service/sandbox.ts'
import { csvFile } from './bank-files.ts'
import { withKey } from './contracts.ts'
import type { WriteStory } from './every-write.ts'

const actor = 'sandbox-admin'

/** The writes of cash and its batches. */
export async function cashWrites(admin: Caller): Promise<WriteStory[]> {
  const accountHolderId: number = (await admin.get('/dealers?number=D1001')).body[0].id
  const today = await sandboxToday(admin)
  const row = async (direction: string) =>
    (await admin.post('/ledgers', { accountHolderId, direction, amount: 20, reason: 'Story' })).body
      .id as number
  const batch = { accountHolderId, direction: 'Receive' }
  const staged = async () =>
    (await admin.post('/inprocesscashtransactions', { ...batch, ledgerIds: [await row('Receive')] })).body
      .id as number
  const receipt = {
    type: 'Receipt',
    method: 'Check',
    accountHolderId,
    date: today,
    amount: 20,
    allowUnapplied: true,
  }
  const posted = async () => (await admin.post('/cashtransactions', receipt, withKey())).body.id as number
  const [toPatch, withFields, toProcess, toDelete] = [
    await posted(),
    await posted(),
    await staged(),
    await staged(),
  ]
  const fields = `/cashtransactions/${withFields}/customfields`
  const set = async (code: string, value: unknown) =>
    (await admin.post(fields, { code, value })).body.fieldId as number
  const [deposit, fee] = [await set('DEPOSITREF', 'D-1'), await set('BANKFEE', 2.5)]
  const unknown = csvFile([{ date: today, amount: -4.5, description: 'Fee' }])
  const bankFile = (await admin.post('/bankfiles', unknown)).body
  const lines = `/bankfiles/${bankFile.id}/lines`
  const process = (id: number) => `/inprocesscashtransactions/${id}/processrequests`
  return [
    {
      operation: 'POST /cashtransactions',
      done: { path: '/cashtransactions', body: receipt },
      refused: { path: '/cashtransactions', body: { ...receipt, amount: 1.005 } },
      refusal: 'ValidationFailed',
      subject: 'cashtransactions/#',
      actor,
    },
    {
      operation: 'PATCH /cashtransactions/{cashTransactionId}',
      done: { path: `/cashtransactions/${toPatch}`, body: { status: 'Voided', reason: 'Story' } },
      refused: { path: '/cashtransactions/987654', body: { memo: 'Story' } },
      refusal: 'NotFound',
      subject: `cashtransactions/${toPatch}`,
      actor,
    },
    {
      operation: 'POST /cashtransactions/{cashTransactionId}/customfields',
      done: { path: fields, body: { code: 'LOCKBOX', value: 'A' } },
      refused: { path: fields, body: { code: 'LOCKBOX', value: 'C' } },
      refusal: 'FieldInvalid',
      subject: `${fields.slice(1)}/${deposit + 1}`,
      actor,
    },
    {
      operation: 'PATCH /cashtransactions/{cashTransactionId}/customfields/{fieldId}',
      done: { path: `${fields}/${deposit}`, body: { value: 'D-2' } },
      refused: { path: `${fields}/${deposit}`, body: { value: 7 } },
      refusal: 'FieldInvalid',
      subject: `${fields.slice(1)}/${deposit}`,
      actor,
    },
    {
      operation: 'DELETE /cashtransactions/{cashTransactionId}/customfields/{fieldId}',
      done: { path: `${fields}/${fee}` },
      refused: { path: `${fields}/999` },
      refusal: 'NotFound',
      subject: `${fields.slice(1)}/${fee}`,
      actor,
    },
    {
      operation: 'POST /inprocesscashtransactions',
      done: { path: '/inprocesscashtransactions', body: { ...batch, ledgerIds: [await row('Receive')] } },
      refused: { path: '/inprocesscashtransactions', body: { ...batch, ledgerIds: [await row('Pay')] } },
      refusal: 'DirectionMismatch',
      subject: 'inprocesscashtransactions/#',
      actor,
    },
    {
      operation: 'POST /inprocesscashtransactions/{inProcessCashTransactionId}/processrequests',
      done: { path: process(toProcess), body: { amountConfirmed: 20 } },
      refused: { path: process(toProcess), body: { amountConfirmed: 'all' } },
      refusal: 'ValidationFailed',
      subject: `inprocesscashtransactions/${toProcess}`,
      actor,
    },
    {
      operation: 'DELETE /inprocesscashtransactions/{inProcessCashTransactionId}',
      done: { path: `/inprocesscashtransactions/${toDelete}` },
      refused: { path: '/inprocesscashtransactions/987654' },
      refusal: 'NotFound',
      subject: `inprocesscashtransactions/${toDelete}`,
      actor,
    },
    {
      operation: 'POST /bankfiles',
      done: { path: '/bankfiles', body: csvFile([{ date: today, amount: 7.25 }]) },
      refused: { path: '/bankfiles', body: { ...unknown, closingBalance: 0 } },
      refusal: 'BankFileInvalid',
      subject: 'bankfiles/#',
      actor,
    },
    {
      operation: 'PATCH /bankfiles/{bankFileId}/lines/{lineId}',
      done: { path: `${lines}/${bankFile.lines[0].id}`, body: { ignore: true, reason: 'A fee' } },
      refused: { path: `${lines}/987654`, body: { ignore: true, reason: 'A fee' } },
      refusal: 'NotFound',
      subject: `bankfiles/${bankFile.id}/lines/${bankFile.lines[0].id}`,
      actor,
    },
  ]
}
