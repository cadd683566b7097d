import type { Surcharge } from '../../../sdk/src/types.gen.ts'
import { CheckField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

interface OptionsRowProps {
  readonly options: readonly Surcharge[]
  /** The codes that are asked for. */
  readonly chosen: readonly string[]
  readonly onChange: (codes: readonly string[]) => void
}

/** What the customer may add. The service puts a chosen option into every price. */
export function OptionsRow({ options, chosen, onChange }: OptionsRowProps) {
  const t = useText()
  const format = useFormat()
  if (options.length === 0) return null
  const toggle = (code: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, code] : chosen.filter((other) => other !== code))
  return (
    <fieldset className="rates-options">
      <legend>{t('options.title')}</legend>
      {options.map(({ code, name, retailAmount, amount }) => (
        <CheckField
          key={code}
          label={t('options.option', { name, amount: format.money(retailAmount ?? amount) })}
          value={chosen.includes(code)}
          onChange={(isOn) => toggle(code, isOn)}
        />
      ))}
    </fieldset>
  )
}
