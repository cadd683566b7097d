import type { PPMServiceData } from '../../../sdk/src/types.gen.ts'
import { DateField, NumberField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import type { VisitDraft } from './visit.ts'

interface VisitFieldsProps {
  /** Empty: the caller may not read them, and names the service by its code. */
  readonly services: readonly PPMServiceData[]
  readonly visit: VisitDraft
  readonly onChange: (visit: VisitDraft) => void
  readonly pointer: string
}

export function VisitFields({ services, visit, onChange, pointer }: VisitFieldsProps) {
  const t = useText()
  const set = (changes: Partial<VisitDraft>) => onChange({ ...visit, ...changes })
  return (
    <div className="form-grid">
      {services.length > 0 ? (
        <SelectField
          label={t('visits.service')}
          name={`${pointer}/serviceCode`}
          isRequired
          value={visit.serviceCode}
          options={services.map(({ code, name, remaining }) => ({
            value: code,
            title: t('visits.serviceLeft', { name, left: remaining }),
          }))}
          onChange={(serviceCode) => set({ serviceCode })}
        />
      ) : (
        <TextField
          label={t('visits.service')}
          name={`${pointer}/serviceCode`}
          hint={t('visits.codeHint')}
          isRequired
          maxLength={40}
          value={visit.serviceCode}
          onChange={(serviceCode) => set({ serviceCode })}
        />
      )}
      <DateField
        label={t('visits.date')}
        name={`${pointer}/serviceDate`}
        isRequired
        value={visit.serviceDate}
        onChange={(serviceDate) => set({ serviceDate })}
      />
      <NumberField
        label={t('visits.odometer')}
        name={`${pointer}/odometer`}
        value={visit.odometer}
        onChange={(odometer) => set({ odometer })}
      />
      <TextField
        label={t('pay.invoiceNumber')}
        name={`${pointer}/invoiceNumber`}
        maxLength={80}
        value={visit.invoiceNumber}
        onChange={(invoiceNumber) => set({ invoiceNumber })}
      />
    </div>
  )
}
