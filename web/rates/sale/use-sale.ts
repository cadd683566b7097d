import { useState } from 'react'
import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
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
  const dryRun = useDryRun('POST /contracts', tried ? { body: tried } : undefined)
  const execution = useExecute('POST /contracts')

  const bodyAs = (status: 'Quote' | 'Pending') =>
    saleBody(values, { rateId: rate.rateId, status, customFields })
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
  /** After a new quote: what was refused belongs to the old one. */
  const forgetRefusal = () => {
    execution.clear()
    setTried(undefined)
  }
  const refusal = execution.error ?? (dryRun.state === 'refused' ? dryRun.error : undefined)
  return {
    values,
    isDirty,
    change,
    leave,
    forgetRefusal,
    /** What the fields of a section show: after a save everything, before only what has been left. */
    errorOf: (section: SectionName) => execution.error ?? (left.has(section) ? dryRun.error : undefined),
    /** A refusal that no field can show, such as a second contract on the vehicle. */
    problem: refusal instanceof ApiError && refusal.errors.length === 0 ? refusal : undefined,
    /** What the service would save, as of the section that was left last. */
    accepted: dryRun.state === 'ready' ? dryRun.data : undefined,
    isChecking: dryRun.state === 'running',
    execution,
    save: (status: 'Quote' | 'Pending') => execution.run({ body: bodyAs(status) }),
  }
}

export type Sale = ReturnType<typeof useSale>
