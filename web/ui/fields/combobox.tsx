import { useMemo, useState } from 'react'
import { useKitText } from '../words/kit-text.ts'
import type { ControlProps, FieldIds } from './field-frame.tsx'
import type { Option } from './option.ts'
import { Picker } from './picker.tsx'

interface ComboboxProps extends ControlProps<string> {
  readonly options: readonly Option[]
  readonly ids: FieldIds
}

/** A list to choose from by typing. */
export function Combobox({ ids, ...props }: ComboboxProps) {
  const t = useKitText()
  const { options, value, onChange } = props
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const chosen = useMemo(() => options.find((option) => option.value === value) ?? null, [options, value])
  const found = useMemo(() => {
    const wanted = folded((typed ?? '').trim())
    return wanted === '' ? options : options.filter(({ title }) => folded(title).includes(wanted))
  }, [options, typed])
  return (
    <Picker
      {...props}
      {...{ ids, typed, isOpen }}
      value={chosen}
      onChange={(option) => onChange(option?.value ?? '')}
      options={found}
      onType={setTyped}
      onOpen={setOpen}
      emptyText={t('select.none')}
      placeholder={props.placeholder ?? t('choose')}
      hasClear={!props.isRequired}
      disabled={props.disabled || props.isReadOnly}
    />
  )
}

/** Without case and accents. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
