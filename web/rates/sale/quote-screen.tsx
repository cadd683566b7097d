import { useEffect, useRef, useState } from 'react'
import { useQuery } from '../../api/address.ts'
import { ApiError } from '../../api/client.ts'
import { Empty, ErrorPanel, Loading } from '../../ui/states.tsx'
import { focusInput } from '../inputs/focus-input.ts'
import { type Inputs, inputsKey, isReadyToQuote } from '../inputs/inputs.ts'
import { useIsVehicle } from '../inputs/more-fields.tsx'
import { QuoteForm } from '../inputs/quote-form.tsx'
import { type InputState, useInputs } from '../inputs/use-inputs.ts'
import { OffersPanel } from '../offers/offers-panel.tsx'
import { isAboutInputs, reasonsOfError } from '../offers/reasons.ts'
import type { Repair } from '../offers/repairs.ts'
import { useQuote } from '../offers/use-quote.ts'
import { useRepairs } from '../offers/use-repairs.ts'
import { WhyNoRates } from '../offers/why-no-rates.tsx'
import { useText } from '../text.ts'
import { Papers } from './papers.tsx'
import { SaleStep } from './sale-step.tsx'

/** From the VIN to the signed form. The address says which step is shown. */
export function QuoteScreen() {
  const query = useQuery()
  const contract = query.contract
  if (contract) return <Papers identifier={contract} />
  return <Desk isSelling={query.step === 'sale'} rateKey={query.rate ?? ''} />
}

/** The quote, and the sale of one of its rates. */
function Desk({ isSelling, rateKey }: { readonly isSelling: boolean; readonly rateKey: string }) {
  const state = useInputs()
  const rates = useRates(state)
  if (isSelling) return <SaleStep inputs={state.settled} rateKey={rateKey} quote={rates.quote} />
  return <RatesStep state={state} rates={rates} />
}

/** Asks for rates when there is enough to ask for, or when the button says so. */
function useRates(state: InputState) {
  const { settled } = state
  const isVehicle = useIsVehicle(state.draft.assetTypeCode)
  const [asked, setAsked] = useState<string>()
  const isEnabled = isReadyToQuote(settled, isVehicle) || asked === inputsKey(settled)
  const quote = useQuote(settled, isEnabled)
  const { results, show } = useShowRates(quote.isFetching)
  const ask = () => {
    // Without a dealer there is nobody to ask for.
    if (!state.draft.dealerNumber) return focusInput('dealerNumber')
    setAsked(inputsKey(state.draft))
    show()
    state.settle()
    if (isEnabled && !state.isAhead) void quote.refetch()
  }
  return { quote, isEnabled, isVehicle, ask, results }
}

/**
 * Whoever has asked for rates wants to see them: on a phone they are below the form, and with the keyboard the way to them
 * is long. So the first rate gets the focus when they come.
 */
function useShowRates(isFetching: boolean) {
  const results = useRef<HTMLDivElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (isFetching || !isWanted.current) return
    isWanted.current = false
    const box = results.current
    if (box && box.getBoundingClientRect().top > window.innerHeight / 2)
      box.scrollIntoView({ block: 'start' })
    box?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true })
  }, [isFetching])
  const show = () => {
    isWanted.current = true
  }
  return { results, show }
}

type Rates = ReturnType<typeof useRates>

function RatesStep({ state, rates }: { readonly state: InputState; readonly rates: Rates }) {
  const t = useText()
  const { quote, isVehicle, isEnabled, ask } = rates
  const answer = isEnabled ? quote.data?.quote : undefined
  const error = isEnabled && !quote.isPlaceholderData ? quote.error : null
  return (
    <div className="rates">
      <h1>{t('title')}</h1>
      <QuoteForm
        state={state}
        isVehicle={isVehicle}
        vehicle={answer?.vehicle}
        error={error}
        isBusy={quote.isFetching}
        onQuote={ask}
      />
      <div className="rates-results" ref={rates.results}>
        <Results state={state} rates={rates} />
      </div>
    </div>
  )
}

function Results({
  state,
  rates: { quote, isEnabled, isVehicle, ask },
}: {
  readonly state: InputState
  readonly rates: Rates
}) {
  const t = useText()
  const { settled, change, settle } = state
  const error = isEnabled ? quote.error : null
  const answer = isEnabled && !error ? quote.data?.quote : undefined
  const isOld = quote.isPlaceholderData || state.isAhead
  const reasons = answer?.reasons ?? []
  const refusal = error || reasons.length > 0 ? refusalOf(error, reasons) : undefined
  const repairs = useRepairs(settled, quote.isFetching || state.isAhead ? undefined : refusal)
  const repair = ({ input, value }: Repair) => {
    change({ [input]: value })
    settle()
  }
  if (!isEnabled) return <Empty title={t('start.title')} why={t('start.why')} icon="quote" />
  if (error && !isAboutInputs(error)) return <ErrorPanel error={error} onRetry={ask} />
  if (!error && !answer) return <Loading />
  return (
    <>
      {answer && (
        <OffersPanel
          quote={answer}
          isOld={isOld}
          surchargeCodes={codesOf(settled)}
          onSurcharges={(codes) => {
            change({ surchargeCodes: codes.join(',') })
            settle()
          }}
        />
      )}
      <WhyNoRates
        inputs={settled}
        error={error}
        reasons={reasons}
        quoteId={answer?.quoteId ?? quoteIdOf(error)}
        isVehicle={isVehicle}
        repairs={repairs}
        onRepair={repair}
      />
    </>
  )
}

const codesOf = ({ surchargeCodes = '' }: Inputs) => surchargeCodes.split(',').filter(Boolean)

const refusalOf = (error: unknown, reasons: ReturnType<typeof reasonsOfError>) => ({
  code: error instanceof ApiError ? error.code : undefined,
  reasons: error ? reasonsOfError(error) : reasons,
})

function quoteIdOf(error: unknown): string | undefined {
  const id = error instanceof ApiError ? error.problem.quoteId : undefined
  return typeof id === 'string' ? id : undefined
}
