import { type HTMLInputAutoCompleteAttribute, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { classes } from './classes.ts'
import { useFault } from './faults.tsx'
import { Icon } from './icon.tsx'
import { useKitText } from './kit-text.ts'
import { parseAmount, parseNumber, showAmount, showNumber } from './numbers.ts'

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

export interface TextFieldProps extends ControlProps<string> {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'search' | 'url' | undefined
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | undefined
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined
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

type Shared = Pick<ControlProps<unknown>, 'onBlur' | 'disabled' | 'isReadOnly' | 'autoFocus' | 'placeholder'>

const shared = ({ onBlur, disabled, isReadOnly, autoFocus, placeholder }: Shared) => ({
  ...{ onBlur, disabled, autoFocus, placeholder },
  readOnly: isReadOnly,
})

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

interface TypedNumberProps extends ControlProps<number | undefined> {
  /** In front of or behind the input: `$`, `mi`, `%`. */
  readonly unit?: string | undefined
}

/** A number; undefined if empty or not a number yet. */
export function NumberField(props: TypedNumberProps & { readonly decimals?: number | undefined }) {
  const t = useKitText()
  const decimals = props.decimals ?? 0
  const parse = (text: string) => parseNumber(text, decimals)
  return (
    <Typed
      {...props}
      parse={parse}
      show={showNumber}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      wrong={t('faults.number')}
    />
  )
}

/** Dollars, as the wire writes them; undefined if empty or not an amount yet. */
export function MoneyField(props: TypedNumberProps) {
  const t = useKitText()
  return (
    <Typed
      unit="$"
      {...props}
      parse={parseAmount}
      show={showAmount}
      inputMode="decimal"
      wrong={t('faults.amount')}
      isUnitFirst
    />
  )
}

interface TypedProps extends TypedNumberProps {
  readonly parse: (text: string) => number | undefined
  readonly show: (value: number) => string
  readonly inputMode: 'numeric' | 'decimal'
  readonly wrong: string
  readonly isUnitFirst?: boolean
}

/** Keeps the text as it was typed; the value goes out as soon as the text is a number. */
function Typed({ parse, show, wrong, inputMode, isUnitFirst, unit, ...props }: TypedProps) {
  const [text, setText] = useState(() => (props.value === undefined ? '' : show(props.value)))
  const [isLeft, setLeft] = useState(true)
  const typed = parse(text)
  const isMoved = typed !== props.value && !(typed === undefined && props.value === undefined)
  const shown = isMoved ? (props.value === undefined ? '' : show(props.value)) : text
  const isWrong = isLeft && shown.trim() !== '' && parse(shown) === undefined
  const change = (next: string) => {
    setText(next)
    setLeft(false)
    if (parse(next) !== props.value) props.onChange(parse(next))
  }
  const leave = () => {
    setLeft(true)
    if (props.value !== undefined) setText(show(props.value))
    props.onBlur?.()
  }
  return (
    <Field {...props} fault={props.fault ?? (isWrong ? wrong : undefined)}>
      {(ids) => (
        <div className="input-group" data-unit={unit ? (isUnitFirst ? 'start' : 'end') : undefined}>
          {unit && <span className="input-unit">{unit}</span>}
          <input
            {...ids}
            {...shared(props)}
            type="text"
            autoComplete="off"
            className="input input-number"
            inputMode={inputMode}
            value={shown}
            onChange={({ target }) => change(target.value)}
            onBlur={leave}
          />
        </div>
      )}
    </Field>
  )
}

export interface Option {
  readonly value: string
  readonly title: string
  readonly subtitle?: string | undefined
}

export interface SelectFieldProps extends ControlProps<string> {
  readonly options: readonly Option[]
  /** What the empty choice says. Not there if the field is required and has a value. */
  readonly emptyTitle?: string | undefined
}

/** The most entries of a native select. Longer lists are searched by typing. */
const NATIVE_MOST = 12

// The combobox is as heavy as the rest of the kit, and the first screen has none.
const Combobox = lazy(() => import('./combobox.tsx'))

export function SelectField(props: SelectFieldProps) {
  const t = useKitText()
  if (props.options.length <= NATIVE_MOST) return <NativeSelect {...props} />
  return (
    <Field {...props}>
      {(ids) => (
        <Suspense fallback={<input className="input" id={ids.id} disabled value={t('loading')} readOnly />}>
          <Combobox {...props} ids={ids} />
        </Suspense>
      )}
    </Field>
  )
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

export { CheckField, SwitchField } from './check-field.tsx'
