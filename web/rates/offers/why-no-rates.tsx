import type { ReactNode } from 'react'
import type { RateReason } from '../../../sdk/src/types.gen.ts'
import type { ApiError } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useFormat } from '../../ui/words/format.ts'
import { focusInput } from '../inputs/focus-input.ts'
import { alternatives, type Inputs } from '../inputs/inputs.ts'
import { useText, wordOf } from '../text.ts'
import {
  isAboutInputs,
  missingInOrder,
  missingOfError,
  type ProductReasons,
  reasonsByProduct,
  reasonsOfError,
  type ShownReason,
} from './reasons.ts'
import type { Repair } from './repairs.ts'
import { Repairs } from './repairs-list.tsx'
import { neededTitle, seenTitle } from './words.ts'

interface WhyNoRatesProps {
  readonly inputs: Inputs
  /** The refusal, if nothing at all is offered. */
  readonly error: unknown
  /** The reasons beside rates that are offered. */
  readonly reasons: readonly RateReason[]
  readonly quoteId: string | undefined
  readonly isVehicle: boolean
  readonly repairs: readonly Repair[]
  readonly onRepair: (repair: Repair) => void
}

/** Why something is not offered: by product the rule, what was seen and what is needed, and a way out. */
export function WhyNoRates({
  inputs,
  error,
  reasons,
  quoteId,
  isVehicle,
  repairs,
  onRepair,
}: WhyNoRatesProps) {
  const t = useText()
  const all = isAboutInputs(error) ? reasonsOfError(error) : reasons
  const products = reasonsByProduct(all, !error)
  const support = { inputs, reasons: all, quoteId, error }
  if (!error && products.length === 0) return null
  return (
    <Panel
      title={t('why.title')}
      description={error ? undefined : t('why.some')}
      className="rates-why"
      actions={<CopyForSupport {...support} />}
    >
      <div aria-live="polite">
        <Repairs repairs={repairs} onRepair={onRepair} />
        {isAboutInputs(error) && error.code !== 'NoPlansFound' && (
          <InputFaults error={error} isVehicle={isVehicle} />
        )}
        {isAboutInputs(error) && error.code === 'NoPlansFound' && products.length === 0 && (
          <p>{t('why.setUp')}</p>
        )}
        {products.map((product) => (
          <ReasonsOfProduct key={product.productCode} product={product} />
        ))}
      </div>
    </Panel>
  )
}

/** Parameters that are missing or wrong, each as a link to its field. */
function InputFaults({ error, isVehicle }: { readonly error: ApiError; readonly isVehicle: boolean }) {
  const t = useText()
  const missing = missingInOrder(missingOfError(error), isVehicle)
  const faults =
    error.code === 'ValidationFailed' ? error.errors : [{ pointer: '?vin', message: error.message }]
  if (missing.length === 0)
    return (
      <ul>
        {faults.map(({ pointer, message }) => (
          <li key={pointer}>
            <FieldLink input={pointer.slice(1)} />: {message}
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <p>{t('why.missing')}</p>
      <ul>
        {missing.map((names) => (
          <li key={names}>
            <MissingLinks names={names} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** `vin|year+make+model`: VIN, or Year, Make and Model. */
export function MissingLinks({ names }: { readonly names: string }) {
  const t = useText()
  return alternatives(names).map((together, at) => (
    <span key={together.join()}>
      {at > 0 && ` ${t('why.or')} `}
      {together.map((input, place) => (
        <span key={input}>
          {place > 0 && ', '}
          <FieldLink input={input} />
        </span>
      ))}
    </span>
  ))
}

function FieldLink({ input }: { readonly input: string }) {
  const t = useText()
  return (
    <button type="button" className="link" onClick={() => focusInput(input)}>
      {wordOf(t, 'input', input)}
    </button>
  )
}

function ReasonsOfProduct({ product }: { readonly product: ProductReasons }) {
  const t = useText()
  const name = useProductName(product.productCode)
  return (
    <div className="rates-why-product">
      <h3>{name ?? t('why.dealer')}</h3>
      {product.input.length > 0 && <ReasonList reasons={product.input} />}
      {product.configuration.length > 0 && (
        <>
          <h4>{t('why.configuration')}</h4>
          <ReasonList reasons={product.configuration} />
        </>
      )}
    </div>
  )
}

/** The reasons have the code of the product; people know it by its name. */
export function useProductName(code: string | null): string | null {
  const products = useAnswer('GET /Rates/Products', { query: { pageSize: 200 } }, { staleTime: 600_000 })
  return products.data?.data.find((product) => product.code === code)?.name ?? code
}

function ReasonList({ reasons }: { readonly reasons: readonly ShownReason[] }) {
  return (
    <ul className="rates-reasons">
      {reasons.map((shown) => (
        <ReasonItem
          key={JSON.stringify([shown.reason.rule, shown.reason.field, shown.reason.needed])}
          shown={shown}
        />
      ))}
    </ul>
  )
}

function ReasonItem({ shown: { reason, input, planCodes } }: { readonly shown: ShownReason }) {
  const t = useText()
  const format = useFormat()
  const needed = neededTitle(t, format, reason)
  const field = input ? <FieldLink input={input} /> : reason.field
  return (
    <li>
      <span className="rates-rule">{wordOf(t, 'rule', reason.rule)}</span>
      <dl>
        {field && <Part title={t('why.field')}>{field}</Part>}
        {reason.field && <Part title={t('why.seen')}>{seenTitle(t, format, reason)}</Part>}
        {needed && <Part title={t('why.needed')}>{needed}</Part>}
        {planCodes.length > 0 && <Part title={t('why.plans')}>{planCodes.join(', ')}</Part>}
      </dl>
    </li>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

interface Support {
  readonly inputs: Inputs
  readonly reasons: readonly RateReason[]
  readonly quoteId: string | undefined
  readonly error: unknown
}

/** Everything that the administrator needs to find the cause. It has no data of the customer. */
function CopyForSupport({ inputs, reasons, quoteId, error }: Support) {
  const t = useText()
  const problem = isAboutInputs(error)
    ? { code: error.code, message: error.message, requestId: error.requestId }
    : {}
  const text = JSON.stringify({ quoteId: quoteId ?? null, ...problem, inputs, reasons }, null, 2)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(t('why.copied'))
    } catch {
      toast(t('why.notCopied'), { kind: 'error' })
    }
  }
  return (
    <Button size="small" icon="copy" onClick={() => void copy()}>
      {t('why.copy')}
    </Button>
  )
}
