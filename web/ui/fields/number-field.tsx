import { useEffect, useRef, useState } from 'react'
import { useKitText } from '../words/kit-text.ts'
import { isUnfinished, parseAmount, parseNumber, showAmount, showNumber } from '../words/numbers.ts'
import { type ControlProps, Field, shared } from './field-frame.tsx'

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

/**
 * Keeps the text as it was typed; the value goes out as soon as the text is a number. A text that is none makes the
 * input invalid, so that nothing is saved over it (`stopAtWrongEntry`).
 */
function Typed({ parse, show, wrong, inputMode, isUnitFirst, unit, ...props }: TypedProps) {
  const [text, setText] = useState(() => (props.value === undefined ? '' : show(props.value)))
  const [isLeft, setLeft] = useState(true)
  const typed = parse(text)
  const isMoved = typed !== props.value && !(typed === undefined && props.value === undefined)
  const shown = isMoved ? (props.value === undefined ? '' : show(props.value)) : text
  const isWrong = shown.trim() !== '' && parse(shown) === undefined
  // Who is still typing is told at once what can never become a number, and the rest when the field is left.
  const isSaid = isWrong && (isLeft || !isUnfinished(shown))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(isWrong ? wrong : ''), [isWrong, wrong])
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
    <Field {...props} fault={isSaid ? wrong : props.fault}>
      {(ids) => (
        <div className="input-group" data-unit={unit ? (isUnitFirst ? 'start' : 'end') : undefined}>
          {unit && <span className="input-unit">{unit}</span>}
          <input
            {...ids}
            {...shared(props)}
            ref={input}
            type="text"
            autoComplete="off"
            className="input input-number"
            inputMode={inputMode}
            value={shown}
            onChange={({ target }) => change(target.value)}
            onBlur={leave}
            onInvalid={() => setLeft(true)}
          />
        </div>
      )}
    </Field>
  )
}
