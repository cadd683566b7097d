import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ApiError } from '../../api/client.ts'
import { Icon } from '../icon.tsx'
import { useKitText } from '../words/kit-text.ts'

interface Fault {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

const FaultsContext = createContext<unknown>(undefined)

/** Gives the faults of a refusal to the fields below, each to the field of its name. */
export function Faults({ error, children }: { readonly error: unknown; readonly children: ReactNode }) {
  return <FaultsContext value={error}>{children}</FaultsContext>
}

/** The fault of the field with this name, from the nearest `Faults`. */
export const useFault = (name: string | undefined): string | undefined =>
  faultOf(useContext(FaultsContext), name)

/** What the service says about the field with this name: a JSON pointer, or the name of a query parameter. */
export function faultOf(error: unknown, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const messages = faultsOf(error)
    .filter(({ pointer }) => isAt(pointer, name))
    .map(({ message }) => message)
  return messages.length > 0 ? messages.join(' ') : undefined
}

const faultsOf = (error: unknown): readonly Fault[] => (error instanceof ApiError ? error.errors : [])

/** `/odometer` and `?odometer` both are the field `odometer`. */
const isAt = (pointer: string, name: string) => pointer === name || pointer.slice(1) === name

interface FaultSummaryProps {
  readonly error: unknown
  /** It leaves the focus where it is: a dry run came by itself, and somebody is still typing. */
  readonly isQuiet?: boolean | undefined
}

/** Everything that is wrong, above the form. It takes the focus when it appears. */
export function FaultSummary({ error, isQuiet = false }: FaultSummaryProps) {
  const t = useKitText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error && !isQuiet) box.current?.focus()
  }, [error, isQuiet])
  if (!error) return null
  const faults = faultsOf(error)
  const title = faults.length > 0 ? t('faults.title') : (titleOf(error) ?? t('error.title'))
  return (
    <div className="notice faults" data-tone="bad" role="alert" tabIndex={-1} ref={box}>
      <Icon name="alert" size={20} />
      <div className="notice-words">
        <strong>{title}</strong>
        {faults.length === 0 && <p>{error instanceof Error ? error.message : t('error.unknown.why')}</p>}
        {faults.length > 0 && <FaultList faults={faults} />}
        {error instanceof ApiError && error.status >= 500 && error.requestId && (
          <p>
            {t('error.requestId')}: <code>{error.requestId}</code>
          </p>
        )}
      </div>
    </div>
  )
}

const titleOf = (error: unknown) => (error instanceof ApiError ? error.problem.title : undefined)

/** The faults. One of a field on screen has the label of the field and goes there. */
function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [labels, setLabels] = useState<readonly (string | undefined)[]>([])
  useLayoutEffect(() => {
    const around = list.current
    if (around) setLabels(faults.map(({ pointer }) => labelOf(fieldAt(around, pointer))))
  }, [faults])
  return (
    <ul ref={list}>
      {faults.map((fault, index) => {
        const label = labels[index]
        const text = faultText(fault, label)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            {label === undefined ? (
              text
            ) : (
              <button
                type="button"
                className="link"
                onClick={({ currentTarget }) => focusField(currentTarget, fault.pointer)}
              >
                {text}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A fault that stands apart from its field says which one it is. "A value is required." alone helps nobody. */
export function faultText({ pointer, code, message }: Fault, label: string | undefined): string {
  const name = label ?? (code === 'Required' ? pointer.slice(1).replaceAll('/', '.') : '')
  const isNamed = name === '' || message.toLowerCase().includes(name.toLowerCase())
  return isNamed ? message : `${name}: ${message}`
}

/** The field with this name in the same dialog or page. Fields carry their name for this. */
function fieldAt(from: Element, pointer: string): HTMLElement | undefined {
  const around = from.closest('[role=dialog], [role=alertdialog], main') ?? document.body
  const fields = [...around.querySelectorAll<HTMLElement>('[data-field]')]
  return fields.find((one) => isAt(pointer, one.dataset.field ?? ''))
}

/** The star of a required field is no part of its label. */
const labelOf = (field: HTMLElement | undefined): string | undefined =>
  field?.querySelector('label, legend')?.textContent.replace(/\s*\*$/, '')

function focusField(from: Element, pointer: string): void {
  const control = fieldAt(from, pointer)?.querySelector<HTMLElement>('input, select, textarea, button')
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}
