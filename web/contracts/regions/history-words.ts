import type { ContractHistoryEntry } from '../../../sdk/src/types.gen.ts'
import type { Format } from '../../ui/words/format.ts'
import { type Text, wordOf } from '../text.ts'

// A sentence for each entry of the history.

type Entry = ContractHistoryEntry
type Tone = 'good' | 'wait' | 'bad' | 'off' | 'info'

/** The key of the sentence by operation. What a PATCH did is told by its changes. */
const sentences: Readonly<Record<string, string>> = {
  'POST /contracts': 'sold',
  'POST /contracts/{contractId}/finalize': 'finalized',
  'POST /contracts/{contractId}/refinalize': 'refinalized',
  'POST /contracts/{contractId}/rerateRequests': 'rerated',
  'POST /contracts/{contractId}/holds': 'held',
  'POST /contracts/{contractId}/holds/{holdId}/resolves': 'resolved',
  'POST /contracts/{contractId}/transferrequest': 'transferred',
  'POST /contracts/{contractId}/cobuyer': 'cobuyerAdded',
  'DELETE /contracts/{contractId}/cobuyer': 'cobuyerRemoved',
  'POST /contracts/{contractId}/documents': 'documentAdded',
  'POST /contracts/{contractId}/files': 'documentAdded',
  'PUT /uploads/{link}': 'uploaded',
  'POST /contracts/{contractId}/cancelrequests': 'cancelRequested',
  'POST /v2/contracts/{identifier}/cancelrequests': 'cancelRequested',
  'POST /contracts/{contractId}/cancels': 'cancelled',
  'POST /cancels/{cancelId}': 'reinstated',
  'POST /contracts/autoexpire/{contractId}': 'expired',
  'POST /contracts/autovoidable/{contractId}': 'voided',
  'POST /contracts/{contractId}/syncEarnings': 'earned',
  'POST /claims': 'claimed',
  'PATCH /claims/{claimId}': 'claimChanged',
  'POST /claims/{claimId}/paymentrequests': 'claimPaid',
  'POST /cashtransactions': 'cash',
  'PATCH /cashtransactions/{cashTransactionId}': 'cashBack',
  'POST /ledgers': 'ledgerAdded',
  'PATCH /ledgers/{ledgerId}': 'ledgerChanged',
  'DELETE /ledgers/{ledgerId}': 'ledgerDeleted',
}

const afterAt = ({ changes }: Entry, pointer: string): unknown =>
  changes.find((change) => change.pointer === pointer)?.after

function nameOf(entry: Entry): string {
  const status = afterAt(entry, '/status')
  if (entry.operation === 'PATCH /contracts/{contractId}') return patchName(entry, status)
  if (/cancelrequests\/\{/.test(entry.operation))
    return status === 'Cancelled' ? 'cancelled' : 'requestChanged'
  return sentences[entry.operation] ?? 'other'
}

function patchName({ changes }: Entry, status: unknown): string {
  if (status === 'Voided') return 'voided'
  if (status === 'Pending') return 'submitted'
  if (status === 'Active') return 'reopened'
  const pointers = changes.map(({ pointer }) => pointer)
  if (pointers.some((pointer) => /^\/last(Known)?Odometer/.test(pointer))) return 'odometer'
  if (pointers.some((pointer) => pointer.startsWith('/pendingChanges'))) return 'pending'
  if (pointers.length > 0 && pointers.every((pointer) => pointer === '/notes')) return 'notes'
  if (pointers.some((pointer) => pointer.startsWith('/customer'))) return 'customer'
  return 'changed'
}

/** The first figure or name inside the changes that makes the sentence say more. */
function subjectOf({ changes }: Entry, { money, date }: Format): string {
  for (const { after } of changes) {
    if (typeof after !== 'object' || after === null || Array.isArray(after)) continue
    const { number, reasonCode, reason, fileName, applied, amount, transferDate } = after as Record<
      string,
      unknown
    >
    if (typeof applied === 'number') return money(applied)
    if (typeof number === 'string') return number
    if (typeof reasonCode === 'string') return reasonCode
    if (typeof reason === 'object' && reason !== null && 'name' in reason) return String(reason.name)
    if (typeof fileName === 'string') return fileName
    if (typeof amount === 'number') return money(amount)
    if (typeof transferDate === 'string') return date(transferDate)
  }
  return ''
}

export function sentenceOf(t: Text, format: Format, entry: Entry): string {
  const name = nameOf(entry)
  if (name === 'other') return entry.operation
  const sentence = wordOf(t, 'history', name)
  const subject = subjectOf(entry, format)
  return subject === '' ? sentence : t('history.of', { sentence, subject })
}

const tones: Readonly<Record<string, Tone>> = {
  ...{
    sold: 'info',
    finalized: 'good',
    reinstated: 'good',
    resolved: 'good',
    reopened: 'good',
    cash: 'good',
  },
  ...{
    held: 'wait',
    cancelRequested: 'wait',
    pending: 'wait',
    cancelled: 'bad',
    voided: 'bad',
    cashBack: 'bad',
  },
}

export const toneOf = (entry: Entry): Tone => tones[nameOf(entry)] ?? 'off'
