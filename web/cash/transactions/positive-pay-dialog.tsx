import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useToday } from '../../api/session.ts'
import { SaveButton } from '../../lists/save-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { DateField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'

/** The checks of some days for the bank, which then pays no others. */
export function PositivePayDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const today = useToday()
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const isReady = from !== '' && to !== '' && from <= to
  return (
    <Dialog title={t('positivePay')} description={t('positivePay.why')} open onClose={onClose} size="small">
      <div className="form-grid">
        <DateField label={t('filter.dateFrom')} isRequired value={from} onChange={setFrom} />
        <DateField label={t('filter.dateTo')} isRequired value={to} onChange={setTo} />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('close')}</Button>
        <SaveButton
          kind="main"
          fileName={`positive-pay-${from}-${to}.csv`}
          disabledReason={isReady ? undefined : t('positivePay.range')}
          read={async () => (await call('GET /cashtransactions/positivepay', { query: { from, to } })).data}
          onSaved={onClose}
        >
          {t('positivePay.save')}
        </SaveButton>
      </DialogFooter>
    </Dialog>
  )
}
