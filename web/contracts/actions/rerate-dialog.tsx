import { useState } from 'react'
import type { Contract, RerateResult } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { MoneyField, NumberField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { editingOf } from '../facts/editing.ts'
import { termText } from '../facts/term-text.ts'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'

interface Inputs {
  readonly planId: string
  readonly termId: string
  readonly deductibleId: string
  readonly odometer: number | undefined
  readonly retailPrice: number | undefined
}

const inputsOf = ({ plan, term, deductible, vehicle, retailPrice }: Contract): Inputs => ({
  ...{ planId: String(plan.id), termId: String(term.id), deductibleId: String(deductible.id) },
  ...{ odometer: vehicle?.odometer ?? undefined, retailPrice },
})

/** The body of a rerate: only what differs from the contract. Undefined: nothing does. */
function bodyOf(contract: Contract, inputs: Inputs, reason: string) {
  const now = inputsOf(contract)
  const isNew = (name: keyof Inputs) =>
    inputs[name] !== now[name] && inputs[name] !== '' && inputs[name] !== undefined
  const changes = {
    ...(isNew('planId') ? { planId: Number(inputs.planId) } : {}),
    ...(isNew('termId') ? { termId: Number(inputs.termId) } : {}),
    ...(isNew('deductibleId') ? { deductibleId: Number(inputs.deductibleId) } : {}),
    ...(isNew('odometer') ? { odometer: inputs.odometer ?? null } : {}),
    ...(isNew('retailPrice') && inputs.retailPrice !== undefined ? { retailPrice: inputs.retailPrice } : {}),
  }
  if (Object.keys(changes).length === 0) return undefined
  return { ...changes, applyChange: true, reason: reason.trim() || null }
}

/** Rates the contract again with other inputs. What would change is shown line by line first. */
export function RerateDialog({ contract, onClose }: ActionProps) {
  const t = useText()
  const [inputs, setInputs] = useState(() => inputsOf(contract))
  const [reason, setReason] = useState('')
  const body = bodyOf(contract, inputs, reason)
  const waits = editingOf(contract) === 'pendingChanges'
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('rerate.title', { number: contract.number ?? '' })}
      description={t(waits ? 'rerate.explainWaits' : 'rerate.explain')}
      operation="POST /contracts/{contractId}/rerateRequests"
      options={body && { path: { contractId: contract.id }, body }}
      fields={
        <>
          <div className="contracts-fields">
            <RateInputs {...{ contract, inputs }} onChange={setInputs} />
          </div>
          <TextField
            {...{ label: t('rerate.reason'), name: '/reason', value: reason, onChange: setReason }}
          />
        </>
      }
      summary={(data) => <Delta result={data} />}
      mainTitle={() => t(waits ? 'rerate.doWaits' : 'rerate.do')}
      doneText={t(waits ? 'rerate.doneWaits' : 'rerate.done')}
    />
  )
}

interface RateInputsProps {
  readonly contract: Contract
  readonly inputs: Inputs
  readonly onChange: (inputs: Inputs) => void
}

function RateInputs({ contract, inputs, onChange }: RateInputsProps) {
  const t = useText()
  const { miles, money } = useFormat()
  const plans = usePlans(contract)
  const plan = plans.find(({ id }) => String(id) === inputs.planId)
  const set = (changes: Partial<Inputs>) => onChange({ ...inputs, ...changes })
  const terms = plan?.terms.map(({ term }) => term) ?? []
  const deductibles = plan?.deductibles ?? []
  return (
    <>
      {plans.length > 0 && (
        <SelectField
          {...{ label: t('field.plan'), name: '/planId', value: inputs.planId, isRequired: true }}
          options={plans.map(({ id, name }) => ({ value: String(id), title: name }))}
          onChange={(planId) => set({ planId })}
        />
      )}
      {terms.length > 0 && (
        <SelectField
          {...{ label: t('field.term'), name: '/termId', value: inputs.termId, isRequired: true }}
          options={terms.map((term) => ({ value: String(term.id), title: termText(t, miles, term) }))}
          onChange={(termId) => set({ termId })}
        />
      )}
      {deductibles.length > 0 && (
        <SelectField
          {...{
            label: t('field.deductible'),
            name: '/deductibleId',
            value: inputs.deductibleId,
            isRequired: true,
          }}
          options={deductibles.map(({ id, amount, description }) => ({
            value: String(id),
            title: description ? `${money(amount)} (${description})` : money(amount),
          }))}
          onChange={(deductibleId) => set({ deductibleId })}
        />
      )}
      {contract.vehicle && (
        <NumberField
          {...{ label: t('field.odometer'), name: '/odometer', value: inputs.odometer }}
          onChange={(odometer) => set({ odometer })}
        />
      )}
      <MoneyField
        {...{ label: t('field.retailPrice'), name: '/retailPrice', value: inputs.retailPrice }}
        onChange={(retailPrice) => set({ retailPrice })}
      />
    </>
  )
}

/** The plans of the contract's program on the day of the sale. */
function usePlans({ product, program, saleDate }: Contract) {
  const can = useCan()
  const { data } = useAnswer(
    'GET /Rates/Plans/{productId}',
    { path: { productId: product.id }, query: { programId: program.id, effectiveOn: saleDate } },
    { enabled: can('GET /Rates/Plans/{productId}') },
  )
  return data?.data.plans ?? []
}

function Delta({ result }: { readonly result: RerateResult }) {
  const t = useText()
  const { money } = useFormat()
  const { old, new: next, delta, dealerCostDelta } = result
  const rows = [
    ...delta,
    { code: t('field.dealerCost'), old: old.dealerCost, new: next.dealerCost, delta: dealerCostDelta },
  ]
  return (
    <div className="contracts-delta">
      <p>{t('rerate.price', { old: money(old.retailPrice), new: money(next.retailPrice) })}</p>
      <Table
        label={t('rerate.delta')}
        rows={rows}
        rowKey={({ code }) => code}
        columns={[
          { key: 'code', title: t('money.line'), cell: ({ code }) => code },
          { key: 'old', title: t('rerate.old'), isNumeric: true, cell: (row) => money(row.old) },
          { key: 'new', title: t('rerate.new'), isNumeric: true, cell: (row) => money(row.new) },
          { key: 'delta', title: t('rerate.difference'), isNumeric: true, cell: (row) => money(row.delta) },
        ]}
      />
    </div>
  )
}
