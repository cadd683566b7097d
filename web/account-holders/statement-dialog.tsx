import { useState } from 'react'
import type { StatementRequestResult } from '../../sdk/src/types.gen.ts'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { blobOfBase64 } from '../api/base64.ts'
import { call } from '../api/client.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan, useToday } from '../api/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { CheckField, DateField, SelectField } from '../ui/fields/field.tsx'
import { PdfFrame } from '../ui/pdf.tsx'
import { Await } from '../ui/states.tsx'
import { useFormat } from '../ui/words/format.ts'
import type { Holder } from './holders.ts'
import { useText } from './text.ts'

interface StatementProps {
  readonly holder: Holder
  readonly onClose: () => void
  readonly onMade: (made: StatementRequestResult) => void
}

/** Makes a statement. The balances are shown before, by a dry run of the same request. */
export function StatementDialog({ holder, onClose, onMade }: StatementProps) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const [asked, setAsked] = useState<{
    from: string
    to: string
    format: Form
    delivery: Delivery
    paid: boolean
  }>({
    from: `${today.slice(0, 7)}-01`,
    to: today,
    format: 'Pdf',
    delivery: 'Portal',
    paid: false,
  })
  const set = (changes: Partial<typeof asked>) => setAsked({ ...asked, ...changes })
  const { from, to, paid, ...how } = asked
  const body = { fromDate: from, toDate: to, ...how, includePaid: paid }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('statement.make')}
      operation="POST /accountholders/{accountHolderId}/statementrequests"
      options={from && to ? { path: { accountHolderId: holder.id }, body } : undefined}
      fields={
        <div className="holder-fields">
          <DateField
            label={t('statement.from')}
            name="/fromDate"
            isRequired
            value={asked.from}
            onChange={(from) => set({ from })}
          />
          <DateField
            label={t('statement.to')}
            name="/toDate"
            isRequired
            value={asked.to}
            onChange={(to) => set({ to })}
          />
          <SelectField
            label={t('statement.format')}
            name="/format"
            isRequired
            value={asked.format}
            options={forms.map((value) => ({ value, title: t(`choice.${value}`) }))}
            onChange={(chosen) => set({ format: chosen as Form })}
          />
          <SelectField
            label={t('statement.delivery')}
            name="/delivery"
            isRequired
            value={asked.delivery}
            options={deliveries.map((value) => ({ value, title: t(`choice.${value}`) }))}
            onChange={(chosen) => set({ delivery: chosen as Delivery })}
          />
          <CheckField
            label={t('statement.includePaid')}
            name="/includePaid"
            value={asked.paid}
            onChange={(paid) => set({ paid })}
          />
        </div>
      }
      summary={(result) => <Balances result={result} />}
      mainTitle={(result) =>
        result ? t('statement.makeFor', { amount: format.money(result.closingBalance) }) : t('statement.make')
      }
      hidesEffects
      doneText={t('statement.done')}
      onDone={({ data }) => onMade(data)}
    />
  )
}

const forms = ['Pdf', 'Csv'] as const
type Form = (typeof forms)[number]
const deliveries = ['Portal', 'Email', 'Mail'] as const
type Delivery = (typeof deliveries)[number]

/** From the opening to the closing balance, as the service added it up. */
function Balances({ result }: { readonly result: StatementRequestResult }) {
  const t = useText()
  const format = useFormat()
  return (
    <Facts
      layout="rows"
      items={[
        { label: t('statement.opening'), value: format.money(result.openingBalance) },
        { label: t('statement.newBusiness'), value: format.money(result.newBusiness) },
        { label: t('statement.cancels'), value: format.money(result.cancels) },
        { label: t('statement.claims'), value: format.money(result.claims) },
        { label: t('statement.other'), value: format.money(result.other) },
        { label: t('statement.cash'), value: format.money(result.cash) },
        {
          label: t('statement.closing'),
          value: format.money(result.closingBalance),
          testid: 'closing-balance',
        },
      ]}
    />
  )
}

/** A statement that was made, and its document once it is written. */
export function MadeStatement({
  made,
  onClose,
}: {
  readonly made: StatementRequestResult
  readonly onClose: () => void
}) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const query = useAnswer('GET /statementrequests/{statementRequestId}', {
    path: { statementRequestId: made.statementRequestId },
  })
  const title = t('statement.made', { from: format.date(made.fromDate), to: format.date(made.toDate) })
  return (
    <Dialog title={title} open onClose={onClose} size="large">
      <Balances result={made} />
      <Await query={query} rows={1}>
        {({ status, error }) => (
          <>
            <p>
              <Status value={status} title={t(`statement.${status}`)} /> {error}
            </p>
            {status !== 'Completed' && status !== 'Failed' && (
              <Button icon="reload" isBusy={query.isFetching} onClick={() => void query.refetch()}>
                {t('statement.check')}
              </Button>
            )}
            {status === 'Completed' && can('GET /documents/{documentId}') && (
              <StatementDocument id={made.documentId} />
            )}
          </>
        )}
      </Await>
    </Dialog>
  )
}

function StatementDocument({ id }: { readonly id: number }) {
  const t = useText()
  const [blob, setBlob] = useState<Blob>()
  const open = async () => {
    const { data } = await call('GET /documents/{documentId}', { path: { documentId: id } })
    setBlob(blobOfBase64(data.documentData, data.contentType))
  }
  if (blob) return <PdfFrame title={t('statement.document')} blob={blob} />
  return <Button onClick={() => void open()}>{t('statement.document')}</Button>
}
