import { type ReactNode, useState } from 'react'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'
import { saveBlob } from './csv.ts'
import { useText } from './text.ts'

interface Props {
  readonly fileName: string
  readonly read: () => Promise<Blob>
  readonly kind?: ButtonKind | undefined
  readonly disabledReason?: string | undefined
  readonly onSaved?: (() => void) | undefined
  readonly children: ReactNode
}

/** Reads a file of the service and saves it. */
export function SaveButton({ fileName, read, kind, disabledReason, onSaved, children }: Props) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveBlob(await read(), fileName)
      toast(t('csv.ready', { name: fileName }))
      onSaved?.()
    } catch (error) {
      toast((error as Error).message, { kind: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon="download"
      kind={kind}
      isBusy={isBusy}
      disabledReason={disabledReason}
      onClick={() => void save()}
    >
      {children}
    </Button>
  )
}
