import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useFault } from './faults.tsx'

export interface FieldProps {
  readonly label: string
  /** The JSON pointer of the value in the API's body, such as `/customer/firstName`. Faults find the field by it. */
  readonly name?: string | undefined
  readonly hint?: ReactNode
  /** What is wrong. Without it, what the nearest `Faults` says about this name. */
  readonly fault?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly className?: string | undefined
  /** The label is there for screen readers only: in table rows and filter bars. */
  readonly isLabelHidden?: boolean | undefined
}

/** What a control needs to belong to its label, hint and fault. */
export interface FieldIds {
  readonly id: string
  readonly name: string | undefined
  readonly required: boolean
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

/** A label with its control, hint and fault. */
export function Field({
  children,
  ...props
}: FieldProps & { readonly children: (ids: FieldIds) => ReactNode }) {
  const { label, name, hint, isRequired = false, className, isLabelHidden } = props
  const id = useId()
  const found = useFault(name)
  const fault = props.fault ?? found
  const ids: FieldIds = {
    ...{ id, name, required: isRequired },
    'aria-describedby': classes(hint ? `${id}-hint` : '', fault ? `${id}-fault` : '') || undefined,
    'aria-invalid': fault ? true : undefined,
  }
  return (
    <div className={classes('field', className)} data-field={name} data-faulty={fault ? true : undefined}>
      <label className={classes('field-label', isLabelHidden && 'visually-hidden')} htmlFor={id}>
        {label}
        {isRequired && <Required />}
      </label>
      {children(ids)}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FaultLine id={`${id}-fault`} fault={fault} />
    </div>
  )
}

/** The attribute `required` says it to screen readers; the star says it to the eye. */
const Required = () => (
  <span className="field-required" aria-hidden="true">
    {' *'}
  </span>
)

function FaultLine({ id, fault }: { readonly id: string; readonly fault: string | undefined }) {
  if (!fault) return null
  return (
    <div className="field-fault" id={id}>
      <Icon name="alert" size={14} />
      <span>{fault}</span>
    </div>
  )
}

export interface ControlProps<Value> extends FieldProps {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur?: (() => void) | undefined
  readonly disabled?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly placeholder?: string | undefined
}

type Shared = Pick<ControlProps<unknown>, 'onBlur' | 'disabled' | 'isReadOnly' | 'autoFocus' | 'placeholder'>

/** What every text-like control takes. */
export const shared = ({ onBlur, disabled, isReadOnly, autoFocus, placeholder }: Shared) => ({
  ...{ onBlur, disabled, autoFocus, placeholder },
  readOnly: isReadOnly,
})
