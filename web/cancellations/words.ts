import { useMemo } from 'react'
import type {
  CancelCalculation,
  CancelPaymentDetails,
  CancelRequest,
  CancelStep,
} from '../../sdk/src/types.gen.ts'
import { useFormat } from '../ui/words/format.ts'
import { en } from './en.ts'
import { isLine, isTax, lineCode, taxType } from './steps.ts'
import type { Requester } from './terms.ts'
import { useText } from './text.ts'

export type Method = CancelCalculation['method']
export const methods: readonly Method[] = [
  'FLAT',
  'PRORATA_DAYS',
  'PRORATA_DAYS_INCL',
  'PRORATA_MONTHS',
  'PRORATA_MILES',
  'PRORATA_LESSER',
  'PRORATA_GREATER',
  'RULE78',
  'RULE78_BALANCE',
  'SHORTRATE',
  'SERVICES',
  'NONE',
]
type Key = keyof typeof en

export interface Words {
  status(status: CancelRequest['status'] | 'Active' | 'Reversed'): string
  paymentStatus(status: CancelPaymentDetails['status']): string
  paymentMethod(method: CancelPaymentDetails['method']): string
  method(method: Method): string
  requester(requester: Requester): string
  /** An item of `missing`, such as `document:CancelForm`. */
  missing(name: string): string
  stepTitle(step: CancelStep): string
  stepValue(step: CancelStep): string
  /** Why an alternative is not possible, from its code. */
  refusal(code: string): string
  /** Who gets the payments of a calculation: `First Bank`, or the dealer for it. */
  payee(calculation: CancelCalculation): string
}

/** The words for values of the service. What has no word of ours is shown as it came. */
export function useWords(): Words {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const known = (key: string, otherwise: string) => (key in en ? t(key as Key) : otherwise)
    const stepTitle = (step: CancelStep) => {
      if (isLine(step)) return lineCode(step)
      if (isTax(step)) return t('step.salesTaxRefund', { type: taxType(step) })
      return known(`step.${step.code}`, step.code)
    }
    const stepValue = ({ code, amount, exact }: CancelStep) => {
      if (amount !== null) return format.money(amount)
      if (code === 'verification') return known(`verified.${exact}`, exact)
      if (/^\d{4}-\d{2}-\d{2}$/.test(exact)) return format.date(exact)
      return /^\d+$/.test(exact) ? format.count(Number(exact)) : exact
    }
    return {
      status: (status) => t(`status.${status}`),
      paymentStatus: (status) => t(`payment.${status}`),
      paymentMethod: (method) => t(`paidBy.${method}`),
      method: (method) => t(`method.${method}`),
      requester: (requester) => t(`by.${requester}`),
      missing: (name) =>
        known(`missing.${name.replace('document:', '')}`, spaced(name.replace('document:', ''))),
      stepTitle,
      stepValue,
      refusal: (code) => known(`refusal.${code}`, spaced(code)),
      payee: ({ payments, payee }) => {
        const [first, second] = payments
        if (!first) return payee.name
        if (second) return t('payee.several', { count: payments.length })
        if (first.forPayeeName === null) return first.payeeName
        return t('payee.for', { payee: first.payeeName, final: first.forPayeeName })
      },
    }
  }, [t, format])
}

/** `InsuranceSettlement` as `Insurance settlement`. */
function spaced(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
