import { type FormEvent, type ReactNode, useState } from 'react'
import type { Vehicle } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { Faults } from '../../ui/fields/faults.tsx'
import { stopAtWrongEntry } from '../../ui/fields/wrong-entry.ts'
import { Panel } from '../../ui/panel.tsx'
import { useText } from '../text.ts'
import { DealerField } from './dealer-field.tsx'
import type { InputName } from './inputs.ts'
import { DealFields, ItemFields, MoreVehicleFields } from './more-fields.tsx'
import type { InputState } from './use-inputs.ts'
import { VehicleFields } from './vehicle-fields.tsx'

interface QuoteFormProps {
  readonly state: InputState
  readonly isVehicle: boolean
  /** The vehicle as the service decoded it. */
  readonly vehicle: Vehicle | undefined
  /** The refusal whose faults belong to fields. */
  readonly error: unknown
  readonly isBusy: boolean
  readonly onQuote: () => void
}

/** The inputs of a quote. Rates come by themselves; the button does not wait. */
export function QuoteForm({ state, isVehicle, vehicle, error, isBusy, onQuote }: QuoteFormProps) {
  const t = useText()
  const { draft, change } = state
  const fields = { inputs: draft, onChange: change }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!stopAtWrongEntry()) onQuote()
  }
  return (
    <Panel title={t('form.title')} className="rates-form">
      <Faults error={error}>
        <form className="rates-fields" noValidate onSubmit={submit}>
          {isVehicle ? (
            <VehicleFields {...fields} vehicle={vehicle} />
          ) : (
            <>
              <DealerField value={draft.dealerNumber} onChange={change} />
              <ItemFields {...fields} />
            </>
          )}
          <Button kind="main" type="submit" isBusy={isBusy}>
            {t('form.quote')}
          </Button>
          {isVehicle && (
            <More title={t('form.vehicle')} names={moreOfVehicle} {...fields}>
              <MoreVehicleFields {...fields} />
            </More>
          )}
          <More title={t('form.deal')} names={moreOfDeal} {...fields}>
            <DealFields {...fields} />
          </More>
        </form>
      </Faults>
    </Panel>
  )
}

const moreOfVehicle: readonly InputName[] = [
  ...(['assetTypeCode', 'fuelType', 'aspiration', 'condition', 'vehicleUse', 'inServiceDate'] as const),
]
const moreOfDeal: readonly InputName[] = [
  ...(['dealType', 'vehiclePurchasePrice', 'financedAmount', 'financeTermMonths', 'apr'] as const),
  ...(['monthlyPayment', 'msrp', 'nadaValue', 'state'] as const),
]

interface MoreProps {
  readonly title: string
  readonly names: readonly InputName[]
  readonly inputs: InputState['draft']
  readonly children: ReactNode
}

/** Fields that few quotes need. They are open from the start if the address has one of them. */
function More({ title, names, inputs, children }: MoreProps) {
  const [isOpen, setOpen] = useState(() => names.some((name) => inputs[name]))
  return (
    <details
      className="rates-more"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  )
}
