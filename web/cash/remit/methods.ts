import type { AvailablePaymentMethod } from '../../../sdk/src/types.gen.ts'
import type { useText } from '../text.ts'

/** Ways that need nothing stored with the account holder. */
const plain = ['Check', 'Wire', 'CreditCard', 'Cash'] as const

/** The ways to choose from: the plain ones by their name, and stored ones by their id. */
export function methodOptions(t: ReturnType<typeof useText>, stored: readonly AvailablePaymentMethod[]) {
  const usable = stored.filter(({ isActive, paymentMethod: { ach } }) => isActive && ach?.isActive !== false)
  return [
    ...plain.map((method) => ({ value: method, title: t(`method.${method}`) })),
    ...usable.map(({ id, paymentMethod: { type, ach, card }, isDefault }) => {
      const last4 = ach?.accountLast4 ?? card?.last4
      const name = last4 ? t('method.ending', { method: t(`method.${type}`), last4 }) : t(`method.${type}`)
      return { value: String(id), title: isDefault ? t('method.default', { method: name }) : name }
    }),
  ]
}

/** What is sent for the way that was chosen. */
export function methodBody(chosen: string) {
  const method = plain.find((one) => one === chosen)
  return method ? { method } : { availablePaymentMethodId: Number(chosen) }
}
