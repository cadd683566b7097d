import { useText } from '../actions/text.ts'
import { practice } from '../api/practice.ts'
import { toast } from '../ui/toast-store.ts'

/** Says that something was done; in practice mode, that nothing was. */
export function useDone(): (text: string) => void {
  const t = useText()
  return (text) => (practice.get() ? toast(t('practised'), { kind: 'info' }) : toast(text))
}
