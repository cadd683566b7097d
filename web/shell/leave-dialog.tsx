import type { leaving } from '../api/address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { useText } from './text.ts'

type Asked = NonNullable<ReturnType<typeof leaving.get>>

/** Before changes are lost. */
export function LeaveDialog({ asked }: { readonly asked: Asked }) {
  const t = useText()
  return (
    <Dialog title={t('leave.title')} open onClose={asked.stay}>
      <p>{t('leave.why')}</p>
      <DialogFooter>
        <Button kind="danger" onClick={asked.leave}>
          {t('leave.leave')}
        </Button>
        <Button kind="main" onClick={asked.stay}>
          {t('leave.stay')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
