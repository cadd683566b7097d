import { useEffect, useState } from 'react'
import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { type Tried, useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { ApiError } from '../../api/client.ts'
import type { Offer } from '../offers/offers.ts'
import { newSale, type SaleValues, saleBody } from './sale-values.ts'

export type SectionName = 'price' | 'vehicle' | 'customer' | 'cobuyer' | 'lender' | 'fields'

/** The sale of an offer: what was entered, what the service says about it, and the save. */
export function useSale({ rate }: Offer, customFields: readonly CustomField[]) {
  const [values, setValues] = useState(() => newSale(rate.suggestedRetail))
  const [isDirty, setDirty] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<SectionName>>(new Set())
  const [tried, setTried] = useState<ReturnType<typeof saleBody>>()
  const [isRefused, setRefused] = useState(false)
  const execution = useExecute('POST /contracts')
  const bodyAs = (status: 'Quote' | 'Pending') =>
    saleBody(values, { rateId: rate.rateId, status, customFields })
  // After a refused save every correction is looked at, so that what is mended no longer looks wrong.
  const body = isRefused ? bodyAs('Pending') : tried
  const dryRun = useDryRun('POST /contracts', body && !execution.isRunning ? { body } : undefined)
  const { refusal, judged, setRefusal } = useLastRefusal(dryRun, execution.error, left)

  const change = (changes: Partial<SaleValues>) => {
    setDirty(true)
    setValues((before) => ({ ...before, ...changes }))
  }
  // Before the customer is entered only price and vehicle can be judged, as in a quote.
  const leave = (section: SectionName) => {
    const visited = new Set([...left, section])
    setLeft(visited)
    setTried(bodyAs(visited.has('customer') ? 'Pending' : 'Quote'))
  }
  const save = async (status: 'Quote' | 'Pending') => {
    // A try that is still waiting would find what has just been saved.
    setTried(undefined)
    const answer = await execution.run({ body: bodyAs(status) })
    setRefused(answer === undefined)
    return answer
  }
  /** After a new quote: what was refused belongs to the old one. */
  const forgetRefusal = () => {
    execution.clear()
    setTried(undefined)
    setRefused(false)
    setRefusal(undefined)
  }
  return {
    values,
    isDirty,
    change,
    leave,
    forgetRefusal,
    /** What the fields of a section show: after a refused save everything, before only what was left and looked at. */
    errorOf: (section: SectionName) => (isRefused || judged.has(section) ? refusal : undefined),
    /** A refusal that no field can show, such as a second contract on the vehicle. */
    problem: refusal instanceof ApiError && refusal.errors.length === 0 ? refusal : undefined,
    /** What the service would save, as of what it looked at last. */
    accepted: dryRun.state === 'ready' ? dryRun.data : undefined,
    execution,
    save,
  }
}

/**
 * The last refusal, until the service accepts what is entered, and the sections that the service had before it. It stays
 * while the next answer is on its way. A section that was left since then is not judged by it: it may say of a field that
 * is filled in by now that it is missing.
 */
function useLastRefusal(
  { state, error }: Pick<Tried<'POST /contracts'>, 'state' | 'error'>,
  saveError: unknown,
  left: ReadonlySet<SectionName>,
) {
  const [refusal, setRefusal] = useState<unknown>()
  const [judged, setJudged] = useState<ReadonlySet<SectionName>>(new Set())
  useEffect(() => {
    if (state !== 'refused' && state !== 'ready') return
    setRefusal(state === 'refused' ? error : undefined)
    setJudged(left)
  }, [state, error, left])
  useEffect(() => {
    if (saveError) setRefusal(saveError)
  }, [saveError])
  return { refusal, judged, setRefusal }
}

export type Sale = ReturnType<typeof useSale>
