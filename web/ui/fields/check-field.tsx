import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { useFault } from './faults.tsx'

export interface CheckFieldProps {
  readonly label: ReactNode
  readonly name?: string | undefined
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly hint?: ReactNode
  readonly fault?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** A box to tick. */
export const CheckField = (props: CheckFieldProps) => <Ticked {...props} kind="check" />

/** A switch: it acts at once, without a button that saves. */
export const SwitchField = (props: CheckFieldProps) => <Ticked {...props} kind="switch" />

function Ticked({ kind, ...props }: CheckFieldProps & { readonly kind: 'check' | 'switch' }) {
  const { label, name, value, onChange, hint, isRequired, disabled, className } = props
  const id = useId()
  const found = useFault(name)
  const fault = props.fault ?? found
  return (
    <div
      className={classes('field', 'field-check', className)}
      data-field={name}
      data-faulty={fault ? true : undefined}
    >
      <label className="check">
        <input
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={kind === 'switch' ? 'switch' : 'checkbox'}
          name={name}
          checked={value}
          disabled={disabled}
          required={isRequired}
          aria-describedby={classes(hint ? `${id}-hint` : '', fault ? `${id}-fault` : '') || undefined}
          aria-invalid={fault ? true : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {fault && (
        <div className="field-fault" id={`${id}-fault`}>
          {fault}
        </div>
      )}
    </div>
  )
}
