import { useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { MoneyField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

interface ReserveDialogProps {
  readonly claim: Claim
  readonly etag: string | undefined
  readonly onClose: () => void
}

/** Sets what the whole claim is expected to cost. Empty: no estimate. */
export function ReserveDialog({ claim, etag, onClose }: ReserveDialogProps) {
  const t = useText()
  const format = useFormat()
  const [caseReserve, setReserve] = useState(claim.caseReserve ?? undefined)
  const isChanged = caseReserve !== (claim.caseReserve ?? undefined)
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('reserve.title')}
      size="small"
      operation="PATCH /claims/{claimId}"
      options={
        isChanged
          ? { path: { claimId: claim.id }, body: { caseReserve: caseReserve ?? null }, ifMatch: etag }
          : undefined
      }
      hidesEffects
      doneText={t('reserve.saved')}
      mainTitle={(data) =>
        data ? t('reserve.save', { amount: format.money(data.reserve) }) : t('reserve.set')
      }
      fields={
        <MoneyField
          label={t('reserve.case')}
          name="/caseReserve"
          hint={t('reserve.hint')}
          value={caseReserve}
          onChange={setReserve}
        />
      }
    />
  )
}
