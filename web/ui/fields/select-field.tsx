import { useKitText } from '../words/kit-text.ts'
import { Combobox } from './combobox.tsx'
import { type ControlProps, Field, shared } from './field-frame.tsx'
import type { Option } from './option.ts'

export interface SelectFieldProps extends ControlProps<string> {
  readonly options: readonly Option[]
  /** What the empty choice says. Not there if the field is required and has a value. */
  readonly emptyTitle?: string | undefined
}

/** The most entries of a native select. Longer lists are searched by typing. */
const NATIVE_MOST = 12

export function SelectField(props: SelectFieldProps) {
  if (props.options.length <= NATIVE_MOST) return <NativeSelect {...props} />
  return <Field {...props}>{(ids) => <Combobox {...props} ids={ids} />}</Field>
}

function NativeSelect(props: SelectFieldProps) {
  const t = useKitText()
  const { onBlur, disabled, autoFocus } = shared(props)
  const hasEmpty = !props.isRequired || props.value === ''
  return (
    <Field {...props}>
      {(ids) => (
        <select
          {...ids}
          {...{ onBlur, autoFocus }}
          className="input select"
          disabled={disabled || props.isReadOnly}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        >
          {hasEmpty && <option value="">{props.emptyTitle ?? (props.isRequired ? t('choose') : '—')}</option>}
          {props.options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
