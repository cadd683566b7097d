import { useCallback } from 'react'
import { practice } from '../api/practice.ts'
import { toast } from '../ui/toast.tsx'
import { useText } from './text.ts'

type Options = Parameters<typeof toast>[1]

/** Says that something is done, or in practice mode that nothing was. Answers whether it really was. */
export function useDone(): (text: string, options?: Options) => boolean {
  const t = useText()
  return useCallback(
    (text, options = {}) => {
      if (practice.get()) {
        toast(t('practised'), { kind: 'info' })
        return false
      }
      toast(text, options)
      return true
    },
    [t],
  )
}
