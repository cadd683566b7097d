import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { call } from '../../api/client.ts'
import { refreshAll, useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { CheckField, DateField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'

/** Stops payouts and earnings until the hold is resolved. */
export function HoldDialog({ contract, onClose }: ActionProps) {
  const t = useText()
  const today = useToday()
  const { money } = useFormat()
  const reasons = (useAnswer('GET /contracts/holdreasons').data?.data ?? []).filter(
    ({ isActive }) => isActive,
  )
  const [reasonId, setReason] = useState('')
  const [mode, setMode] = useState('')
  const [holdDate, setDate] = useState(today)
  const [note, setNote] = useState('')
  const [left, setLeft] = useState<readonly string[]>([])
  const reason = reasons.find(({ id }) => String(id) === reasonId)
  const chosenMode = mode === '' ? reason?.defaultMode : (mode as 'Freeze' | 'Suspend')
  const lines = contract.disbursements
  const held = lines.map(({ code }) => code).filter((code) => !left.includes(code))
  // A suspension stops the term, so it always holds all lines.
  const isPartial = chosenMode === 'Freeze' && left.length > 0
  const body = {
    ...{ holdReasonId: Number(reasonId), holdDate, note: note || null },
    ...(chosenMode ? { mode: chosenMode } : {}),
    ...(isPartial ? { disbursementCodes: held } : {}),
  }
  const release = async (holdId: number) => {
    await call('POST /contracts/{contractId}/holds/{holdId}/resolves', {
      ...{ path: { contractId: contract.id, holdId }, body: { resolution: 'Cleared' } },
    })
    await refreshAll()
    toast(t('hold.undone'))
  }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('hold.title', { number: contract.number ?? '' })}
      operation="POST /contracts/{contractId}/holds"
      options={
        reasonId === '' || holdDate === '' || held.length === 0
          ? undefined
          : { path: { contractId: contract.id }, body }
      }
      fields={
        <>
          <SelectField
            {...{ label: t('hold.reason'), name: '/holdReasonId', value: reasonId, onChange: setReason }}
            isRequired
            options={reasons.map(({ id, name }) => ({ value: String(id), title: name }))}
          />
          <SelectField
            {...{ label: t('hold.mode'), name: '/mode', value: chosenMode ?? '', onChange: setMode }}
            hint={chosenMode && t(`holdModeHint.${chosenMode}`)}
            options={(['Freeze', 'Suspend'] as const).map((value) => ({
              value,
              title: t(`holdMode.${value}`),
            }))}
          />
          <DateField
            {...{ label: t('hold.date'), name: '/holdDate', value: holdDate, onChange: setDate }}
            min={contract.saleDate}
            max={today}
            isRequired
          />
          {chosenMode === 'Freeze' && lines.length > 1 && (
            <fieldset className="contracts-lines">
              <legend>{t('hold.lines')}</legend>
              {lines.map(({ code, label, amount }) => (
                <CheckField
                  key={code}
                  label={`${label} ${money(amount)}`}
                  value={!left.includes(code)}
                  onChange={(isHeld) =>
                    setLeft(isHeld ? left.filter((other) => other !== code) : [...left, code])
                  }
                />
              ))}
            </fieldset>
          )}
          <TextAreaField {...{ label: t('field.note'), name: '/note', value: note, onChange: setNote }} />
        </>
      }
      mainTitle={() => t('hold.do')}
      doneText={t('hold.done')}
      undo={({ data }) => ({ title: t('hold.undo'), run: () => release(data.id) })}
    />
  )
}
