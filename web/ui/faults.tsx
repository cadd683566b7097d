import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { ApiError } from '../api/client.ts'
import { Icon } from './icon.tsx'
import { useKitText } from './kit-text.ts'

interface Fault {
  readonly pointer: string
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

export interface FaultSummaryProps {
  readonly error: unknown
  /** The names of the fields on screen. Their faults become links to them. */
  readonly known?: readonly string[] | undefined
}

/** Everything that is wrong, above the form. It takes the focus when it appears. */
export function FaultSummary({ error, known }: FaultSummaryProps) {
  const t = useKitText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.focus()
  }, [error])
  if (!error) return null
  const faults = faultsOf(error)
  const title = faults.length > 0 ? t('faults.title') : (titleOf(error) ?? t('error.title'))
  return (
    <div className="notice faults" data-tone="bad" role="alert" tabIndex={-1} ref={box}>
      <Icon name="alert" size={20} />
      <div className="notice-words">
        <strong>{title}</strong>
        {faults.length === 0 && <p>{error instanceof Error ? error.message : t('error.unknown.why')}</p>}
        {faults.length > 0 && <FaultList faults={faults} known={known} />}
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

function FaultList({
  faults,
  known,
}: {
  readonly faults: readonly Fault[]
  readonly known: readonly string[] | undefined
}) {
  return (
    <ul>
      {faults.map(({ pointer, message }, index) => {
        const isKnown = !known || known.some((name) => isAt(pointer, name))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            {isKnown ? (
              <button
                type="button"
                className="link"
                onClick={({ currentTarget }) => focusField(currentTarget, pointer)}
              >
                {message}
              </button>
            ) : (
              message
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Goes to the field in the same dialog or page. Fields carry their name for this. */
function focusField(from: Element, pointer: string): void {
  const around = from.closest('[role=dialog], [role=alertdialog], main') ?? document.body
  const fields = [...around.querySelectorAll<HTMLElement>('[data-field]')]
  const field = fields.find((one) => isAt(pointer, one.dataset.field ?? ''))
  const control = field?.querySelector<HTMLElement>('input, select, textarea, button')
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}
