import { useState } from 'react'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useGo } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useToday } from '../../api/session.ts'
import { Facts } from '../../ui/facts.tsx'
import { DateField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { sumCents } from '../../ui/words/money.ts'
import { takeBackBatch } from '../batches/take-back.ts'
import { useText } from '../text.ts'
import type { BatchDirection } from './directions.ts'
import { methodBody, methodOptions } from './methods.ts'
import type { UnpaidItem } from './unpaid.ts'

interface Props {
  readonly holderId: number
  readonly direction: BatchDirection
  readonly chosen: readonly UnpaidItem[]
  readonly onMade: () => void
}

/** Makes a batch of what is ticked. What it comes to is the service's sum, tried out before. */
export function BatchPanel({ holderId, direction, chosen, onMade }: Props) {
  const t = useText()
  const format = useFormat()
  const go = useGo()
  const today = useToday()
  const [method, setMethod] = useState('Check')
  const [scheduledDate, setScheduled] = useState('')
  const [memo, setMemo] = useState('')
  const methods = useMethods(holderId, direction)
  const ticked = sumCents(chosen.map(({ net, pay }) => (direction === 'Pay' ? pay : net)))
  const body = {
    ...{ accountHolderId: holderId, direction, ...methodBody(method) },
    ledgerIds: chosen.flatMap(({ ledgerIds }) => ledgerIds),
    ...(scheduledDate === '' ? {} : { scheduledDate }),
    ...(memo.trim() === '' ? {} : { memo: memo.trim() }),
  }
  const takeBack = async (id: number) => {
    if (await takeBackBatch(id)) go(`/money/remit?accountHolderId=${holderId}`)
  }
  return (
    <Panel title={t('remit.batch')} className="cash-batch no-print">
      <p role="status">
        {chosen.length === 0
          ? t('remit.tickFirst')
          : t(chosen.length === 1 ? 'remit.ticked.one' : 'remit.ticked', {
              count: format.count(chosen.length),
              amount: format.money(ticked),
            })}
      </p>
      <ActionPanel
        operation="POST /inprocesscashtransactions"
        options={chosen.length === 0 ? undefined : { body }}
        notReady={t('remit.tickFirst')}
        fields={
          <div className="form-grid">
            <SelectField
              label={t('field.method')}
              name="/method"
              isRequired
              value={method}
              options={methods}
              onChange={setMethod}
            />
            <DateField
              label={t('field.scheduledDate')}
              name="/scheduledDate"
              value={scheduledDate}
              min={today}
              onChange={setScheduled}
            />
            <TextField label={t('field.memo')} name="/memo" value={memo} maxLength={500} onChange={setMemo} />
          </div>
        }
        summary={(batch) => (
          <Facts
            layout="rows"
            items={[
              { label: t('batch.totalReceive'), value: format.money(batch.totalReceive) },
              { label: t('batch.totalPay'), value: format.money(batch.totalPay) },
              { label: t('batch.netAmount'), value: format.money(batch.netAmount), testid: 'batch-net' },
            ]}
          />
        )}
        mainTitle={(batch) =>
          batch ? t('remit.makeOf', { amount: format.money(batch.netAmount) }) : t('remit.make')
        }
        doneText={(batch) => t('remit.made', { id: batch.id })}
        undo={({ data }) => ({ run: () => takeBack(data.id) })}
        onDone={({ data }) => {
          onMade()
          go(`/money/batches/${data.id}`)
        }}
      />
    </Panel>
  )
}

/** Ways to pay that need nothing stored, and the stored ones of the account holder. */
function useMethods(holderId: number, direction: BatchDirection) {
  const t = useText()
  const can = useCan()
  const { data } = useAnswer(
    'GET /availablePaymentMethods',
    {
      query: {
        accountHolderId: holderId,
        ...(direction === 'Net' ? {} : { direction }),
        ...{ pageNumber: 1, pageSize: 200 },
      },
    },
    { enabled: can('GET /availablePaymentMethods') },
  )
  return methodOptions(t, data?.data ?? [])
}
