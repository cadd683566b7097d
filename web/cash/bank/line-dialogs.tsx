import { useState } from 'react'
import type { BankFileLine } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useAnswer } from '../../api/queries.ts'
import { nameOf } from '../../lists/holder-field.tsx'
import { SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

export type LineAction = 'match' | 'ignore' | 'unmatch'

interface Props {
  readonly fileId: number
  readonly line: BankFileLine
  readonly action: LineAction
  readonly onClose: () => void
}

/** Says what a line of the bank is: a cash transaction, nothing of ours, or not known after all. */
export function LineDialog({ fileId, line, action, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const [cashId, setCashId] = useState('')
  const [reason, setReason] = useState('')
  const candidates = useCandidates(line, action === 'match')
  const why = reason.trim()
  const body = {
    match: cashId === '' ? undefined : { cashTransactionId: Number(cashId) },
    ignore: why === '' ? undefined : { ignore: true as const, reason: why },
    unmatch: why === '' ? undefined : { unmatch: true as const, reason: why },
  }[action]
  const amount = format.money(line.amount)
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t(`line.${action}.title`)}
      description={[format.date(line.date), amount, line.description].join(' · ')}
      operation="PATCH /bankfiles/{bankFileId}/lines/{lineId}"
      options={body ? { path: { bankFileId: fileId, lineId: line.id }, body } : undefined}
      fields={
        action === 'match' ? (
          <SelectField
            label={t('column.cash')}
            name="/cashTransactionId"
            isRequired
            value={cashId}
            options={candidates}
            onChange={setCashId}
            hint={t(candidates.length === 0 ? 'line.match.none' : 'line.match.hint')}
          />
        ) : (
          <TextAreaField
            label={t('field.reason')}
            name="/reason"
            isRequired
            rows={2}
            value={reason}
            onChange={setReason}
            hint={t(`line.${action}.hint`)}
          />
        )
      }
      mainTitle={() => t(`line.${action}.main`, { amount })}
      kind={action === 'unmatch' ? 'danger' : 'main'}
      doneText={t(`line.${action}.done`)}
      hidesEffects
    />
  )
}

/** Cash that the line may be: Posted, with its amount and direction. What the service suggests comes first. */
function useCandidates(line: BankFileLine, isWanted: boolean) {
  const t = useText()
  const format = useFormat()
  const amount = Math.abs(line.amount)
  const { data } = useAnswer(
    'GET /v2/cashtransactions',
    {
      query: {
        ...{ amountFrom: amount, amountTo: amount, status: ['Posted'] },
        type: [line.amount > 0 ? 'Receipt' : 'Payment'],
        ...{ sortBy: 'date', sortDirection: 'Desc', pageNumber: 1, pageSize: 200 },
      },
    },
    { enabled: isWanted },
  )
  const found = (data?.data.items ?? []).map(({ id, number, date, accountHolder, checkNumber }) => ({
    value: String(id),
    title: [number, format.date(date), nameOf(accountHolder), checkNumber].filter(Boolean).join(' · '),
  }))
  const isSuggested = ({ value }: { readonly value: string }) => line.suggestions.includes(Number(value))
  // The sum of an ACH file has another amount than each of its transactions.
  const others = line.suggestions
    .filter((id) => !found.some(({ value }) => value === String(id)))
    .map((id) => ({ value: String(id), title: t('cash.link', { id }) }))
  return [...found.filter(isSuggested), ...others, ...found.filter((one) => !isSuggested(one))]
}
