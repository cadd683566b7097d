import { useEffect, useRef, useState } from 'react'
import { useKitText } from '../words/kit-text.ts'
import { Field, type FieldProps } from './field-frame.tsx'
import type { Option } from './option.ts'
import { Picker } from './picker.tsx'

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
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const text = typed ?? ''
  const found = useFound(props.search, text, isOpen)
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
        <Picker
          {...props}
          {...{ ids, typed, isOpen, emptyText }}
          options={found.options}
          onType={setTyped}
          onOpen={setOpen}
          placeholder={props.placeholder ?? t('lookup.type')}
          hasClear={!props.isRequired}
        />
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
