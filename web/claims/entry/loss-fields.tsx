import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useToday } from '../../api/session.ts'
import { CheckField, DateField, NumberField, TextField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { findContracts, findFacilities } from '../lookups.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import type { Intake } from './intake.ts'

interface LossFieldsProps {
  readonly intake: Intake
  readonly contract: Contract | undefined
  readonly onChange: (changes: Partial<Intake>) => void
}

/** The contract, the loss and the shop. A shop names the contract that its customer shows. */
export function LossFields({ intake, contract, onChange }: LossFieldsProps) {
  const t = useText()
  const today = useToday()
  const format = useFormat()
  const rights = useRights()
  const last = contract?.lastKnownOdometer
  // A contract of the address is shown by its number until another one is chosen.
  const preset =
    intake.contract === null && contract
      ? { value: String(contract.id), title: contract.number ?? String(contract.id) }
      : intake.contract
  return (
    <div className="form-grid">
      {rights.contract ? (
        <LookupField
          label={t('field.contract')}
          name="/contractId"
          hint={contract ? contractWords(contract) : t('intake.contractHint')}
          isRequired
          autoFocus={intake.contractNumber === ''}
          value={preset}
          search={findContracts}
          onChange={(chosen) => onChange({ contract: chosen, contractNumber: '' })}
        />
      ) : (
        <TextField
          label={t('field.contract')}
          name="/contractNumber"
          hint={t('intake.numberHint')}
          isRequired
          autoFocus
          maxLength={80}
          value={intake.contractNumber}
          onChange={(contractNumber) => onChange({ contractNumber })}
        />
      )}
      <DateField
        label={t('field.lossDate')}
        name="/lossDate"
        isRequired
        max={today}
        value={intake.lossDate}
        onChange={(lossDate) => onChange({ lossDate })}
      />
      {contract?.vehicle !== null && (
        <NumberField
          label={t('field.lossOdometer')}
          name="/lossOdometer"
          isRequired
          hint={
            last
              ? t('intake.lastOdometer', { reading: format.count(last.value), date: format.date(last.date) })
              : undefined
          }
          value={intake.lossOdometer}
          onChange={(lossOdometer) => onChange({ lossOdometer })}
        />
      )}
      {!rights.isShop && (
        <LookupField
          label={t('field.facility')}
          name="/repairFacilityId"
          value={intake.facility}
          search={findFacilities}
          onChange={(facility) => onChange({ facility })}
        />
      )}
      <TextField
        label={t('field.repairOrder')}
        name="/repairOrderNumber"
        maxLength={80}
        value={intake.repairOrderNumber}
        onChange={(repairOrderNumber) => onChange({ repairOrderNumber })}
      />
      <TextField
        label={t('field.advisor')}
        name="/advisorName"
        maxLength={200}
        value={intake.advisorName}
        onChange={(advisorName) => onChange({ advisorName })}
      />
      <TextField
        label={t('field.contact')}
        name="/customerContact"
        maxLength={400}
        value={intake.customerContact}
        onChange={(customerContact) => onChange({ customerContact })}
      />
      {rights.adjudicate && (
        <CheckField
          label={t('intake.mine')}
          name="/adjusterId"
          value={intake.isMine}
          onChange={(isMine) => onChange({ isMine })}
        />
      )}
    </div>
  )
}

/** What tells a contract apart from others: the vehicle, the plan, the customer. */
function contractWords({ vehicle, plan, customer }: Contract): string {
  const car = vehicle && [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
  const name = customer?.companyName ?? [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return [car, plan.name, name].filter(Boolean).join(' · ')
}
