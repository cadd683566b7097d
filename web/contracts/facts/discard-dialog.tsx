import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { useText } from '../text.ts'

interface DiscardProps {
  readonly onStay: () => void
  readonly onDiscard: () => void
}

/** Asks before a changed section is closed without saving. */
export function DiscardDialog({ onStay, onDiscard }: DiscardProps) {
  const t = useText()
  return (
    <Dialog title={t('edit.unsaved')} description={t('edit.unsavedText')} open onClose={onStay} size="small">
      <DialogFooter>
        <Button onClick={onStay}>{t('edit.goOn')}</Button>
        <Button kind="danger" onClick={onDiscard}>
          {t('edit.discard')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
