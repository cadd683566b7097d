import { Combobox as Base } from '@base-ui/react/combobox'
import { useMemo } from 'react'
import type { ControlProps, FieldIds } from './field-frame.tsx'
import { Icon } from './icon.tsx'
import { useKitText } from './kit-text.ts'
import type { Option } from './option.ts'

export interface ComboboxProps extends ControlProps<string> {
  readonly options: readonly Option[]
  readonly ids: FieldIds
}

/** A list to choose from by typing. */
export default function Combobox({ ids, ...props }: ComboboxProps) {
  const t = useKitText()
  const { options, value, onChange, label } = props
  const chosen = useMemo(() => options.find((option) => option.value === value) ?? null, [options, value])
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option: Option | null) => onChange(option?.value ?? '')}
      itemToStringLabel={(option: Option) => option.title}
      isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
      disabled={props.disabled || props.isReadOnly}
      autoHighlight
    >
      <div className="input-group combobox">
        <Base.Input
          {...ids}
          className="input"
          placeholder={props.placeholder ?? t('choose')}
          onBlur={props.onBlur}
          autoFocus={props.autoFocus}
        />
        <ComboboxButtons label={label} hasClear={!props.isRequired} />
      </div>
      <ComboboxList emptyText={t('select.none')} />
    </Base.Root>
  )
}

export function ComboboxButtons({ label, hasClear }: { readonly label: string; readonly hasClear: boolean }) {
  const t = useKitText()
  return (
    <span className="combobox-buttons">
      {hasClear && (
        <Base.Clear className="combobox-button" aria-label={t('clear', { label })}>
          <Icon name="close" />
        </Base.Clear>
      )}
      <Base.Trigger className="combobox-button" aria-label={t('lookup.show', { label })}>
        <Icon name="down" />
      </Base.Trigger>
    </span>
  )
}

export function ComboboxList({ emptyText }: { readonly emptyText: string }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} collisionPadding={8} className="menu-place">
        <Base.Popup className="menu combobox-popup">
          <Base.Empty className="combobox-status">{emptyText}</Base.Empty>
          <Base.List className="combobox-list">
            {(option: Option) => (
              <Base.Item key={option.value} value={option} className="menu-item">
                <span className="menu-words">
                  {option.title}
                  {option.subtitle && <small>{option.subtitle}</small>}
                </span>
                <Base.ItemIndicator className="combobox-chosen">
                  <Icon name="check" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
