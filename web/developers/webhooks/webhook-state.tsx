import type { Webhook } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { useText } from '../text.ts'

/** Whether events are sent, or who switched it off. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  if (webhook.isActive) return <Status value="Active" title={t('webhooks.on')} testid="webhook-state" />
  return webhook.disabledAt ? (
    <Status value="Failed" title={t('webhooks.switchedOff')} testid="webhook-state" />
  ) : (
    <Status value="Inactive" title={t('webhooks.off')} testid="webhook-state" />
  )
}
