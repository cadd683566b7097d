import type { ReactNode } from 'react'
import { type ControlProps, Field, shared } from './field-frame.tsx'

export { CheckField, type CheckFieldProps, SwitchField } from './check-field.tsx'
export { type ControlProps, Field, type FieldIds, type FieldProps } from './field-frame.tsx'
export { MoneyField, NumberField } from './number-field.tsx'
export type { Option } from './option.ts'
export { SelectField, type SelectFieldProps } from './select-field.tsx'

/** What the portal uses of React's type, whose thousands of texts cost the type checker a second. */
type AutoComplete = 'off' | 'username' | 'current-password' | 'new-password' | 'one-time-code'

export interface TextFieldProps extends ControlProps<string> {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'search' | 'url' | undefined
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | undefined
  readonly autoComplete?: AutoComplete | undefined
  readonly maxLength?: number | undefined
  /** Behind the input, such as a counter or a button. */
  readonly end?: ReactNode
}

export function TextField(props: TextFieldProps) {
  const { type = 'text', inputMode, autoComplete = 'off', maxLength, end } = props
  return (
    <Field {...props}>
      {(ids) => (
        <div className="input-group">
          <input
            {...ids}
            {...shared(props)}
            {...{ type, inputMode, autoComplete, maxLength }}
            className="input"
            value={props.value}
            spellCheck={false}
            onChange={({ target }) => props.onChange(target.value)}
          />
          {end && <span className="input-end">{end}</span>}
        </div>
      )}
    </Field>
  )
}

export interface TextAreaFieldProps extends ControlProps<string> {
  readonly rows?: number | undefined
  readonly maxLength?: number | undefined
}

export function TextAreaField(props: TextAreaFieldProps) {
  return (
    <Field {...props}>
      {(ids) => (
        <textarea
          {...ids}
          {...shared(props)}
          className="input"
          rows={props.rows ?? 3}
          maxLength={props.maxLength}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** A calendar date as the wire writes it, `2026-01-02`, or empty. The browser brings the picker. */
export function DateField(
  props: ControlProps<string> & { readonly min?: string | undefined; readonly max?: string | undefined },
) {
  return (
    <Field {...props}>
      {(ids) => (
        <input
          {...ids}
          {...shared(props)}
          type="date"
          className="input input-date"
          min={props.min}
          max={props.max}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  )
}
