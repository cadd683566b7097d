import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useGo, useQuery } from '../../api/address.ts'
import { call } from '../../api/client.ts'
import { useToday } from '../../api/session.ts'
import { HolderField } from '../../lists/holder-field.tsx'
import {
  DateField,
  MoneyField,
  type Option,
  SelectField,
  TextAreaField,
  TextField,
} from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type Direction, directions } from './ledger-words.ts'

/** A row by hand, such as an adjustment. What it books is shown before. */
export function NewRowDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const go = useGo()
  const today = useToday()
  const query = useQuery()
  const [holderId, setHolder] = useState(query.accountHolderId ?? '')
  const [direction, setDirection] = useState<Direction>('Receive')
  const [amount, setAmount] = useState<number | undefined>(undefined)
  const [reason, setReason] = useState('')
  const [contract, setContract] = useState<Option | null>(null)
  const [code, setCode] = useState('')
  const [effectiveDate, setEffective] = useState(today)
  const [dueDate, setDue] = useState('')
  const isReady = holderId !== '' && amount !== undefined && reason.trim() !== ''
  const body = {
    ...{ accountHolderId: Number(holderId), direction, amount: amount ?? 0, reason: reason.trim() },
    ...(contract === null ? {} : { contractId: Number(contract.value) }),
    ...(code.trim() === '' ? {} : { disbursementCode: code.trim() }),
    ...(effectiveDate === '' ? {} : { effectiveDate }),
    ...(dueDate === '' ? {} : { dueDate }),
  }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('newRow.open')}
      operation="POST /ledgers"
      options={isReady ? { body } : undefined}
      fields={
        <div className="form-grid">
          <HolderField
            label={t('holder')}
            name="/accountHolderId"
            isRequired
            value={holderId}
            onChange={setHolder}
          />
          <SelectField
            label={t('column.direction')}
            name="/direction"
            isRequired
            value={direction}
            options={directions.map((value) => ({ value, title: t(`direction.${value}`) }))}
            onChange={(chosen) => setDirection(chosen as Direction)}
          />
          <MoneyField
            label={t('column.amount')}
            name="/amount"
            isRequired
            value={amount}
            onChange={setAmount}
          />
          <LookupField
            label={t('column.contract')}
            name="/contractId"
            value={contract}
            onChange={setContract}
            search={findContracts}
          />
          <TextField label={t('column.line')} name="/disbursementCode" value={code} onChange={setCode} />
          <DateField
            label={t('column.effective')}
            name="/effectiveDate"
            value={effectiveDate}
            onChange={setEffective}
          />
          <DateField
            label={t('column.due')}
            name="/dueDate"
            value={dueDate}
            onChange={setDue}
            hint={t('newRow.dueHint')}
          />
          <TextAreaField
            label={t('field.reason')}
            name="/reason"
            isRequired
            rows={2}
            className="field-wide"
            value={reason}
            onChange={setReason}
          />
        </div>
      }
      mainTitle={(row) =>
        row ? t(`newRow.main.${row.direction}`, { amount: format.money(row.amount) }) : t('newRow.main')
      }
      doneText={t('newRow.done')}
      onDone={({ data }) => go(`/money/ledger/${data.id}`)}
    />
  )
}

async function findContracts(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  if (text.length < 2) return []
  const { data } = await call('GET /search', { query: { q: text, kinds: ['Contract'], perKind: 10 }, signal })
  return data.items.map(({ id, number, title, subtitle }) => ({
    value: String(id),
    title: number ?? String(id),
    subtitle: [title, subtitle].filter(Boolean).join(' · '),
  }))
}
