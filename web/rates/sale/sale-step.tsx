import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CustomField, RateResponse } from '../../../sdk/src/types.gen.ts'
import { useGuard, useQuery, useSetQuery } from '../../api/address.ts'
import { ApiError } from '../../api/client.ts'
import { practice } from '../../api/practice.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Link } from '../../ui/link.tsx'
import { Await, Empty, ErrorPanel, Loading, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useFormat } from '../../ui/words/format.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { useIsVehicle } from '../inputs/more-fields.tsx'
import { vehicleTitle } from '../inputs/vehicle-fields.tsx'
import { type Offer, offersByKey } from '../offers/offers.ts'
import type { Quoted } from '../offers/use-quote.ts'
import { offerTitle } from '../offers/words.ts'
import { useText } from '../text.ts'
import { PriceSection } from './price-section.tsx'
import { RateChanged } from './rate-changed.tsx'
import {
  CobuyerSection,
  CustomerSection,
  FieldsSection,
  LenderSection,
  VehicleSection,
} from './sale-sections.tsx'
import { useSale } from './use-sale.ts'

interface SaleStepProps {
  readonly inputs: Inputs
  /** The chosen rate, as the address names it. */
  readonly rateKey: string
  readonly quote: UseQueryResult<Quoted>
}

/** The sale of the chosen rate: price, customer, and what else the product asks for. */
export function SaleStep({ inputs, rateKey, quote }: SaleStepProps) {
  const t = useText()
  const back = useBack()
  // A rate of other inputs must not be sold, however shortly it is shown.
  const answer = quote.isPlaceholderData ? undefined : quote.data?.quote
  const offer = answer && offersByKey(answer).get(rateKey)
  const fields = useAnswer(
    'GET /Rates/Products/{productId}/customfields',
    { path: { productId: offer?.product.id ?? 0 }, query: { sortBy: 'displayOrder', pageSize: 200 } },
    { enabled: offer !== undefined, staleTime: 600_000 },
  )
  if (answer && offer)
    return (
      <Await query={fields}>
        {(customFields) => (
          <SaleForm
            inputs={inputs}
            offer={offer}
            quote={answer}
            customFields={customFields}
            requote={quote.refetch}
          />
        )}
      </Await>
    )
  if (quote.isFetching) return <Loading />
  const button = <Button onClick={back}>{t('sale.back')}</Button>
  if (quote.error) return <ErrorPanel error={quote.error} onRetry={back} />
  return <Empty title={t('sale.gone')} why={t('sale.goneWhy')} action={button} />
}

function useBack() {
  const setQuery = useSetQuery()
  return () => setQuery({ step: undefined })
}

interface SaleFormProps {
  readonly inputs: Inputs
  readonly offer: Offer
  readonly quote: RateResponse
  readonly customFields: readonly CustomField[]
  readonly requote: () => Promise<unknown>
}

function SaleForm({ inputs, offer, quote, customFields, requote }: SaleFormProps) {
  const t = useText()
  const format = useFormat()
  const isVehicle = useIsVehicle(inputs.assetTypeCode)
  const showsCost = useQuery().view !== 'customer'
  const back = useBack()
  const sale = useSale(offer, customFields)
  const { saveAs, isSaved } = useSave(sale)
  useGuard(sale.isDirty && !isSaved)
  useShortcut('Ctrl+Enter', () => void saveAs('Pending'), { title: t('save') })
  const { execution, problem } = sale
  const accept = async () => {
    await requote()
    sale.forgetRefusal()
  }
  return (
    <div className="rates-sale">
      <header className="rates-sale-head">
        <div>
          <h1>{offerTitle(t, format, offer)}</h1>
          <p>
            {vehicleTitle(quote.vehicle)} · {format.miles(quote.vehicle.odometer)} ·{' '}
            {quote.dealer.name ?? quote.dealer.number} · {format.date(inputs.saleDate)}
          </p>
        </div>
        <Button icon="back" onClick={back}>
          {t('sale.back')}
        </Button>
      </header>
      {problem?.code === 'RateChanged' ? (
        <RateChanged
          error={problem}
          showsCost={showsCost}
          isBusy={false}
          onAccept={() => void accept()}
          onBack={back}
        />
      ) : (
        <Refusal error={execution.error ?? problem} isSafeToRetry={execution.isSafeToRetry} />
      )}
      <PriceSection sale={sale} offer={offer} showsCost={showsCost} />
      <VehicleSection sale={sale} inputs={inputs} isVehicle={isVehicle} />
      <CustomerSection sale={sale} />
      <FieldsSection sale={sale} fields={customFields} />
      <LenderSection sale={sale} offer={offer} />
      <CobuyerSection sale={sale} />
      <div className="rates-actions rates-save">
        <Button kind="main" isBusy={execution.isRunning} onClick={() => void saveAs('Pending')}>
          {t('save')}
        </Button>
        <Button isBusy={execution.isRunning} onClick={() => void saveAs('Quote')}>
          {t('save.quote')}
        </Button>
      </div>
    </div>
  )
}

/** Saves, and then opens the papers of the new contract. In practice mode nothing was saved, so the form stays. */
function useSave(sale: ReturnType<typeof useSale>) {
  const t = useText()
  const setQuery = useSetQuery()
  const query = useQuery()
  const [saved, setSaved] = useState<number>()
  const saveAs = async (status: 'Quote' | 'Pending') => {
    const answer = await sale.save(status)
    if (!answer) return
    if (practice.get()) toast(t('save.practice'), { kind: 'info' })
    else setSaved(answer.data.id)
  }
  // The guard must have heard that nothing is unsaved any more before the address changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (saved === undefined) return
    const gone = Object.fromEntries(Object.keys(query).map((name) => [name, undefined]))
    setQuery({ ...gone, contract: String(saved) })
  }, [saved])
  return { saveAs, isSaved: saved !== undefined }
}

/** A refusal that concerns the whole sale, and faults of fields after a save. */
function Refusal({ error, isSafeToRetry }: { readonly error: unknown; readonly isSafeToRetry: boolean }) {
  const t = useText()
  if (!error) return null
  const other =
    error instanceof ApiError && error.code === 'DuplicateContract' ? error.problem.contractId : undefined
  return (
    <>
      {isSafeToRetry ? <Notice tone="wait">{t('save.safe')}</Notice> : <FaultSummary error={error} />}
      {typeof other === 'number' && (
        <p>
          <Link to={`/contracts/${other}`}>{t('save.other')}</Link>
        </p>
      )}
    </>
  )
}
