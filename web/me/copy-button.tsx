import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useText } from './text.ts'

/** Copies a text that is shown only once. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (error) {
      toast(String(error), { kind: 'error' })
    }
  }
  return (
    <Button size="small" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      {t(isCopied ? 'totp.copied' : 'totp.copy')}
    </Button>
  )
}
