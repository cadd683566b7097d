import { useState } from 'react'
import type { StatementRequestResult } from '../../../sdk/src/types.gen.ts'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useCan, useIsPartner, useToday } from '../../api/session.ts'
import { HolderField, useHolderName, useOwnHolderId } from '../../lists/holder-field.tsx'
import { CheckField, DateField, SelectField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { Balances } from './balances.tsx'
import { MadeStatement } from './made-statement.tsx'
import { RecentStatements } from './recent-statements.tsx'

const forms = ['Pdf', 'Csv'] as const
type Form = (typeof forms)[number]
const deliveries = ['Portal', 'Email', 'Mail'] as const
type Delivery = (typeof deliveries)[number]

/** A statement of an account: from the opening to the closing balance before it is made, and the document after. */
export function StatementsScreen() {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const query = useQuery()
  const setQuery = useSetQuery()
  const can = useCan()
  const isPartner = useIsPartner()
  const own = useOwnHolderId()
  const holderId = query.accountHolderId ?? own
  const holderName = useHolderName(holderId)
  const fromDate = query.fromDate ?? `${today.slice(0, 7)}-01`
  const toDate = query.toDate ?? today
  const [form, setForm] = useState<Form>('Pdf')
  const [delivery, setDelivery] = useState<Delivery>('Portal')
  const [includePaid, setIncludePaid] = useState(false)
  const isReady = holderId !== '' && fromDate !== '' && toDate !== ''
  // What is asked for next is another statement than the one that is shown.
  const ask = (changes: Record<string, string | undefined>) =>
    setQuery({ ...changes, statementRequestId: undefined })
  return (
    <div className="page">
      <div className="page-title">
        <h1>{t('statements.title')}</h1>
        {isPartner && holderName !== undefined && <span className="cash-holder">{holderName}</span>}
      </div>
      <Panel title={t('statements.ask')}>
        <ActionPanel
          operation="POST /accountholders/{accountHolderId}/statementrequests"
          options={
            isReady
              ? {
                  path: { accountHolderId: Number(holderId) },
                  body: { fromDate, toDate, format: form, delivery, includePaid },
                }
              : undefined
          }
          notReady={t('statements.fillIn')}
          fields={
            <div className="form-grid">
              {(!isPartner || own === '') && (
                <HolderField
                  label={t('holder')}
                  name="/accountHolderId"
                  isRequired
                  value={holderId}
                  onChange={(id) => ask({ accountHolderId: id || undefined })}
                />
              )}
              <DateField
                label={t('statements.from')}
                name="/fromDate"
                isRequired
                value={fromDate}
                max={toDate}
                onChange={(chosen) => ask({ fromDate: chosen || undefined })}
              />
              <DateField
                label={t('statements.to')}
                name="/toDate"
                isRequired
                value={toDate}
                onChange={(chosen) => ask({ toDate: chosen || undefined })}
              />
              <SelectField
                label={t('statements.format')}
                name="/format"
                isRequired
                value={form}
                options={forms.map((value) => ({ value, title: t(`statements.${value}`) }))}
                onChange={(chosen) => setForm(chosen as Form)}
              />
              <SelectField
                label={t('statements.delivery')}
                name="/delivery"
                isRequired
                value={delivery}
                options={deliveries.map((value) => ({ value, title: t(`statements.${value}`) }))}
                onChange={(chosen) => setDelivery(chosen as Delivery)}
              />
              <CheckField
                label={t('statements.includePaid')}
                name="/includePaid"
                value={includePaid}
                onChange={setIncludePaid}
              />
            </div>
          }
          summary={(result: StatementRequestResult) => <Balances result={result} />}
          mainTitle={(result) =>
            result
              ? t('statements.makeOf', { amount: format.money(result.closingBalance) })
              : t('statements.make')
          }
          hidesEffects
          doneText={() => t('statements.done')}
          onDone={({ data }) => setQuery({ statementRequestId: String(data.statementRequestId) }, 'push')}
        />
      </Panel>
      {/^\d+$/.test(query.statementRequestId ?? '') && (
        <MadeStatement key={query.statementRequestId} id={Number(query.statementRequestId)} />
      )}
      {can('GET /statementrequests') && <RecentStatements holderId={holderId} />}
    </div>
  )
}
