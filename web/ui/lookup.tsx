import { Combobox as Base } from '@base-ui/react/combobox'
import { useEffect, useRef, useState } from 'react'
import { ComboboxButtons, ComboboxList } from './combobox.tsx'
import { Field, type FieldProps } from './field-frame.tsx'
import { useKitText } from './kit-text.ts'
import type { Option } from './option.ts'

export interface LookupFieldProps extends FieldProps {
  /** What was chosen, with its title; null if nothing. */
  readonly value: Option | null
  readonly onChange: (value: Option | null) => void
  /** Asks the service. It is called 200 ms after the last letter; an empty text asks for the first few. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
  readonly disabled?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly placeholder?: string | undefined
}

const PAUSE_MILLISECONDS = 200

/** A field that searches the service while one types, such as for a dealer. */
export function LookupField(props: LookupFieldProps) {
  const t = useKitText()
  const { value, onChange, search, label } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useFound(search, text, isOpen)
  const emptyText =
    found.state === 'searching'
      ? t('lookup.searching')
      : found.state === 'failed'
        ? t('lookup.failed')
        : text
          ? t('lookup.none', { text })
          : t('lookup.type')
  return (
    <Field {...props}>
      {(ids) => (
        <Base.Root
          items={found.options}
          filter={null}
          value={value}
          onValueChange={(option: Option | null) => onChange(option)}
          itemToStringLabel={(option: Option) => option.title}
          isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
          onOpenChange={setOpen}
          onInputValueChange={(typed, { reason }) => setText(reason === 'input-change' ? typed : '')}
          disabled={props.disabled}
          autoHighlight
        >
          <div className="input-group combobox">
            <Base.Input
              {...ids}
              className="input"
              placeholder={props.placeholder ?? t('lookup.type')}
              autoFocus={props.autoFocus}
            />
            <ComboboxButtons label={label} hasClear={!props.isRequired} />
          </div>
          <ComboboxList emptyText={emptyText} />
        </Base.Root>
      )}
    </Field>
  )
}

interface Found {
  readonly options: readonly Option[]
  readonly state: 'searching' | 'found' | 'failed'
}

/** What the service finds for the text. The answer to an older text is dropped. */
function useFound(search: LookupFieldProps['search'], text: string, isOpen: boolean): Found {
  const [found, setFound] = useState<Found>({ options: [], state: 'searching' })
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    if (!isOpen) return
    const abort = new AbortController()
    setFound(({ options }) => ({ options, state: 'searching' }))
    const timer = setTimeout(() => {
      latest.current(text.trim(), abort.signal).then(
        (options) => !abort.signal.aborted && setFound({ options, state: 'found' }),
        () => !abort.signal.aborted && setFound({ options: [], state: 'failed' }),
      )
    }, PAUSE_MILLISECONDS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, isOpen])
  return found
}
