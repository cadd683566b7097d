import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { CheckField } from '../fields/check-field.tsx'
import { Notice } from '../states.tsx'
import { toast } from '../toast-store.ts'
import { useKitText } from '../words/kit-text.ts'
import { Dialog, DialogFooter } from './dialog.tsx'

interface Props {
  readonly title: string
  /** What the secret is, such as `API key`. */
  readonly label: string
  readonly secret: string
  /** What else belongs to it, such as the id of the client. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** A secret that the service shows only once: the dialog closes when it has been kept. */
export function SecretDialog({ title, label, secret, children, onClose }: Props) {
  const t = useKitText()
  const [isKept, setKept] = useState(false)
  const close = () => isKept && onClose()
  return (
    <Dialog title={title} open onClose={close} isKept>
      <div className="stack">
        <Notice tone="wait">{t('secret.once')}</Notice>
        {children}
        <div>
          <p className="field-label">{label}</p>
          <code className="secret" data-testid="secret">
            {secret}
          </code>
        </div>
        <div className="row">
          <CopyButton text={secret} />
        </div>
        <CheckField label={t('secret.kept')} value={isKept} onChange={setKept} />
      </div>
      <DialogFooter>
        <Button kind="main" disabledReason={isKept ? undefined : t('secret.keepFirst')} onClick={close}>
          {t('close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Copies a text. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useKitText()
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
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  )
}
