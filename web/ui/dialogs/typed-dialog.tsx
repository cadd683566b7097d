import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { FaultSummary } from '../fields/faults.tsx'
import { TextField } from '../fields/field.tsx'
import { useKitText } from '../words/kit-text.ts'
import { Dialog, DialogFooter } from './dialog.tsx'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** What has to be typed. */
  readonly word: string
  /** What the button does. */
  readonly confirm: string
  readonly kind?: 'main' | 'danger' | undefined
  readonly error?: unknown
  readonly isBusy?: boolean | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks for a word before something that touches everybody, so that nobody does it by a slip. */
export function TypedDialog(props: Props) {
  const { title, description, word, confirm, kind = 'danger', error, isBusy, onConfirm, onClose } = props
  const t = useKitText()
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim().toLowerCase() === word.toLowerCase()
  return (
    <Dialog title={title} description={description} open onClose={onClose} isKept>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && !isBusy) onConfirm()
        }}
      >
        <FaultSummary error={error} />
        {props.children}
        <TextField label={t('typed.label', { word })} value={typed} onChange={setTyped} isRequired />
        <DialogFooter>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            kind={kind}
            isBusy={isBusy}
            disabledReason={isTyped ? undefined : t('typed.first', { word })}
          >
            {confirm}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
