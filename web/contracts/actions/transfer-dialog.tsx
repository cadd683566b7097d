import { useState } from 'react'
import type { ContractTransfer } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useToday } from '../../api/session.ts'
import { Facts } from '../../ui/facts.tsx'
import { DateField, MoneyField, NumberField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { LienHolderInput } from '../facts/fact-input.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'
import { type PersonDraft, PersonFields, personOf } from './person-fields.tsx'

const payers = ['NewOwner', 'Customer', 'Dealer'] as const

/** Passes the contract to the new owner of the vehicle. */
export function TransferDialog({ contract, onClose }: ActionProps) {
  const t = useText()
  const today = useToday()
  const { miles } = useFormat()
  const [owner, setOwner] = useState<PersonDraft>({})
  const [transferDate, setDate] = useState(today)
  const [odometer, setOdometer] = useState<number>()
  const [fee, setFee] = useState<number>()
  const [feePaidBy, setPayer] = useState<string>('NewOwner')
  const [lienHolder, setLienHolder] = useState('')
  const [note, setNote] = useState('')
  const newOwner = personOf(owner, true)
  const { lastKnownOdometer } = contract
  const body =
    newOwner && transferDate !== '' && odometer !== undefined
      ? {
          ...{ newOwner, transferDate, odometer, feePaidBy: feePaidBy as (typeof payers)[number] },
          ...(fee === undefined ? {} : { fee }),
          ...(lienHolder === '' ? {} : { newLienHolderId: Number(lienHolder) }),
          note: note || null,
        }
      : undefined
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('transfer.title', { number: contract.number ?? '' })}
      operation="POST /contracts/{contractId}/transferrequest"
      options={body && { path: { contractId: contract.id }, body }}
      size="large"
      fields={
        <>
          <h3>{t('transfer.newOwner')}</h3>
          <PersonFields at="/newOwner" value={owner} onChange={setOwner} isAddressRequired />
          <div className="contracts-fields">
            <DateField
              {...{
                label: t('transfer.date'),
                name: '/transferDate',
                value: transferDate,
                onChange: setDate,
              }}
              max={today}
              isRequired
            />
            <NumberField
              {...{ label: t('field.odometer'), name: '/odometer', value: odometer, onChange: setOdometer }}
              hint={lastKnownOdometer && t('transfer.last', { miles: miles(lastKnownOdometer.value) })}
              isRequired
            />
            <MoneyField
              {...{ label: t('transfer.fee'), name: '/fee', value: fee, onChange: setFee }}
              hint={t('transfer.feeHint')}
            />
            <SelectField
              {...{
                label: t('transfer.feePaidBy'),
                name: '/feePaidBy',
                value: feePaidBy,
                onChange: setPayer,
              }}
              isRequired
              options={payers.map((value) => ({ value, title: t(`payer.${value}`) }))}
            />
            <LienHolderInput
              {...{ label: t('transfer.lienHolder'), name: '/newLienHolderId', shown: '' }}
              value={lienHolder}
              onChange={setLienHolder}
            />
          </div>
          <TextAreaField {...{ label: t('field.note'), name: '/note', value: note, onChange: setNote }} />
        </>
      }
      summary={(data) => <FeeOf transfer={data} />}
      mainTitle={() => t('transfer.do')}
      doneText={t('transfer.done')}
    />
  )
}

function FeeOf({ transfer }: { readonly transfer: ContractTransfer }) {
  const t = useText()
  const { money } = useFormat()
  return <Facts items={[{ label: t('transfer.fee'), value: money(transfer.fee) }]} />
}
