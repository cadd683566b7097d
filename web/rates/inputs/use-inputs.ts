import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useSession } from '../../api/session.ts'
import { type Inputs, inputNames, inputsKey, inputsOfQuery } from './inputs.ts'

export interface InputState {
  /** What the fields show: what was typed, even if it is not in the address yet. */
  readonly draft: Inputs
  /** What is quoted: what stands in the address, with dealer and sale date filled in. */
  readonly settled: Inputs
  /** Whether the fields are ahead of the address. */
  readonly isAhead: boolean
  /** Changes fields. The address and the rates follow 300 ms later. */
  change(changes: Inputs): void
  /** Does not wait any longer. */
  settle(): void
}

const PAUSE_MILLISECONDS = 300

/** The dealer of a caller who is limited to one. */
export function usePresetDealer(): { readonly number: string; readonly title: string } | undefined {
  const { scopes } = useSession()
  const [only] = scopes
  if (scopes.length !== 1 || only?.type !== 'Dealer' || only.number === null) return undefined
  return { number: only.number, title: only.name ? `${only.number} · ${only.name}` : only.number }
}

/** The inputs of the quote. Their home is the address; the fields run ahead of it while somebody types. */
export function useInputs(): InputState {
  const query = useQuery()
  const setQuery = useSetQuery()
  const complete = useComplete()
  const inAddress = useMemo(() => inputsOfQuery(query), [query])
  const key = inputsKey(inAddress)
  const [draft, setDraft] = useState(inAddress)
  const [isAhead, setAhead] = useState(false)
  const latest = useRef({ draft, timer: undefined as ReturnType<typeof setTimeout> | undefined })

  const settle = useCallback(() => {
    clearTimeout(latest.current.timer)
    latest.current.timer = undefined
    setAhead(false)
    setQuery(Object.fromEntries(inputNames.map((name) => [name, latest.current.draft[name] || undefined])))
  }, [setQuery])

  const change = useCallback(
    (changes: Inputs) => {
      latest.current.draft = { ...latest.current.draft, ...changes }
      setDraft(latest.current.draft)
      setAhead(true)
      clearTimeout(latest.current.timer)
      latest.current.timer = setTimeout(settle, PAUSE_MILLISECONDS)
    },
    [settle],
  )

  // Back, a link or a repair changed the address: the fields follow, unless somebody is typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the inputs, as a text that can be compared
  useEffect(() => {
    if (latest.current.timer !== undefined || inputsKey(latest.current.draft) === key) return
    latest.current.draft = inAddress
    setDraft(inAddress)
  }, [key])
  useEffect(() => () => clearTimeout(latest.current.timer), [])

  return { draft: complete(draft), settled: complete(inAddress), isAhead, change, settle }
}

/** Fills in the only dealer of the caller, and the service's today as the sale date. */
function useComplete(): (inputs: Inputs) => Inputs {
  const { today } = useSession()
  const dealer = usePresetDealer()?.number
  return (inputs) => ({
    ...(dealer === undefined ? {} : { dealerNumber: dealer }),
    saleDate: today,
    ...inputs,
  })
}
