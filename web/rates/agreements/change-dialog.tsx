import { useState } from 'react'
import type { RateDisbursementResponse } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { DateField, MoneyField, NumberField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useText } from '../setup-text.ts'
import {
  baseText,
  type CalculationType,
  calculationOf,
  calculationTypes,
  type EnteredCalculation,
  percentBases,
} from './calculation.ts'
import { usePrograms } from './use-programs.ts'

interface Sent {
  readonly onClose: () => void
  /** The service has taken the change and works on it. */
  readonly onSent: (auditLogId: number) => void
}

/** Changes a line that was agreed on, from a day on. */
export function ChangeDialog({ line, onClose, onSent }: Sent & { readonly line: RateDisbursementResponse }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const form = useLineForm(line.disbursement)
  const path = { disbursementId: line.disbursement.id }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('agreements.changeNamed', { line: line.disbursement.label })}
      description={t('agreements.changeWhy')}
      operation="PATCH /Rates/Disbursements/{disbursementId}"
      options={
        form.values
          ? { path, body: { ...form.values, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) } }
          : undefined
      }
      mainTitle={() => t('agreements.save')}
      doneText={t('agreements.sent')}
      onDone={({ data }) => onSent(data.auditLogId)}
      hidesEffects
      fields={
        <div className="stack">
          {form.fields}
          <TextField label={t('agreements.reason')} name="/reason" value={reason} onChange={setReason} />
        </div>
      }
    />
  )
}

/** Agrees on a line of a program. Limits to a plan, term or class are for the API. */
export function NewDialog({ holderId, onClose, onSent }: Sent & { readonly holderId: number }) {
  const t = useText()
  const programs = usePrograms()
  const codes = useAnswer('GET /Rates/Disbursements/DisbursementsCodes', {
    query: { sortBy: 'id', pageNumber: 1, pageSize: 200 },
  }).data?.data
  const [programId, setProgramId] = useState('')
  const [disbursementCode, setCode] = useState('')
  const form = useLineForm()
  const isReady = form.values && programId !== '' && disbursementCode !== ''
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('agreements.new')}
      description={t('agreements.newWhy')}
      operation="POST /Rates/Disbursements/AccountHolder/{id}"
      options={
        isReady && form.values
          ? {
              path: { id: holderId },
              body: { programId: Number(programId), disbursementCode, ...form.values },
            }
          : undefined
      }
      mainTitle={() => t('agreements.save')}
      doneText={t('agreements.sent')}
      onDone={({ data }) => onSent(data.auditLogId)}
      hidesEffects
      fields={
        <div className="stack">
          <div className="form-grid">
            <SelectField
              label={t('agreements.program')}
              name="/programId"
              value={programId}
              isRequired
              options={programs.map(({ id, name }) => ({ value: String(id), title: name }))}
              onChange={setProgramId}
            />
            <SelectField
              label={t('agreements.line')}
              name="/disbursementCode"
              value={disbursementCode}
              isRequired
              options={(codes ?? []).map(({ code, name }) => ({ value: code, title: `${name} (${code})` }))}
              onChange={setCode}
            />
          </div>
          {form.fields}
        </div>
      }
    />
  )
}

/** How the line is found, and from when to when. */
function useLineForm(line?: RateDisbursementResponse['disbursement']) {
  const t = useText()
  const today = useToday()
  const [entered, setEntered] = useState<EnteredCalculation>({
    type: line?.calculationType ?? 'Flat',
    amount: line?.amount ?? undefined,
    percent: line?.percent ?? undefined,
    base: [line?.percentBase ?? 'DealerCost'].flat().join(', '),
  })
  const [effectiveFrom, setFrom] = useState(today)
  const [effectiveTo, setTo] = useState(line?.effectiveTo ?? '')
  const change = (part: Partial<EnteredCalculation>) => setEntered((now) => ({ ...now, ...part }))
  const calculation = calculationOf(entered)
  return {
    values:
      calculation && effectiveFrom !== ''
        ? { calculation, effectiveFrom, effectiveTo: effectiveTo === '' ? null : effectiveTo }
        : undefined,
    fields: (
      <div className="form-grid">
        <SelectField
          label={t('agreements.calculation')}
          name="/calculation/type"
          value={entered.type}
          isRequired
          options={calculationTypes.map((type) => ({ value: type, title: t(`calculation.${type}`) }))}
          onChange={(type) => change({ type: type as CalculationType })}
        />
        {entered.type === 'Flat' ? (
          <MoneyField
            label={t('agreements.amount')}
            name="/calculation/amount"
            value={entered.amount}
            isRequired
            onChange={(amount) => change({ amount })}
          />
        ) : null}
        {entered.type === 'PercentOf' ? (
          <>
            <NumberField
              label={t('agreements.percent')}
              name="/calculation/percent"
              unit="%"
              decimals={4}
              value={entered.percent}
              isRequired
              onChange={(percent) => change({ percent })}
            />
            <TextField
              label={t('agreements.base')}
              name="/calculation/percentBase"
              hint={t('agreements.baseHint', {
                bases: percentBases.map((base) => `${base}: ${baseText(t, base)}`).join('; '),
              })}
              value={entered.base}
              isRequired
              onChange={(base) => change({ base })}
            />
          </>
        ) : null}
        <DateField
          label={t('agreements.from')}
          name="/effectiveFrom"
          value={effectiveFrom}
          isRequired
          onChange={setFrom}
        />
        <DateField
          label={t('agreements.to')}
          name="/effectiveTo"
          hint={t('agreements.toHint')}
          value={effectiveTo}
          onChange={setTo}
        />
      </div>
    ),
  }
}
