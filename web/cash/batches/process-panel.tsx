import { useState } from 'react'
import type { InProcessCashTransaction } from '../../../sdk/src/types.gen.ts'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useGuard } from '../../api/address.ts'
import { useToday } from '../../api/session.ts'
import { CheckField, DateField, MoneyField, TextField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { sumCents } from '../../ui/words/money.ts'
import { useText } from '../text.ts'

export interface BatchProps {
  readonly batch: InProcessCashTransaction
  readonly etag: string | undefined
}

/** Turns the batch into cash. The amount is typed by whoever confirms it, and over or short is shown before. */
export function ProcessPanel({ batch, etag }: BatchProps) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const [amountConfirmed, setConfirmed] = useState<number | undefined>(undefined)
  const [effectiveDate, setDate] = useState(today)
  const [checkNumber, setCheck] = useState('')
  const [reference, setReference] = useState('')
  const [amountReceived, setReceived] = useState<number | undefined>(undefined)
  const [writeOffDifference, setWriteOff] = useState(false)
  const [ach, setAch] = useState(false)
  useGuard(amountConfirmed !== undefined || amountReceived !== undefined)
  const { netAmount, direction, method } = batch
  const due = Math.abs(netAmount)
  const isPayment = direction === 'Pay' || netAmount < 0
  const difference = amountReceived === undefined ? 0 : sumCents([amountReceived, -due])
  const body = {
    amountConfirmed: amountConfirmed ?? 0,
    ...(effectiveDate === '' ? {} : { effectiveDate }),
    ...(checkNumber.trim() === '' ? {} : { checkNumber: checkNumber.trim() }),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
    ...(amountReceived === undefined || isPayment ? {} : { amountReceived }),
    ...(writeOffDifference ? { writeOffDifference } : {}),
    ...(ach ? { ach } : {}),
  }
  const path = { inProcessCashTransactionId: batch.id }
  return (
    <Panel title={t('process.title')} id="process" description={t('process.why')} className="no-print">
      <ActionPanel
        operation="POST /inprocesscashtransactions/{inProcessCashTransactionId}/processrequests"
        options={amountConfirmed === undefined ? undefined : { path, body, ifMatch: etag }}
        notReady={t('process.typeFirst')}
        fields={
          <div className="form-grid">
            <MoneyField
              label={t('process.amountConfirmed')}
              name="/amountConfirmed"
              isRequired
              value={amountConfirmed}
              onChange={setConfirmed}
              hint={t(isPayment ? 'process.confirmPay' : 'process.confirmReceive')}
            />
            <DateField
              label={t('field.date')}
              name="/effectiveDate"
              value={effectiveDate}
              max={today}
              onChange={setDate}
            />
            {method === 'Check' && (
              <TextField
                label={t('field.checkNumber')}
                name="/checkNumber"
                value={checkNumber}
                maxLength={30}
                onChange={setCheck}
              />
            )}
            <TextField
              label={t('field.reference')}
              name="/reference"
              value={reference}
              maxLength={100}
              onChange={setReference}
            />
            {!isPayment && (
              <MoneyField
                label={t('process.amountReceived')}
                name="/amountReceived"
                value={amountReceived}
                onChange={setReceived}
                hint={t('process.amountReceivedHint')}
              />
            )}
            {!isPayment && difference !== 0 && (
              <CheckField
                label={t('process.writeOff')}
                name="/writeOffDifference"
                value={writeOffDifference}
                onChange={setWriteOff}
                hint={t('process.writeOffHint')}
              />
            )}
            {method !== 'ACH' && isPayment && (
              <CheckField label={t('process.ach')} name="/ach" value={ach} onChange={setAch} />
            )}
            {difference !== 0 && (
              <div className="field-wide">
                <OverShort difference={difference} isWrittenOff={writeOffDifference} />
              </div>
            )}
          </div>
        }
        mainTitle={(done) =>
          done
            ? t(isPayment ? 'process.mainPay' : 'process.mainReceive', {
                amount: format.money(isPayment ? due : (amountReceived ?? due)),
              })
            : t('process.main')
        }
        doneText={() => t('process.done', { id: batch.id })}
      />
    </Panel>
  )
}

interface OverShortProps {
  readonly difference: number
  readonly isWrittenOff: boolean
}

/** What follows when more or less came than is due. */
function OverShort({ difference, isWrittenOff }: OverShortProps) {
  const t = useText()
  const format = useFormat()
  const isOver = difference > 0
  const how = isWrittenOff ? 'process.writtenOff' : isOver ? 'process.overHow' : 'process.shortHow'
  return (
    <Notice
      tone="wait"
      title={t(isOver ? 'process.over' : 'process.short', { amount: format.money(Math.abs(difference)) })}
    >
      {t(how)}
    </Notice>
  )
}
